/**
 * A Predicate asks something about a row: it holds, it fails, or, where the value is missing, neither.
 *
 * Numeric cells are half-open, min ≤ x < max, so that a row is in exactly one cell of a feature; range rules close the
 * upper end (`maxInclusive`). Open ends are infinite, and an open upper end includes Infinity.
 */

import { countBelow, setBit } from "../base/index.js";
import { FAILS, HOLDS, UNKNOWN } from "../schema/index.js";
import { type EncodedTable, isMissingAt, rowBlocks } from "../table/index.js";

export interface IntervalPredicate {
  readonly kind: "interval";
  readonly feature: number;
  /** -Infinity: open. */
  readonly min: number;
  /** Infinity: open. */
  readonly max: number;
  readonly maxInclusive: boolean;
}

export interface CategoryPredicate {
  readonly kind: "in";
  readonly feature: number;
  /** Positions in the feature's categories, ascending. */
  readonly codes: readonly number[];
}

interface PresencePredicate {
  readonly kind: "present";
  readonly feature: number;
}

/** Rare categories of several features, joined because each is too rare alone. */
export interface AnyOfPredicate {
  readonly kind: "anyOf";
  readonly parts: readonly CategoryPredicate[];
}

export type Predicate = IntervalPredicate | CategoryPredicate | PresencePredicate | AnyOfPredicate;

export { FAILS, HOLDS, UNKNOWN };
export type PredicateState = typeof HOLDS | typeof FAILS | typeof UNKNOWN;

/** The features a predicate asks about, ascending. */
export function featuresOf(predicate: Predicate): number[] {
  return predicate.kind === "anyOf" ? predicate.parts.map((part) => part.feature) : [predicate.feature];
}

/** Any one that holds decides an anyOf; it fails when all parts fail. */
export function predicateState(predicate: Predicate, table: EncodedTable, row: number): PredicateState {
  if (predicate.kind === "anyOf") return anyOfState(predicate, table, row);
  const column = table.columns[predicate.feature]!;
  if (predicate.kind === "present") return isMissingAt(column, row) ? FAILS : HOLDS;
  if (isMissingAt(column, row)) return UNKNOWN;
  if (column.kind === "numeric") {
    return predicate.kind === "interval" && contains(predicate, column.values[row]!) ? HOLDS : FAILS;
  }
  return predicate.kind === "in" && hasCode(predicate.codes, column.codes[row]!) ? HOLDS : FAILS;
}

/** Whether a value that is not missing lies in the interval. */
export function contains(interval: IntervalPredicate, value: number): boolean {
  return (
    value >= interval.min &&
    (interval.maxInclusive || interval.max === Number.POSITIVE_INFINITY ? value <= interval.max : value < interval.max)
  );
}

export interface RowSets {
  readonly holds: Uint32Array;
  readonly fails: Uint32Array;
}

/** Sets the bits of the rows where the predicate holds and where it fails; a missing value is in neither. */
export function fillRowSets(predicate: Predicate, table: EncodedTable, { holds, fails }: RowSets): void {
  for (const { start, rows } of rowBlocks(table, featuresOf(predicate))) {
    for (let row = 0; row < rows.rowCount; row++) {
      const state = predicateState(predicate, rows, row);
      if (state === HOLDS) setBit(holds, start + row);
      else if (state === FAILS) setBit(fails, start + row);
    }
  }
}

/** Binary search: a predicate may join very many rare categories. Contract: codes ascend. */
function hasCode(codes: readonly number[], code: number): boolean {
  return codes[countBelow(codes, code)] === code;
}

function anyOfState(predicate: AnyOfPredicate, table: EncodedTable, row: number): PredicateState {
  let state: PredicateState = FAILS;
  for (const part of predicate.parts) {
    const partState = predicateState(part, table, row);
    if (partState === HOLDS) return HOLDS;
    if (partState === UNKNOWN) state = UNKNOWN;
  }
  return state;
}
