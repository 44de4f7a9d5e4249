/**
 * The values of a number that comes in few of them, or with few decimals: hours, prices, counts, readings of a coarse
 * instrument. A value that no normal row has is odd there, although it may lie in the midst of all others.
 *
 * How odd is told by how seldom normal rows bring new values: rows are dealt into parts, and a value that rows of one
 * part alone have, or copies of one row, was new to all others. So a year in a file that is sorted by year is nothing
 * special, nor is a measurement that was written four times. Where a single column tells rows apart, a copy looks like
 * any row with the same value: there rows are just rows.
 */

import { countUpTo, decimal, isSameNumber, powerOfTen } from "../base/index.js";
import { type EncodedColumn, type EncodedTable, isRecorded, rowHashes } from "../table/index.js";

export interface KnownValues {
  /** Learning rows that were looked at and have a value. */
  readonly rowCount: number;
  /** Ascending; null where they are too many, or new ones come too often to tell anything. */
  readonly values: Float64Array | null;
  /** Chance that a normal row has none of these values; 1 where there are none. */
  readonly newChance: number;
  /** As many decimals write every value; null: more than a few. */
  readonly decimals: number | null;
}

/** New values that come more often than this tell nothing. */
const MOST_CHANCE = 0.05;
/** More values than this are not remembered. */
export const MOST_KNOWN_VALUES = 1000;
/** More decimals than this are those of any number. */
export const MOST_KNOWN_DECIMALS = 6;

/**
 * One for each feature of some rows; null for categories, for what tells of the past, and for numbers of which any may
 * come. `parts`: of these rows; those of different parts tell as little as may be about one another.
 */
export function findKnownValues(table: EncodedTable, parts: Uint8Array): (KnownValues | null)[] {
  return findKnown(table, parts, (feature) => isRecorded(table.features[feature]!));
}

/** The same of a part of the rows in which `whole` were found, of no other features. */
export function findKnownAgain(
  table: EncodedTable,
  parts: Uint8Array,
  whole: readonly (KnownValues | null)[],
): (KnownValues | null)[] {
  return findKnown(table, parts, (feature) => whole[feature] !== null);
}

/** Of which part a row is, and what it holds as a whole: rows of one content are copies. */
interface RowOrigins {
  readonly parts: Uint8Array;
  readonly contents: ArrayLike<number>;
}

function findKnown(
  table: EncodedTable,
  parts: Uint8Array,
  isAsked: (feature: number) => boolean,
): (KnownValues | null)[] {
  const origins = { parts, contents: contentsOf(table) };
  return table.columns.map((column, feature) =>
    column.kind === "numeric" && isAsked(feature) ? knownValuesOf(column.values, origins) : null,
  );
}

/** Of each row another one where no more than one column tells rows apart. */
function contentsOf(table: EncodedTable): ArrayLike<number> {
  const telling = table.columns.filter(isTelling).length;
  return telling > 1 ? rowHashes(table, 0) : Int32Array.from({ length: table.rowCount }, (_, row) => row);
}

/** Whether rows differ in it. */
function isTelling(column: EncodedColumn): boolean {
  const values = column.kind === "numeric" ? column.values : column.codes;
  return values.some((value) => !Object.is(value, values[0]));
}

/** The rows with one value: whether one part has them all, and whether all are copies of one row. */
interface ValueRows {
  readonly part: number;
  readonly content: number;
  isOnePart: boolean;
  isOneRow: boolean;
}

function knownValuesOf(column: Float64Array, origins: RowOrigins): KnownValues | null {
  const rowsOf = rowsByValue(column, origins);
  let [rowCount, newRows] = [0, 0];
  for (const value of column) {
    const rows = rowsOf.get(value);
    if (rows === undefined) continue;
    rowCount++;
    if (rows.isOnePart || rows.isOneRow) newRows++;
  }
  const newChance = (newRows + 1) / (rowCount + 1);
  const areFew = newChance <= MOST_CHANCE && rowsOf.size <= MOST_KNOWN_VALUES;
  const decimals = fewestDecimals(rowsOf.keys());
  if (!areFew && (decimals === null || rowCount === 0)) return null;
  return areFew
    ? { rowCount, values: Float64Array.from(rowsOf.keys()).sort(), newChance, decimals }
    : { rowCount, values: null, newChance: 1, decimals };
}

