import { describe, expect, test } from "vitest";
import { simplestDecimal } from "./simplest-decimal.js";

describe("the simplest decimal in (low, high]", () => {
  test.each([
    [9.99737, 10.2, 10],
    [9.7, 10, 10],
    [10, 10.5, 10.5],
    [811.12, 811.18, 811.15],
    [3, 4, 4],
    [12, 19, 15],
    [101, 980, 500],
    [0, 1, 1],
    [0, 0.9, 0.5],
    [0.001, 0.0011, 0.0011],
  ])("(%d, %d] → %d", (low, high, expected) => {
    expect(simplestDecimal(low, high)).toBe(expected);
  });

  test("is 0 wherever 0 lies inside", () => {
    expect(simplestDecimal(-5, 3)).toBe(0);
    expect(simplestDecimal(-5e-324, 0)).toBe(0);
    expect(simplestDecimal(-Infinity, 1)).toBe(0);
  });

  test("mirrors negative gaps and keeps their upper end", () => {
    expect(simplestDecimal(-10.2, -9.7)).toBe(-10);
    expect(simplestDecimal(-10, -9.5)).toBe(-9.5);
    expect(simplestDecimal(-Infinity, -7)).toBe(-7);
  });

  test("is a power of ten where there is no upper end", () => {
    expect(simplestDecimal(0, Infinity)).toBe(1);
    expect(simplestDecimal(10, Infinity)).toBe(100);
    expect(simplestDecimal(1000, Infinity)).toBe(10_000);
    expect(simplestDecimal(1e-323, Infinity)).toBe(1e-322);
  });

  test("is finite while a finite number is left", () => {
    expect(simplestDecimal(1e308, Infinity)).toBe(Number.MAX_VALUE);
    expect(simplestDecimal(Number.MAX_VALUE, Infinity)).toBe(Infinity);
  });

  test("of numbers that differ beyond the 15th digit is the upper one, found in no time", () => {
    expect(simplestDecimal(0.3, 0.1 + 0.2)).toBe(0.1 + 0.2);
    expect(simplestDecimal(-(0.1 + 0.2), -0.3)).toBe(-0.3);
    expect(simplestDecimal(1e15, 1e15 + 1)).toBe(1e15 + 1);
  });

  test("of the smallest numbers there are is found", () => {
    expect(simplestDecimal(1e-323, 1.5e-323)).toBe(1.5e-323);
    expect(simplestDecimal(0, 5e-324)).toBe(5e-324);
  });
});
