/**
 * Explaining by definition: sort every rule, walk down, keep the first k that the row breaks; of these the ones without
 * a condition come first, furthest from its range before the others.
 */
import type { Predicate } from "../../src/core/predicates/index.js";
import type { Feature } from "../../src/core/table/index.js";
import type { CountedRule } from "./all-rules.js";
import { aboutFeatures, isTrue } from "./predicate-truth.js";
import type { Meaning } from "./raw-values.js";

export interface ScoreQuestion {
  readonly rowCount: number;
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly confidenceWeight: number;
}

/** (sup − θ)/(1 − θ) + λ (conf − γ)/(1 − γ); a θ of 1 or more leaves its term out. */
export function scoreOf(rule: CountedRule, question: ScoreQuestion): number {
  const { rowCount, minSupport, minConfidence, confidenceWeight } = question;
  const support = rule.supportCount / rowCount;
  const confidence = rule.supportCount / rule.antecedentCount;
  const first = minSupport < 1 ? (support - minSupport) / (1 - minSupport) : 0;
  return first + confidenceWeight * ((confidence - minConfidence) / (1 - minConfidence));
}

/**
 * By score, then fewer predicates, then the consequent's feature, the antecedent's features, the antecedent, the
 * consequent.
 */
export function sortRules<R extends CountedRule>(
  rules: readonly R[],
  predicates: readonly Predicate[],
  question: ScoreQuestion,
): R[] {
  const place = (item: number): number => aboutFeatures(predicates[item]!)[0]!;
  const keys = rules.map((rule) => ({
    rule,
    key: [
      -scoreOf(rule, question),
      rule.antecedent.length,
      place(rule.consequent),
      ...rule.antecedent.map(place),
      ...rule.antecedent,
      rule.consequent,
    ],
  }));
  keys.sort((a, b) => {
    const at = a.key.findIndex((value, i) => value !== b.key[i]);
    return at < 0 ? 0 : a.key[at]! - b.key[at]!;
  });
  return keys.map(({ rule }) => rule);
}

export function firstViolated<R extends CountedRule>(
  sorted: readonly R[],
  predicates: readonly Predicate[],
  features: readonly Feature[],
  row: readonly Meaning[],
  k: number,
): R[] {
  const truth = (item: number) => isTrue(predicates[item]!, features, row);
  const violated = sorted.filter(
    (rule) => rule.antecedent.every((item) => truth(item) === true) && truth(rule.consequent) === false,
  );
  const distance = (rule: R): number => distanceFrom(predicates[rule.consequent]!, row);
  const ranges = violated.filter((rule) => rule.antecedent.length === 0);
  const furthestFirst = ranges.toSorted(
    (a, b) => Number(distance(b) > distance(a)) - Number(distance(a) > distance(b)),
  );
  return [...furthestFirst, ...violated.filter((rule) => rule.antecedent.length > 0)].slice(0, k);
}

/** In widths of the range; Infinity for what is no number, and for what cannot be told. */
function distanceFrom(expected: Predicate, row: readonly Meaning[]): number {
  if (expected.kind !== "interval") return Number.POSITIVE_INFINITY;
  const { feature, min, max } = expected;
  const value = row[feature] as number;
  const widths = (value < min ? min - value : value - max) / (max - min);
  return Number.isNaN(widths) ? Number.POSITIVE_INFINITY : widths;
}
