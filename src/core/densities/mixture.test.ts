import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { openKernel } from "../compute/index.js";
import { type FitOptions, fitMixture, MAX_MIXTURE_FEATURES, type Mixture, standardScore } from "./mixture.js";

const options = (): FitOptions => ({
  ridge: 0.05,
  weight: 1.25,
  doubtWeight: 0,
  random: createRandom(1),
  kernel: openKernel(),
});

/** Scores of rows in two regimes: with y = x, and with y = −x. */
function crossedRows(count: number): Float64Array {
  const random = createRandom(7);
  const scores = new Float64Array(2 * count);
  for (let row = 0; row < count; row++) {
    const x = randomNormal(random);
    scores[2 * row] = x;
    scores[2 * row + 1] = (row % 2 === 0 ? x : -x) + 0.2 * randomNormal(random);
  }
  return scores;
}

/** The density of a point, from weights, means, precisions and determinants as they are written in the model. */
function densityAt({ components, featureCount }: Mixture, point: readonly number[]): number {
  return components.reduce((sum, { logWeight, mean, precision, logDeterminant }) => {
    let distance = 0;
    point.forEach((a, i) => {
      point.forEach((b, j) => {
        distance += (a - mean[i]!) * precision[i * featureCount + j]! * (b - mean[j]!);
      });
    });
    return sum + Math.exp(logWeight - distance / 2 - logDeterminant / 2) / (2 * Math.PI) ** (featureCount / 2);
  }, 0);
}

describe("a mixture", () => {
  const mixture = fitMixture(crossedRows(600), 2, options())!;

  test("is a density: it integrates to one", () => {
    const step = 0.05;
    let mass = 0;
    for (let x = -9; x < 9; x += step)
      for (let y = -9; y < 9; y += step) mass += densityAt(mixture, [x, y]) * step * step;
    expect(mass).toBeCloseTo(1, 4);
    const weight = mixture.components.reduce((sum, { logWeight }) => sum + Math.exp(logWeight), 0);
    expect(weight).toBeCloseTo(1, 6);
  });

  test("knows that rows keep to the two diagonals", () => {
    const on = densityAt(mixture, [1.5, 1.5]) + densityAt(mixture, [1.5, -1.5]);
    const off = densityAt(mixture, [1.5, 0]) + densityAt(mixture, [0, 1.5]);
    expect(on).toBeGreaterThan(3 * off);
  });

  test("from a start that the rows tell is the same whatever the order of rows", () => {
    const scores = crossedRows(600);
    const turned = new Float64Array(scores.length);
    for (let row = 0; row < 600; row++) turned.set(scores.subarray(2 * row, 2 * row + 2), 2 * (599 - row));
    const [one, other] = [scores, turned].map((rows) => fitMixture(rows, 2, { ...options(), random: null })!);
    expect(one!.components).toHaveLength(5);
    one!.components.forEach(({ logWeight, mean }, component) => {
      expect(other!.components[component]!.logWeight).toBeCloseTo(logWeight, 5);
      mean.forEach((value, i) => {
        expect(other!.components[component]!.mean[i]).toBeCloseTo(value, 5);
      });
    });
    const on = densityAt(one!, [1.5, 1.5]) + densityAt(one!, [1.5, -1.5]);
    expect(on).toBeGreaterThan(3 * (densityAt(one!, [1.5, 0]) + densityAt(one!, [0, 1.5])));
  });

  test("has one component for each thirty rows, five at most, and fewer on wide tables", () => {
    const componentsOf = (rows: number, features: number): number => {
      const random = createRandom(3);
      const scores = Float64Array.from({ length: rows * features }, () => randomNormal(random));
      return fitMixture(scores, features, options())!.components.length;
    };
    expect([29, 59, 60, 149, 150, 400].map((rows) => componentsOf(rows, 2))).toEqual([1, 1, 2, 4, 5, 5]);
    expect(componentsOf(200, 80)).toBe(3);
  });

  test("is none for one feature, for too many, or without rows", () => {
    expect(fitMixture(Float64Array.of(1, 2, 3), 1, options())).toBeNull();
    expect(fitMixture(new Float64Array(), 0, options())).toBeNull();
    expect(fitMixture(new Float64Array(), 3, options())).toBeNull();
    const count = MAX_MIXTURE_FEATURES + 1;
    expect(fitMixture(new Float64Array(count), count, options())).toBeNull();
  });

  test("fits rows that are all the same, constant features and features without a value", () => {
    const same = fitMixture(
      Float64Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 5 : Number.NaN)),
      2,
      options(),
    )!;
    expect([...same.centres]).toEqual([5, 0]);
    expect([...same.scales]).toEqual([1, 1]);
    for (const { mean, precision, logDeterminant, logWeight } of same.components) {
      for (const value of [...mean, ...precision, logDeterminant, logWeight]) expect(value).toSatisfy(Number.isFinite);
    }
  });

  test("puts scores on its own scale, up to ten, and leaves missing ones missing", () => {
    const scaled: Mixture = {
      featureCount: 1,
      centres: Float64Array.of(1),
      scales: Float64Array.of(2),
      components: [],
      weight: 1.25,
      doubtWeight: 0,
    };
    expect([5, 1, 99, -99].map((score) => standardScore(scaled, 0, score))).toEqual([2, 0, 10, -10]);
    expect(standardScore(scaled, 0, Number.NaN)).toBeNaN();
  });
});
