import { describe, expect, test } from "vitest";
import { accuracyScore, confidenceOf, ONE_SIDED_95, studentQuantile, TWO_SIDED_95, wilsonLow } from "./measures.js";

test("confidence is a share, 1 where there is nothing to contradict it", () => {
  expect([confidenceOf(3, 4), confidenceOf(0, 4), confidenceOf(0, 0)]).toEqual([0.75, 0, 1]);
});

describe("the Wilson bound", () => {
  test("agrees with the textbook", () => {
    expect(wilsonLow(9, 10, TWO_SIDED_95)).toBeCloseTo(0.5958, 4);
    expect(wilsonLow(3120, 3126, TWO_SIDED_95)).toBeCloseTo(0.99582, 5);
    expect(wilsonLow(1, 1, TWO_SIDED_95)).toBeCloseTo(0.2065, 4);
    expect(wilsonLow(9, 10, ONE_SIDED_95)).toBeCloseTo(0.65228, 5);
    expect(wilsonLow(385, 385, ONE_SIDED_95)).toBeCloseTo(385 / (385 + 1.6448536 ** 2), 8);
  });

  test("is 0 without trials or successes, below the share otherwise, and rises with the number of trials", () => {
    expect([wilsonLow(0, 0, ONE_SIDED_95), wilsonLow(0, 10, ONE_SIDED_95)]).toEqual([0, 0]);
    expect(wilsonLow(100, 100, ONE_SIDED_95)).toBeLessThan(1);
    expect(wilsonLow(90, 100, ONE_SIDED_95)).toBeGreaterThan(wilsonLow(9, 10, ONE_SIDED_95));
  });
});

test("Student's quantile falls from that of one degree of freedom towards the normal one", () => {
  expect([1, 2, 7, 15].map(studentQuantile)).toEqual([6.314, 2.92, 1.895, 1.753]);
  expect(studentQuantile(1000)).toBeGreaterThan(ONE_SIDED_95);
});

describe("the accuracy score", () => {
  const paper = { minSupport: 0.01, minConfidence: 0.9, confidenceWeight: 5 };

  test("is the paper's formula", () => {
    expect(accuracyScore(0.505, 0.95, paper)).toBeCloseTo(0.5 + 5 * 0.5, 12);
    expect(accuracyScore(1, 1, paper)).toBeCloseTo(6, 12);
    expect(accuracyScore(0.01, 0.9, paper)).toBeCloseTo(0, 12);
  });

  test("falls below 0 for a rule under the thresholds", () => {
    expect(accuracyScore(0, 0.8, paper)).toBeLessThan(0);
  });

  test("leaves out a term whose threshold is 1", () => {
    expect(accuracyScore(1, 1, { ...paper, minSupport: 1 })).toBeCloseTo(5, 12);
    expect(accuracyScore(1, 1, { ...paper, minConfidence: 1 })).toBeCloseTo(1, 12);
  });
});
