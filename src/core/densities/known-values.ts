/**
 * The values of a number that comes in few of them, or with few decimals: hours, prices, counts, readings of a coarse
 * instrument. A value that no normal row has is odd there, although it may lie in the midst of all others.
 *
 * How odd is told by how seldom normal rows bring new values: rows are dealt into parts, and a value that rows of one
 * part alone have, or copies of one row, was new to all others. So a year in a file that is sorted by year is nothing
 * special, nor is a measurement that was written four times.
 */

import { decimal, powerOfTen } from "../base/numbers/decimal-exponent.js";
import { isAlike } from "../base/numbers/is-alike.js";
import { countUpTo } from "../base/numbers/search-sorted.js";
import type { EncodedTable } from "../table/encode-table.js";
import { isRecorded } from "../table/past.js";
import { rowHashes } from "../table/sample-rows.js";

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

/** Of which part a row is, and what it holds as a whole. */
interface RowOrigins {
  readonly parts: Uint8Array;
  readonly contents: Float64Array;
}

function findKnown(
  table: EncodedTable,
  parts: Uint8Array,
  isAsked: (feature: number) => boolean,
): (KnownValues | null)[] {
  const origins = { parts, contents: rowHashes(table, 0) };
  return table.columns.map((column, feature) =>
    column.kind === "numeric" && isAsked(feature) ? knownValuesOf(column.values, origins) : null,
  );
}

/** In the place of a row: rows that are no copies of one another, of several parts. */
const SEVERAL = -1;

function knownValuesOf(column: Float64Array, { parts, contents }: RowOrigins): KnownValues | null {
  const firstRows = new Map<number, number>();
  let rowCount = 0;
  column.forEach((value, row) => {
    if (!Number.isFinite(value)) return;
    rowCount++;
    const first = firstRows.get(value);
    if (first === undefined) firstRows.set(value, row);
    else if (first !== SEVERAL && parts[first] !== parts[row] && contents[first] !== contents[row])
      firstRows.set(value, SEVERAL);
  });
  const newRows = column.reduce((sum, value) => sum + Number((firstRows.get(value) ?? SEVERAL) !== SEVERAL), 0);
  const newChance = (newRows + 1) / (rowCount + 1);
  const isTelling = newChance <= MOST_CHANCE && firstRows.size <= MOST_KNOWN_VALUES;
  const decimals = fewestDecimals(firstRows.keys());
  if (!isTelling && (decimals === null || rowCount === 0)) return null;
  return isTelling
    ? { rowCount, values: Float64Array.from(firstRows.keys()).sort(), newChance, decimals }
    : { rowCount, values: null, newChance: 1, decimals };
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
  return isAlike(value, roundDecimals(value, decimals));
}

/** The value itself where it is too large to have any. */
function roundDecimals(value: number, decimals: number): number {
  const steps = Math.round(value * powerOfTen(decimals));
  return Number.isSafeInteger(steps) ? decimal(steps, -decimals) : value;
}

/**
 * Makes the numbers of a row, in place, those that learning rows have where they differ by a rounding alone. Where most
 * of those that have few decimals in learning rows have more here, they are rounded: then the rows are written
 * otherwise, as those of a sensor and of its export, and that says nothing about a value.
 */
export function settleValues(known: readonly (KnownValues | null)[], values: Float64Array): void {
  const areFiner = areWrittenFiner(known, values);
  for (let j = 0; j < values.length; j++) {
    const own = known[j]!;
    if (own === null || !Number.isFinite(values[j])) continue;
    const rounded = own.decimals === null ? values[j]! : roundDecimals(values[j]!, own.decimals);
    if (areFiner || isAlike(values[j]!, rounded)) values[j] = rounded;
    const place = own.values === null ? -1 : placeAmong(own.values, values[j]!);
    if (place >= 0) values[j] = own.values![place]!;
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
    if (!hasDecimals(values[j]!, decimals)) finer++;
  }
  return finer >= 2 && 2 * finer > asked;
}

/** Chance that a normal row has a value that is as new as this one; 1 for one that is not. */
export function newChanceOf({ rowCount, values, newChance, decimals }: KnownValues, value: number): number {
  if (decimals !== null && !hasDecimals(value, decimals)) return 1 / (rowCount + 1);
  if (values === null || placeAmong(values, value) >= 0) return 1;
  return newChance;
}

/** Of a value among those that are sorted, −1 where it is none of them. */
export function placeAmong(sorted: Float64Array, value: number): number {
  const place = countUpTo(sorted, value);
  if (place > 0 && isAlike(value, sorted[place - 1]!)) return place - 1;
  return place < sorted.length && isAlike(value, sorted[place]!) ? place : -1;
}
