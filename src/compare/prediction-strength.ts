/**
 * How many clusters rows have (Tibshirani and Walther, 2005): as many as another half of the rows confirms.
 *
 * The rows are split in two halves, each is clustered, and for every cluster of the second half one counts the pairs
 * that the centres found in the first half also put together. The least share over clusters is the prediction strength;
 * it is averaged over splits. The answer is the greatest number of clusters whose strength reaches the threshold, at
 * least 1.
 */
import { type Random, randomInteger } from "../core/base/index.js";
import { type Matrix, selectMatrixRows } from "../detectors/matrix.js";
import { clusterRows, nearestCentres } from "./kmeans.js";

interface StrengthOptions {
  readonly maxClusters: number;
  readonly splits: number;
  readonly threshold: number;
}

export function countClusters(rows: Matrix, options: StrengthOptions, random: Random): number {
  const most = Math.min(options.maxClusters, Math.floor(rows.rowCount / 4));
  for (let k = most; k > 1; k--) {
    let sum = 0;
    for (let split = 0; split < options.splits; split++) sum += predictionStrength(rows, k, random);
    if (sum / options.splits >= options.threshold) return k;
  }
  return 1;
}

function predictionStrength(rows: Matrix, k: number, random: Random): number {
  const order = shuffledRows(rows.rowCount, random);
  const half = rows.rowCount >>> 1;
  const first = clusterRows(selectMatrixRows(rows, order.subarray(0, half)), k, random);
  const secondRows = selectMatrixRows(rows, order.subarray(half));
  const second = clusterRows(secondRows, k, random);
  const predicted = nearestCentres(secondRows, first.centres);
  let least = 1;
  second.sizes.forEach((size, cluster) => {
    if (size > 1) least = Math.min(least, pairsTogether(second.labels, cluster, predicted) / (size * (size - 1)));
  });
  return least;
}

/** Ordered pairs of the cluster's rows that share a predicted label. */
function pairsTogether(labels: Int32Array, cluster: number, predicted: Int32Array): number {
  const counts = new Map<number, number>();
  labels.forEach((label, row) => {
    if (label === cluster) counts.set(predicted[row]!, (counts.get(predicted[row]!) ?? 0) + 1);
  });
  let pairs = 0;
  for (const count of counts.values()) pairs += count * (count - 1);
  return pairs;
}

function shuffledRows(count: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: count }, (_, row) => row);
  for (let i = count - 1; i > 0; i--) {
    const other = randomInteger(random, i + 1);
    const row = order[i]!;
    order[i] = order[other]!;
    order[other] = row;
  }
  return order;
}
