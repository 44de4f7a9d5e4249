/**
 * The nearest normal rows, and how far each value of a row is from theirs.
 *
 * Similarity ignores the three features that differ most, since those may be the wrong ones. One pass keeps the three
 * largest squares of a row apart and gives it up once the rest exceeds the last of the best so far. Distances are told
 * in single precision, which is more than a sample of rows can tell, and lets four rows be compared at once.
 *
 * Rows that are alike stand together in boxes of eight: a box that is too far away as a whole is passed by. What a box
 * promises is never more than a row in it keeps, not even by a rounding, so nothing is missed.
 * Cost for a row: O(kept rows × features), less what is passed by or given up early.
 */
import type { Kernel } from "../kernel/kernel.js";
import { evenLength, f32, f64, i32, type Laid } from "../kernel/lay-out.js";
import { placeRecord, recordRoom } from "../kernel/record.js";
import type { KeptRows } from "../model/model.js";
import { clusterRows } from "./cluster-rows.js";
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
  readonly pointer: number;
}

/**
 * values: row by row; at row · stride + feature.
 * numbers: the row at each place, -1 at places behind the last row. blocks: four places each; of place q the value of the
 * feature at place p of the order is at ((q >> 2) · features + p) · 4 + (q & 3), where categories lie CATEGORY_DEVIATION or more apart.
 * boxLows, boxHighs: of box b = q >> 3 the least and greatest of these, at ((b >> 2) · features + p) · 4 + (b & 3).
 * row, own: the row at hand, feature by feature and in the order of the blocks.
 * nearest, distances: what was found, nearest first.
 * record: what the kernel reads; bounds, lanes: room for it.
 */
type NeighbourArrays = Laid<ReturnType<typeof neighbourLayout>>;

export function neighbourLayout({ rowCount, columns }: KeptRows, kernel: Kernel | null) {
  const features = columns.length;
  const boxes = boxCountOf(rowCount);
  return {
    record: recordRoom(kernel, (run) => run.neighbourRecordBytes()),
    values: f64(rowCount * evenLength(features)),
    numbers: i32(boxes * BOX_ROWS),
    blocks: f32(boxes * BOX_ROWS * features),
    boxLows: f32(boxes * features),
    boxHighs: f32(boxes * features),
    bounds: f32(boxes),
    row: f64(evenLength(features)),
    order: i32(features),
    own: f32(features),
    nearest: i32(NEAR_ROWS),
    distances: f32(NEAR_ROWS),
    lanes: f32(LANES),
  };
}

/** A multiple of four, since bounds are made for four boxes at once. */
function boxCountOf(rowCount: number): number {
  return LANES * Math.ceil(rowCount / BOX_ROWS / LANES);
}

/** Nearest rows that are found; the first three of them make the plain distance. */
export const NEAR_ROWS = 8;
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
/** Rows of a block, and boxes of which bounds are made at once. */
const LANES = 4;
/** Rows of a box: two blocks. */
const BOX_ROWS = 8;

export function prepareNeighbours(
  kept: KeptRows,
  standard: Standard,
  arrays: NeighbourArrays,
  kernel: Kernel | null,
): Neighbours {
  const { rowCount } = kept;
  const featureCount = kept.columns.length;
  const stride = evenLength(featureCount);
  const { isCategorical } = standard;
  kept.columns.forEach((column, feature) => {
    for (let row = 0; row < rowCount; row++) {
      arrays.values[row * stride + feature] = standard.standardise(feature, column[row]!);
    }
  });
  arrays.order.set([...kept.columns.keys()].sort((a, b) => isCategorical[a]! - isCategorical[b]! || a - b));
  const numericCount = isCategorical.filter((own) => own === 0).length;
  const { record, ...own } = arrays;
  const fields = { ...own, boxCount: own.bounds.length, featureCount, numericCount, stride };
  const neighbours: Neighbours = {
    ...arrays,
    rowCount,
    featureCount,
    numericCount,
    stride,
    isCategorical,
    widths: new Float64Array(featureCount).fill(LEAST_WIDTH),
    kernel,
    pointer: placeRecord(kernel, record, fields),
  };
  fillBlocks(neighbours);
  fillBoxes(neighbours);
  fillWidths(neighbours);
  return neighbours;
}

/** Places behind the last row are infinitely far away. */
function fillBlocks({
  rowCount,
  featureCount,
  numericCount,
  stride,
  values,
  order,
  numbers,
  blocks,
}: Neighbours): void {
  const numeric = [...order.subarray(0, numericCount)];
  numbers.fill(-1);
  numbers.set(clusterRows({ values, stride, rowCount }, numeric, BOX_ROWS));
  blocks.fill(Number.POSITIVE_INFINITY);
  for (let place = 0; place < rowCount; place++) {
    const start = (place >> 2) * featureCount * LANES + (place & 3);
    for (let p = 0; p < featureCount; p++) {
      const value = values[numbers[place]! * stride + order[p]!]!;
      blocks[start + p * LANES] = p < numericCount ? value : CATEGORY_DEVIATION * value;
    }
  }
}