/** Of finite values. */
function rowsByValue(column: Float64Array, { parts, contents }: RowOrigins): ReadonlyMap<number, ValueRows> {
  const found = new Map<number, ValueRows>();
  column.forEach((value, row) => {
    if (!Number.isFinite(value)) return;
    const [part, content] = [parts[row]!, contents[row]!];
    const rows = found.get(value);
    if (rows === undefined) {
      found.set(value, { part, content, isOnePart: true, isOneRow: true });
    } else {
      rows.isOnePart &&= rows.part === part;
      rows.isOneRow &&= rows.content === content;
    }
  });
  return found;
}

/** That write all of them; null where that is more than a few. */
function fewestDecimals(values: Iterable<number>): number | null {
  let decimals = 0;
  for (const value of values) {
    while (!hasDecimals(value, decimals)) if (++decimals > MOST_KNOWN_DECIMALS) return null;
  }
  return decimals;
}

function hasDecimals(value: number, decimals: number): boolean {
  return isSameNumber(value, roundDecimals(value, decimals));
}

/** The value itself where it is too large to have any. */
function roundDecimals(value: number, decimals: number): number {
  const steps = Math.round(value * powerOfTen(decimals));
  return Number.isSafeInteger(steps) ? decimal(steps, -decimals) : value;
}

/**
 * Replaces the numbers of a row, in place, by those of learning rows from which they differ by a rounding alone. Where
 * most numbers that have few decimals in learning rows have more of them here, all are rounded to as many: such a row
 * comes from elsewhere, from a sensor and not from its export, and more decimals are nothing odd about a value.
 */
export function roundToKnown(known: readonly (KnownValues | null)[], values: Float64Array): void {
  const areFiner = areWrittenFiner(known, values);
  for (let j = 0; j < values.length; j++) {
    if (known[j] === null || !Number.isFinite(values[j])) continue;
    const { values: learnt, decimals } = known[j]!;
    const rounded = decimals === null ? values[j]! : roundDecimals(values[j]!, decimals);
    if (areFiner || isSameNumber(values[j]!, rounded)) values[j] = rounded;
    const place = learnt === null ? -1 : placeAmong(learnt, values[j]!);
    if (place >= 0) values[j] = learnt![place]!;
  }
}

/** Two numbers or more, and most of those that have few decimals in learning rows. */
function areWrittenFiner(known: readonly (KnownValues | null)[], values: Float64Array): boolean {
  let asked = 0;
  let finer = 0;
  for (let j = 0; j < values.length; j++) {
    const decimals = known[j]?.decimals ?? null;
    if (decimals === null || !Number.isFinite(values[j])) continue;
    asked++;
    if (isFiner(known[j]!, values[j]!)) finer++;
  }
  return finer >= 2 && 2 * finer > asked;
}

/** Whether it has more decimals than write the values of all learning rows. */
export function isFiner({ decimals }: KnownValues, value: number): boolean {
  return decimals !== null && !hasDecimals(value, decimals);
}

/** Chance that a normal row has a value that is as new as this one; 1 for one that is not. */
export function newChanceOf(known: KnownValues, value: number): number {
  const { rowCount, values, newChance } = known;
  if (isFiner(known, value)) return 1 / (rowCount + 1);
  if (values === null || placeAmong(values, value) >= 0) return 1;
  return newChance;
}

/** Of a value among those that are sorted, −1 where it is none of them. */
export function placeAmong(sorted: Float64Array, value: number): number {
  const place = countUpTo(sorted, value);
  if (place > 0 && isSameNumber(value, sorted[place - 1]!)) return place - 1;
  return place < sorted.length && isSameNumber(value, sorted[place]!) ? place : -1;
}
