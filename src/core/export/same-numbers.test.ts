import { expect, test } from "vitest";
import { createRandom, isSameNumber, nextBelow } from "../base/index.js";
import { alikeTo } from "./same-numbers.js";

const KNOWN = [76.47, 0.1, 0.1 + 0.2, 2.5, 1, 10, -10, 1e6, 123456.789, Math.fround(76.47), -0.007, 1e-30, 16_777_217];

function isWithin(value: number, known: number): boolean {
  const { low, high, single } = alikeTo(known);
  return (value >= low && value <= high) || value === single;
}

test("the bounds hold what the model takes for the number, and nothing else", () => {
  const random = createRandom(7);
  let alike = 0;
  for (const known of KNOWN) {
    const near = [1e-16, 1e-15, 5e-13, 2e-12, 1e-9, 3e-8, 2e-7, 1e-6].flatMap((share) =>
      [-1, 1].map((sign) => known * (1 + sign * share * (0.9 + random() / 10))),
    );
    for (const value of [known, Math.fround(known), nextBelow(known), -nextBelow(-known), known + 1, 0, ...near]) {
      expect(isWithin(value, known), `${value} for ${known}`).toBe(isSameNumber(value, known));
      alike += Number(isSameNumber(value, known));
    }
  }
  expect(alike).toBeGreaterThan(60);
});

test("whole numbers, 0 and infinite ones are themselves alone", () => {
  for (const known of [1e15 + 1, 2 ** 40, 3e9])
    for (const step of [-2, -1, 1, 2]) expect(isWithin(known + step, known)).toBe(false);
  expect(isSameNumber(5.5, Number.POSITIVE_INFINITY)).toBe(false);
  expect(isSameNumber(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(true);
  expect(alikeTo(0)).toEqual({ low: 0, high: 0, single: null });
  expect(alikeTo(Number.POSITIVE_INFINITY)).toMatchObject({ low: Infinity, high: Infinity });
});
