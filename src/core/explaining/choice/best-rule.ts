/**
 * The order of choice among rules: surer (up to SURE_ENOUGH), naming one category or number rather than several, broken
 * more clearly (up to CLEAR_ENOUGH), more general, shorter, of an earlier source, with fewer exceptions. And the best
 * rule so far.
 */

import type { IntervalPredicate } from "../../predicates/index.js";
import { LEAST_CHECKED, wilsonLow } from "../../rules/index.js";
import { CLEAR_ENOUGH, EXPECTED_DEVIATIONS, SURE_ENOUGH } from "../../schema/index.js";
import type { ChoiceCounts } from "./choice-counts.js";

export interface BestRule {
  /** Number in the list, or -1. */
  listed: number;
  /** What it was chosen by, the more the better, in the order of choice. */
  readonly measures: Float64Array;
}

/** A rule that may hold for fewer of the rows than this is not shown. */
const LEAST_SURE = 0.8;

/** Place of the first of the measures. */
const SURENESS = 0;
export const MEASURES = 7;

export function forgetRule(best: BestRule): void {
  best.listed = -1;
  best.measures[SURENESS] = -1; // any other is above it, so the rest is never asked
}

/** How sure a rule is, by the rows that choose it; nothing, where those that check it plainly say otherwise. */
export function surenessOf(counts: ChoiceCounts, rule: number): number {
  if (counts.checkedLow(rule) < LEAST_CHECKED) return 0;
  return Math.min(SURE_ENOUGH, wilsonLow(counts.supportCount(rule), counts.antecedentCount(rule), counts.deviations));
}

export function mayBeShown(sureness: number): boolean {
  return sureness >= LEAST_SURE;
}

export function isSure(sureness: number): boolean {
  return sureness >= SURE_ENOUGH;
}

/** Deviations outside of an interval, on top of those that the interval allows for. */
export function clarityOutside({ min, max }: IntervalPredicate, value: number, deviation: number): number {
  const outside = Math.max(min - value, value - max);
  return limitClarity(EXPECTED_DEVIATIONS + (deviation > 0 ? outside / deviation : CLEAR_ENOUGH));
}

export function limitClarity(clarity: number): number {
  return Math.min(CLEAR_ENOUGH, clarity);
}

/**
 * Takes a rule in the place of the best so far if it comes before it, and tells whether it does. Its measures are, in
 * the order of choice and the more the better: sureness, how exact it is (see exactnessOf), clarity, rows that
 * it is about, minus its length, minus its source, rows that are as expected.
 */
export function takeIfBetter({ measures }: BestRule, candidate: readonly number[]): boolean {
  for (let i = 0; i < MEASURES; i++) {
    const difference = candidate[i]! - measures[i]!;
    if (difference < 0) return false;
    if (!(difference > 0)) continue; // equal, or NaN
    measures.set(candidate);
    return true;
  }
  return false;
}
