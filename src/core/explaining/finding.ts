/**
 * A Finding: what is suspect about one row, by numbers of features and rules as data. Presentation turns it into the
 * Explanation people and programs read.
 */
import type { Seen } from "../evidence/index.js";
import type { Predicate } from "../predicates/index.js";
import type { Rule } from "../rules/index.js";

export interface Finding {
  /** Most suspect first. */
  readonly suspects: readonly Suspect[];
  /** The rules to show. */
  readonly rules: readonly Rule[];
  /** Whether the first two suspects contradict each other, and nothing tells which of them is wrong. */
  readonly isEither: boolean;
  /** Share of normal rows that are less strange; null when the method does not measure it. */
  readonly strength: number | null;
  /** How the row would look with suggested values in place (see suspectsToRepair); null unless asked for. */
  readonly repaired: Repaired | null;
}

export interface Repaired {
  readonly strength: number | null;
  /** Sure range and mined rules, and tree rules shown, that the row breaks as it is, and repaired. */
  readonly brokenBefore: number;
  readonly brokenAfter: number;
}

export interface Suspect {
  readonly feature: number;
  /** Shares that sum to 1 over the suspects. */
  readonly blame: number;
  /** That this reading is wrong; null when the method, or an older model, cannot tell. */
  readonly probability: number | null;
  /** Place in the finding's rules, or null when no rule speaks about it. */
  readonly rule: number | null;
  /**
   * What the value should have been, by the rest of the row and no more than its rule allows; null when nothing says it
   * is wrong.
   */
  readonly expected: Predicate | null;
  /**
   * Share of normal values that are as expected; null where `expected` says what its rule says, or was not measured.
   */
  readonly level: number | null;
  /**
   * Least and greatest value of normal rows that the rule is about, or of all; null for categories, and where none is
   * known.
   */
  readonly seen: Seen | null;
  /** Whether it is a number between those of learning rows that none of them has, where new ones are rare. */
  readonly isNew: boolean;
  /** Whether that is because it has more decimals than any of them. */
  readonly isFiner: boolean;
  /** A usable repair as number or category code; null when none is known. */
  readonly suggested: number | null;
}

/** A reading is accused when it is more likely wrong than right. */
export const LIKELY = 0.5;

/** Whether something is said against it: what was expected instead, or that it is likely wrong. */
export function isDoubted({ expected, probability }: Suspect): boolean {
  return expected !== null || (probability !== null && probability >= LIKELY);
}

/**
 * The suspects whose suggested values mend a row. Of two that contradict each other only the first is set right: with
 * both changed they would contradict each other again.
 */
export function suspectsToRepair<Any extends { readonly suggested: unknown }>(
  suspects: readonly Any[],
  isEither: boolean,
): Any[] {
  const suggested = suspects.filter((suspect) => suspect.suggested !== null);
  return isEither ? suggested.slice(0, 1) : suggested;
}

/** What is filled in step by step. */
export type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };
