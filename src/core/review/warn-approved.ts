/**
 * What became of approved rules in new rows: one that is true less often than it was, or speaks about no row, is said
 * to.
 */
import { type ApprovedRule, confidenceOf, ruleIdOf, TWO_SIDED_95, wilsonLow } from "../rules/index.js";
import type { Approval } from "./review.js";

interface ApprovalWarning {
  readonly code: "APPROVED_RULE_FELL" | "APPROVED_RULE_SILENT";
  readonly message: string;
}

/** `counted`: the rules of the approvals, in their order. */
export function warnAboutApproved(approvals: readonly Approval[], counted: readonly ApprovedRule[]): ApprovalWarning[] {
  return approvals.flatMap((approval, place): ApprovalWarning[] => {
    const now = counted[place]!;
    const id = ruleIdOf(approval.rule);
    if (now.antecedentCount === 0) {
      const message = `the approved rule ${id} applies to none of these rows, so nothing can be said about it`;
      return [{ code: "APPROVED_RULE_SILENT", message }];
    }
    return hasFallen(approval, now)
      ? [{ code: "APPROVED_RULE_FELL", message: `the approved rule ${id} ${describeFall(approval, now)}` }]
      : [];
  });
}

/** By more than chance: even the upper 95 % bound of what is true now is below what was true then. */
export function hasFallen(then: Counts, now: Counts): boolean {
  const highest = 1 - wilsonLow(now.antecedentCount - now.supportCount, now.antecedentCount, TWO_SIDED_95);
  return highest < confidenceOf(then.supportCount, then.antecedentCount);
}

interface Counts {
  readonly antecedentCount: number;
  readonly supportCount: number;
}

function describeFall(then: Counts, now: Counts): string {
  return `was true in ${then.supportCount} of ${then.antecedentCount} rows when it was approved, and is in ${now.supportCount} of ${now.antecedentCount} of these`;
}
