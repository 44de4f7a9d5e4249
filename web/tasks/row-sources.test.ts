import { expect, test } from "vitest";
import { sourcesOf } from "./row-sources.js";

const PARTS = [
  { name: "a.csv", rowCount: 3 },
  { name: "empty.csv", rowCount: 0 },
  { name: "b.csv", rowCount: 2 },
];

test("rows of several files know their file and their number there", () => {
  const sources = sourcesOf(Int32Array.of(0, 2, 3, 4), PARTS)!;
  expect(sources.files).toEqual(["a.csv", "empty.csv", "b.csv"]);
  expect([...sources.file]).toEqual([0, 0, 2, 2]);
  expect([...sources.row]).toEqual([0, 2, 0, 1]);
});

test("with one file there is nothing to tell apart", () => {
  expect(sourcesOf(Int32Array.of(0, 1), [PARTS[0]!])).toBeNull();
});
