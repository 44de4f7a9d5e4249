import { describe, expect, test } from "vitest";
import { normalQuantile } from "./normal-distribution.js";
import { prepareNormalScores } from "./normal-scores.js";

const scaleWith = (deviation: number, unit: number | null = null) => ({ unit, mean: 0, deviation });
const curve = { values: Float64Array.of(10, 20, 40), shares: Float64Array.of(0.25, 0.5, 0.75) };

describe("the normal score of a value", () => {
  test("is the normal quantile of its share, straight between the known values", () => {
    const { score } = prepareNormalScores([curve], [scaleWith(5)]);
    expect(score(0, 20)).toBeCloseTo(0, 12);
    expect(score(0, 40)).toBeCloseTo(normalQuantile(0.75), 12);
    expect(score(0, 30)).toBeCloseTo(normalQuantile(0.75) / 2, 12);
  });

  test("grows by one for each deviation beyond the learning rows, up to 10", () => {
    const { score } = prepareNormalScores([curve], [scaleWith(5)]);
    expect(score(0, 50)).toBeCloseTo(normalQuantile(0.75) + 2, 12);
    expect(score(0, 5)).toBeCloseTo(normalQuantile(0.25) - 1, 12);
    expect(score(0, 1e9)).toBe(10);
    expect(score(0, Number.POSITIVE_INFINITY)).toBe(10);
    expect(score(0, Number.NEGATIVE_INFINITY)).toBe(-10);
  });

  test("lies between known values, and beyond them, on the feature's scale", () => {
    const { score, valueAt } = prepareNormalScores([curve], [scaleWith(0.5, 10)]);
    const middle = 10 * (Math.sqrt(3 * 5) - 1); // halfway between 20 and 40 by factors: (1 + x/10)² = 3 · 5
    expect(score(0, middle)).toBeCloseTo(normalQuantile(0.75) / 2, 12);
    expect(valueAt(0, normalQuantile(0.75) / 2)).toBeCloseTo(middle, 9);
    expect(score(0, 10 * (5 * Math.E - 1))).toBeCloseTo(normalQuantile(0.75) + 2, 12);
  });

  test("is one away from a constant, whatever the unit", () => {
    const constant = { values: Float64Array.of(7), shares: Float64Array.of(0.5) };
    const { score } = prepareNormalScores([constant], [scaleWith(0)]);
    expect(score(0, 7)).toBeCloseTo(0, 12);
    expect(score(0, 7.001)).toBeCloseTo(1, 12);
    expect(score(0, 7000)).toBeCloseTo(1, 12);
    expect(score(0, -7000)).toBeCloseTo(-1, 12);
  });

  test("is missing for a missing value, and 0 where nothing is known", () => {
    const unknown = { values: new Float64Array(), shares: new Float64Array() };
    const { score } = prepareNormalScores([unknown], [scaleWith(1)]);
    expect(score(0, Number.NaN)).toBeNaN();
    expect(score(0, 12)).toBe(0);
  });
});

describe("the value that has a normal score", () => {
  const { score, valueAt } = prepareNormalScores([curve], [scaleWith(5)]);

  test("is the one that is scored so, between the least and the greatest", () => {
    for (const value of [10, 12.5, 20, 33, 40]) expect(valueAt(0, score(0, value))).toBeCloseTo(value, 9);
  });

  test("is never beyond learning rows", () => {
    expect([valueAt(0, -9), valueAt(0, 9)]).toEqual([10, 40]);
  });

  test("is not known where nothing is", () => {
    const unknown = { values: new Float64Array(), shares: new Float64Array() };
    expect(prepareNormalScores([unknown], [scaleWith(1)]).valueAt(0, 0)).toBeNaN();
  });
});
