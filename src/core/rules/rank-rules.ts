/**
 * The one order of rules, best first: accuracy score, then fewer predicates, then the order of features (that of the
 * consequent, then those of the antecedent), then of predicates. No two rules tie.
 */
import { featuresOf, type Predicate } from "../predicates/predicate.js";
import { accuracyScore, confidenceOf, type ScoreWeights } from "./measures.js";
import { predicateCount, type RuleList } from "./rule-list.js";

/** Rule numbers, best first. */
export function rankRules(
  rules: RuleList,
  predicates: readonly Predicate[],
  rowCount: number,
  weights: ScoreWeights,
): Uint32Array {
  const scores = ruleScores(rules, rowCount, weights);
  const firstFeature = predicates.map((predicate) => featuresOf(predicate)[0]!);
  const order = Uint32Array.from({ length: rules.length }, (_, rule) => rule);
  return order.sort(
    (a, b) =>
      scores[b]! - scores[a]! ||
      predicateCount(rules, a) - predicateCount(rules, b) ||
      firstFeature[rules.consequents[a]!]! - firstFeature[rules.consequents[b]!]! ||
      compareAntecedents(rules, a, b, firstFeature) ||
      compareItems(rules, a, b),
  );
}

export function ruleScores(rules: RuleList, rowCount: number, weights: ScoreWeights): Float64Array {
  const scores = new Float64Array(rules.length);
  for (let rule = 0; rule < rules.length; rule++) {
    const confidence = confidenceOf(rules.supportCounts[rule]!, rules.antecedentCounts[rule]!);
    scores[rule] = accuracyScore(rowCount === 0 ? 0 : rules.supportCounts[rule]! / rowCount, confidence, weights);
  }
  return scores;
}

/** Contract: equally many predicates. */
function compareAntecedents(rules: RuleList, a: number, b: number, firstFeature: readonly number[]): number {
  const length = predicateCount(rules, a) - 1;
  for (let i = 0; i < length; i++) {
    const order =
      firstFeature[rules.items[rules.offsets[a]! + i]!]! - firstFeature[rules.items[rules.offsets[b]! + i]!]!;
    if (order !== 0) return order;
  }
  return 0;
}

function compareItems(rules: RuleList, a: number, b: number): number {
  const length = predicateCount(rules, a) - 1;
  for (let i = 0; i < length; i++) {
    const order = rules.items[rules.offsets[a]! + i]! - rules.items[rules.offsets[b]! + i]!;
    if (order !== 0) return order;
  }
  return rules.consequents[a]! - rules.consequents[b]!;
}
