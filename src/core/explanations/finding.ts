/**
 * A Finding: what is suspect about one row, by numbers of features and rules as data. Presentation turns it into the
 * Explanation people and programs read.
 */
import type { Predicate } from "../predicates/predicate.js";
import type { Rule } from "../rules/rule-list.js";

export interface Finding {
  /** Most suspect first. */
  readonly suspects: readonly Suspect[];
  /** The rules to show. */
  readonly rules: readonly Rule[];
}

export interface Suspect {
  readonly feature: number;
  /** Shares that sum to 1 over the suspects. */
  readonly blame: number;
  /** Place in the finding's rules, or null when no rule speaks about it. */
  readonly rule: number | null;
  /** What the value should have been, or null when nothing is known to be wrong with it. */
  readonly expected: Predicate | null;
  /** A usable repair as number or category code, from the nearest normal rows; null when none is known. */
  readonly suggested: number | null;
}
