/**
 * A mixture of a few Gaussians over normal scores: normal behaviour as up to five regimes, each with its own linear
 * relations between features.
 *
 * Fitted by expectation maximisation from a start that the rows tell, or that is drawn by k-means++. Covariances are
 * drawn towards their common one (a prior worth features + 2 rows) and widened a little, so that columns without noise
 * cannot make the density explode.
 * Cost of fitting: O(rounds × rows × components × features²).
 */

import { type Random, randomInteger } from "../base/index.js";
import type { Kernel } from "../compute/index.js";
import { kernelSchema as schema } from "../schema/index.js";
import { inverseOf, logDeterminant } from "./cholesky.js";
import { type ComponentFitter, createFitter, type Estimate, type MixtureRows } from "./fit-components.js";

/** Taken over, since an engine compiles constants of a module into its code, but not those of another. */
const { SCORE_LIMIT } = schema;

export interface Mixture {
  readonly featureCount: number;
  /** Scores are centred and scaled by these before they are compared with the components. */
  readonly centres: Float64Array;
  readonly scales: Float64Array;
  readonly components: readonly MixtureComponent[];
  /** Of what it says in the sums of blame. */
  readonly weight: number;
  /** Of which value is wrong rather than another, by its density of whole rows; 0: it is not asked that. */
  readonly doubtWeight: number;
}

interface MixtureComponent {
  readonly logWeight: number;
  readonly mean: Float64Array;
  /** The inverse of the covariance, row by row. */
  readonly precision: Float64Array;
  readonly logDeterminant: number;
}

/** Where nothing else is known. */
export const USUAL_WEIGHT = 1.25;

const MAX_COMPONENTS = 5;
/** Up to this many features all components are affordable; beyond it fewer, and beyond the last number none. */
const AFFORDABLE_FEATURES = 64;
export const MAX_MIXTURE_FEATURES = 256;
const ROWS_PER_COMPONENT = 30;

export interface FitOptions {
  /** Added to the variances of each component: relations that are tighter do not count. */
  readonly ridge: number;
  readonly weight: number;
  readonly doubtWeight: number;
  /** Draws the rows to start from; null: the rows themselves tell them, whatever the seed. */
  readonly random: Random | null;
  /** What is reserved in it is released. */
  readonly kernel: Kernel;
}

/** `scores` row by row, NaN where missing. Null for fewer than two features, too many, or no rows. */
export function fitMixture(scores: Float64Array, featureCount: number, options: FitOptions): Mixture | null {
  const rowCount = featureCount === 0 ? 0 : scores.length / featureCount;
  if (featureCount < 2 || featureCount > MAX_MIXTURE_FEATURES || rowCount === 0) return null;
  const { rows, centres, scales } = standardiseScores(scores, featureCount);
  const affordable =
    featureCount <= AFFORDABLE_FEATURES ? MAX_COMPONENTS : MAX_COMPONENTS * squared(AFFORDABLE_FEATURES / featureCount);
  const count = Math.max(1, Math.min(Math.floor(affordable), Math.floor(rowCount / ROWS_PER_COMPONENT)));
  const components = fitComponents({ rows, rowCount, featureCount, count, ridge: options.ridge }, options);
  return {
    featureCount,
    centres,
    scales,
    components: components.map((component) => finish(component, featureCount)),
    weight: options.weight,
    doubtWeight: options.doubtWeight,
  };
}

function fitComponents(mixtureRows: MixtureRows, { random, kernel }: FitOptions): Estimate[] {
  const mark = kernel.mark();
  try {
    const fitter = createFitter(kernel, mixtureRows);
    return fitter.fit(random === null ? spreadRows(fitter, mixtureRows) : startingRows(fitter, mixtureRows, random));
  } finally {
    kernel.release(mark);
  }
}

/** A score on the scale of the components; a missing one stays NaN. */
export function standardScore(mixture: Mixture, feature: number, score: number): number {
  return limited((score - mixture.centres[feature]!) / mixture.scales[feature]!);
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

/** Rows that may be started from. */
const CANDIDATES = 64;

/**
 * Of rows that lie evenly in the order of their sums, each further start is the one from which and those before all
 * rows are nearest. Where sums are equal, the first row comes first.
 */
function spreadRows(fitter: ComponentFitter, { rows, rowCount, featureCount, count }: MixtureRows): number[] {
  const sums = Float64Array.from({ length: rowCount }, (_, row) =>
    rows.subarray(row * featureCount, (row + 1) * featureCount).reduce((sum, score) => sum + score, 0),
  );
  const order = Int32Array.from(sums.keys()).sort((a, b) => sums[a]! - sums[b]! || a - b);
  const size = Math.min(CANDIDATES, rowCount);
  const left = Array.from({ length: size }, (_, i) => {
    const row = order[Math.floor((i * rowCount) / size)]!;
    return { row, from: fitter.distancesFrom(row) };
  });
  const starts: number[] = [];
  let nearest = new Float64Array(rowCount).fill(Number.POSITIVE_INFINITY);
  while (starts.length < count) {
    const totals = left.map(({ from }) =>
      nearest.reduce((sum, distance, row) => sum + Math.min(distance, from[row]!), 0),
    );
    const [{ row, from }] = left.splice(totals.indexOf(Math.min(...totals)), 1) as [(typeof left)[number]];
    nearest = nearest.map((distance, i) => Math.min(distance, from[i]!));
    starts.push(row);
  }
  return starts;
}

/** k-means++: each further start is drawn with a chance in proportion to the squared distance from those before. */
function startingRows(fitter: ComponentFitter, { rowCount, count }: MixtureRows, random: Random): number[] {
  const starts = [randomInteger(random, rowCount)];
  const distances = new Float64Array(rowCount).fill(Number.POSITIVE_INFINITY);
  while (starts.length < count) {
    const fromNewest = fitter.distancesFrom(starts[starts.length - 1]!);
    let total = 0;
    for (let row = 0; row < rowCount; row++) {
      distances[row] = Math.min(distances[row]!, fromNewest[row]!);
      total += distances[row]!;
    }
    let left = random() * total;
    let chosen = 0;
    while (chosen < rowCount - 1 && left >= distances[chosen]!) left -= distances[chosen++]!;
    starts.push(chosen);
  }
  return starts;
}

function finish({ logWeight, mean, root }: Estimate, featureCount: number): MixtureComponent {
  return {
    logWeight: shorten(logWeight),
    mean: mean.map(shorten),
    precision: shortenSymmetric(inverseOf(root, featureCount), featureCount),
    logDeterminant: shorten(logDeterminant(root, featureCount)),
  };
}

/** A symmetric matrix, of which half is looked at. */
function shortenSymmetric(matrix: Float64Array, size: number): Float64Array {
  const short = new Float64Array(size * size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) short[a * size + b] = short[b * size + a] = shorten(matrix[a * size + b]!);
  }
  return short;
}

/** Eight digits: what a sample tells, and the same bytes after a file. */
function shorten(value: number): number {
  return Number(value.toPrecision(8));
}
