import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { chooseScale } from "./choose-scale.js";
import { quantilesOf } from "./quantiles.js";

function scaleOf(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort();
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const deviation = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sorted.length);
  return { scale: chooseScale(quantilesOf(sorted), { mean, deviation }), mean, deviation };
}

const random = createRandom(3);
const normal = Array.from({ length: 2000 }, () => randomNormal(random));

describe("the scale of a feature", () => {
  test("leaves temperatures, counts of a few and constants as they are", () => {
    for (const values of [normal.map((x) => 20 + 5 * x), normal.map((x) => Math.round(6 + 2 * x)), [7, 7, 7], []]) {
      const { scale, mean, deviation } = scaleOf(values);
      expect(scale).toEqual({ unit: null, mean, deviation });
    }
  });

  test("counts amounts by factors, whatever they are counted in", () => {
    const amounts = normal.map((x) => 30 * Math.exp(1.2 * x));
    const { scale } = scaleOf(amounts);
    expect(scale.unit).toBeGreaterThan(1);
    expect(scale.unit).toBeLessThan(30);
    const cents = scaleOf(amounts.map((amount) => 100 * amount)).scale;
    expect(cents.unit).toBeCloseTo(100 * scale.unit!, 9);
    expect(cents.deviation).toBeCloseTo(scale.deviation, 9);
  });

  test("counts gains and losses by factors on both sides of 0", () => {
    const { scale } = scaleOf(normal.map((x, i) => (i % 2 === 0 ? 1 : -1) * Math.exp(2 * x)));
    expect(scale.unit).not.toBeNull();
    expect(scale.mean).toBeCloseTo(0, 0);
  });
});
