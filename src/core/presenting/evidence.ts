/**
 * How often a rule is true, in words: by the rows that were held back to check it, which neither found nor chose it.
 * Where none were (older models do not say), by the rows it was learnt from, and then nothing is said about certainty.
 */
import { confidenceOf } from "../rules/index.js";
import { formatCount, formatCountOf, formatShare } from "./format-number.js";

/** What of a rule, as data or written, tells it. */
interface EvidencedRule {
  readonly antecedent: { readonly length: number };
  readonly antecedentCount: number;
  readonly supportCount: number;
  readonly checked: { readonly antecedentCount: number; readonly supportCount: number } | null;
}

export interface Evidence {
  readonly antecedentCount: number;
  readonly supportCount: number;
  readonly confidence: number;
  /** Whether the rows were held back to check the rule. */
  readonly isChecked: boolean;
}

export function evidenceOf({ antecedentCount, supportCount, checked }: EvidencedRule): Evidence {
  const isChecked = checked !== null && checked.antecedentCount > 0;
  const counts = isChecked ? checked : { antecedentCount, supportCount };
  const confidence = confidenceOf(counts.supportCount, counts.antecedentCount);
  return { antecedentCount: counts.antecedentCount, supportCount: counts.supportCount, confidence, isChecked };
}

/** "true in 385 of 385 normal rows like this, held back to check it". */
export function formatTruth(rule: EvidencedRule): string {
  const { antecedentCount, supportCount, isChecked } = evidenceOf(rule);
  const like = rule.antecedent.length === 0 ? "" : " like this";
  const rows = formatCountOf(antecedentCount, "normal row");
  return `true in ${formatCount(supportCount)} of ${rows}${like}, ${isChecked ? "held back to check it" : "which it was learnt from"}`;
}

/** "95 % certain: at least 99.3 %"; nothing where no rows were held back. */
export function formatCertainty(rule: EvidencedRule & { readonly confidenceLow: number }): string {
  return evidenceOf(rule).isChecked ? `95 % certain: at least ${formatShare(rule.confidenceLow)}` : "";
}

/** "true in 385 of 385 normal rows like this, held back to check it; 95 % certain: at least 99.3 %". */
export function formatEvidence(rule: EvidencedRule & { readonly confidenceLow: number }): string {
  const certainty = formatCertainty(rule);
  if (certainty !== "") return `${formatTruth(rule)}; ${certainty}`;
  return `${formatTruth(rule)}: ${formatShare(evidenceOf(rule).confidence)}`;
}

/** "holds for 99.8 % of 1,541 normal rows held back to check it". */
export function formatHolding(rule: EvidencedRule): string {
  const { antecedentCount, confidence, isChecked } = evidenceOf(rule);
  const rows = formatCountOf(antecedentCount, "normal row");
  return `holds for ${formatShare(confidence)} of ${rows} ${isChecked ? "held back to check it" : "it was learnt from"}`;
}
