/**
 * The order of choice among rules: surer (up to SURE), naming one category rather than several, broken more clearly (up to
 * CLEAR), more general, shorter, of an earlier source, with fewer exceptions. And the best rule so far.
 */
import { EXPECTED_DEVIATIONS } from "../rules/forest.js";
import { wilsonLow } from "../rules/measures.js";

export interface BestRule {
  /** Number in the list, or -1. */
  listed: number;
  /** What it was chosen by, the more the better, in the order of choice. */
  readonly measures: Float64Array;
}

/** Confidence beyond which a more general rule is better than a surer one. */
const SURE = 0.95;
/** Deviations beyond which a more general rule is better than one that is broken more clearly. */
const CLEAR = 6;
/** A rule that may hold for fewer of the rows than this is not shown. */
const LEAST_SURE = 0.8;

/** Places of the measures that are asked for by themselves. */
const SURENESS = 0;
const PRECISION = 1;
const CLARITY = 2;
const ROWS = 3;
export const MEASURES = 7;

export function forgetRule(best: BestRule): void {
  best.listed = -1;
  best.measures[SURENESS] = -1; // any other is above it, so the rest is never asked
}

/** How sure a rule is, by the Wilson bound of its confidence. */
export function surenessOf(supportCount: number, antecedentCount: number): number {
  return Math.min(SURE, wilsonLow(supportCount, antecedentCount));
}

export function mayBeShown(sureness: number): boolean {
  return sureness >= LEAST_SURE;
}

export function isSure(sureness: number): boolean {
  return sureness >= SURE;
}

/** Deviations outside of an interval, on top of those that the interval allows for. */
export function clarityOutside(min: number, max: number, value: number, deviation: number): number {
  const outside = Math.max(min - value, value - max);
  return limitClarity(EXPECTED_DEVIATIONS + (deviation > 0 ? outside / deviation : CLEAR));
}

export function limitClarity(clarity: number): number {
  return Math.min(CLEAR, clarity);
}

/** Whether no rule about so few rows, or fewer, can be better. */
export function isBeyondReach({ measures }: BestRule, antecedentCount: number): boolean {
  if (antecedentCount >= measures[ROWS]!) return false;
  return measures[SURENESS]! >= SURE && measures[PRECISION] === 1 && measures[CLARITY]! >= CLEAR;
}

/** Whether a rule comes before the best so far. If so, its measures become those of the best. */
export function isBetter(
  { measures }: BestRule,
  sureness: number,
  isVague: boolean,
  clarity: number,
  antecedentCount: number,
  length: number,
  source: number,
  supportCount: number,
): boolean {
  const precision = isVague ? 0 : 1;
  const difference =
    sureness - measures[0]! ||
    precision - measures[1]! ||
    clarity - measures[2]! ||
    antecedentCount - measures[3]! ||
    -length - measures[4]! ||
    -source - measures[5]! ||
    supportCount - measures[6]!;
  if (!(difference > 0)) return false;
  measures[0] = sureness;
  measures[1] = precision;
  measures[2] = clarity;
  measures[3] = antecedentCount;
  measures[4] = -length;
  measures[5] = -source;
  measures[6] = supportCount;
  return true;
}
