/**
 * Explanations of many rows in groups: rows with the same accused features and the same first rule have the same cause.
 *
 * Grows with the number of groups, not of rows, so a stream of any length can be summarised.
 */
import type { Explanation } from "./explanation.js";
import type { PublicRule } from "./public-rule.js";

export interface SummaryGroup {
  /** Accused features, most suspect first in the first row of the group; empty: nothing found to be wrong. */
  readonly features: readonly string[];
  /** The rule of the first accused feature; null: no rule speaks about it. */
  readonly rule: PublicRule | null;
  readonly count: number;
  readonly firstRow: number;
  readonly lastRow: number;
  /** The sentence of the strongest row of the group, and its number. */
  readonly example: { readonly row: number; readonly text: string };
}

export interface Summary {
  /** Rows explained. */
  readonly rows: number;
  /** Largest first; of equal ones the one that began first. */
  readonly groups: readonly SummaryGroup[];
}

export interface SummaryBuilder {
  add(explanation: Explanation): void;
  finish(): Summary;
}

export function createSummary(): SummaryBuilder {
  const groups = new Map<string, SummaryGroup & { readonly strength: number }>();
  let rows = 0;
  return {
    add(explanation) {
      rows++;
      const accused = explanation.features.filter((suspect) => suspect.expected !== null);
      const features = accused.map((suspect) => suspect.feature);
      const first = accused[0]?.rule ?? null;
      const rule = first === null ? null : explanation.rules[first]!;
      const key = JSON.stringify([[...features].sort(), features[0], rule?.antecedent, rule?.consequent]);
      const before = groups.get(key);
      const strength = explanation.strength ?? rule?.score ?? 0;
      const isStronger = before === undefined || strength > before.strength;
      groups.set(key, {
        features: before?.features ?? features,
        rule: before?.rule ?? rule,
        count: (before?.count ?? 0) + 1,
        firstRow: before?.firstRow ?? explanation.row,
        lastRow: explanation.row,
        example: isStronger ? { row: explanation.row, text: explanation.text } : before.example,
        strength: isStronger ? strength : before.strength,
      });
    },
    finish() {
      const sorted = [...groups.values()].sort((a, b) => b.count - a.count || a.firstRow - b.firstRow);
      return { rows, groups: sorted.map(({ strength: _, ...group }) => group) };
    },
  };
}
