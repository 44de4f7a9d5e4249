/**
 * The values of a number that comes in few of them, or with few decimals: hours, prices, counts, readings of a coarse
 * instrument. A value that no normal row has is odd there, although it may lie in the midst of all others.
 *
 * How odd is told by how seldom normal rows bring new values: rows are dealt into parts, and a value that rows of one
 * part alone have was new to all others. So a year in a file that is sorted by year is nothing special.
 */

import { decimal, powerOfTen } from "../base/numbers/decimal-exponent.js";
import { countUpTo } from "../base/numbers/search-sorted.js";
import type { EncodedTable } from "../table/encode-table.js";
import { isRecorded } from "../table/past.js";

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
export function findKnownValues({ features, columns }: EncodedTable, parts: Uint8Array): (KnownValues | null)[] {
  return columns.map((column, feature) =>
    column.kind === "numeric" && isRecorded(features[feature]!) ? knownValuesOf(column.values, parts) : null,
  );
}

/** The same of a part of the rows in which `whole` were found, of no other features. */
export function findKnownAgain(
  { columns }: EncodedTable,
  parts: Uint8Array,
  whole: readonly (KnownValues | null)[],
): (KnownValues | null)[] {
  return columns.map((column, feature) =>
    column.kind === "numeric" && whole[feature] !== null ? knownValuesOf(column.values, parts) : null,
  );
}

/** Stands for more than one part. */
const SEVERAL = 255;

function knownValuesOf(column: Float64Array, parts: Uint8Array): KnownValues | null {
  const partOf = new Map<number, number>();
  let rowCount = 0;
  column.forEach((value, row) => {
    if (!Number.isFinite(value)) return;
    rowCount++;
    const part = partOf.get(value);
    if (part === undefined) partOf.set(value, parts[row]!);
    else if (part !== parts[row]) partOf.set(value, SEVERAL);
  });
  const newRows = column.reduce((sum, value) => sum + Number((partOf.get(value) ?? SEVERAL) !== SEVERAL), 0);
  const newChance = (newRows + 1) / (rowCount + 1);
  const isTelling = newChance <= MOST_CHANCE && partOf.size <= MOST_KNOWN_VALUES;
  const decimals = fewestDecimals(partOf.keys());
  if (!isTelling && (decimals === null || rowCount === 0)) return null;
  return isTelling
    ? { rowCount, values: Float64Array.from(partOf.keys()).sort(), newChance, decimals }
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
 * Rounds the numbers of a row, in place, where most of those that have few decimals in learning rows have more here:
 * then the rows are written otherwise, as those of a sensor and of its export, and that says nothing about a value.
 */
export function roundIfFiner(known: readonly (KnownValues | null)[], values: Float64Array): void {
  let rounded = 0;
  let finer = 0;
  for (let j = 0; j < values.length; j++) {
    const decimals = known[j]?.decimals ?? null;
    if (decimals === null || !Number.isFinite(values[j])) continue;
    rounded++;
    if (!hasDecimals(values[j]!, decimals)) finer++;
  }
  if (finer < 2 || 2 * finer <= rounded) return;
  for (let j = 0; j < values.length; j++) {
    const decimals = known[j]?.decimals ?? null;
    if (decimals !== null && Number.isFinite(values[j])) values[j] = roundDecimals(values[j]!, decimals);
  }
}

/** What is off by a rounding of arithmetic, or was stored in single precision, is the same. */
function isAlike(value: number, known: number): boolean {
  return Math.abs(value - known) <= 1e-12 * Math.abs(known) || Math.fround(known) === value;
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
