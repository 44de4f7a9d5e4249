import { expect, test } from "vitest";
import { hasBit, setBit } from "../../src/core/base/index.js";
import { createRowSetStore } from "./row-set-store.js";

function fill(words: Uint32Array, rows: readonly number[]): void {
  for (const row of rows) setBit(words, row);
}

test("sets stand side by side and do not touch one another", () => {
  const store = createRowSetStore(40, 4);
  fill(store.words(0), [0, 5, 39]);
  fill(store.words(1), [5, 6, 39]);
  expect(store.intersect(0, 1, 2)).toBe(2);
  expect([5, 39].every((row) => hasBit(store.words(2), row))).toBe(true);
  expect([...store.words(3)]).toEqual([0, 0]);
  expect({ rowCount: store.rowCount, setCount: store.setCount }).toEqual({ rowCount: 40, setCount: 4 });
});

test("a set may be met with itself and into itself", () => {
  const store = createRowSetStore(10, 2);
  fill(store.words(0), [1, 2, 3]);
  fill(store.words(1), [2, 3, 4]);
  expect(store.intersect(0, 1, 0)).toBe(2);
  expect(store.intersect(0, 0, 0)).toBe(2);
});

test("countEach counts the first `length` sets and leaves the rest of the buffer alone", () => {
  const store = createRowSetStore(33, 3);
  fill(store.words(0), [0, 32]);
  fill(store.words(1), [32]);
  fill(store.words(2), [1]);
  const counts = Int32Array.of(-1, -1, -1);
  store.countEach(0, Int32Array.of(1, 2, 0), 2, counts);
  expect([...counts]).toEqual([1, 0, -1]);
});

test("a table without rows has empty sets", () => {
  const store = createRowSetStore(0, 2);
  expect(store.intersect(0, 1, 0)).toBe(0);
});
