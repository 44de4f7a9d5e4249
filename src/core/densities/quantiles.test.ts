import { describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../base/index.js";
import { codeQuantiles, curveAt, placeOf, quantilesOf } from "./quantiles.js";

describe("quantiles of numbers", () => {
  test("are the distinct values, each with the share below it and half of the share equal to it", () => {
    const { values, shares } = quantilesOf(Float64Array.of(1, 1, 2, 5));
    expect([...values]).toEqual([1, 2, 5]);
    expect([...shares]).toEqual([0.25, 0.625, 0.875]);
  });

  test("leave infinite values out", () => {
    const { values, shares } = quantilesOf(Float64Array.of(Number.NEGATIVE_INFINITY, 3, 4, Number.POSITIVE_INFINITY));
    expect([...values]).toEqual([3, 4]);
    expect([...shares]).toEqual([0.25, 0.75]);
    expect(quantilesOf(Float64Array.of(Number.POSITIVE_INFINITY)).values).toHaveLength(0);
    expect(quantilesOf(new Float64Array()).values).toHaveLength(0);
  });

  test("are at most 201, with both extremes, and their shares are counted on all values", () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = createRandom(seed);
      const range = [150, 201, 202, 260, 5000][seed % 5]!;
      const sorted = Float64Array.from({ length: 1 + randomInteger(random, 1500) }, () =>
        randomInteger(random, range),
      ).sort();
      const { values, shares } = quantilesOf(sorted);
      const distinct = new Set(sorted).size;
      if (distinct <= 201) expect(values.length, `seed ${seed}`).toBe(distinct);
      expect(values.length, `seed ${seed}`).toBeLessThanOrEqual(201);
      expect([values[0], values[values.length - 1]], `seed ${seed}`).toEqual([sorted[0], sorted[sorted.length - 1]]);
      values.forEach((value, i) => {
        const below = sorted.filter((other) => other < value).length;
        const equal = sorted.filter((other) => other === value).length;
        expect(shares[i], `seed ${seed}, value ${value}`).toBeCloseTo((below + equal / 2) / sorted.length, 12);
        if (i > 0) expect(value, `seed ${seed}`).toBeGreaterThan(values[i - 1]!);
      });
    }
  });
});

test("quantiles of categories are over the codes that occur", () => {
  const { values, shares } = codeQuantiles([2, 0, 1, 1]);
  expect([...values]).toEqual([0, 2, 3]);
  expect([...shares]).toEqual([0.25, 0.625, 0.875]);
  expect(codeQuantiles([0, 0]).values).toHaveLength(0);
});

describe("the curve through points", () => {
  const xs = Float64Array.of(0, 10, 20);
  const ys = Float64Array.of(1, 2, 4);
  const at = (left: Float64Array, up: Float64Array, x: number): number =>
    curveAt({ xs: left, ys: up }, placeOf(left, x), x);

  test("is straight between them and level beyond the ends", () => {
    expect([-5, 0, 5, 10, 15, 20, 99].map((x) => at(xs, ys, x))).toEqual([1, 1, 1.5, 2, 3, 4, 4]);
  });

  test("holds between the greatest numbers and between the smallest", () => {
    const ends = Float64Array.of(0.25, 0.75);
    expect(at(Float64Array.of(-Number.MAX_VALUE, Number.MAX_VALUE), ends, 0)).toBe(0.5);
    expect(at(Float64Array.of(-5e-324, 5e-324), ends, 0)).toBe(0.5);
  });
});
