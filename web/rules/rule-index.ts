/**
 * The rules of a model as columns to filter and draw, best first; a rule itself is made only when it is shown.
 *
 * Cost: building O(rules log rules); filtering one pass over typed arrays, a few milliseconds for 100,000s.
 */
import type { Model } from "../../src/core/model/model.js";
import { featuresOf } from "../../src/core/predicates/predicate.js";
import { type PublicRule, toPublicRule } from "../../src/core/presentation/public-rule.js";
import { accuracyScore, confidenceOf } from "../../src/core/rules/measures.js";
import { RULE_SOURCES, type Rule, type RuleSource, ruleAt } from "../../src/core/rules/rule-list.js";
import { treeRules } from "../../src/core/rules/tree-rules.js";

export interface RuleIndex {
  readonly length: number;
  /** Place in RULE_SOURCES. */
  readonly sources: Uint8Array;
  /** Shares of learning rows. */
  readonly supports: Float64Array;
  readonly confidences: Float64Array;
  /** Number of the first feature the rule speaks about. */
  readonly features: Int32Array;
  /** The rule at a place, as it is shown. */
  rule(place: number): PublicRule;
}

export interface RuleFilter {
  readonly feature: number | null;
  readonly source: RuleSource | null;
  readonly minSupport: number;
  readonly minConfidence: number;
}

export const ANY_RULE: RuleFilter = { feature: null, source: null, minSupport: 0, minConfidence: 0 };

export function createRuleIndex(model: Model): RuleIndex {
  const categoryCounts = model.profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
  const trees = [...treeRules({ forest: model.forest, features: model.features, categoryCounts })];
  const listed = model.rules.length;
  const ruleOf = (number: number): Rule =>
    number < listed ? ruleAt(model.rules, model.predicates, number) : trees[number - listed]!;
  const length = listed + trees.length;
  const support = (number: number): number => ruleOf(number).supportCount / model.rowCount;
  const confidence = (number: number): number => {
    const { supportCount, antecedentCount } = ruleOf(number);
    return confidenceOf(supportCount, antecedentCount);
  };
  const scores = Float64Array.from({ length }, (_, number) =>
    accuracyScore(support(number), confidence(number), model.options),
  );
  const order = Uint32Array.from({ length }, (_, number) => number).sort((a, b) => scores[b]! - scores[a]! || a - b);
  return {
    length,
    sources: Uint8Array.from(order, (number) => RULE_SOURCES.indexOf(ruleOf(number).source)),
    supports: Float64Array.from(order, support),
    confidences: Float64Array.from(order, confidence),
    features: Int32Array.from(order, (number) => featuresOf(ruleOf(number).consequent)[0]!),
    rule: (place) => toPublicRule(ruleOf(order[place]!), model),
  };
}

/** Places of the rules that fit, best first. */
export function filterRules(index: RuleIndex, filter: RuleFilter): Uint32Array {
  const source = filter.source === null ? -1 : RULE_SOURCES.indexOf(filter.source);
  const found = new Uint32Array(index.length);
  let count = 0;
  for (let place = 0; place < index.length; place++) {
    if (source >= 0 && index.sources[place] !== source) continue;
    if (filter.feature !== null && index.features[place] !== filter.feature) continue;
    if (index.supports[place]! < filter.minSupport || index.confidences[place]! < filter.minConfidence) continue;
    found[count++] = place;
  }
  return found.subarray(0, count);
}
