import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Predicate } from "../predicates/index.js";
import type { Feature } from "../table/index.js";
import { nearestExpectation, referenceValues, suggestValue } from "./repair.js";

const number: Feature = { name: "x", kind: "numeric" };
const category: Feature = { name: "y", kind: "categorical", type: "text", categories: ["a", "b", "c"] };
const interval = (min: number, max: number): Predicate => ({
  kind: "interval",
  feature: 0,
  min,
  max,
  maxInclusive: true,
});
const choice = (...codes: number[]): Predicate => ({ kind: "in", feature: 1, codes });

describe("a suggested number", () => {
  test("is the middle one of the nearest rows where the rule allows it", () => {
    expect(suggestValue(number, [3, 1, 2], null)).toBe(2);
    expect(suggestValue(number, [3, NaN, 1, 2], interval(0, 10))).toBe(2);
  });

  test("is the greater of two in the middle, and what sorting finds there", () => {
    expect(suggestValue(number, [4, 1, 3, 2], null)).toBe(3);
    const value = fc.oneof(fc.constantFrom(-Infinity, -1, 0, 1, 5e-324, Infinity), fc.double({ noNaN: true }));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), (values) => {
        const sorted = values.map((one) => one + 0).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(suggestValue(number, values, null)! + 0).toBe(sorted[values.length >> 1]);
      }),
      { seed: 2026 },
    );
  });

  test("is another of them where the rule does not, else the nearer end of the rule", () => {
    expect(suggestValue(number, [1, 2, 9], interval(8, 10))).toBe(9);
    expect(suggestValue(number, [1, 2, 3], interval(8, 10))).toBe(8);
    expect(suggestValue(number, [11, 12, 13], interval(8, 10))).toBe(10);
    expect(suggestValue(number, [1], interval(8, Infinity))).toBe(8);
    expect(suggestValue(number, [9], interval(-Infinity, 7))).toBe(7);
  });

  test("is just inside of a cell, whose upper end belongs to the next one", () => {
    const cell = (min: number, max: number): Predicate => ({
      kind: "interval",
      feature: 0,
      min,
      max,
      maxInclusive: false,
    });
    expect(suggestValue(number, [12, 13, 14], cell(8, 10))).toBe(9.9);
    expect(suggestValue(number, [12], cell(-Infinity, 10))).toBe(9.9);
    expect(suggestValue(number, [10], cell(-Infinity, 10))).toBe(9.5);
    expect(suggestValue(number, [0], cell(-Infinity, 0))).toBe(-0.05);
    expect(suggestValue(number, [], cell(-Infinity, 10))).toBe(9.5);
    expect(suggestValue(number, [], cell(8, 10))).toBe(9);
    expect(suggestValue(number, [5], cell(8, 10))).toBe(8);
    expect(suggestValue(number, [5], cell(8, Infinity))).toBe(8);
    expect(suggestValue(number, [1e16 + 4], cell(1, 1e16 + 2))).toBe(1);
    expect(suggestValue(number, [5e-324], cell(-Infinity, 5e-324))).toBeNull();
  });

  test("is the middle of the rule, or nothing, where no row tells one", () => {
    expect(suggestValue(number, [NaN], interval(8, 10))).toBe(9);
    expect(suggestValue(number, [], interval(-Infinity, Infinity))).toBeNull();
    expect(suggestValue(number, [], null)).toBeNull();
  });
});

describe("a suggested category", () => {
  test("is the most frequent of the nearest rows that the rule allows", () => {
    expect(suggestValue(category, [2, 1, 2], null)).toBe(2);
    expect(suggestValue(category, [2, 2, 1], choice(0, 1))).toBe(1);
    expect(suggestValue(category, [2, 1], null)).toBe(1);
  });

  test("is the first the rule allows where no row has one", () => {
    expect(suggestValue(category, [2], choice(0, 1))).toBe(0);
    expect(suggestValue(category, [], null)).toBeNull();
    expect(suggestValue(category, [], choice())).toBeNull();
  });
});

describe("what the nearest rows expect", () => {
  test("is their range or their categories, where the value is not among them", () => {
    expect(nearestExpectation(number, [3, 1, NaN], { index: 0, observed: 7 })).toEqual(interval(1, 3));
    expect(nearestExpectation(category, [2, 0, 2], { index: 1, observed: 1 })).toEqual(choice(0, 2));
    expect(nearestExpectation(number, [3, 1], { index: 0, observed: NaN })).toEqual(interval(1, 3));
  });

  test("is nothing where the value is among them, or where they have none", () => {
    expect(nearestExpectation(number, [3, 1], { index: 0, observed: 2 })).toBeNull();
    expect(nearestExpectation(category, [2, 0], { index: 1, observed: 0 })).toBeNull();
    expect(nearestExpectation(number, [NaN], { index: 0, observed: 2 })).toBeNull();
  });
});

test("kept values are those of one feature in some rows", () => {
  const kept = { rowCount: 3, columns: [Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)] };
  expect(referenceValues(kept, 1, { nearest: Int32Array.of(2, 0, 1), nearestCount: 2 })).toEqual([6, 4]);
});
