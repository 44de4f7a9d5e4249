/**
 * The one order of rules, best first: accuracy score, then fewer predicates, then the order of features (that of the
 * consequent, then those of the antecedent), then of predicates. No two rules tie.
 */
import { featuresOf, type Predicate } from "../predicates/index.js";
import { accuracyScore, confidenceOf, type ScoreWeights } from "./measures.js";
import { predicateCount, type RuleList } from "./rule-list.js";

/** Rule numbers, best first. */
export function rankRules(
  rules: RuleList,
  predicates: readonly Predicate[],
  { rowCount, weights }: { readonly rowCount: number; readonly weights: ScoreWeights },
): Uint32Array {
  const scores = ruleScores(rules, rowCount, weights);
  const firstFeature = predicates.map((predicate) => featuresOf(predicate)[0]!);
  const antecedents: AntecedentOrder = { rules, firstFeature };
  const order = Uint32Array.from({ length: rules.length }, (_, rule) => rule);
  return order.sort(
    (a, b) =>
      scores[b]! - scores[a]! ||
      predicateCount(rules, a) - predicateCount(rules, b) ||
      firstFeature[rules.consequents[a]!]! - firstFeature[rules.consequents[b]!]! ||
      compareAntecedents(antecedents, a, b) ||
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

interface AntecedentOrder {
  readonly rules: RuleList;
  /** Of each predicate. */
  readonly firstFeature: readonly number[];
}

/** Contract: equally many predicates. */
function compareAntecedents({ rules, firstFeature }: AntecedentOrder, a: number, b: number): number {
  const length = predicateCount(rules, a) - 1;
  for (let i = 0; i < length; i++) {
    const difference =
      firstFeature[rules.items[rules.offsets[a]! + i]!]! - firstFeature[rules.items[rules.offsets[b]! + i]!]!;
    if (difference !== 0) return difference;
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
