import { describe, expect, test } from "vitest";
import type { FeatureProfile } from "../model/index.js";
import { UNSEEN } from "../table/index.js";
import { prepareStandard } from "./standard-row.js";

const profiles: readonly FeatureProfile[] = [
  {
    kind: "numeric",
    mean: 10,
    deviation: 2,
    min: 4,
    max: 16,
    missingCount: 10,
    scale: { unit: null, mean: 10, deviation: 2 },
  },
  { kind: "categorical", counts: [90, 10, 0], missingCount: 0 },
  {
    kind: "numeric",
    mean: 7,
    deviation: 0,
    min: 7,
    max: 7,
    missingCount: 0,
    scale: { unit: null, mean: 7, deviation: 0 },
  },
];
const standard = prepareStandard({ rowCount: 100, profiles });
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
  test("of a category or a missing value is its rarity; half a row for what was never there", () => {
    expect(standard.rarity(1, 1)).toBeCloseTo(rarity(0.1), 12);
    expect(standard.rarity(1, 2)).toBeCloseTo(rarity(0.005), 12);
    expect(standard.rarity(1, UNSEEN)).toBeCloseTo(rarity(0.005), 12);
    expect(standard.rarity(0, Number.NaN)).toBeCloseTo(rarity(0.1), 12);
    expect(standard.rarity(1, Number.NaN)).toBeCloseTo(rarity(0.005), 12);
    expect(standard.shareOf(0, 12)).toBe(0.005);
    expect(prepareStandard({ rowCount: 0, profiles }).shareOf(1, UNSEEN)).toBe(0.5);
  });
});
