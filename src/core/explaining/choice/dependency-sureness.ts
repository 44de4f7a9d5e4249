/**
 * How sure rules of a dependency are. Ten rows of a product tell little by themselves; but where a thousand products
 * have one price group each, the next one has, too. So a rule without an exception is as sure as those of its
 * dependency are together, by rows that took no part in choosing it.
 *
 * Rows of one category may depend on one another, so each category counts once.
 */
import type { Model } from "../../model/index.js";
import { type CheckedCounts, ONE_SIDED_95, rulesByDependency, wilsonLow } from "../../rules/index.js";
import { SURE_ENOUGH } from "../../schema/index.js";
import type { ChoiceCounts } from "./choice-counts.js";

/** Writes to `sureness`, one for each rule. */
export function raiseDependencies(
  model: Pick<Model, "rules" | "predicates">,
  counts: ChoiceCounts,
  sureness: Float64Array,
): void {
  const { checked } = model.rules;
  if (checked === null) return;
  for (const byCategory of rulesByDependency(model)) {
    const rules = [...byCategory.values()].map(({ rule }) => rule).filter((rule) => hasNoException(counts, rule));
    const low = surenessTogether(rules, checked);
    for (const rule of rules) {
      if (checked.supportCounts[rule] !== checked.antecedentCounts[rule]) continue;
      sureness[rule] = Math.max(sureness[rule]!, Math.min(SURE_ENOUGH, low));
    }
  }
}

/** In the rows that choose. */
function hasNoException(counts: ChoiceCounts, rule: number): boolean {
  const rows = counts.antecedentCount(rule);
  return rows > 0 && counts.supportCount(rule) === rows;
}

/** By the rows that check. Each category that has some counts as one row, which is right by the share of all rows. */
function surenessTogether(rules: readonly number[], { antecedentCounts, supportCounts }: CheckedCounts): number {
  let [rows, right, categories] = [0, 0, 0];
  for (const rule of rules) {
    rows += antecedentCounts[rule]!;
    right += supportCounts[rule]!;
    if (antecedentCounts[rule]! > 0) categories++;
  }
  return wilsonLow((categories * right) / Math.max(1, rows), categories, ONE_SIDED_95);
}
