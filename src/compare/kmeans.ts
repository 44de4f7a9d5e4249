/**
 * k-means: rows in k groups around their means, started by k-means++ (Arthur and Vassilvitskii, 2007), improved by
 * Lloyd's steps. Groups that lose all rows are left out, so there may be fewer than k. Cost: O(rows × k × width ×
 * steps).
 */
import { type Random, randomInteger } from "../core/base/index.js";
import { createMatrix, type Matrix, matrixRow } from "../detectors/matrix.js";

export interface Clusters {
  readonly centres: Matrix;
  /** For each row its cluster. */
  readonly labels: Int32Array;
  /** Rows in each cluster; never 0. */
  readonly sizes: Int32Array;
}

const MAX_STEPS = 100;

export function clusterRows(rows: Matrix, k: number, random: Random): Clusters {
  let centres = chooseStarts(rows, Math.min(k, rows.rowCount), random);
  let labels: Int32Array = nearestCentres(rows, centres);
  for (let step = 0; step < MAX_STEPS; step++) {
    centres = clusterMeans(rows, labels, centres.rowCount).centres;
    const next = nearestCentres(rows, centres);
    const settled = next.every((label, row) => label === labels[row]);
    labels = next;
    if (settled) break;
  }
  return withoutEmpty(rows, labels, centres.rowCount);
}

/** For each row the nearest centre, the first among equals. */
export function nearestCentres(rows: Matrix, centres: Matrix): Int32Array {
  const labels = new Int32Array(rows.rowCount);
  const distanceOf = squaredDistances(rows, centres);
  for (let row = 0; row < rows.rowCount; row++) {
    let best = Number.POSITIVE_INFINITY;
    for (let centre = 0; centre < centres.rowCount; centre++) {
      const distance = distanceOf(row, centre);
      if (distance < best) {
        best = distance;
        labels[row] = centre;
      }
    }
  }
  return labels;
}

/** The squared distance between a row of one matrix and a row of the other. */
function squaredDistances(a: Matrix, b: Matrix): (rowA: number, rowB: number) => number {
  return (rowA, rowB) => {
    const startA = rowA * a.width;
    const startB = rowB * b.width;
    let sum = 0;
    for (let column = 0; column < a.width; column++) {
      const difference = a.values[startA + column]! - b.values[startB + column]!;
      sum += difference * difference;
    }
    return sum;
  };
}

/** Each start is drawn with a chance proportional to its squared distance from the starts before it. */
function chooseStarts(rows: Matrix, k: number, random: Random): Matrix {
  const starts = createMatrix(k, rows.width);
  const distanceOf = squaredDistances(rows, starts);
  const distances = new Float64Array(rows.rowCount).fill(Number.POSITIVE_INFINITY);
  let chosen = randomInteger(random, rows.rowCount);
  for (let start = 0; start < k; start++) {
    starts.values.set(matrixRow(rows, chosen), start * rows.width);
    let total = 0;
    for (let row = 0; row < rows.rowCount; row++) {
      distances[row] = Math.min(distances[row]!, distanceOf(row, start));
      total += distances[row]!;
    }
    chosen = total === 0 ? randomInteger(random, rows.rowCount) : drawByWeight(distances, random() * total);
  }
  return starts;
}

function drawByWeight(weights: Float64Array, target: number): number {
  let sum = 0;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    sum += weights[i]!;
    last = i;
    if (sum > target) return i;
  }
  return last;
}

function clusterMeans(rows: Matrix, labels: Int32Array, k: number): { centres: Matrix; sizes: Int32Array } {
  const centres = createMatrix(k, rows.width);
  const sizes = new Int32Array(k);
  for (let row = 0; row < rows.rowCount; row++) {
    const label = labels[row]!;
    sizes[label] = sizes[label]! + 1;
    for (let column = 0; column < rows.width; column++) {
      const cell = label * rows.width + column;
      centres.values[cell] = centres.values[cell]! + rows.values[row * rows.width + column]!;
    }
  }
  for (let cell = 0; cell < centres.values.length; cell++) {
    centres.values[cell] = centres.values[cell]! / sizes[Math.floor(cell / rows.width)]!;
  }
  return { centres, sizes };
}

/** An empty group has a mean of NaN, which is nearest to nothing: it stays empty and is dropped here. */
function withoutEmpty(rows: Matrix, labels: Int32Array, k: number): Clusters {
  const newLabel = new Int32Array(k).fill(-1);
  let clusterCount = 0;
  for (const label of Int32Array.from(new Set(labels)).sort()) newLabel[label] = clusterCount++;
  const relabelled = labels.map((label) => newLabel[label]!);
  return { labels: relabelled, ...clusterMeans(rows, relabelled, clusterCount) };
}
