import { expect, test } from "vitest";
import { createRandom, randomNormal } from "../core/base/index.js";
import { matrixFromRows } from "../detectors/matrix.js";
import { clusterRows } from "./kmeans.js";
import { fitRidge, solveSymmetric } from "./least-squares.js";
import { nearestRows } from "./nearest-rows.js";
import { countClusters } from "./prediction-strength.js";

function blobs(centres: readonly number[], each: number, seed: number) {
  const random = createRandom(seed);
  return matrixFromRows(
    centres.flatMap((centre) => Array.from({ length: each }, () => [centre + 0.1 * randomNormal(random), centre])),
  );
}

test("separate blobs are found, and none is empty", () => {
  const { labels, sizes } = clusterRows(blobs([0, 5, 10], 20, 1), 3, createRandom(1));
  expect(Array.from(sizes)).toEqual([20, 20, 20]);
  for (let blob = 0; blob < 3; blob++) expect(new Set(labels.subarray(20 * blob, 20 * blob + 20)).size).toBe(1);
});

test("more clusters than distinct rows are not made", () => {
  const { sizes } = clusterRows(matrixFromRows([[1], [1], [2], [2]]), 4, createRandom(1));
  expect(Array.from(sizes)).toEqual([2, 2]);
});

test("prediction strength counts the blobs", () => {
  const options = { maxClusters: 4, splits: 10, threshold: 0.85 };
  expect(countClusters(blobs([0, 5, 10], 30, 2), options, createRandom(1))).toBe(3);
  expect(countClusters(blobs([0, 9], 30, 2), options, createRandom(1))).toBe(2);
});

test("nearest rows come nearest first, ties by position", () => {
  const { rows, distances } = nearestRows(matrixFromRows([[5], [1], [3], [-1]]), Float64Array.of(0), 3);
  expect(Array.from(rows)).toEqual([1, 3, 2]);
  expect(Array.from(distances)).toEqual([1, 1, 3]);
});

test("a symmetric system is solved; a direction without information gives 0", () => {
  const [x, y] = solveSymmetric(Float64Array.of(4, 2, 2, 3), Float64Array.of(10, 8));
  expect(x).toBeCloseTo(1.75, 12);
  expect(y).toBeCloseTo(1.5, 12);
  expect(Array.from(solveSymmetric(Float64Array.of(4, 0, 0, 0), Float64Array.of(8, 0)))).toEqual([2, 0]);
});

test("ridge without penalty finds a line exactly, weights or not", () => {
  const inputs = matrixFromRows([
    [0, 1],
    [1, 0],
    [2, 5],
    [3, 1],
  ]);
  const targets = Float64Array.from([0, 1, 2, 3], (x, i) => 3 + 2 * x - [1, 0, 5, 1][i]!);
  const model = fitRidge({ inputs, columns: [0, 1], targets, weights: Float64Array.of(1, 2, 0.5, 3) }, 0);
  expect(model.intercept).toBeCloseTo(3, 10);
  expect(model.coefficients[0]).toBeCloseTo(2, 10);
  expect(model.coefficients[1]).toBeCloseTo(-1, 10);
  expect(model.fit).toBeCloseTo(1, 10);
});
