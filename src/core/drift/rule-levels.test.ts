import { expect, test } from "vitest";
import { LEVEL_COUNT, levelOf } from "./rule-levels.js";

test("exceptions of a rule rise from level to level", () => {
  expect([0, 1, 2, 10, 20, 40, 70, 100].map((exceptions) => levelOf(exceptions, 100))).toEqual([
    0, 1, 1, 3, 4, 6, 7, 7,
  ]);
  expect(LEVEL_COUNT).toBe(8);
});

test("one exception in one row is not all that much", () => {
  expect(levelOf(1, 1)).toBe(5);
  expect(levelOf(100, 100)).toBe(7);
});
