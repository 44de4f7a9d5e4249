import { expect, test } from "vitest";
import { checkColumnNames, checkKnownNames, nameColumns } from "./column-names.js";

test("an empty name, and every name of a file without header, is that of the position", () => {
  expect(nameColumns(["a", "", "c"], true)).toEqual(["a", "column1", "c"]);
  expect(nameColumns(["1", "2"], false)).toEqual(["column0", "column1"]);
});

test("names that nobody could tell apart are refused with their places", () => {
  expect(() => checkColumnNames(["a", "b", "a"], "t.csv")).toThrow('t.csv has two columns named "a" (columns 1 and 3)');
  expect(() => checkColumnNames(["Level", "level"], "t.csv")).toThrow(
    't.csv has columns "Level" and "level", which differ only in case (columns 1 and 2)',
  );
  expect(() => checkColumnNames(["\ufeffa"], "t.csv")).toThrow("invisible byte order mark");
  expect(() => checkColumnNames(["a", "b"], "t.csv")).not.toThrow();
});

test("all names that are not there are told at once, with those that are near", () => {
  expect(() => checkKnownNames(["Levl", "x"], ["Level", "Pump"], "t.csv")).toThrow(
    expect.objectContaining({
      code: "COLUMN_UNKNOWN",
      message: 't.csv has no columns "Levl", "x"',
      hint: 'Closest: "Level". Columns are: Level, Pump.',
    }),
  );
});
