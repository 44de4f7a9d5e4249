/**
 * A digest of a set of rules with their counts, the same in every language: each rule as a line
 * "antecedent items>consequent:antecedent rows:rows", lines sorted, SHA-256. Equal digests, equal rules.
 */
import { createHash } from "node:crypto";
import type { RuleList } from "../../src/index.js";

export interface RuleDigest {
  readonly count: number;
  readonly digest: string;
}

export function digestRules(rules: RuleList): RuleDigest {
  const lines = Array.from({ length: rules.length }, (_, rule) => {
    const items = rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!);
    return ruleLine({
      antecedent: [...items],
      consequent: rules.consequents[rule]!,
      antecedentCount: rules.antecedentCounts[rule]!,
      supportCount: rules.supportCounts[rule]!,
    });
  });
  return digestLines(lines);
}

export interface CountedItemset {
  readonly items: readonly number[];
  readonly support: number;
}

/** The rules with one consequent that follow from itemsets: what is left to do for who only finds itemsets. */
export function digestRulesOf(itemsets: readonly CountedItemset[], minConfidence: number): RuleDigest {
  const supports = new Map(itemsets.map(({ items, support }) => [ascending(items).join(), support]));
  const lines = itemsets.flatMap(({ items, support }) => {
    if (items.length < 2) return [];
    return items.flatMap((consequent) => {
      const antecedent = ascending(items.filter((item) => item !== consequent));
      const antecedentCount = supports.get(antecedent.join()) ?? 0;
      return support / antecedentCount > minConfidence
        ? [ruleLine({ antecedent, consequent, antecedentCount, supportCount: support })]
        : [];
    });
  });
  return digestLines(lines);
}

function ascending(items: readonly number[]): number[] {
  return [...items].sort((a, b) => a - b);
}

interface CountedRule {
  readonly antecedent: readonly number[];
  readonly consequent: number;
  readonly antecedentCount: number;
  readonly supportCount: number;
}

function ruleLine({ antecedent, consequent, antecedentCount, supportCount }: CountedRule): string {
  return `${antecedent.join()}>${consequent}:${antecedentCount}:${supportCount}`;
}

function digestLines(lines: string[]): RuleDigest {
  const hash = createHash("sha256");
  for (const line of lines.sort()) hash.update(line).update("\n");
  return { count: lines.length, digest: hash.digest("hex") };
}
