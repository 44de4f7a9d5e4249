/**
 * A mixture of a few Gaussians over normal scores: normal behaviour as up to five regimes, each with its own linear
 * relations between features.
 *
 * Fitted by expectation maximisation from a seeded k-means++ start. Covariances are drawn towards their common one (a
 * prior worth features + 2 rows) and widened a little, so that columns without noise cannot make the density explode.
 * Cost of fitting: O(rounds × rows × components × features²).
 */
import { exp } from "../numbers/exponential.js";
import { log } from "../numbers/logarithm.js";
import type { Random } from "../random/random.js";
import { choleskyOf, inverseOf, logDeterminant, solveLower } from "./cholesky.js";

export interface Mixture {
  readonly featureCount: number;
  /** Scores are centred and scaled by these before they are compared with the components. */
  readonly centres: Float64Array;
  readonly scales: Float64Array;
  readonly components: readonly MixtureComponent[];
}

export interface MixtureComponent {
  readonly logWeight: number;
  readonly mean: Float64Array;
  /** The inverse of the covariance, row by row. */
  readonly precision: Float64Array;
  readonly logDeterminant: number;
}

const MAX_COMPONENTS = 5;
/** Up to this many features all components are affordable; beyond it fewer, and beyond the last number none. */
const AFFORDABLE_FEATURES = 64;
export const MAX_MIXTURE_FEATURES = 256;
const ROWS_PER_COMPONENT = 30;
const CLUSTER_ROUNDS = 8;
const ROUNDS = 10;
const COMMON_RIDGE = 0.02;
const RIDGE = 0.05;
const SCORE_LIMIT = 10;

/** `scores` row by row, NaN where missing. Null for fewer than two features, too many, or no rows. */
export function fitMixture(scores: Float64Array, featureCount: number, random: Random): Mixture | null {
  const rowCount = featureCount === 0 ? 0 : scores.length / featureCount;
  if (featureCount < 2 || featureCount > MAX_MIXTURE_FEATURES || rowCount === 0) return null;
  const { rows, centres, scales } = standardiseScores(scores, featureCount);
  const affordable =
    featureCount <= AFFORDABLE_FEATURES ? MAX_COMPONENTS : MAX_COMPONENTS * squared(AFFORDABLE_FEATURES / featureCount);
  const count = Math.max(1, Math.min(Math.floor(affordable), Math.floor(rowCount / ROWS_PER_COMPONENT)));
  const shape = { rows, rowCount, featureCount, count };
  let shares = clusterRows(shape, random);
  let components = estimate(shape, shares);
  for (let round = 1; round < ROUNDS; round++) {
    shares = assign(shape, components);
    components = estimate(shape, shares);
  }
  return { featureCount, centres, scales, components: components.map((component) => finish(component, featureCount)) };
}

/** A score on the scale of the components; a missing one stays NaN. */
export function standardScore(mixture: Mixture, feature: number, score: number): number {
  return limited((score - mixture.centres[feature]!) / mixture.scales[feature]!);
}

interface Shape {
  readonly rows: Float64Array;
  readonly rowCount: number;
  readonly featureCount: number;
  /** Components. */
  readonly count: number;
}

interface Estimate {
  readonly logWeight: number;
  readonly mean: Float64Array;
  /** Lower triangular root of the covariance. */
  readonly root: Float64Array;
}

function squared(value: number): number {
  return value * value;
}

function limited(score: number): number {
  return Math.min(SCORE_LIMIT, Math.max(-SCORE_LIMIT, score));
}

/** Missing scores become 0, the middle. */
function standardiseScores(scores: Float64Array, featureCount: number) {
  const rowCount = scores.length / featureCount;
  const rows = new Float64Array(scores.length);
  const centres = new Float64Array(featureCount);
  const scales = new Float64Array(featureCount).fill(1);
  for (let j = 0; j < featureCount; j++) {
    let known = 0;
    let sum = 0;
    let squares = 0;
    for (let row = 0; row < rowCount; row++) {
      const score = scores[row * featureCount + j]!;
      if (Number.isNaN(score)) continue;
      known++;
      sum += score;
      squares += score * score;
    }
    centres[j] = known === 0 ? 0 : shorten(sum / known);
    const variance = known === 0 ? 0 : squares / known - squared(centres[j]!);
    if (variance > 1e-12) scales[j] = shorten(Math.sqrt(variance));
    for (let row = 0; row < rowCount; row++) {
      const score = scores[row * featureCount + j]!;
      rows[row * featureCount + j] = Number.isNaN(score) ? 0 : limited((score - centres[j]!) / scales[j]!);
    }
  }
  return { rows, centres, scales };
}

