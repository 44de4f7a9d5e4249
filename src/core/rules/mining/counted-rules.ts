/** Rules whose counts are known, by the length of their antecedents: what longer ones are judged and bounded by. */
import { countBelow } from "../../base/index.js";
import type { RuleCounts } from "./rule-records.js";

/** An antecedent with its frequent rules. */
export interface FrequentRules {
  /** Ascending. */
  readonly items: readonly number[];
  /** Ascending; the lists behind have one entry for each. */
  readonly consequents: Uint32Array;
  readonly supportCounts: Float64Array;
  readonly antecedentCounts: Float64Array;
}

/** The same, judged; with the longest antecedents only those that are found. */
export interface CountedAntecedent extends FrequentRules {
  /** 1 for rules that are found, 0 for those that only tell about others. */
  readonly areFound: Uint8Array;
}

/** Antecedents of one length by their items, in ascending order. */
export type Level = ReadonlyMap<string, CountedAntecedent>;

/** Those by which longer candidates are told. */
export type FrequentLevel = ReadonlyMap<string, FrequentRules>;

export function countsAt({ supportCounts, antecedentCounts }: FrequentRules, place: number): RuleCounts {
  return { supportCount: supportCounts[place]!, antecedentCount: antecedentCounts[place]! };
}

/** Of a rule that is frequent. Contract: it was counted. */
export function countsOf(levels: readonly Level[], items: readonly number[], consequent: number): RuleCounts {
  const antecedent = levels[items.length - 1]!.get(items.join())!;
  return countsAt(antecedent, countBelow(antecedent.consequents, consequent));
}

/** What a rule must be to be found. */
export interface Judging {
  readonly minConfidence: number;
  /** Of each predicate 1 where it is no news; null: a rule may say what a shorter one says. */
  readonly isNoNews: Uint8Array | null;
}

interface FrequentRule {
  readonly items: readonly number[];
  readonly consequent: number;
  readonly counts: RuleCounts;
}

/** Whether a frequent rule is found. `levels`: those of shorter antecedents. */
export function isFound(
  { items, consequent, counts }: FrequentRule,
  { minConfidence, isNoNews }: Judging,
  levels: readonly Level[],
): boolean {
  if (counts.supportCount / counts.antecedentCount <= minConfidence) return false;
  if (isNoNews === null) return true;
  if (isNoNews[consequent] === 1) return false;
  return properParts(items).every((part) => isLessShare(countsOf(levels, part, consequent), counts));
}

/** Whether the confidence of one rule is less than that of the other, exactly: as products of integers. */
function isLessShare(one: RuleCounts, other: RuleCounts): boolean {
  const left = one.supportCount * other.antecedentCount;
  const right = other.supportCount * one.antecedentCount;
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left < right;
  return (
    BigInt(one.supportCount) * BigInt(other.antecedentCount) < BigInt(other.supportCount) * BigInt(one.antecedentCount)
  );
}

/** Non-empty, and not the whole. */
function properParts(items: readonly number[]): number[][] {
  const parts: number[][] = [[]];
  for (const item of items) parts.push(...parts.map((part) => [...part, item]));
  return parts.filter((part) => part.length > 0 && part.length < items.length);
}