/** A box with a missing value is everywhere in that feature; one without rows is infinitely far away. */
function fillBoxes({ rowCount, featureCount, blocks, boxLows, boxHighs }: Neighbours): void {
  boxLows.fill(Number.POSITIVE_INFINITY);
  boxHighs.fill(Number.POSITIVE_INFINITY);
  for (let first = 0; first < rowCount; first += BOX_ROWS) {
    const box = first / BOX_ROWS;
    for (let p = 0; p < featureCount; p++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let place = first; place < Math.min(first + BOX_ROWS, rowCount); place++) {
        const value = blocks[((place >> 2) * featureCount + p) * LANES + (place & 3)]!;
        low = Math.min(low, Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);
        high = Math.max(high, Number.isNaN(value) ? Number.POSITIVE_INFINITY : value);
      }
      const at = ((box >> 2) * featureCount + p) * LANES + (box & 3);
      boxLows[at] = low;
      boxHighs[at] = high;
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
  const { kernel, pointer } = neighbours;
  return kernel === null
    ? findNearestTwin(neighbours, dropped, wanted)
    : kernel.run.findNearest(pointer, dropped, wanted);
}

/** As kernel/neighbours.ts: there four rows at once and without far boxes, here one after the other, with the same roundings. */
function findNearestTwin(neighbours: Neighbours, ignored: number, wanted: number): number {
  const { rowCount, featureCount, row, order, numericCount, numbers, blocks, own } = neighbours;
  for (let p = 0; p < featureCount; p++)
    own[p] = p < numericCount ? row[order[p]!]! : CATEGORY_DEVIATION * row[order[p]!]!;
  const found: Found = { neighbours, wanted, count: 0, itself: -1, limit: Number.POSITIVE_INFINITY };
  for (let place = 0; place < rowCount; place++) {
    const start = (place >> 2) * featureCount * LANES + (place & 3);
    // The three largest squares, ascending; places that are not to be ignored hold Infinity and pass everything on.
    let first = ignored > 2 ? 0 : Number.POSITIVE_INFINITY;
    let second = ignored > 1 ? 0 : Number.POSITIVE_INFINITY;
    let third = ignored > 0 ? 0 : Number.POSITIVE_INFINITY;
    let kept = Math.fround(0);
    for (let p = 0; p < featureCount && kept <= found.limit; p++) {
      // deviationBetween squared, in single precision.
      let deviation = Math.fround(Math.abs(Math.fround(own[p]! - blocks[start + p * LANES]!)));
      if (!(deviation > 0)) continue;
      deviation = Math.min(deviation, p < numericCount ? DEVIATION_LIMIT : CATEGORY_DEVIATION);
      let square = Math.fround(deviation * deviation);
      // kept takes the square that no longer belongs to the largest ones.
      if (square > third) [third, square] = [square, third];
      if (square > second) [second, square] = [square, second];
      if (square > first) [first, square] = [square, first];
      kept = Math.fround(kept + square);
    }
    if (kept <= found.limit) offer(found, numbers[place]!, kept);
  }
  return found.count;
}

/** The nearest rows so far. */
interface Found {
  readonly neighbours: Neighbours;
  readonly wanted: number;
  count: number;
  /** The first row that is the same in everything; -1: none. */
  itself: number;
  /** The distance of the last one, once there are as many as are wanted. */
  limit: number;
}

/** Rows may come in any order. */
function offer(found: Found, row: number, distance: number): void {
  if (distance !== 0 || !isSame(found.neighbours, row)) insert(found, row, distance);
  else if (found.itself < 0) found.itself = row;
  else {
    insert(found, Math.max(row, found.itself), distance);
    found.itself = Math.min(row, found.itself);
  }
}

function insert(found: Found, row: number, distance: number): void {
  const { nearest, distances } = found.neighbours;
  const isFull = found.count === found.wanted;
  if (isFull && distance === found.limit && row > nearest[found.count - 1]!) return;
  let at = isFull ? found.count - 1 : found.count++;
  for (; at > 0; at--) {
    const before = distances[at - 1]!;
    if (before < distance || (before === distance && nearest[at - 1]! < row)) break;
    distances[at] = before;
    nearest[at] = nearest[at - 1]!;
  }
  distances[at] = distance;
  nearest[at] = row;
  if (found.count === found.wanted) found.limit = distances[found.count - 1]!;
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
