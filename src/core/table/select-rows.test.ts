import { describe, expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { findRows, requireRows, takeRows } from "./select-rows.js";
import { cellValue } from "./table.js";

const table = tableFromColumns({
  number: [0, 1, null, 1.5],
  text: ["0", " 1 ", null, "normal"],
  truth: [true, false, null, true],
  time: [new Date(0), null, null, null],
  other: [{}, {}, {}, {}],
});
const find = (column: string, value: string | number | boolean): number[] => [...findRows(table, { column, value })];

describe("findRows", () => {
  test("compares as people write", () => {
    expect(find("number", 1)).toEqual([1]);
    expect(find("number", "1.0")).toEqual([1]);
    expect(find("text", 0)).toEqual([0]);
    expect(find("text", "1")).toEqual([1]);
    expect(find("text", " normal ")).toEqual([3]);
    expect(find("truth", "True")).toEqual([0, 3]);
    expect(find("truth", false)).toEqual([1]);
    expect(find("time", "1970-01-01T00:00:00.000Z")).toEqual([0]);
  });

  test("finds missing values by what is written for them, and takes no empty text for 0", () => {
    expect(find("number", "null")).toEqual([2]);
    expect(find("number", "")).toEqual([2]);
    expect(find("text", "")).toEqual([2]);
    expect(find("text", "-")).toEqual([]);
    expect(find("truth", "-")).toEqual([2]);
  });

  test("finds nothing among values that no rule can speak about", () => {
    expect(find("other", "x")).toEqual([]);
    expect(find("other", "")).toEqual([]);
  });

  test("refuses a column that is not there", () => {
    expect(() => find("truht", true)).toThrow('there is no column "truht"');
  });
});

describe("requireRows", () => {
  test("gives the rows there are", () => {
    expect([...requireRows(table, { column: "truth", value: true })]).toEqual([0, 3]);
  });

  test("without any lists the values there are", () => {
    expect(() => requireRows(table, { column: "number", value: 7 })).toThrow(
      expect.objectContaining({
        code: "NO_ROW_MATCHES",
        message: "no row has number = 7",
        hint: "Values seen: 0, 1, missing, 1.5.",
      }),
    );
  });

  test("calls a missing value by that name", () => {
    expect(() => requireRows(tableFromColumns({ x: [1] }), { column: "x", value: "" })).toThrow(
      expect.objectContaining({ message: "no row has x = (missing)", hint: "Values seen: 1." }),
    );
  });

  test("of a table without rows is nothing, and no error", () => {
    expect([...requireRows(tableFromColumns({ x: [] }), { column: "x", value: 1 })]).toEqual([]);
  });
});

test("takeRows takes every kind of column", () => {
  const taken = takeRows(table, Int32Array.of(3, 0));
  expect(taken.rowCount).toBe(2);
  expect(taken.columns.map((column) => [cellValue(column, 0), cellValue(column, 1)])).toEqual([
    [1.5, 0],
    ["normal", "0"],
    [true, true],
    [null, "1970-01-01T00:00:00.000Z"],
    [null, null],
  ]);
});
