/**
 * The nearest normal rows, and how far each value of a row is from theirs.
 *
 * Similarity ignores the three features that differ most, since those may be the wrong ones. One pass keeps the three
 * largest squares of a row apart and gives it up once the rest exceeds the last of the best so far. Distances are told
 * in single precision, which is more than a sample of rows can tell, and lets four rows be compared at once.
 * Cost for a row: O(kept rows × features), less what is given up early.
 */
import type { KeptRows } from "../model/model.js";
import type { Standard } from "./standard-row.js";

/** Kept rows on the common scale, and the buffers of the row at hand. */
export interface Neighbours {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Row by row. */
  readonly values: Float64Array;
  /** 1 for categorical features. */
  readonly isCategorical: Uint8Array;
  /** Features in the order of the blocks: numeric ones, then categorical ones. */
  readonly order: Int32Array;
  readonly numericCount: number;
  /**
   * Blocks of four rows: of row r the value of the feature at place p of the order stands at
   * ((r >> 2) · features + p) · 4 + (r & 3).
   */
  readonly blocks: Float32Array;
  /** How far apart near rows usually are in each feature. */
  readonly widths: Float64Array;
  /** The row at hand in the order of the blocks. */
  readonly own: Float32Array;
  /** The nearest rows of the row at hand, nearest first, and their distances; [0, count) of each is in use. */
  readonly nearest: Int32Array;
  readonly distances: Float32Array;
}

/** Nearest rows that are found; of these the first three make the plain distance. */
export const NEAR_ROWS = 20;
const NEAREST = 3;
/** Features that do not count towards the distance. */
const IGNORED = 3;
/** Distances are limited, so that one wild reading does not decide. */
const DEVIATION_LIMIT = 6;
/** Distance between two categories. */
const CATEGORY_DEVIATION = 2;
/** Widths below this (in deviations of the feature) are not trusted. */
const LEAST_WIDTH = 0.2;
/** Kept rows whose own neighbours tell the widths. */
const WIDTH_ROWS = 150;
/** Rows of a block. */
const LANES = 4;

export function prepareNeighbours(kept: KeptRows, standard: Standard): Neighbours {
  const featureCount = kept.columns.length;
  const values = new Float64Array(kept.rowCount * featureCount);
  kept.columns.forEach((column, feature) => {
    column.forEach((value, row) => {
      values[row * featureCount + feature] = standard.standardise(feature, value);
    });
  });
  const { isCategorical } = standard;
  const order = Int32Array.from(kept.columns.keys()).sort((a, b) => isCategorical[a]! - isCategorical[b]! || a - b);
  const neighbours: Neighbours = {
    rowCount: kept.rowCount,
    featureCount,
    values,
    isCategorical,
    order,
    numericCount: order.filter((feature) => isCategorical[feature] === 0).length,
    blocks: layOutBlocks(values, kept.rowCount, order),
    widths: new Float64Array(featureCount).fill(LEAST_WIDTH),
    own: new Float32Array(featureCount),
    nearest: new Int32Array(NEAR_ROWS),
    distances: new Float32Array(NEAR_ROWS),
  };
  fillWidths(neighbours);
  return neighbours;
}

/** Places of rows that do not exist are infinitely far away. */
function layOutBlocks(values: Float64Array, rowCount: number, order: Int32Array): Float32Array {
  const blockCount = Math.ceil(rowCount / LANES);
  const blocks = new Float32Array(blockCount * LANES * order.length).fill(Number.POSITIVE_INFINITY);
  for (let row = 0; row < rowCount; row++) {
    const start = (row >> 2) * order.length * LANES + (row & 3);
    for (let place = 0; place < order.length; place++) {
      blocks[start + place * LANES] = values[row * order.length + order[place]!]!;
    }
  }
  return blocks;
}

/** Finds the nearest rows and fills `near` with the mean deviation of each value from the first three; returns how many were found. */
export function fillNear(neighbours: Neighbours, row: Float64Array, near: Float64Array): number {
  const count = findNearest(neighbours, row, { ignored: IGNORED, wanted: NEAR_ROWS });
  const { featureCount, values, isCategorical, nearest } = neighbours;
  const averaged = Math.min(NEAREST, count);
  near.fill(0);
  for (let i = 0; i < averaged; i++) {
    const start = nearest[i]! * featureCount;
    for (let j = 0; j < featureCount; j++) {
      near[j]! += deviationBetween(isCategorical[j]!, row[j]!, values[start + j]!) / averaged;
    }
  }
  return count;
}

/** In deviations, limited; two for different categories; none where a value is missing. */
export function deviationBetween(isCategorical: number, a: number, b: number): number {
  const deviation = Math.abs(a - b);
  if (!(deviation > 0)) return 0;
  if (isCategorical === 1) return CATEGORY_DEVIATION;
  return Math.min(deviation, DEVIATION_LIMIT);
}

interface Search {
  readonly ignored: number;
  readonly wanted: number;
}

/** The rows with the least distance; of equal ones the first. The first row that is the same in everything is taken for itself. */
function findNearest(neighbours: Neighbours, row: Float64Array, search: Search): number {
  const { rowCount, featureCount, order, numericCount, blocks, own, nearest, distances } = neighbours;
  for (let place = 0; place < featureCount; place++) own[place] = row[order[place]!]!;
  const ignored = Math.min(search.ignored, featureCount - 1);
  let count = 0;
  let isItselfFound = false;
  for (let other = 0; other < rowCount; other++) {
    const limit = count < search.wanted ? Number.POSITIVE_INFINITY : distances[count - 1]!;
    const start = (other >> 2) * featureCount * LANES + (other & 3);
    // The three largest squares, ascending; places that are not to be ignored hold Infinity and pass everything on.
    let first = ignored > 2 ? 0 : Number.POSITIVE_INFINITY;
    let second = ignored > 1 ? 0 : Number.POSITIVE_INFINITY;
    let third = ignored > 0 ? 0 : Number.POSITIVE_INFINITY;
    let kept = Math.fround(0);
    for (let place = 0; place < featureCount && kept < limit; place++) {
      // deviationBetween squared, in single precision.
      let deviation = Math.fround(Math.abs(Math.fround(own[place]! - blocks[start + place * LANES]!)));
      if (!(deviation > 0)) continue;
      if (place >= numericCount) deviation = CATEGORY_DEVIATION;
      else if (deviation > DEVIATION_LIMIT) deviation = DEVIATION_LIMIT;
      let square = Math.fround(deviation * deviation);
      // kept takes the square that no longer belongs to the largest ones.
      if (square > third) [third, square] = [square, third];
      if (square > second) [second, square] = [square, second];
      if (square > first) [first, square] = [square, first];
      kept = Math.fround(kept + square);
    }
    if (kept >= limit) continue;
    if (kept === 0 && !isItselfFound && isSame(neighbours, row, other)) {
      isItselfFound = true;
      continue;
    }
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

/** Rows that lack the same values are the same in them. */
function isSame({ featureCount, values }: Neighbours, row: Float64Array, other: number): boolean {
  const start = other * featureCount;
  for (let j = 0; j < featureCount; j++) {
    const a = row[j]!;
    const b = values[start + j]!;
    if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return false;
  }
  return true;
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
