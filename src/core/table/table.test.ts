import { expect, test } from "vitest";
import { type Column, cellValue } from "./table.js";

test("a cell is plain data, null when missing", () => {
  const columns: Column[] = [
    { name: "n", type: "number", values: Float64Array.of(1.5, NaN) },
    { name: "t", type: "text", dictionary: ["a"], codes: Int32Array.of(0, -1) },
    { name: "b", type: "boolean", codes: Int8Array.of(1, -1) },
    { name: "c", type: "boolean", codes: Int8Array.of(0, -1) },
    { name: "m", type: "time", values: Float64Array.of(0, NaN) },
    { name: "o", type: "other", holds: "lists" },
  ];
  expect(columns.map((column) => [cellValue(column, 0), cellValue(column, 1)])).toEqual([
    [1.5, null],
    ["a", null],
    [true, null],
    [false, null],
    ["1970-01-01T00:00:00.000Z", null],
    [null, null],
  ]);
});
