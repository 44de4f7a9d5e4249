import { describe, expect, test } from "vitest";
import { readableStep, roundToStep } from "./readable-step.js";

describe("a readable step", () => {
  test.each([
    [0.7, { digit: 5, exponent: -1 }],
    [0.5, { digit: 5, exponent: -1 }],
    [0.49, { digit: 2, exponent: -1 }],
    [3, { digit: 2, exponent: 0 }],
    [19, { digit: 1, exponent: 1 }],
  ])("of %d at most is 1, 2 or 5 times a power of ten", (most, step) => {
    expect(readableStep(most, null)).toEqual(step);
  });

  test("is no shorter than the last decimal that values have", () => {
    expect(readableStep(0.003, 2)).toEqual({ digit: 1, exponent: -2 });
    expect(readableStep(0, 2)).toEqual({ digit: 1, exponent: -2 });
    expect(readableStep(0, null)).toBeNull();
    expect(readableStep(Number.POSITIVE_INFINITY, null)).toBeNull();
  });
});

describe("rounding to a step", () => {
  const half = { digit: 5, exponent: -1 } as const;

  test("goes up, down or to the nearest", () => {
    expect(roundToStep(8.3, half, Math.floor)).toBe(8);
    expect(roundToStep(8.3, half, Math.ceil)).toBe(8.5);
    expect(roundToStep(8.3, half, Math.round)).toBe(8.5);
    expect(roundToStep(-0.1, half, Math.ceil)).toBe(0);
  });

  test("leaves a multiple alone, whatever arithmetic makes of it", () => {
    const cent = { digit: 1, exponent: -2 } as const;
    for (const value of [1.15, 0.29, 4.35, 1e6 + 0.07]) {
      expect([Math.floor, Math.ceil, Math.round].map((round) => roundToStep(value, cent, round))).toEqual([
        value,
        value,
        value,
      ]);
    }
  });

  test("leaves numbers alone that have more digits than can be counted", () => {
    expect(roundToStep(1e300, half, Math.floor)).toBe(1e300);
    expect(roundToStep(Number.NEGATIVE_INFINITY, half, Math.floor)).toBe(Number.NEGATIVE_INFINITY);
  });
});
