import { expect, test } from "vitest";
import { cellValue, type Table, tableFromRows } from "../core/table/index.js";
import { joinTables } from "./join-tables.js";

const cellsOf = (table: Table, name: string) => {
  const column = table.columns.find((each) => each.name === name)!;
  return { type: column.type, cells: Array.from({ length: table.rowCount }, (_, row) => cellValue(column, row)) };
};

test("columns of one type stay of that type, and one without values fits all", () => {
  const joined = joinTables([
    tableFromRows([
      { a: 1, b: true, c: "x" },
      { a: null, b: null, c: null },
    ]),
    tableFromRows([{ a: 2, b: false, c: "y" }]),
    {
      rowCount: 1,
      columns: ["a", "b", "c"].map((name) => ({ name, type: "text", dictionary: [], codes: new Int32Array([-1]) })),
    },
  ]);
  expect(joined.rowCount).toBe(4);
  expect(cellsOf(joined, "a")).toEqual({ type: "number", cells: [1, null, 2, null] });
  expect(cellsOf(joined, "b")).toEqual({ type: "boolean", cells: [true, null, false, null] });
  expect(cellsOf(joined, "c")).toEqual({ type: "text", cells: ["x", null, "y", null] });
});

test("columns of several types are text, and what no table holds stays out", () => {
  const other = { name: "d", type: "other", holds: "lists" } as const;
  const joined = joinTables([
    { rowCount: 1, columns: [...tableFromRows([{ a: 1.5, b: true }]).columns, other] },
    { rowCount: 1, columns: [...tableFromRows([{ a: "high", b: 3 }]).columns, other] },
  ]);
  expect(cellsOf(joined, "a")).toEqual({ type: "text", cells: ["1.5", "high"] });
  expect(cellsOf(joined, "b")).toEqual({ type: "text", cells: ["true", "3"] });
  expect(joined.columns[2]).toEqual(other);
});
