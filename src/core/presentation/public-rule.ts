/** A rule as the contract writes it: predicates by name, integer counts, and the measures made from them. */
import type { Model } from "../model/model.js";
import type { Predicate } from "../predicates/predicate.js";
import { accuracyScore, confidenceOf, wilsonLow } from "../rules/measures.js";
import type { Rule, RuleSource } from "../rules/rule-list.js";
import { formatCountOf, formatShare } from "./format-number.js";
import { formatPredicate, type PublicPredicate, toPublicPredicate } from "./format-predicate.js";
import type { PredicateTexts } from "./predicate-texts.js";

export interface PublicRule {
  readonly source: RuleSource;
  readonly antecedent: readonly PublicPredicate[];
  readonly consequent: PublicPredicate;
  /** Learning rows where the antecedent holds and the consequent is known. */
  readonly antecedentCount: number;
  /** Learning rows where both hold. */
  readonly supportCount: number;
  /** supportCount as a share of all learning rows. */
  readonly support: number;
  readonly confidence: number;
  /** Lower end of the 95 % Wilson interval of the confidence. */
  readonly confidenceLow: number;
  /** The paper's accuracy score. */
  readonly score: number;
  readonly text: string;
}

/**
 * `observed` is the row's number where the rule is broken, so that the text never seems to contradict it. `texts` gives
 * those of predicates, where many rules are written.
 */
export function toPublicRule(
  rule: Rule,
  model: Model,
  observed: number | null = null,
  texts: PredicateTexts = (predicate) => formatPredicate(predicate, model),
): PublicRule {
  const support = rule.supportCount / model.rowCount;
  const confidence = confidenceOf(rule.supportCount, rule.antecedentCount);
  return {
    source: rule.source,
    antecedent: rule.antecedent.map((predicate) => toPublicPredicate(predicate, model)),
    consequent: toPublicPredicate(rule.consequent, model),
    antecedentCount: rule.antecedentCount,
    supportCount: rule.supportCount,
    support,
    confidence,
    confidenceLow: wilsonLow(rule.supportCount, rule.antecedentCount),
    score: accuracyScore(support, confidence, model.options),
    text: joinRule(rule.antecedent.map(texts), consequentText(rule.consequent, model, observed, texts)),
  };
}

/** "Level ≥ 10, Pump = ON → Valve = Open"; ∅ stands for an empty antecedent. */
export function formatRule(rule: Rule, model: Model, observed: number | null = null): string {
  const antecedent = rule.antecedent.map((predicate) => formatPredicate(predicate, model));
  return joinRule(antecedent, formatPredicate(rule.consequent, model, observed));
}

/** Only bounds that were computed are written with regard to what was observed. */
function consequentText(consequent: Predicate, model: Model, observed: number | null, texts: PredicateTexts): string {
  const isComputed = consequent.kind === "interval" && consequent.maxInclusive;
  return isComputed ? formatPredicate(consequent, model, observed) : texts(consequent);
}

function joinRule(antecedent: readonly string[], consequent: string): string {
  return `${antecedent.length === 0 ? "∅" : antecedent.join(", ")} → ${consequent}`;
}

/** "holds for 99.8 % of 3,126 normal rows". */
export function formatEvidence(rule: { readonly supportCount: number; readonly antecedentCount: number }): string {
  const confidence = formatShare(confidenceOf(rule.supportCount, rule.antecedentCount));
  return `holds for ${confidence} of ${formatCountOf(rule.antecedentCount, "normal row")}`;
}