/** Shares of each row in each cluster, 0 or 1, row by row. */
function clusterRows(shape: Shape, random: Random): Float64Array {
  const { rows, rowCount, featureCount, count } = shape;
  const means = startingMeans(shape, random);
  const owner = new Int32Array(rowCount);
  for (let round = 0; round < CLUSTER_ROUNDS; round++) {
    for (let row = 0; row < rowCount; row++) owner[row] = nearestMean(shape, means, row);
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

/** k-means++: each further start is drawn with a chance in proportion to the squared distance from those before. */
function startingMeans(shape: Shape, random: Random): Float64Array[] {
  const { rows, rowCount, featureCount, count } = shape;
  const at = (row: number): Float64Array => rows.slice(row * featureCount, (row + 1) * featureCount);
  const means = [at(Math.floor(random() * rowCount))];
  const distances = new Float64Array(rowCount).fill(Number.POSITIVE_INFINITY);
  while (means.length < count) {
    const newest = means[means.length - 1]!;
    let total = 0;
    for (let row = 0; row < rowCount; row++) {
      distances[row] = Math.min(distances[row]!, squaredDistance(shape, newest, row));
      total += distances[row]!;
    }
    let left = random() * total;
    let chosen = 0;
    while (chosen < rowCount - 1 && left >= distances[chosen]!) left -= distances[chosen++]!;
    means.push(at(chosen));
  }
  return means;
}

function nearestMean(shape: Shape, means: readonly Float64Array[], row: number): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  means.forEach((mean, own) => {
    const distance = squaredDistance(shape, mean, row);
    if (distance < bestDistance) {
      best = own;
      bestDistance = distance;
    }
  });
  return best;
}

function squaredDistance({ rows, featureCount }: Shape, mean: Float64Array, row: number): number {
  let sum = 0;
  for (let j = 0; j < featureCount; j++) sum += squared(rows[row * featureCount + j]! - mean[j]!);
  return sum;
}

/** Maximisation: the components that fit the rows best, given each row's shares. */
function estimate(shape: Shape, shares: Float64Array): Estimate[] {
  const { rowCount, featureCount: d, count } = shape;
  const prior = d + 2;
  const scatters = Array.from({ length: count }, (_, own) => weightedScatter(shape, shares, own));
  const common = new Float64Array(d * d);
  for (const { scatter } of scatters) for (let i = 0; i < common.length; i++) common[i]! += scatter[i]! / rowCount;
  for (let j = 0; j < d; j++) common[j * d + j]! += COMMON_RIDGE;
  return scatters.map(({ weight, mean, scatter }) => {
    const covariance = scatter.map((value, i) => (value + prior * common[i]!) / (weight + prior));
    for (let j = 0; j < d; j++) covariance[j * d + j]! += RIDGE;
    return { logWeight: log((weight + 1) / (rowCount + count)), mean, root: choleskyOf(covariance, d) };
  });
}

/** Shares below this do not move a mean or a covariance. */
const LEAST_SHARE = 1e-6;

/** Lower triangle only. */
function weightedScatter({ rows, rowCount, featureCount: d, count }: Shape, shares: Float64Array, own: number) {
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
function assign({ rows, rowCount, featureCount: d, count }: Shape, components: readonly Estimate[]): Float64Array {
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

function finish({ logWeight, mean, root }: Estimate, featureCount: number): MixtureComponent {
  return {
    logWeight: shorten(logWeight),
    mean: mean.map(shorten),
    precision: inverseOf(root, featureCount).map(shorten),
    logDeterminant: shorten(logDeterminant(root, featureCount)),
  };
}

/** Eight digits: what a sample tells, and the same bytes after a file. */
function shorten(value: number): number {
  return Number(value.toPrecision(8));
}
