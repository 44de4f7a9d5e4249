/**
 * In which order the learning rows depend on one another, if they do. Rows of a plant look like those recorded just
 * before and after: what was learnt from a row's neighbours says too much about the row. So rows are held back in
 * stretches of this order wherever it matters.
 *
 * The order is that of a column of moments, else that of the file; either counts only if rows depend on their
 * neighbours in it: the rank correlation of a feature with itself one row later exceeds what shuffled rows ever show.
 * Shuffled rows therefore have no order, and learning from them does not depend on how they are shuffled.
 *
 * Of the order no more is asked than what can be told of rows that lie elsewhere, too: some stretches of it, and in
 * which sixteenth a row is.
 */
import { countBelow, countUpTo } from "../base/index.js";
import { type RowOrder, type RowOrderName, WATCHED_ROWS } from "../model/index.js";
import {
  type EncodedColumn,
  type EncodedTable,
  encodedRows,
  type Moments,
  momentOfNumber,
  usualStep,
} from "../table/index.js";
import { PART_COUNT, stretchOf } from "./deal-rows.js";

/** Rows in the order in which they may have been recorded. */
export interface RecordedRows {
  /** The column of moments; null: they stand in the order of the file. */
  readonly time: Omit<Moments, "numbers"> | null;
  /** Rows at hand in stretches of the order (see lookedStretches), one after the other. */
  readonly looked: Int32Array;
  /** The moments of these, NaN where missing; none without a column of moments. */
  readonly moments: Float64Array;
  /** The first and the last moment of all rows. */
  readonly span: readonly [first: number, last: number];
  /** The sixteenth of the order in which each row at hand is. */
  readonly parts: Uint8Array;
}

/** The order, and rows in it; null: they stand in none. */
export interface OrderedRows {
  readonly order: RowOrder;
  readonly rows: RecordedRows | null;
}

const UNORDERED: OrderedRows = { order: { by: "none", column: null, step: null }, rows: null };

/** Into so many stretches of the order rows fall where not all are looked at. */
const STRETCHES = 16;
/** Standard errors beyond which a correlation is no accident: one in three million shuffled columns. */
const DEPENDENT = 5;

/** `rows`: null where they have no order that is known. `asked`: what the caller asked for; null: what rows show. */
export function findRowOrder(table: EncodedTable, rows: RecordedRows | null, asked: RowOrderName | null): OrderedRows {
  if (rows === null || asked === "none") return UNORDERED;
  const { time, looked, moments } = rows;
  const length = lookedStretches(table.rowCount)[0]!.length;
  if (asked === null && !areDependent(encodedRows(table, looked), length)) return UNORDERED;
  if (time === null) return { order: { by: "file", column: null, step: null }, rows };
  return { order: { by: "time", column: time.column, step: stepOf(moments, length, time) }, rows };
}

/** Which places of the order are looked at: all where they are few, else stretches of one length, evenly spread. */
export function lookedStretches(rowCount: number): { readonly first: number; readonly length: number }[] {
  if (rowCount <= WATCHED_ROWS) return [{ first: 0, length: rowCount }];
  const length = WATCHED_ROWS / STRETCHES;
  return Array.from({ length: STRETCHES }, (_, stretch) => ({
    first: Math.floor((stretch * (rowCount - length)) / (STRETCHES - 1)),
    length,
  }));
}

/** Rows in the order of their file. */
export function recordedInFile(rowCount: number): RecordedRows {
  const looked = lookedStretches(rowCount).flatMap(({ first, length }) => Array.from({ length }, (_, i) => first + i));
  const parts = new Uint8Array(rowCount);
  for (let row = 0; row < rowCount; row++) parts[row] = stretchOf(row, rowCount);
  return { time: null, looked: Int32Array.from(looked), moments: new Float64Array(), span: [0, 0], parts };
}

/** The usual one within stretches of this length, in milliseconds. */
function stepOf(
  moments: Float64Array,
  length: number,
  { areNumbers, days }: Pick<Moments, "areNumbers" | "days">,
): number | null {
  const starts = Array.from({ length: Math.ceil(moments.length / length) }, (_, stretch) => stretch * length);
  const stretches = starts.map((start) => moments.subarray(start, start + length));
  return areNumbers ? usualStep(stretches, (value) => momentOfNumber(value, days)) : usualStep(stretches);
}

/** Whether some feature depends on its value in the row before. Rows stand in stretches of this length. */
export function areDependent(rows: EncodedTable, length: number): boolean {
  return rows.columns.some((column) => dependence(ranksOf(column), length) > DEPENDENT);
}

/** Rows of a sixteenth that are compared, at most. */
const ROWS_OF_PART = 100;
/** Fewer rows of a sixteenth than this tell nothing, whatever is in them. */
const ENOUGH_OF_PART = 20;
/** Of series whose rows depend on one another over a tenth of all rows .7 to .8, over a hundredth .2 to .4. */
const SLOW = 0.65;

/**
 * Whether rows change so slowly that there are hardly more independent ones than sixteenths of the order: most of the
 * variance of ranks lies between these, in half of the features and more. `sample`: rows drawn by lot; `parts`: the
 * sixteenth of each row.
 */
export function areSlow(table: EncodedTable, sample: Int32Array, parts: Uint8Array): boolean {
  const byPart = Array.from({ length: PART_COUNT }, (_, part) =>
    sample.filter((row) => parts[row] === part).subarray(0, ROWS_OF_PART),
  );
  if (byPart.some(({ length }) => length < ENOUGH_OF_PART)) return false;
  const rows = encodedRows(table, Int32Array.from(byPart.flatMap((of) => [...of])));
  const shares = rows.columns.map((column) => {
    const ranks = ranksOf(column);
    let start = 0;
    return varianceBetween(
      byPart.map(({ length }) => {
        start += length;
        return [...ranks.subarray(start - length, start)].filter((rank) => !Number.isNaN(rank));
      }),
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
function dependence(ranks: Float64Array, length: number): number {
  let [count, sum, squares, products] = [0, 0, 0, 0];
  for (let first = 0; first < ranks.length; first += length) {
    for (let at = first; at + 1 < first + length; at++) {
      const [one, next] = [ranks[at]!, ranks[at + 1]!];
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

/** Of each row the share of the others that are below it, equal ones half, less one half; NaN where it is missing. */
function ranksOf(column: EncodedColumn): Float64Array {
  const values =
    column.kind === "numeric"
      ? column.values
      : Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code));
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return values.map((value) =>
    Number.isNaN(value) ? value : (countBelow(sorted, value) + countUpTo(sorted, value)) / (2 * sorted.length) - 0.5,
  );
}
