/**
 * The counts by which rules are chosen: those of the rows that do not check them. What the rows that check a rule say
 * of it is then no better because it was chosen among many.
 */
import { type CheckedCounts, confidenceLowAt, ONE_SIDED_95, type RowCounts, TWO_SIDED_95 } from "../../rules/index.js";

/** Rules of a list, or nodes of a forest. */
interface CountedRules {
  readonly antecedentCounts: RowCounts;
  readonly supportCounts: RowCounts;
  readonly checked: CheckedCounts | null;
}

export interface ChoiceCounts {
  antecedentCount(rule: number): number;
  supportCount(rule: number): number;
  /** The confidence that it has at least by the rows that check it; 1 where none do. */
  checkedLow(rule: number): number;
  /** By so many deviations its confidence may be less than the counts say. */
  readonly deviations: number;
}

export function choiceCounts({ antecedentCounts, supportCounts, checked }: CountedRules): ChoiceCounts {
  if (checked === null) {
    return {
      antecedentCount: (rule) => antecedentCounts[rule]!,
      supportCount: (rule) => supportCounts[rule]!,
      checkedLow: () => 1,
      deviations: TWO_SIDED_95, // as ever for models that do not know better
    };
  }
  const antecedentCount = (rule: number): number => antecedentCounts[rule]! - checked.antecedentCounts[rule]!;
  return {
    antecedentCount,
    // A category that only rows which check the rule have counts as expected, and in them as an exception.
    supportCount: (rule) => Math.min(antecedentCount(rule), supportCounts[rule]! - checked.supportCounts[rule]!),
    checkedLow: (rule) => confidenceLowAt(checked, rule),
    deviations: ONE_SIDED_95,
  };
}
