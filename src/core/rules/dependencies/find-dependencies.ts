/**
 * Finds which categorical features fix others, by counts of a sample: each row is told by all other rows of its
 * category, as one would tell a fresh row. A dependency must be right for nearly all of them, and say far more than is
 * known without it. Expected is the most frequent value of a category, be it a category or a number.
 *
 * A number that only stays within a range of its own in each category is not fixed. Trees tell such ranges, but see
 * only the most frequent categories; so where there are more, the pair is returned as one that is not told.
 * Cost: O(pairs of features × rows × log rows).
 */
import { countBelow, countUpTo } from "../../base/numbers/search-sorted.js";
import { HIDDEN_BIN } from "../../schema/kernel-schema.js";
import type { EncodedColumn, EncodedTable } from "../../table/encode-table.js";
import { isRecorded } from "../../table/past.js";
import { ONE_SIDED_95, wilsonLow } from "../measures.js";
import type { Dependency, Expected } from "./dependency.js";

/** Features with fewer categories are told by mined rules, trees and a network. */
const LEAST_CATEGORIES = 20;
/** Features with more categories are not looked at. */
export const MOST_CATEGORIES = 5000;
/** Boosted trees see so many categories of a feature; the rarest of more share one place. */
const SEEN_CATEGORIES = HIDDEN_BIN;
/** Rows that must be told by others of their category: so many, and such a share of all. */
const LEAST_TOLD = 100;
const LEAST_TOLD_SHARE = 0.5;
/** Of rows that are told so many are told right, with 95 % certainty. */
const LEAST_RIGHT = 0.95;
/** So much of the error that any row would be told with may be left. */
const MOST_LEFT = 0.25;
/** A range that more of all rows are in says little. */
const MOST_IN_RANGE = 0.1;

/** Two features by their numbers. */
interface FeaturePair {
  readonly from: number;
  readonly to: number;
}

interface FoundDependencies {
  /** Strongest first: by how surely they are right, then by features. */
  readonly dependencies: readonly Dependency[];
  /** Pairs of a category and a number whose ranges nothing tells. */
  readonly untold: readonly FeaturePair[];
}

export function findDependencies(rows: EncodedTable): FoundDependencies {
  const { features, columns, rowCount } = rows;
  const found: (Dependency & { readonly sureness: number })[] = [];
  const untold: FeaturePair[] = [];
  features.forEach((feature, from) => {
    if (feature.kind !== "categorical" || !isRecorded(feature)) return;
    const { length } = feature.categories;
    if (length < LEAST_CATEGORIES || length > MOST_CATEGORIES) return;
    const byCategory = rowsByCategory(columns[from]!, length);
    features.forEach((other, to) => {
      if (to === from || !isRecorded(other)) return;
      const column = columns[to]!;
      const { expected, told } = expectationsOf(column, byCategory, to);
      if (isTelling(told, rowCount)) found.push({ from, to, expected, sureness: surenessOf(told) });
      else if (column.kind === "numeric" && length > SEEN_CATEGORIES) {
        const byRanges = toldByRanges(column.values, byCategory);
        if (byRanges.chance <= MOST_IN_RANGE && isTelling(byRanges, rowCount)) untold.push({ from, to });
      }
    });
  });
  found.sort((a, b) => b.sureness - a.sureness || a.from - b.from || a.to - b.to);
  return { dependencies: found.map(({ from, to, expected }) => ({ from, to, expected })), untold };
}

/** How well rows are told by others of their category. */
interface Told {
  readonly right: number;
  readonly all: number;
  /** Share of rows that would be right by chance, were expectations dealt to any rows. */
  readonly chance: number;
}

function isTelling(told: Told, rowCount: number): boolean {
  const { right, all, chance } = told;
  if (all < LEAST_TOLD || all < LEAST_TOLD_SHARE * rowCount) return false;
  return all - right <= MOST_LEFT * (1 - chance) * all && surenessOf(told) >= LEAST_RIGHT;
}

function surenessOf({ right, all }: Told): number {
  return wilsonLow(right, all, ONE_SIDED_95);
}

function rowsByCategory(column: EncodedColumn, categories: number): Int32Array[] {
  const codes = column.kind === "categorical" ? column.codes : new Int32Array();
  const counts = new Int32Array(categories);
  for (const code of codes) if (code >= 0) counts[code]!++;
  const lists = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  codes.forEach((code, row) => {
    if (code >= 0) lists[code]![counts[code]!++] = row;
  });
  return lists;
}

interface Expectations {
  /** By categories. */
  readonly expected: readonly (Expected | null)[];
  readonly told: Told;
}

function expectationsOf(column: EncodedColumn, byCategory: readonly Int32Array[], feature: number): Expectations {
  const values = column.kind === "categorical" ? column.codes : column.values;
  const isKnown = (value: number): boolean => (column.kind === "categorical" ? value >= 0 : Number.isFinite(value));
  const { counts: ofAll, known: knownOfAll } = countValues(values, values.keys(), isKnown);
  let [right, all, byChance] = [0, 0, 0];
  const expected = byCategory.map((rows): Expected | null => {
    const { counts, known } = countValues(values, rows, isKnown);
    if (known === 0) return null;
    const { value, first, second } = mostFrequent(counts);
    if (known > 1) {
      all += known;
      byChance += (known * ofAll.get(value)!) / knownOfAll;
      // A row with the most frequent value is told it by the others only where it is theirs, too.
      if (first - 1 > second) right += first;
    }
    return column.kind === "categorical"
      ? { kind: "in", feature, codes: [value] }
      : { kind: "interval", feature, min: value, max: value, maxInclusive: true };
  });
  return { expected, told: { right, all, chance: byChance / Math.max(1, all) } };
}

function countValues(
  values: ArrayLike<number>,
  rows: Iterable<number>,
  isKnown: (value: number) => boolean,
): { readonly counts: ReadonlyMap<number, number>; readonly known: number } {
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

/** By the ranges of the other rows of a category, with room that shrinks with their number. */
function toldByRanges(values: Float64Array, byCategory: readonly Int32Array[]): Told {
  const sorted = values.filter(Number.isFinite).sort();
  let [right, all, byChance] = [0, 0, 0];
  for (const rows of byCategory) {
    const own = Float64Array.from(rows, (row) => values[row]!)
      .filter(Number.isFinite)
      .sort();
    if (own.length < 2) continue;
    const [min, max] = rangeOf(own);
    all += own.length;
    byChance += (own.length * (countUpTo(sorted, max) - countBelow(sorted, min))) / sorted.length;
    right += own.length - isOutside(own.subarray(1), own[0]!) - isOutside(own.subarray(0, -1), own.at(-1)!);
  }
  return { right, all, chance: byChance / Math.max(1, all) };
}

/** Room on each side, in widths of the range: so many divided by rows, and at most one. */
const ROOM = 5;

/** `sorted`: at least one. */
function rangeOf(sorted: Float64Array): [min: number, max: number] {
  const [min, max] = [sorted[0]!, sorted.at(-1)!];
  const room = (max - min) * Math.min(1, ROOM / sorted.length);
  return [min - room, max + room];
}

/** 1 where a value is outside of what others make expected. */
function isOutside(others: Float64Array, value: number): number {
  const [min, max] = rangeOf(others);
  return Number(value < min || value > max);
}
