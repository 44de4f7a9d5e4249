import { expect, test } from "vitest";
import { flagScores, thresholdByLabels, thresholdByShare } from "./thresholds.js";

const scores = Float64Array.of(0.1, 0.9, 0.5, 0.7, 0.3);

test("a share of rows is flagged, never more", () => {
  expect(thresholdByShare(scores, 0.4)).toBe(0.7);
  expect(Array.from(flagScores(scores, 0.7))).toEqual([0, 1, 0, 1, 0]);
  expect(thresholdByShare(scores, 0.39)).toBe(0.9);
  expect(thresholdByShare(scores, 0)).toBe(Number.POSITIVE_INFINITY);
  expect(
    thresholdByShare(
      Float64Array.from({ length: 100 }, (_, i) => i),
      0.29,
    ),
  ).toBe(71); // 0.29 * 100 is 28.999…
});

test("equal scores are flagged together or not at all", () => {
  expect(thresholdByShare(Float64Array.of(1, 2, 2, 2), 0.5)).toBe(Number.POSITIVE_INFINITY);
  expect(thresholdByShare(Float64Array.of(1, 2, 2, 3), 0.5)).toBe(3);
});

test("labels choose the threshold of the best F1, as trying every threshold does", () => {
  const labels = [0, 1, 1, 0, 0];
  const best = thresholdByLabels(scores, labels);
  expect(best).toEqual({ threshold: 0.5, precision: 2 / 3, recall: 1, f1: 0.8 });
  for (const threshold of scores) {
    const flags = flagScores(scores, threshold);
    const hits = flags.reduce((sum, flag, row) => sum + flag * labels[row]!, 0);
    const flagged = flags.reduce((sum, flag) => sum + flag, 0);
    expect((2 * hits) / (flagged + 2)).toBeLessThanOrEqual(best.f1);
  }
});

test("tied scores do not lend a threshold between them", () => {
  expect(thresholdByLabels(Float64Array.of(1, 1, 0), [1, 0, 0]).precision).toBe(0.5);
});

test("what cannot be is refused by name", () => {
  expect(() => thresholdByShare(scores, 5)).toThrow("contamination must be in [0, 1), got 5");
  expect(() => thresholdByShare(scores, Number.NaN)).toThrow("contamination must be in [0, 1), got NaN");
  expect(() => thresholdByLabels(scores, [1])).toThrow("there are 1 labels for 5 scores");
  expect(() => thresholdByLabels(scores, [0, 0, 0, 0, 0])).toThrow("no row is labelled as an anomaly");
});
