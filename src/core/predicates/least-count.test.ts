import { expect, test } from "vitest";
import { leastCountAbove } from "./least-count.js";

test("is the least count whose share exceeds the threshold strictly", () => {
  expect(leastCountAbove(0.29, 100)).toBe(30); // 0.29 · 100 is 28.999…
  expect(leastCountAbove(0.07, 100)).toBe(8);
  expect(leastCountAbove(0, 10)).toBe(1);
  expect(leastCountAbove(0.5, 3)).toBe(2);
  expect(leastCountAbove(0.999, 10)).toBe(10);
});

test("agrees with its definition for every threshold that a count reaches", () => {
  for (let rows = 1; rows <= 60; rows++) {
    for (let count = 0; count < rows; count++) expect(leastCountAbove(count / rows, rows)).toBe(count + 1);
  }
});

test("is out of reach for a threshold of 1 or more, and 1 without rows", () => {
  expect(leastCountAbove(1, 10)).toBe(11);
  expect(leastCountAbove(2, 5)).toBe(11);
  expect(leastCountAbove(0.5, 0)).toBe(1);
});
