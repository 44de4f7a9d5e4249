/** A rule as the contract writes it: predicates by name, integer counts, and the measures made from them. */
import { diagnosisRowCount, type Model } from "../model/index.js";
import {
  accuracyScore,
  confidenceOf,
  type Rule,
  type RuleSource,
  ruleIdOf,
  TWO_SIDED_95,
  wilsonLow,
} from "../rules/index.js";
import type { PublicPredicate } from "./format-predicate.js";
import { joinTexts, plainWording, type RuleWords, wordRule } from "./predicate-words.js";

export interface PublicRule {
  readonly source: RuleSource;
  /** A hash of what the rule says: the same in every model that has it. */
  readonly id: string;
  readonly antecedent: readonly PublicPredicate[];
  readonly consequent: PublicPredicate;
  /** Learning rows where the antecedent holds and the consequent is known. */
  readonly antecedentCount: number;
  /** Learning rows where both hold. */
  readonly supportCount: number;
  /** supportCount as a share of all learning rows. */
  readonly support: number;
  readonly confidence: number;
  /**
   * The same counts in rows that took no part in finding the rule, nor in choosing it; null: older models do not know
   * them.
   */
  readonly checked: { readonly antecedentCount: number; readonly supportCount: number } | null;
  /** With 95 % certainty the rule is true in at least this share of normal rows like these, by what is checked. */
  readonly confidenceLow: number;
  /** The paper's accuracy score. */
  readonly score: number;
  readonly text: string;
}

/** `words`: those of the rule for a row that breaks it, or at all. */
export function toPublicRule(rule: Rule, model: Model, words = wordRule(rule, plainWording(model))): PublicRule {
  const { checked } = rule;
  const support = rule.supportCount / rowsCountedIn(rule, model);
  const confidence = confidenceOf(rule.supportCount, rule.antecedentCount);
  const antecedent = words.antecedent.map(({ written }) => written);
  const consequent = words.consequent.written;
  return {
    source: rule.source,
    id: ruleIdOf({ antecedent, consequent }),
    antecedent,
    consequent,
    antecedentCount: rule.antecedentCount,
    supportCount: rule.supportCount,
    support,
    confidence,
    checked: checked && { antecedentCount: checked.antecedentCount, supportCount: checked.supportCount },
    confidenceLow: checked?.confidenceLow ?? wilsonLow(rule.supportCount, rule.antecedentCount, TWO_SIDED_95),
    score: accuracyScore(support, confidence, model.options),
    text: formatWords(words),
  };
}

/** Rules of trees are counted in the rows of the diagnosis, all others in all learning rows. */
export function rowsCountedIn({ source }: Pick<Rule, "source">, model: Model): number {
  return source === "tree" ? diagnosisRowCount(model) : model.rowCount;
}

/** "Level ≥ 10, Pump = ON → Valve = Open"; with an empty antecedent "always → Valve = Open". */
export function formatRule(rule: Rule, model: Model): string {
  return formatWords(wordRule(rule, plainWording(model)));
}

function formatWords({ antecedent, consequent }: RuleWords): string {
  return `${antecedent.length === 0 ? "always" : joinTexts(antecedent, ", ")} → ${consequent.text}`;
}
