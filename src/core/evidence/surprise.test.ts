import { expect, test } from "vitest";
import { SURPRISE_LIMIT } from "../schema/index.js";
import { entropyOf, raritySurprise } from "./surprise.js";

test("a category surprises by its rarity, up to a limit", () => {
  expect(Math.abs(raritySurprise(1))).toBe(0);
  expect(raritySurprise(Math.exp(-2))).toBeCloseTo(2, 12);
  expect(raritySurprise(1e-300)).toBe(SURPRISE_LIMIT);
});

test("entropy is in bits", () => {
  expect([entropyOf([4, 4], 8), entropyOf([8, 0], 8), entropyOf([2, 2, 2, 2], 8)]).toEqual([1, 0, 2]);
});
