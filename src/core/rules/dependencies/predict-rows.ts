/**
 * How well the other rows of its category predict a value of each row, as they would that of a fresh row: by the most
 * frequent of their values, or by their range. Cost: O(rows), for ranges O(rows × log rows); it ends as soon as more
 * rows are wrong than the caller bears.
 */
import { countBelow, countUpTo } from "../../base/index.js";
import type { EncodedColumn } from "../../table/index.js";
import type { Expected } from "./dependency.js";

/** How many rows others of their category predict, and how many of these rightly. */
export interface Predictions {
  readonly right: number;
  readonly all: number;
  /** Share that would be right by chance: were each category's prediction made of rows of all categories. */
  readonly chance: number;
  /** How many different predictions there are. */
  readonly different: number;
}

/** Rows by their category: those of one stand together. */
export interface CategoryRows {
  readonly categoryCount: number;
  of(category: number): Int32Array;
}

export function rowsByCategory(column: EncodedColumn, categoryCount: number): CategoryRows {
  const codes = column.kind === "categorical" ? column.codes : new Int32Array();
  const starts = new Int32Array(categoryCount + 1);
  for (const code of codes) if (code >= 0) starts[code + 1]!++;
  for (let code = 0; code < categoryCount; code++) starts[code + 1]! += starts[code]!;
  const next = starts.slice();
  const rows = new Int32Array(starts[categoryCount]!);
  codes.forEach((code, row) => {
    if (code >= 0) rows[next[code]!++] = row;
  });
  return { categoryCount, of: (category) => rows.subarray(starts[category], starts[category + 1]) };
}

/** A feature whose values are predicted, and what is known of it in all rows. */
export interface PredictedColumn {
  readonly feature: number;
  readonly kind: EncodedColumn["kind"];
  readonly values: Int32Array | Float64Array;
  readonly isKnown: (value: number) => boolean;
  readonly counted: CountedValues;
  /** Those of a number that are finite, ascending. */
  readonly sorted: Float64Array;
}

export function predictedColumn(column: EncodedColumn, feature: number): PredictedColumn {
  const isNumber = column.kind === "numeric";
  const values = isNumber ? column.values : column.codes;
  const isKnown = (value: number): boolean => (isNumber ? Number.isFinite(value) : value >= 0);
  const sorted = isNumber ? column.values.filter(Number.isFinite).sort() : new Float64Array();
  return { feature, kind: column.kind, values, isKnown, counted: countValues(values, values.keys(), isKnown), sorted };
}

interface PredictedValues {
  /** The most frequent value of each category; null where none is known. */
  readonly expected: readonly (Expected | null)[];
  readonly predictions: Predictions;
}

/** By the most frequent value; null: more than `mostWrong` rows are wrong. */
export function predictValues(
  column: PredictedColumn,
  byCategory: CategoryRows,
  mostWrong: number,
): PredictedValues | null {
  const { values, isKnown, counted } = column;
  let [right, all, byChance] = [0, 0, 0];
  const expected: (Expected | null)[] = [];
  const different = new Set<number>();
  for (let category = 0; category < byCategory.categoryCount; category++) {
    const { counts, known } = countValues(values, byCategory.of(category), isKnown);
    if (known === 0) {
      expected.push(null);
      continue;
    }
    const { value, first, second } = mostFrequent(counts);
    expected.push(expectedValue(column, value));
    if (known === 1) continue;
    different.add(value);
    all += known;
    byChance += (known * counted.counts.get(value)!) / counted.known;
    // For a row with the most frequent value the others predict it only where it is the most frequent of theirs, too.
    if (first - 1 > second) right += first;
    if (all - right > mostWrong) return null;
  }
  return { expected, predictions: { right, all, chance: byChance / Math.max(1, all), different: different.size } };
}

function expectedValue({ kind, feature }: PredictedColumn, value: number): Expected {
  return kind === "categorical"
    ? { kind: "in", feature, codes: [value] }
    : { kind: "interval", feature, min: value, max: value, maxInclusive: true };
}

interface CountedValues {
  readonly counts: ReadonlyMap<number, number>;
  readonly known: number;
}

function countValues(
  values: ArrayLike<number>,
  rows: Iterable<number>,
  isKnown: (value: number) => boolean,
): CountedValues {
  const counts = new Map<number, number>();
  let known = 0;
  for (const row of rows) {
    const value = values[row]!;
    if (!isKnown(value)) continue;
    counts.set(value, (counts.get(value) ?? 0) + 1); // a Map takes -0 for 0
    known++;
  }
  return { counts, known };
}

/** The most frequent value, of equally frequent ones the least, with its count; and the count of the next. */
function mostFrequent(counts: ReadonlyMap<number, number>): { value: number; first: number; second: number } {
  let [value, first, second] = [Number.NaN, 0, 0];
  for (const [each, count] of counts) {
    if (count > first || (count === first && each < value)) [value, first, second] = [each, count, first];
    else second = Math.max(second, count);
  }
  return { value, first, second };
}

/** By the range of the other rows, with room that shrinks with their number; null: as above. */
export function predictRanges(
  { values, sorted, isKnown }: PredictedColumn,
  byCategory: CategoryRows,
  mostWrong: number,
): Predictions | null {
  let [right, all, byChance] = [0, 0, 0];
  const different = new Set<string>();
  for (let category = 0; category < byCategory.categoryCount; category++) {
    const inCategory = Float64Array.from(byCategory.of(category), (row) => values[row]!)
      .filter(isKnown)
      .sort();
    const count = inCategory.length;
    if (count < 2) continue;
    const [min, max] = rangeOf(inCategory);
    different.add(`${min} ${max}`);
    all += count;
    byChance += (count * (countUpTo(sorted, max) - countBelow(sorted, min))) / sorted.length;
    // Only the least and the greatest can be outside of the range of the others.
    right += count;
    if (isOutside(inCategory[0]!, inCategory.subarray(1))) right--;
    if (isOutside(inCategory[count - 1]!, inCategory.subarray(0, -1))) right--;
    if (all - right > mostWrong) return null;
  }
  return { right, all, chance: byChance / Math.max(1, all), different: different.size };
}

/** Room on each side, in widths of the range: so many divided by rows, and at most one. */
const ROOM = 5;

/** `sorted`: at least one. */
function rangeOf(sorted: Float64Array): [min: number, max: number] {
  const [min, max] = [sorted[0]!, sorted.at(-1)!];
  const room = (max - min) * Math.min(1, ROOM / sorted.length);
  return [min - room, max + room];
}

function isOutside(value: number, others: Float64Array): boolean {
  const [min, max] = rangeOf(others);
  return value < min || value > max;
}
