/**
 * How often rules are true in rows that took no part in finding them, and how sure that makes them.
 *
 * Of rows that depend on those next to them a hundred tell less than a hundred: a stretch of rows breaks a rule
 * together, or not at all. How much less is told by how far shares of exceptions differ between stretches, beyond what
 * chance makes them differ: the design effect. Few rules have exceptions enough to tell theirs, so none is taken for
 * less than most of all rules have; and of few stretches it is known so badly that Student's distribution takes the
 * place of the normal.
 */
import { ONE_SIDED_95, studentQuantile, wilsonLow } from "./measures.js";
import { createCounts, type RowCounts } from "./row-counts.js";

/** One of each for every rule. */
export interface CheckedCounts {
  readonly antecedentCounts: RowCounts;
  readonly supportCounts: RowCounts;
  /** Of dependent rows the confidence that a rule has at least, with 95 % certainty; null: the counts tell it. */
  readonly lows: Float64Array | null;
}

/** How often one rule is true in rows that took no part in finding it. */
export interface Checked {
  readonly antecedentCount: number;
  readonly supportCount: number;
  /** With 95 % certainty it is true in at least this share of normal rows. */
  readonly confidenceLow: number;
}

/**
 * A rule whose confidence in rows that took no part in choosing it may be below this is not shown: rows are too few, or
 * exceptions many.
 */
export const LEAST_CHECKED = 0.5;

export function checkedAt(counts: CheckedCounts | null, rule: number): Checked | null {
  if (counts === null) return null;
  const antecedentCount = counts.antecedentCounts[rule]!;
  const supportCount = counts.supportCounts[rule]!;
  return { antecedentCount, supportCount, confidenceLow: confidenceLowAt(counts, rule) };
}

export function confidenceLowAt({ antecedentCounts, supportCounts, lows }: CheckedCounts, rule: number): number {
  return lows === null ? wilsonLow(supportCounts[rule]!, antecedentCounts[rule]!, ONE_SIDED_95) : lows[rule]!;
}

/** Counts of rules, stretch by stretch: what of them is needed in the end. */
export interface StretchTally {
  readonly antecedentCounts: RowCounts;
  readonly supportCounts: RowCounts;
  /** Stretches with rows of the rule. */
  readonly stretches: Uint8Array;
  /** Sums over stretches of squared exceptions, of exceptions × rows, and of squared rows. */
  readonly squaredExceptions: Float64Array;
  readonly products: Float64Array;
  readonly squaredRows: Float64Array;
}

/** `rowCount`: no rule counts more rows. */
export function startTally(ruleCount: number, rowCount: number): StretchTally {
  return {
    antecedentCounts: createCounts(ruleCount, rowCount),
    supportCounts: createCounts(ruleCount, rowCount),
    stretches: new Uint8Array(ruleCount),
    squaredExceptions: new Float64Array(ruleCount),
    products: new Float64Array(ruleCount),
    squaredRows: new Float64Array(ruleCount),
  };
}

/** Adds what one stretch says about a rule. */
export function addStretch(
  tally: StretchTally,
  rule: number,
  { rows, support }: { readonly rows: number; readonly support: number },
): void {
  if (rows === 0) return;
  const exceptions = rows - support;
  tally.antecedentCounts[rule]! += rows;
  tally.supportCounts[rule]! += support;
  tally.stretches[rule]!++;
  tally.squaredExceptions[rule]! += exceptions * exceptions;
  tally.products[rule]! += exceptions * rows;
  tally.squaredRows[rule]! += rows * rows;
}

/** `areDependent`: whether rows of one stretch depend on one another; else stretches do not matter. */
export function checkedCounts(tally: StretchTally, areDependent: boolean): CheckedCounts {
  const { antecedentCounts, supportCounts } = tally;
  return { antecedentCounts, supportCounts, lows: areDependent ? dependentLows(tally) : null };
}

/**
 * No rule's design effect is taken to be below that of this share of the rules. So .94 of the rules shown for fresh
 * weeks of the water tank keep their bound, and .99 of those shown for its faults; with .7 it would be .89 and .98 by
 * bounds that are .03 higher.
 */
const COMMON_SHARE = 0.8;

function dependentLows(tally: StretchTally): Float64Array {
  const { antecedentCounts, supportCounts, stretches } = tally;
  const effects = Float64Array.from(stretches, (_, rule) => designEffect(tally, rule));
  const known = effects.filter((effect) => !Number.isNaN(effect)).sort();
  const common = Math.max(1, known[Math.floor(COMMON_SHARE * known.length)] ?? 1);
  return effects.map((effect, rule) => {
    if (stretches[rule]! < 2) return 0;
    const share = supportCounts[rule]! / antecedentCounts[rule]!;
    const rows = antecedentCounts[rule]! / (Number.isNaN(effect) ? common : Math.max(effect, common));
    return roundDown(wilsonLow(share * rows, rows, studentQuantile(stretches[rule]! - 1)));
  });
}

/**
 * Variance of the share of exceptions between stretches, as a multiple of what it is by chance; NaN where nothing
 * tells.
 */
export function designEffect(tally: StretchTally, rule: number): number {
  const rows = tally.antecedentCounts[rule]!;
  const exceptions = rows - tally.supportCounts[rule]!;
  const stretches = tally.stretches[rule]!;
  if (exceptions === 0 || exceptions === rows || stretches < 2) return Number.NaN;
  const share = exceptions / rows;
  const squares =
    tally.squaredExceptions[rule]! - 2 * share * tally.products[rule]! + share * share * tally.squaredRows[rule]!;
  return (squares * stretches) / (stretches - 1) / (rows * share * (1 - share));
}

/** Four digits are plenty, and keep model files small. */
function roundDown(share: number): number {
  return Math.floor(share * 10_000) / 10_000;
}
