import { describe, expect, test } from "vitest";
import type { FeatureProfile } from "../model/model.js";
import { UNSEEN } from "../table/encode-table.js";
import { prepareStandard } from "./standard-row.js";

const profiles: readonly FeatureProfile[] = [
  { kind: "numeric", mean: 10, deviation: 2, min: 4, max: 16, missingCount: 10 },
  { kind: "categorical", counts: [90, 10, 0], missingCount: 0 },
  { kind: "numeric", mean: 7, deviation: 0, min: 7, max: 7, missingCount: 0 },
];
const quantiles = [
  { values: Float64Array.of(6, 10, 14), shares: Float64Array.of(0.25, 0.5, 0.75) },
  { values: new Float64Array(), shares: new Float64Array() },
  { values: new Float64Array(), shares: new Float64Array() },
];
const standard = prepareStandard({ rowCount: 100, profiles, quantiles });
const rarity = (share: number): number => Math.sqrt(-2 * Math.log(share));

describe("a value on the scale that features share", () => {
  test("is in deviations from the mean, at most a thousand; a category stays its code", () => {
    expect([14, 10, 1e9, Number.NEGATIVE_INFINITY].map((value) => standard.standardise(0, value))).toEqual([
      2, 0, 1000, -1000,
    ]);
    expect(standard.standardise(0, Number.NaN)).toBeNaN();
    expect(standard.standardise(1, 2)).toBe(2);
    expect([6, 7, 8].map((value) => standard.standardise(2, value))).toEqual([-1, 0, 1]);
    expect([...standard.isCategorical]).toEqual([0, 1, 0]);
  });
});

describe("surprise by itself", () => {
  test("of a number is its distance in deviations, at most ten", () => {
    expect([10, 13, 99].map((value) => standard.marginal(0, value))).toEqual([0, 1.5, 10]);
    expect([7, 7.1].map((value) => standard.marginal(2, value))).toEqual([0, 10]);
  });

  test("of a category or a missing value is its rarity; half a row for what was never there", () => {
    expect(standard.marginal(1, 1)).toBeCloseTo(rarity(0.1), 12);
    expect(standard.marginal(1, 2)).toBeCloseTo(rarity(0.005), 12);
    expect(standard.marginal(1, UNSEEN)).toBeCloseTo(rarity(0.005), 12);
    expect(standard.marginal(0, Number.NaN)).toBeCloseTo(rarity(0.1), 12);
    expect(standard.marginal(1, Number.NaN)).toBeCloseTo(rarity(0.005), 12);
    expect(standard.shareOf(0, 12)).toBe(0.005);
    expect(prepareStandard({ rowCount: 0, profiles, quantiles }).shareOf(1, UNSEEN)).toBe(0.5);
  });

  test("by the tail is how few of the rows with a value are as extreme, on either side", () => {
    // 90 rows have a value: at the median all are as extreme, at a quartile half of them and half a row more.
    expect(standard.tail(0, 10)).toBeCloseTo(0, 12);
    expect(standard.tail(0, 6)).toBeCloseTo(rarity((2 * (22.5 + 0.5)) / 91), 12);
    expect(standard.tail(0, 14)).toBeCloseTo(standard.tail(0, 6), 12);
    expect(standard.tail(0, 99)).toBeCloseTo(rarity(1 / 91), 12);
    expect(standard.tail(0, Number.NEGATIVE_INFINITY)).toBeCloseTo(rarity(1 / 91), 12);
    expect(standard.tail(2, 8)).toBe(0);
    expect(standard.tail(1, 1)).toBe(standard.marginal(1, 1));
    expect(standard.tail(0, Number.NaN)).toBe(standard.marginal(0, Number.NaN));
  });
});
