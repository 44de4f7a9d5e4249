import { expect, test } from "vitest";
import { createRowBatches } from "./row-batches.js";

test("rows are cut into tables of at most so many, with their numbers", () => {
  const batches = createRowBatches(["a"], 2);
  for (const row of [3, 4, 6]) batches.add([row * 10], row);
  expect(batches.take().map(({ rows }) => [...rows])).toEqual([[3, 4], [6]]);
  expect(batches.take()).toEqual([]);
});

test("a value of another type begins a new table; a missing one does not", () => {
  const batches = createRowBatches(["a"], 100);
  [1, null, "x", "y", true].forEach((value, row) => {
    batches.add([value], row);
  });
  const taken = batches.take();
  expect(taken.map(({ rows }) => [...rows])).toEqual([[0, 1], [2, 3], [4]]);
  expect(taken.map(({ table }) => table.columns[0]!.type)).toEqual(["number", "text", "boolean"]);
});
