/**
 * The nearest normal rows, and how far each value of a row is from theirs.
 *
 * Similarity ignores the three features that differ most, since those may be the wrong ones. One pass keeps the three
 * largest squares of a row apart and gives it up once the rest exceeds the last of the best so far. Distances are told
 * in single precision, which is more than a sample of rows can tell, and lets four rows be compared at once.
 * Cost for a row: O(kept rows × features), less what is given up early.
 */
import type { Kernel } from "../kernel/kernel.js";
import { f32, f64, i32, type Laid } from "../kernel/lay-out.js";
import type { KeptRows } from "../model/model.js";
import type { Standard } from "./standard-row.js";

/** Kept rows on the common scale, and the buffers of the row at hand. */
export interface Neighbours extends NeighbourArrays {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Numeric features come first in the order of the blocks. */
  readonly numericCount: number;
  /** Numbers of a row in `values`: one for each feature, and one more where that makes them even. */
  readonly stride: number;
  /** 1 for categorical features. */
  readonly isCategorical: Uint8Array;
  /** How far apart near rows usually are in each feature. */
  readonly widths: Float64Array;
  /** Null: the twin. */
  readonly kernel: Kernel | null;
}

/**
 * values: row by row; at row · stride + feature.
 * blocks: four rows each; of row r the value of the feature at place p of the order is at ((r >> 2) · features + p) · 4 + (r & 3).
 * row, own: the row at hand, feature by feature and in the order of the blocks.
 * nearest, distances: what was found, nearest first.
 * search, lanes: what the kernel reads, and room for it.
 */
type NeighbourArrays = Laid<ReturnType<typeof neighbourLayout>>;

export function neighbourLayout({ rowCount, columns }: KeptRows) {
  const features = columns.length;
  return {
    search: i32(12),
    values: f64(rowCount * strideOf(features)),
    blocks: f32(Math.ceil(rowCount / LANES) * LANES * features),
    row: f64(strideOf(features)),
    order: i32(features),
    own: f32(features),
    nearest: i32(NEAR_ROWS),
    distances: f32(NEAR_ROWS),
    lanes: f32(LANES),
  };
}

/** Even, so that two features at a time never reach into the next row. */
export function strideOf(featureCount: number): number {
  return featureCount + (featureCount & 1);
}

/** Nearest rows that are found; the first three of them make the plain distance. */
export const NEAR_ROWS = 20;
export const NEAREST = 3;
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

export function prepareNeighbours(
  kept: KeptRows,
  standard: Standard,
  arrays: NeighbourArrays,
  kernel: Kernel | null,
): Neighbours {
  const { rowCount } = kept;
  const featureCount = kept.columns.length;
  const stride = strideOf(featureCount);
  const { isCategorical } = standard;
  kept.columns.forEach((column, feature) => {
    for (let row = 0; row < rowCount; row++) {
      arrays.values[row * stride + feature] = standard.standardise(feature, column[row]!);
    }
  });
  arrays.order.set([...kept.columns.keys()].sort((a, b) => isCategorical[a]! - isCategorical[b]! || a - b));
  const numericCount = isCategorical.filter((own) => own === 0).length;
  const neighbours: Neighbours = {
    ...arrays,
    rowCount,
    featureCount,
    numericCount,
    stride,
    isCategorical,
    widths: new Float64Array(featureCount).fill(LEAST_WIDTH),
    kernel,
  };
  fillBlocks(neighbours);
  const { search, values, blocks, row, order, own, nearest, distances, lanes } = arrays;
  const places = [blocks, values, row, order, own, nearest, distances, lanes].map((array) => array.byteOffset);
  search.set([...places, rowCount, featureCount, numericCount, stride]);
  fillWidths(neighbours);
  return neighbours;
}

/** Places of rows that do not exist are infinitely far away. */
function fillBlocks({ rowCount, featureCount, stride, values, order, blocks }: Neighbours): void {
  blocks.fill(Number.POSITIVE_INFINITY);
  for (let row = 0; row < rowCount; row++) {
    const start = (row >> 2) * featureCount * LANES + (row & 3);
    for (let place = 0; place < featureCount; place++) {
      blocks[start + place * LANES] = values[row * stride + order[place]!]!;
    }
  }
}

/** Finds the rows nearest to the one in `row`; returns how many were found. */
export function findNear(neighbours: Neighbours): number {
  return findNearest(neighbours, IGNORED, NEAR_ROWS);
}

/** In deviations, limited; two for different categories; none where a value is missing. */
export function deviationBetween(isCategorical: number, a: number, b: number): number {
  const deviation = Math.abs(a - b);
  if (!(deviation > 0)) return 0;
  if (isCategorical === 1) return CATEGORY_DEVIATION;
  return Math.min(deviation, DEVIATION_LIMIT);
}

/** The rows with the least distance; of equal ones the first. The first row that is the same in everything is taken for itself. */
function findNearest(neighbours: Neighbours, ignored: number, wanted: number): number {
  const dropped = Math.min(ignored, neighbours.featureCount - 1);
  const { kernel, search } = neighbours;
  return kernel === null
    ? findNearestTwin(neighbours, dropped, wanted)
    : kernel.run.findNearest(search.byteOffset, dropped, wanted);
}

/** As kernel/neighbours.ts: there four rows at once, here one after the other, with the same roundings. */
function findNearestTwin(neighbours: Neighbours, ignored: number, wanted: number): number {
  const { rowCount, featureCount, row, order, numericCount, blocks, own, nearest, distances } = neighbours;
  for (let place = 0; place < featureCount; place++) own[place] = row[order[place]!]!;
  let count = 0;
  let isItselfFound = false;
  for (let other = 0; other < rowCount; other++) {
    const limit = count < wanted ? Number.POSITIVE_INFINITY : distances[count - 1]!;
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
    if (kept === 0 && !isItselfFound && isSame(neighbours, other)) {
      isItselfFound = true;
      continue;
    }
    if (count < wanted) count++;
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
function isSame({ featureCount, stride, values, row }: Neighbours, other: number): boolean {
  const start = other * stride;
  for (let j = 0; j < featureCount; j++) {
    const a = row[j]!;
    const b = values[start + j]!;
    if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return false;
  }
  return true;
}

/** Root mean squared deviation between kept rows and their three nearest others. */
function fillWidths(neighbours: Neighbours): void {
  const { rowCount, featureCount, stride, values, row, isCategorical, nearest, widths } = neighbours;
  const squares = new Float64Array(featureCount);
  let pairs = 0;
  for (let number = 0; number < Math.min(WIDTH_ROWS, rowCount); number++) {
    row.set(values.subarray(number * stride, (number + 1) * stride));
    const count = findNearest(neighbours, 0, NEAREST);
    pairs += count;
    for (let i = 0; i < count; i++) {
      const other = nearest[i]! * stride;
      for (let j = 0; j < featureCount; j++) {
        const deviation = deviationBetween(isCategorical[j]!, row[j]!, values[other + j]!);
        squares[j]! += deviation * deviation;
      }
    }
  }
  for (let j = 0; j < featureCount; j++) widths[j] = Math.max(LEAST_WIDTH, Math.sqrt(squares[j]! / Math.max(1, pairs)));
}
