import { expect, test } from "vitest";
import { findChanged } from "./find-changed.js";

test("one of a hundred series needs a hundred times as much as one alone", () => {
  const alone = Math.log(1 / 0.01);
  expect(findChanged([alone + 1e-9], 0.01)).toEqual([0]);
  expect(findChanged([alone - 1e-9], 0.01)).toEqual([]);
  const others = new Array<number>(99).fill(0);
  expect(findChanged([alone + 4, ...others], 0.01)).toEqual([]);
  expect(findChanged([...others, alone + Math.log(100) + 1e-9], 0.01)).toEqual([99]);
});

test("several that change together need less each, strongest first", () => {
  const half = Math.log(4 / (2 * 0.01)) + 1e-9;
  expect(findChanged([half, 0, half + 1, 0], 0.01)).toEqual([2, 0]);
  expect(findChanged([half, 0, 0, 0], 0.01)).toEqual([]);
  expect(findChanged([], 0.01)).toEqual([]);
});
