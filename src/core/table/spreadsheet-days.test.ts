import { expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { inferFeatures } from "./features.js";
import { numberFacts } from "./number-facts.js";
import { describeSpreadsheetDays } from "./spreadsheet-days.js";

const describe = (name: string, values: readonly number[]): string | null =>
  describeSpreadsheetDays(name, numberFacts(Float64Array.from(values)));

test("days as spreadsheets count them are told by their name and their years", () => {
  const reason =
    "it looks like days as spreadsheets count them (2026-05-04 to 2026-05-06); written as 2026-05-04 they would say when rows were";
  expect(describe("Date", [46_146, 46_148, NaN])).toBe(reason);
  expect(describe("event_timestamp", [46_146.25, 46_148.99])).toBe(reason);
  expect(describe("day", [36_526])).toMatch(/\(all of them 2000-01-01\)/);
});

test("other numbers of that size, other years, and counts of days that span decades are none", () => {
  for (const name of ["load", "time", "daytime_load", "today"]) expect(describe(name, [46_146]), name).toBeNull();
  for (const days of [[1, 46_146], [46_146, 73_051], [36_525], [40_000, 46_000]])
    expect(describe("date", days), String(days)).toBeNull();
});

test("a column of them is left out, and so no later day is strange", () => {
  const day = Array.from({ length: 60 }, (_, row) => 46_000 + (row % 20));
  const table = tableFromColumns({ day, load: day.map((_, row) => row % 7) });
  const { excluded } = inferFeatures(table, { exclude: [], numeric: [], categorical: [] });
  expect(excluded.map(({ name }) => name)).toEqual(["day"]);
});
