/**
 * Finds which categorical features fix others, by counts of a sample: each row is told by all other rows of its
 * category, as one would tell a fresh row. A dependency must be right for nearly all of them, and say far more than is
 * known without it. Expected is the most frequent value of a category, be it a category or a number.
 *
 * A number that only stays within a range of its own in each category is not fixed. Trees tell such ranges, but see
 * only the most frequent categories; so where there are more, the pair is returned as one that is not told.
 * Cost: O(pairs of features × rows × log rows); a pair is left as soon as too many of its rows are told wrong.
 */
import { countBelow, countUpTo } from "../../base/numbers/search-sorted.js";
import { HIDDEN_BIN } from "../../schema/kernel-schema.js";
import type { EncodedColumn, EncodedTable } from "../../table/encode-table.js";
import type { Feature } from "../../table/features.js";
import { isRecorded } from "../../table/past.js";
import { ONE_SIDED_95, wilsonLow } from "../measures.js";
import type { Dependency, Expected } from "./dependency.js";

/** Features with fewer categories are told by mined rules, trees and a network. */
const LEAST_CATEGORIES = 20;
/** Features with more categories are not looked at. */
export const MOST_CATEGORIES = 5000;
/** Pairs of a feature that is asked and another one, at most: so many features are asked, the first ones. */
const MOST_PAIRS = 65_536;
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
  /** Features that could have been asked, and those that were. */
  readonly askable: number;
  readonly asked: number;
}

/** `tick`: called for each feature; what it throws ends the search. */
export function findDependencies(rows: EncodedTable, tick: () => void): FoundDependencies {
  const { features, columns, rowCount } = rows;
  const askable = [...features.keys()].filter((feature) => isAskable(features[feature]!));
  const asked = askable
    .slice(0, Math.max(1, Math.floor(MOST_PAIRS / features.length)))
    .map((from) => ({ from, byCategory: rowsByCategory(columns[from]!, categoryCount(features[from]!)) }));
  const found: (Dependency & { readonly sureness: number })[] = [];
  const untold: FeaturePair[] = [];
  features.forEach((feature, to) => {
    tick();
    if (asked.length === 0 || !isRecorded(feature)) return;
    const told = toldColumn(columns[to]!, to);
    for (const { from, byCategory } of asked) {
      if (from === to) continue;
      const expectations = expectationsOf(told, byCategory);
      if (expectations !== null && isTelling(expectations.told, rowCount)) {
        found.push({ from, to, expected: expectations.expected, sureness: surenessOf(expectations.told) });
      } else if (feature.kind === "numeric" && byCategory.length > SEEN_CATEGORIES) {
        const byRanges = toldByRanges(told, byCategory);
        if (byRanges !== null && byRanges.chance <= MOST_IN_RANGE && isTelling(byRanges, rowCount))
          untold.push({ from, to });
      }
    }
  });
  found.sort((a, b) => b.sureness - a.sureness || a.from - b.from || a.to - b.to);
  untold.sort((a, b) => a.from - b.from || a.to - b.to);
  const dependencies = found.map(({ from, to, expected }) => ({ from, to, expected }));
  return { dependencies, untold, askable: askable.length, asked: asked.length };
}

function isAskable(feature: Feature): boolean {
  const count = categoryCount(feature);
  return isRecorded(feature) && count >= LEAST_CATEGORIES && count <= MOST_CATEGORIES;
}

/** None of a number. */
function categoryCount(feature: Feature): number {
  return feature.kind === "categorical" ? feature.categories.length : 0;
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

/** More rows that are told wrong leave too few that are told right, however many are told. */
function mostWrong(rowCount: number): number {
  return (1 - LEAST_RIGHT) * rowCount;
}

/** Rows by their category: those of one stand together. */
interface CategoryRows {
  /** Of categories. */
  readonly length: number;
  of(category: number): Int32Array;
}

function rowsByCategory(column: EncodedColumn, categories: number): CategoryRows {
  const codes = column.kind === "categorical" ? column.codes : new Int32Array();
  const starts = new Int32Array(categories + 1);
  for (const code of codes) if (code >= 0) starts[code + 1]!++;
  for (let code = 0; code < categories; code++) starts[code + 1]! += starts[code]!;
  const next = starts.slice();
  const rows = new Int32Array(starts[categories]!);
  codes.forEach((code, row) => {
    if (code >= 0) rows[next[code]!++] = row;
  });
  return { length: categories, of: (category) => rows.subarray(starts[category], starts[category + 1]) };
}

/** A feature that others may tell, and what is known of it without them. */
interface ToldColumn {
  readonly feature: number;
  readonly kind: EncodedColumn["kind"];
  readonly values: Int32Array | Float64Array;
  readonly isKnown: (value: number) => boolean;
  /** Of all rows. */
  readonly counted: CountedValues;
  /** Those of a number that are finite, ascending. */
  readonly sorted: Float64Array;
}

function toldColumn(column: EncodedColumn, feature: number): ToldColumn {
  const isNumber = column.kind === "numeric";
  const values = isNumber ? column.values : column.codes;
  const isKnown = (value: number): boolean => (isNumber ? Number.isFinite(value) : value >= 0);
  const sorted = isNumber ? column.values.filter(Number.isFinite).sort() : new Float64Array();
  return { feature, kind: column.kind, values, isKnown, counted: countValues(values, values.keys(), isKnown), sorted };
}

interface Expectations {
  /** By categories. */
  readonly expected: readonly (Expected | null)[];
  readonly told: Told;
}

/** Null: too many are told wrong. */
function expectationsOf(column: ToldColumn, byCategory: CategoryRows): Expectations | null {
  const { feature, kind, values, isKnown, counted } = column;
  const most = mostWrong(values.length);
  let [right, all, byChance] = [0, 0, 0];
  const expected: (Expected | null)[] = [];
  for (let category = 0; category < byCategory.length; category++) {
    const { counts, known } = countValues(values, byCategory.of(category), isKnown);
    if (known === 0) {
      expected.push(null);
      continue;
    }
    const { value, first, second } = mostFrequent(counts);
    if (known > 1) {
      all += known;
      byChance += (known * counted.counts.get(value)!) / counted.known;
      // A row with the most frequent value is told it by the others only where it is theirs, too.
      if (first - 1 > second) right += first;
      if (all - right > most) return null;
    }
    expected.push(
      kind === "categorical"
        ? { kind: "in", feature, codes: [value] }
        : { kind: "interval", feature, min: value, max: value, maxInclusive: true },
    );
  }
  return { expected, told: { right, all, chance: byChance / Math.max(1, all) } };
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

/** By the ranges of the other rows of a category, with room that shrinks with their number. Null: as above. */
function toldByRanges({ values, sorted, isKnown }: ToldColumn, byCategory: CategoryRows): Told | null {
  const most = mostWrong(values.length);
  let [right, all, byChance] = [0, 0, 0];
  for (let category = 0; category < byCategory.length; category++) {
    const own = Float64Array.from(byCategory.of(category), (row) => values[row]!)
      .filter(isKnown)
      .sort();
    if (own.length < 2) continue;
    const [min, max] = rangeOf(own);
    all += own.length;
    byChance += (own.length * (countUpTo(sorted, max) - countBelow(sorted, min))) / sorted.length;
    right += own.length - isOutside(own.subarray(1), own[0]!) - isOutside(own.subarray(0, -1), own.at(-1)!);
    if (all - right > most) return null;
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
