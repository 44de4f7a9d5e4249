import { describe, expect, test } from "vitest";
import { normalQuantile, normalShare } from "./normal-distribution.js";

/** From tables of the normal distribution, to all digits that a number has. */
const KNOWN: readonly (readonly [x: number, share: number])[] = [
  [-8, 6.220960574271785e-16],
  [-6, 9.865876450376946e-10],
  [-4, 3.167124183311986e-5],
  [-3, 0.0013498980316300933],
  [-2, 0.022750131948179195],
  [-1.959963984540054, 0.025],
  [-1, 0.15865525393145707],
  [0, 0.5],
  [0.6744897501960817, 0.75],
  [1, 0.8413447460685429],
  [2.3263478740408408, 0.99],
  [3, 0.9986501019683699],
  [5, 0.9999997133484281],
];

describe("the normal distribution", () => {
  test.each(KNOWN)("at %d is %d", (x, share) => {
    expect(Math.abs(normalShare(x) / share - 1)).toBeLessThan(1e-11);
    expect(normalQuantile(share)).toBeCloseTo(x, x > 4 ? 9 : 10);
  });

  test("and its inverse undo each other, and mirror", () => {
    for (let x = -7.5; x <= 5; x += 0.05) {
      expect(normalQuantile(normalShare(x)), `x ${x}`).toBeCloseTo(x, x > 4 ? 8 : 10);
      expect(normalShare(x) + normalShare(-x), `x ${x}`).toBeCloseTo(1, 14);
    }
    for (const share of [1e-15, 1e-12, 0.001, 0.3, 0.5, 0.7, 0.999]) {
      expect(Math.abs(normalShare(normalQuantile(share)) / share - 1), `share ${share}`).toBeLessThan(1e-9);
    }
  });

  test("rises everywhere, over the join of its two formulas too", () => {
    for (let x = 2.9; x < 3.1; x += 0.001) expect(normalShare(x + 0.001)).toBeGreaterThan(normalShare(x));
  });
});
