/**
 * The nearest normal rows, and how far each value of a row is from theirs.
 *
 * Similarity ignores the three features that differ most, since those may be the wrong ones. One pass keeps the three
 * largest squares of a row apart and gives it up once the rest exceeds the last of the best so far. Distances are told
 * in single precision, which is more than a sample of rows can tell, and lets four rows be compared at once.
 *
 * Rows that are alike stand together in boxes of sixteen: a box that is too far away as a whole is passed by, and so is
 * a row in a near box that is too far away by its bytes. A value lies between two bytes, its sides, a missing one
 * between the first and the last; a box lies between the sides of its rows. Distances from side to side are never more
 * than those between the values, not even by a rounding, so nothing is missed. Cost for a row: O(rows × features),
 * less what is passed by.
 */
import {
  type ArraysOf,
  evenLength,
  f32,
  f64,
  i32,
  type Kernel,
  type Laid,
  layOut,
  recordRoom,
  u8,
  u16,
  writeRecord,
} from "../compute/index.js";
import type { ReferenceRows } from "../model/index.js";
import {
  BOX_ROWS,
  CATEGORY_DEVIATION,
  DEVIATION_LIMIT,
  MIDDLE_BYTE,
  NEAREST,
  NEIGHBOURS,
  type NeighboursRecord,
  type Place,
} from "../schema/index.js";
import { clusterRows } from "./cluster-rows.js";
import type { Standard } from "./standard-row.js";

/** Kept rows on the common scale, and the buffers of the row at hand. */
export interface Neighbours extends ArraysOf<NeighboursRecord, NeighbourArrays> {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Numeric features come first in the order of `rows`. */
  readonly numericCount: number;
  /** Numbers of a row in `values`: one for each feature, and one more where that makes them even. */
  readonly stride: number;
  /** Numbers of a row in `rows`: as many as there are features, and 0 up to a multiple of four. */
  readonly places: number;
  /** 1 for categorical features. */
  readonly isCategorical: Uint8Array;
  /** How far apart near rows usually are in each feature. */
  readonly widths: Float64Array;
  readonly kernel: Kernel;
  readonly pointer: Place<"Neighbours">;
}

/** Those of the record Neighbours, and room for it. */
type NeighbourArrays = Laid<ReturnType<typeof neighbourLayout>>;

export function neighbourLayout({ rowCount, columns }: ReferenceRows) {
  const features = columns.length;
  const places = placesOf(features);
  const boxes = inWholeVectors(Math.ceil(rowCount / BOX_ROWS));
  return {
    record: recordRoom(NEIGHBOURS),
    values: f64(rowCount * evenLength(features)),
    numbers: i32(rowCount),
    rows: f32(rowCount * places),
    rowSides: u8(2 * inWholeVectors(rowCount) * features),
    boxSides: u8(2 * boxes * features),
    boxBounds: u16(boxes),
    rowBounds: u16(BOX_ROWS),
    row: f64(evenLength(features)),
    order: i32(features),
    mosts: f32(places),
    scales: f32(places),
    scaledRow: f32(places),
    rowLows: u8(places),
    rowHighs: u8(places),
    nearest: i32(NEAR_ROWS),
    distances: f32(NEAR_ROWS),
    candidates: i32(ROWS_AT_ONCE),
    squares: f32(ROWS_AT_ONCE * places),
    sums: f32(ROWS_AT_ONCE),
  };
}

/** So many rows or boxes and as many more as fill the last vector. */
function inWholeVectors(count: number): number {
  return BOX_ROWS * Math.ceil(count / BOX_ROWS);
}

function placesOf(featureCount: number): number {
  return ROWS_AT_ONCE * Math.ceil(featureCount / ROWS_AT_ONCE);
}

/** Nearest rows that are found; the first NEAREST of them make the plain distance. */
export const NEAR_ROWS = 8;
/**
 * Features that do not count towards the distance, at most: more than half of them always do, or anything would be
 * near.
 */
const IGNORED = 3;
/** Widths below this (in deviations of the feature) are not trusted. */
const LEAST_WIDTH = 0.08;
/** Reference rows whose neighbours tell the widths. */
const WIDTH_ROWS = 150;
/** Rows that are compared at once, and features of a row. */
const ROWS_AT_ONCE = 4;
/**
 * Bytes for a deviation at most: a power of two, so that they are exact; the greatest deviation must be a byte, too.
 */
const MOST_STEPS = 32;
/** Squared steps that a bound can hold. */
const BOUND_LIMIT = 65535;
/** Squared deviations for each feature between near rows, where features have nothing to do with each other. */
const NOISE = 1.5;

interface NeighbourTools {
  readonly standard: Standard;
  readonly kernel: Kernel;
  /** Of categories, where more rows than these tell them; null: these tell all. */
  readonly categoryWidths: Float64Array | null;
}

