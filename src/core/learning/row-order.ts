/**
 * In which order the learning rows depend on one another, if they do. Rows of a plant look like those recorded just
 * before and after: what was learnt from a row's neighbours says too much about the row. So rows are held back in
 * stretches of this order wherever it matters.
 *
 * The order is that of a column of moments, else that of the file; either counts only if rows depend on their
 * neighbours in it: the rank correlation of a feature with itself one row later exceeds what shuffled rows ever show.
 * Shuffled rows therefore have no order, and learning from them does not depend on how they are shuffled.
 */
import { curveAt, placeOf, type Quantiles } from "../densities/quantiles.js";
import type { RowOrder, RowOrderName } from "../model/row-order.js";
import { momentOfNumber } from "../table/clock.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import type { Moments } from "../table/moments.js";
import { type AnyNumbers, piecesOf, wholeOf } from "../table/stored-values.js";
import { usualStep } from "../table/usual-step.js";

/** The order, and all rows in it; null: they stand in none. */
export interface OrderedRows {
  readonly order: RowOrder;
  readonly rows: Int32Array | null;
}

interface OrderInputs {
  readonly quantiles: readonly Quantiles[];
  /** Null: no column tells. */
  readonly moments: Moments | null;
  /** A key of each row's content, by which rows of the same moment are put in order. */
  readonly keys: AnyNumbers;
  /** The order that the caller asked for; null: what the rows show. */
  readonly asked: RowOrderName | null;
}

const UNORDERED: OrderedRows = { order: { by: "none", column: null, step: null }, rows: null };

/** Standard errors beyond which a correlation is no accident: one in three million shuffled columns. */
const DEPENDENT = 5;
/** Pairs of neighbours looked at, at most, in stretches of rows that lie evenly over the table. */
const MOST_PAIRS = 20_000;
const STRETCH = 100;

/** Contract: moments are there where the order of time was asked for. */
export function findRowOrder(table: EncodedTable, inputs: OrderInputs): OrderedRows {
  const { moments, asked } = inputs;
  if (asked === "none") return UNORDERED;
  const byTime = moments !== null && asked !== "file";
  const byMoment = byTime ? rowsByMoment(moments, inputs.keys) : null;
  if (asked === null && !areDependent(table, inputs.quantiles, byMoment)) return UNORDERED;
  const rows = byMoment ?? allRows(table.rowCount);
  const order: RowOrder = byTime
    ? { by: "time", column: moments.column, step: stepOf(moments) }
    : { by: "file", column: null, step: null };
  return { order, rows };
}

function stepOf({ values, areNumbers }: Moments): number | null {
  return areNumbers ? usualStep(values, momentOfNumber) : usualStep(values);
}

/** In the order of the file. A loop: `from` would make a list of them first. */
function allRows(rowCount: number, first = 0): Int32Array {
  const rows = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) rows[row] = first + row;
  return rows;
}

/** Rows without a moment come last. Those that were recorded in their order need not be sorted. */
function rowsByMoment({ values }: Moments, keys: AnyNumbers): Int32Array {
  const rows = allRows(values.length);
  if (areInOrder(values, keys)) return rows;
  const whole = wholeOf(keys);
  const place = (row: number): number => (Number.isNaN(values[row]!) ? Number.POSITIVE_INFINITY : values[row]!);
  return rows.sort((a, b) => {
    const [first, second] = [place(a), place(b)];
    return first < second ? -1 : first > second ? 1 : whole[a]! - whole[b]!;
  });
}

function areInOrder(values: Float64Array, keys: AnyNumbers): boolean {
  let [row, before, keyBefore] = [0, Number.NEGATIVE_INFINITY, 0];
  for (const piece of piecesOf(keys)) {
    for (const key of piece) {
      const value = Number.isNaN(values[row]!) ? Number.POSITIVE_INFINITY : values[row]!;
      if (value < before || (value === before && key < keyBefore)) return false;
      [row, before, keyBefore] = [row + 1, value, key];
    }
  }
  return true;
}

/** Whether some feature depends on its value in the row before. `rows`: all in their order; null: as they stand. */
export function areDependent(table: EncodedTable, quantiles: readonly Quantiles[], rows: Int32Array | null): boolean {
  const stretches = stretchesOf(table.rowCount);
  const looked = new Int32Array(stretches.reduce((sum, [first, end]) => sum + end - first, 0));
  let filled = 0;
  for (const [first, end] of stretches) {
    looked.set(rows?.subarray(first, end) ?? allRows(end - first, first), filled);
    filled += end - first;
  }
  const inOrder = encodedRows(table, looked);
  const length = stretches.length === 1 ? filled : STRETCH;
  return table.columns.some(
    (_, feature) => dependence(inOrder, length, { quantiles: quantiles[feature]!, feature }) > DEPENDENT,
  );
}

