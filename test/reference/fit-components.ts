/**
 * Fits the components of a mixture in TypeScript, doing the same operations as kernel/mixture-fit.ts in the same order.
 */

import { exp, log } from "../../src/core/base/index.js";
import {
  CLUSTER_ROUNDS,
  type ComponentFitter,
  choleskyOf,
  type Estimate,
  logDeterminant,
  type MixtureRows,
  ROUNDS,
  solveLower,
} from "../../src/core/densities/index.js";

/** Added to the variances that all components have in common. */
const COMMON_RIDGE = 0.02;
/** Shares below this do not move a covariance. */
const LEAST_SHARE = 1e-6;

export function createReferenceFitter(given: MixtureRows): ComponentFitter {
  const { rows, rowCount, featureCount } = given;
  const at = (row: number): Float64Array => rows.slice(row * featureCount, (row + 1) * featureCount);
  return {
    distancesFrom(row) {
      const from = at(row);
      return Float64Array.from({ length: rowCount }, (_, other) => squaredDistance(given, from, other));
    },
    fit(starts) {
      let components = estimate(given, clusterRows(given, starts.map(at)));
      for (let round = 1; round < ROUNDS; round++) components = estimate(given, assign(given, components));
      return components;
    },
  };
}

/** Shares of each row in each cluster, 0 or 1, row by row. Moves the means. */
function clusterRows(given: MixtureRows, means: readonly Float64Array[]): Float64Array {
  const { rows, rowCount, featureCount, count } = given;
  const owner = new Int32Array(rowCount);
  for (let round = 0; round < CLUSTER_ROUNDS; round++) {
    for (let row = 0; row < rowCount; row++) owner[row] = nearestMean(given, means, row);
    const sizes = new Int32Array(count);
    for (const own of owner) sizes[own]!++;
    means.forEach((mean, own) => {
      if (sizes[own]! > 0) mean.fill(0);
    });
    for (let row = 0; row < rowCount; row++) {
      const mean = means[owner[row]!]!;
      for (let j = 0; j < featureCount; j++) mean[j]! += rows[row * featureCount + j]! / sizes[owner[row]!]!;
    }
  }
  const shares = new Float64Array(rowCount * count);
  for (let row = 0; row < rowCount; row++) shares[row * count + owner[row]!] = 1;
  return shares;
}

function nearestMean(given: MixtureRows, means: readonly Float64Array[], row: number): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  means.forEach((mean, own) => {
    const distance = squaredDistance(given, mean, row);
    if (distance < bestDistance) {
      best = own;
      bestDistance = distance;
    }
  });
  return best;
}

function squaredDistance({ rows, featureCount }: MixtureRows, mean: Float64Array, row: number): number {
  let sum = 0;
  for (let j = 0; j < featureCount; j++) {
    const step = rows[row * featureCount + j]! - mean[j]!;
    sum += step * step;
  }
  return sum;
}

/** Maximisation: the components that fit the rows best, given each row's shares. */
function estimate(given: MixtureRows, shares: Float64Array): Estimate[] {
  const { rowCount, featureCount: d, count, ridge } = given;
  const prior = d + 2;
  const scatters = Array.from({ length: count }, (_, own) => weightedScatter(given, shares, own));
  const common = new Float64Array(d * d);
  for (const { scatter } of scatters) for (let i = 0; i < common.length; i++) common[i]! += scatter[i]! / rowCount;
  for (let j = 0; j < d; j++) common[j * d + j]! += COMMON_RIDGE;
  return scatters.map(({ weight, mean, scatter }) => {
    const covariance = scatter.map((value, i) => (value + prior * common[i]!) / (weight + prior));
    for (let j = 0; j < d; j++) covariance[j * d + j]! += ridge;
    return { logWeight: log((weight + 1) / (rowCount + count)), mean, root: choleskyOf(covariance, d) };
  });
}

/** Lower triangle only. */
function weightedScatter({ rows, rowCount, featureCount: d, count }: MixtureRows, shares: Float64Array, own: number) {
  let weight = 1e-9;
  const mean = new Float64Array(d);
  for (let row = 0; row < rowCount; row++) {
    const share = shares[row * count + own]!;
    weight += share;
    for (let j = 0; j < d; j++) mean[j]! += share * rows[row * d + j]!;
  }
  for (let j = 0; j < d; j++) mean[j]! /= weight;
  const scatter = new Float64Array(d * d);
  const centred = new Float64Array(d);
  for (let row = 0; row < rowCount; row++) {
    const share = shares[row * count + own]!;
    if (share < LEAST_SHARE) continue;
    for (let j = 0; j < d; j++) centred[j] = rows[row * d + j]! - mean[j]!;
    for (let a = 0; a < d; a++) {
      const scaled = share * centred[a]!;
      for (let b = 0; b <= a; b++) scatter[a * d + b]! += scaled * centred[b]!;
    }
  }
  return { weight, mean, scatter };
}

/** Expectation: each row's shares in the components. */
function assign(given: MixtureRows, components: readonly Estimate[]): Float64Array {
  const { rows, rowCount, featureCount: d, count } = given;
  const shares = new Float64Array(rowCount * count);
  const solved = new Float64Array(d);
  const constants = components.map(({ logWeight, root }) => logWeight - logDeterminant(root, d) / 2);
  for (let row = 0; row < rowCount; row++) {
    let largest = Number.NEGATIVE_INFINITY;
    components.forEach(({ mean, root }, own) => {
      for (let j = 0; j < d; j++) solved[j] = rows[row * d + j]! - mean[j]!;
      const logShare = constants[own]! - solveLower(root, d, solved) / 2;
      shares[row * count + own] = logShare;
      largest = Math.max(largest, logShare);
    });
    let total = 0;
    for (let own = 0; own < count; own++)
      total += shares[row * count + own] = exp(shares[row * count + own]! - largest);
    for (let own = 0; own < count; own++) shares[row * count + own]! /= total;
  }
  return shares;
}