/** The widths that a model with these rows has. */
export function widthsAmong(reference: ReferenceRows, tools: Omit<NeighbourTools, "categoryWidths">): Float64Array {
  const { kernel } = tools;
  const mark = kernel.mark();
  try {
    const { neighbours } = layOut(kernel, { neighbours: neighbourLayout(reference) });
    return prepareNeighbours(reference, neighbours, { ...tools, categoryWidths: null }).widths;
  } finally {
    kernel.release(mark);
  }
}

export function prepareNeighbours(
  reference: ReferenceRows,
  arrays: NeighbourArrays,
  { standard, kernel, categoryWidths }: NeighbourTools,
): Neighbours {
  const { rowCount } = reference;
  const featureCount = reference.columns.length;
  const stride = evenLength(featureCount);
  const { isCategorical } = standard;
  reference.columns.forEach((column, feature) => {
    for (let row = 0; row < rowCount; row++) {
      arrays.values[row * stride + feature] = standard.standardise(feature, column[row]!);
    }
  });
  arrays.order.set([...reference.columns.keys()].sort((a, b) => isCategorical[a]! - isCategorical[b]! || a - b));
  const numericCount = isCategorical.filter((flag) => flag === 0).length;
  const { record, ...others } = arrays;
  const boxCount = arrays.boxBounds.length;
  const places = placesOf(featureCount);
  const steps = stepsFor(featureCount);
  const fields = { ...others, rowCount, boxCount, featureCount, numericCount, stride, places, steps };
  const neighbours: Neighbours = {
    ...arrays,
    rowCount,
    featureCount,
    numericCount,
    stride,
    places,
    isCategorical,
    widths: new Float64Array(featureCount).fill(LEAST_WIDTH),
    kernel,
    pointer: writeRecord(NEIGHBOURS, record, fields).pointer,
  };
  arrays.mosts.fill(DEVIATION_LIMIT).fill(CATEGORY_DEVIATION, numericCount);
  arrays.scales.fill(steps).fill(1 / CATEGORY_DEVIATION, numericCount);
  fillRows(neighbours);
  fillSides(neighbours);
  fillWidths(neighbours);
  if (categoryWidths !== null)
    categoryWidths.forEach((width, feature) => {
      if (isCategorical[feature] === 1) neighbours.widths[feature] = width;
    });
  return neighbours;
}

/** As many as leave room in a bound for rows that are no nearer than rows of mere noise are. */
function stepsFor(featureCount: number): number {
  let steps = MOST_STEPS;
  while (steps > 1 && steps * steps * NOISE * featureCount > BOUND_LIMIT) steps /= 2;
  return steps;
}

function fillRows(neighbours: Neighbours): void {
  const { rowCount, featureCount, numericCount, stride, places, values, order, numbers, rows } = neighbours;
  numbers.set(clusterRows({ values, stride, rowCount }, [...order.subarray(0, numericCount)], BOX_ROWS));
  for (let place = 0; place < rowCount; place++) {
    for (let p = 0; p < featureCount; p++) {
      const value = values[numbers[place]! * stride + order[p]!]!;
      rows[place * places + p] = p < numericCount ? value : CATEGORY_DEVIATION * value;
    }
  }
}

function fillSides({ rowCount, featureCount, places, scales, rows, rowSides, boxSides }: Neighbours): void {
  for (let first = 0; first < rowCount; first += BOX_ROWS) {
    const box = first / BOX_ROWS;
    const rowsEnd = Math.min(BOX_ROWS, rowCount - first);
    for (let p = 0; p < featureCount; p++) {
      const at = (box * featureCount + p) * 2 * BOX_ROWS;
      let low = 255;
      let high = 0;
      for (let lane = 0; lane < rowsEnd; lane++) {
        const step = scales[p]! * rows[(first + lane) * places + p]!;
        const below = byteBelow(step);
        const above = byteAbove(step);
        rowSides[at + lane] = below;
        rowSides[at + BOX_ROWS + lane] = above;
        low = Math.min(low, below);
        high = Math.max(high, above);
      }
      const boxAt = (Math.floor(box / BOX_ROWS) * featureCount + p) * 2 * BOX_ROWS + (box % BOX_ROWS);
      boxSides[boxAt] = low;
      boxSides[boxAt + BOX_ROWS] = high;
    }
  }
}

/** What is beyond the bytes is at their end: that only brings it nearer to others. */
function byteBelow(step: number): number {
  return Number.isNaN(step) ? 0 : toByte(MIDDLE_BYTE + Math.floor(step));
}

function byteAbove(step: number): number {
  return Number.isNaN(step) ? 255 : toByte(MIDDLE_BYTE + Math.ceil(step));
}

function toByte(step: number): number {
  return Math.max(0, Math.min(255, step));
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

/**
 * The rows with the least distance; of equal ones the first. The first row that is the same in everything is taken for
 * itself.
 */
function findNearest(neighbours: Neighbours, ignored: number, wanted: number): number {
  const dropped = Math.min(ignored, (neighbours.featureCount - 1) >> 1);
  const { kernel, pointer } = neighbours;
  return kernel.run.findNearest(pointer, dropped, wanted);
}

/** Root mean squared deviation between reference rows and their three nearest others. */
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