/** So many stretches are compared, and of each so many rows that lie evenly in it. */
const STRETCHES = 16;
const ROWS_OF_STRETCH = 100;
/** Stretches of fewer rows than this are short, whatever is in them. */
const ENOUGH_OF_STRETCH = 20;
/** Of series whose rows depend on one another over a tenth of all rows .7 to .8, over a hundredth .2 to .4. */
const SLOW = 0.65;

/**
 * Whether rows change so slowly that there are hardly more independent ones than stretches: most of the variance of
 * ranks lies between sixteenths of the rows, in half of the features and more.
 */
export function areSlow(table: EncodedTable, quantiles: readonly Quantiles[], rows: Int32Array): boolean {
  const length = Math.min(ROWS_OF_STRETCH, Math.floor(rows.length / STRETCHES));
  if (length < ENOUGH_OF_STRETCH) return false;
  const looked = Int32Array.from(
    { length: STRETCHES * length },
    (_, i) => rows[Math.floor((i * rows.length) / (STRETCHES * length))]!,
  );
  const inOrder = encodedRows(table, looked);
  const shares = table.columns.map((_, feature) => {
    const shareOf = sharesOf(inOrder, quantiles[feature]!, feature);
    return varianceBetween(
      Array.from({ length: STRETCHES }, (_, stretch) =>
        Array.from({ length }, (_, i) => shareOf(stretch * length + i)).filter((share) => !Number.isNaN(share)),
      ),
    );
  });
  return (shares.sort((a, b) => a - b)[shares.length >> 1] ?? 0) > SLOW;
}

/** As a share of all variance, beyond what chance has; 0 where there is none. */
function varianceBetween(groups: readonly (readonly number[])[]): number {
  const all = groups.flat();
  const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const mean = meanOf(all);
  const squares = all.reduce((sum, value) => sum + square(value - mean), 0);
  if (!(squares > 0)) return 0;
  const known = groups.filter(({ length }) => length > 0);
  if (all.length <= known.length) return 0; // one value in each tells nothing
  const between = known.reduce((sum, values) => sum + values.length * square(meanOf(values) - mean), 0) / squares;
  const byLot = (known.length - 1) / (all.length - 1);
  return Math.max(0, (between - byLot) / (1 - byLot));
}

function square(value: number): number {
  return value * value;
}

/**
 * Rank correlation of a feature with itself one row later, in standard errors of what shuffled rows have. Rows stand in
 * stretches of this length, each in its order.
 */
function dependence(
  table: EncodedTable,
  length: number,
  { quantiles, feature }: { readonly quantiles: Quantiles; readonly feature: number },
): number {
  const shares = sharesOf(table, quantiles, feature);
  let [count, sum, squares, products] = [0, 0, 0, 0];
  for (let first = 0; first < table.rowCount; first += length) {
    for (let at = first; at + 1 < first + length; at++) {
      const [one, next] = [shares(at) - 0.5, shares(at + 1) - 0.5];
      if (Number.isNaN(one) || Number.isNaN(next)) continue;
      count++;
      sum += one + next;
      squares += one * one + next * next;
      products += one * next;
    }
  }
  if (count === 0) return 0;
  const mean = sum / (2 * count);
  const variance = squares / (2 * count) - mean * mean;
  return variance > 1e-12 ? ((products / count - mean * mean) / variance) * Math.sqrt(count) : 0;
}

/** Share of normal rows below a row's value, by which ranks are told; NaN where it is missing. */
function sharesOf(table: EncodedTable, { values, shares }: Quantiles, feature: number): (row: number) => number {
  const column = table.columns[feature]!;
  const valueAt = (row: number): number =>
    column.kind === "numeric" ? column.values[row]! : column.codes[row]! < 0 ? Number.NaN : column.codes[row]!;
  const curve = { xs: values, ys: shares };
  return (row) => {
    const value = valueAt(row);
    return Number.isNaN(value) || values.length === 0 ? Number.NaN : curveAt(curve, placeOf(values, value), value);
  };
}

/** [first, end) of the stretches looked at: one where rows are few. */
function stretchesOf(rowCount: number): (readonly [first: number, end: number])[] {
  if (rowCount <= MOST_PAIRS) return [[0, rowCount]];
  const count = MOST_PAIRS / STRETCH;
  return Array.from({ length: count }, (_, i) => {
    const first = Math.floor((i * (rowCount - STRETCH)) / (count - 1));
    return [first, first + STRETCH] as const;
  });
}
