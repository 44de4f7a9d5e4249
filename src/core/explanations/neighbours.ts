/**
 * The nearest normal rows: how far each value of a row is from theirs, and how much better the row would lie among them
 * if a value were left out.
 *
 * Similarity ignores the three features that differ most, since those may be the wrong ones. One pass keeps the three
 * largest squares of a row apart and gives it up once the rest exceeds the last of the best so far.
 * Cost for a row: O(kept rows × features), less what is given up early; then O(steps × 20 × features).
 */
import type { KeptRows } from "../model/model.js";
import { exp } from "../numbers/exponential.js";
import { log } from "../numbers/logarithm.js";
import type { Standard } from "./standard-row.js";

/** Kept rows, standardised and laid out row by row, and the buffers of the row at hand. */
export interface Neighbours {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly values: Float64Array;
  /** 1 for categorical features. */
  readonly isCategorical: Uint8Array;
  /** How far apart near rows usually are in each feature. */
  readonly widths: Float64Array;
  /** The nearest rows of the row at hand, nearest first; [0, count) of each buffer is in use. */
  readonly nearest: Int32Array;
  readonly distances: Float64Array;
  /** Cost of feature j against the i-th nearest row at i · features + j, and its exponential. */
  readonly costs: Float64Array;
  readonly freed: Float64Array;
  /** Sum of costs against each nearest row, over features not yet blamed. */
  readonly totals: Float64Array;
}

/** Rows that make the kernel; of these the first three also make the plain distance. */
const KERNEL_ROWS = 20;
const NEAREST = 3;
/** Features that do not count towards the distance. */
const IGNORED = 3;
/** Distances are limited, so that one wild reading does not decide. */
const DEVIATION_LIMIT = 6;
/** Distance between two categories. */
const CATEGORY_DEVIATION = 2;
/** A feature costs a neighbour at most this much log density. */
const COST_LIMIT = 8;
/** Widths below this (in deviations of the feature) are not trusted. */
const LEAST_WIDTH = 0.2;
/** Kept rows whose own neighbours tell the widths. */
const WIDTH_ROWS = 150;

export function prepareNeighbours(kept: KeptRows, standard: Standard): Neighbours {
  const featureCount = kept.columns.length;
  const values = new Float64Array(kept.rowCount * featureCount);
  kept.columns.forEach((column, feature) => {
    column.forEach((value, row) => {
      values[row * featureCount + feature] = standard.standardise(feature, value);
    });
  });
  const neighbours: Neighbours = {
    rowCount: kept.rowCount,
    featureCount,
    values,
    isCategorical: standard.isCategorical,
    widths: new Float64Array(featureCount).fill(LEAST_WIDTH),
    nearest: new Int32Array(KERNEL_ROWS),
    distances: new Float64Array(KERNEL_ROWS),
    costs: new Float64Array(KERNEL_ROWS * featureCount),
    freed: new Float64Array(KERNEL_ROWS * featureCount),
    totals: new Float64Array(KERNEL_ROWS),
  };
  fillWidths(neighbours);
  return neighbours;
}

/** Finds the nearest rows and fills `near` with the mean deviation of each value from the first three; returns how many were found. */
export function fillNear(neighbours: Neighbours, row: Float64Array, near: Float64Array): number {
  const count = findNearest(neighbours, row, { ignored: IGNORED, wanted: KERNEL_ROWS });
  const { featureCount, values, isCategorical, widths, nearest, costs, freed, totals } = neighbours;
  const averaged = Math.min(NEAREST, count);
  near.fill(0);
  for (let i = 0; i < count; i++) {
    totals[i] = 0;
    for (let j = 0; j < featureCount; j++) {
      const deviation = deviationBetween(isCategorical[j]!, row[j]!, values[nearest[i]! * featureCount + j]!);
      if (i < averaged) near[j]! += deviation / averaged;
      const scaled = deviation / widths[j]!;
      const cost = Math.min(COST_LIMIT, (scaled * scaled) / 2);
      costs[i * featureCount + j] = cost;
      freed[i * featureCount + j] = exp(cost);
      totals[i]! += cost;
    }
  }
  return count;
}

