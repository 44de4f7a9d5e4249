import { describe, expect, test } from "vitest";
import { expectedRange } from "./expected-range.js";

const hours = {
  kind: "numeric",
  mean: 13,
  deviation: 6,
  min: 0,
  max: 23,
  scale: { unit: null, mean: 13, deviation: 6 },
} as const;
const amounts = {
  kind: "numeric",
  mean: 40,
  deviation: 60,
  min: 0.5,
  max: 900,
  scale: { unit: null, mean: 40, deviation: 60 },
} as const;
const node = { mean: 0, deviation: 0.55 };

describe("what a node expects of a number", () => {
  test("hours that were seen from 8 to 19 are not expected at 3", () => {
    const seen = { min: 8, max: 19, count: 120 };
    expect(expectedRange(node, seen, { profile: hours, isWhole: true })).toEqual([8, 19]);
  });

  test("of few rows more is expected than was seen", () => {
    const seen = { min: 8, max: 19, count: 12 };
    const [low, high] = expectedRange(node, seen, { profile: hours, isWhole: true });
    expect(low).toBeLessThan(8);
    expect(high).toBeGreaterThan(19);
  });

  test("never more than three deviations from the mean, however far single rows go", () => {
    const [low, high] = expectedRange(node, { min: 0, max: 23, count: 1000 }, { profile: hours, isWhole: false });
    expect([low >= 2.5, high <= 24]).toEqual([true, true]);
  });

  test("no amount below 0 where none was seen, and no hour after the last", () => {
    const seen = { min: 0.5, max: 200, count: 300 };
    expect(expectedRange({ mean: -0.4, deviation: 0.5 }, seen, { profile: amounts, isWhole: false })[0]).toBe(0);
    expect(
      expectedRange({ mean: 1, deviation: 1 }, { min: 0, max: 23, count: 30 }, { profile: hours, isWhole: true })[1],
    ).toBe(23);
  });

  test("without rows of the sample, three deviations on both sides", () => {
    const none = { min: Infinity, max: -Infinity, count: 0 };
    const [low, high] = expectedRange({ mean: 0, deviation: 0.2 }, none, { profile: amounts, isWhole: false });
    expect([low, high]).toEqual([0, 80]);
  });

  test("on a scale of factors, amounts are bounded below as well as above", () => {
    const scale = { unit: 1, mean: Math.log(1 + 30), deviation: 1.2 };
    const seen = { min: 3, max: 226, count: 7819 };
    const [low, high] = expectedRange({ mean: 0, deviation: 0.6 }, seen, {
      profile: { ...amounts, scale },
      isWhole: false,
    });
    expect(low).toBeGreaterThan(2.4);
    expect(low).toBeLessThanOrEqual(3);
    expect(high).toBeGreaterThanOrEqual(226);
    expect(high).toBeLessThan(260);
  });

  test("a constant is expected to stay", () => {
    const constant = { ...hours, mean: 7, deviation: 0, min: 7, max: 7, scale: { unit: null, mean: 7, deviation: 0 } };
    expect(expectedRange(node, { min: 7, max: 7, count: 50 }, { profile: constant, isWhole: true })).toEqual([7, 7]);
  });
});
