import { expect, test } from "vitest";
import { growingPlaces } from "./checking.js";

const checking = {
  parts: Uint8Array.of(0, 1, 2, 3, 0, 1, 2, 3),
  groupOf: Uint8Array.of(0, 1, 0, 1),
  groupCount: 2,
  areDependent: false,
};

test("a tree grows on the first rows of the sample that are not of its group", () => {
  const sample = Int32Array.of(7, 6, 5, 4, 3, 2, 1, 0);
  expect(growingPlaces(sample, checking, 8).map((places) => [...places])).toEqual([
    [0, 2, 4, 6],
    [1, 3, 5, 7],
  ]);
  expect(growingPlaces(sample, checking, 3).map((places) => [...places])).toEqual([
    [0, 2, 4],
    [1, 3, 5],
  ]);
});

test("where no rows check, all trees grow on the same", () => {
  expect(growingPlaces(Int32Array.of(3, 1, 2), null, 2).map((places) => [...places])).toEqual([[0, 1]]);
});