/** For each feature √(2 · gain in log density among the nearest rows) when it is left out as well. */
export function fillKernel(neighbours: Neighbours, count: number, kernel: Float64Array): void {
  const { featureCount, freed, totals } = neighbours;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) least = Math.min(least, totals[i]!);
  let whole = 0;
  kernel.fill(0);
  for (let i = 0; i < count; i++) {
    const density = exp(least - totals[i]!);
    whole += density;
    for (let j = 0; j < featureCount; j++) kernel[j]! += density * freed[i * featureCount + j]!;
  }
  for (let j = 0; j < featureCount; j++) kernel[j] = Math.sqrt(2 * Math.max(0, log(kernel[j]! / whole)));
}

/** A blamed feature costs nothing any more. */
export function dropFromKernel(neighbours: Neighbours, count: number, feature: number): void {
  for (let i = 0; i < count; i++) neighbours.totals[i]! -= neighbours.costs[i * neighbours.featureCount + feature]!;
}

interface Search {
  readonly ignored: number;
  readonly wanted: number;
}

/** The rows with the least distance; of equal ones the first. The first row that is the same in everything is taken for itself. */
function findNearest(neighbours: Neighbours, row: Float64Array, search: Search): number {
  const { rowCount, featureCount, values, isCategorical, nearest, distances } = neighbours;
  const ignored = Math.min(search.ignored, featureCount - 1);
  let count = 0;
  let isItselfFound = false;
  for (let other = 0; other < rowCount; other++) {
    const limit = count < search.wanted ? Number.POSITIVE_INFINITY : distances[count - 1]!;
    const start = other * featureCount;
    // The three largest squares, ascending; places that are not to be ignored hold Infinity and pass everything on.
    let first = ignored > 2 ? 0 : Number.POSITIVE_INFINITY;
    let second = ignored > 1 ? 0 : Number.POSITIVE_INFINITY;
    let third = ignored > 0 ? 0 : Number.POSITIVE_INFINITY;
    let kept = 0;
    let isSame = true;
    for (let j = 0; j < featureCount && kept < limit; j++) {
      // deviationBetween(isCategorical[j], row[j], values[start + j]) squared, without the call.
      let deviation = Math.abs(row[j]! - values[start + j]!);
      if (deviation === 0) continue;
      if (Number.isNaN(deviation)) {
        // Without a value in one of them the rows cannot be told apart here, but they are not the same.
        if (Number.isNaN(row[j]!) !== Number.isNaN(values[start + j]!)) isSame = false;
        continue;
      }
      isSame = false;
      if (isCategorical[j] === 1) deviation = CATEGORY_DEVIATION;
      else if (deviation > DEVIATION_LIMIT) deviation = DEVIATION_LIMIT;
      let square = deviation * deviation;
      // kept takes the square that no longer belongs to the largest ones.
      if (square > third) [third, square] = [square, third];
      if (square > second) [second, square] = [square, second];
      if (square > first) [first, square] = [square, first];
      kept += square;
    }
    if (isSame && !isItselfFound) {
      isItselfFound = true;
      continue;
    }
    if (kept >= limit) continue;
    if (count < search.wanted) count++;
    let at = count - 1;
    for (; at > 0 && distances[at - 1]! > kept; at--) {
      distances[at] = distances[at - 1]!;
      nearest[at] = nearest[at - 1]!;
    }
    distances[at] = kept;
    nearest[at] = other;
  }
  return count;
}

function deviationBetween(isCategorical: number, a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return 0;
  if (isCategorical === 1) return a === b ? 0 : CATEGORY_DEVIATION;
  return Math.min(DEVIATION_LIMIT, Math.abs(a - b));
}

/** Root mean squared deviation between kept rows and their three nearest others. */
function fillWidths(neighbours: Neighbours): void {
  const { rowCount, featureCount, values, isCategorical, nearest, widths } = neighbours;
  const squares = new Float64Array(featureCount);
  let pairs = 0;
  for (let row = 0; row < Math.min(WIDTH_ROWS, rowCount); row++) {
    const own = values.subarray(row * featureCount, (row + 1) * featureCount);
    const count = findNearest(neighbours, own, { ignored: 0, wanted: NEAREST });
    pairs += count;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < featureCount; j++) {
        const deviation = deviationBetween(isCategorical[j]!, own[j]!, values[nearest[i]! * featureCount + j]!);
        squares[j]! += deviation * deviation;
      }
    }
  }
  for (let j = 0; j < featureCount; j++) widths[j] = Math.max(LEAST_WIDTH, Math.sqrt(squares[j]! / Math.max(1, pairs)));
}
