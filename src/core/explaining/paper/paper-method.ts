/**
 * Explaining as in the paper: the best violated rules; their consequents, in that order, are the suspects.
 *
 * Rules about one feature by itself come first, the value furthest from its range before the others, and count as
 * certain, as in the code that its authors published; then the others by accuracy score. Ranked by their counts like
 * all others, as the paper's text can be read, they name fewer wrong features (docs/experiments/paper-method.md). Blame
 * is shared in proportion to the score of each suspect's best rule, so it falls with the rank.
 */
import type { Kernel } from "../../compute/index.js";
import type { Model } from "../../model/index.js";
import { featuresOf, type Predicate } from "../../predicates/index.js";
import { accuracyScore, confidenceOf, type Rule, type RuleList, ruleAt, withoutSource } from "../../rules/index.js";
import { type EncodedTable, fillRow } from "../../table/index.js";
import { memoize, weightOfRule } from "../choice/memoize.js";
import { fillStates, type PredicateStates, preparePredicateStates } from "../choice/predicate-states.js";
import { buildRuleIndex, findViolated, isViolated, type RuleIndex } from "../choice/rule-index.js";
import type { Changeable, Finding, Suspect } from "../finding.js";

interface PaperMethod {
  readonly model: Model;
  readonly index: RuleIndex;
  readonly predicates: PredicateStates;
  /** Rules by their number in the index: the same object for the same one, as long as it is remembered. */
  readonly ruleOf: (rule: number) => Rule;
  /** Scratch: the row at hand. */
  readonly values: Float64Array;
}

/** A rule can score below nothing (a range rule with many exceptions); it still counts a little. */
const LEAST_WEIGHT = 1e-3;

/** `kernel`: one that serves nothing else. */
export function preparePaperMethod(learnt: Model, top: number, kernel: Kernel): PaperMethod {
  const model = { ...learnt, rules: withoutSource(learnt.rules, "dependency", learnt.rowCount) };
  const index = buildRuleIndex(model.rules, model.predicates, { top, kernel });
  return {
    model,
    index,
    ruleOf: memoize((rule) => ruleAt(index.rules, index.predicates, rule), weightOfRule),
    predicates: preparePredicateStates(model.predicates, model.features),
    values: new Float64Array(model.features.length),
  };
}

export function findByRules(method: PaperMethod, table: EncodedTable, row: number): Finding {
  fillRow(table, row, method.values);
  fillStates(method.predicates, method.values);
  const found = findBroken(method);
  const rules = found.map(method.ruleOf);
  return { suspects: findSuspects(method, found, rules), rules, isEither: false, strength: null, repaired: null };
}

/** The rules to show, by their numbers. Among the best of all are enough with a condition to follow the ranges. */
function findBroken({ index, predicates: { states }, values }: PaperMethod): number[] {
  const { rules, predicates, plain, found } = index;
  const best = findViolated(index, states);
  const broken: number[] = [];
  for (const rule of plain) if (isViolated(rules, rule, states)) broken.push(rule);
  if (broken.length === 0) return best;
  const distanceOf = (rule: number): number => distanceFrom(predicates[rules.consequents[rule]!]!, values);
  broken.sort((a, b) => compareDistances(distanceOf(b), distanceOf(a)) || a - b);
  for (const rule of best) if (hasCondition(rules, rule)) broken.push(rule);
  broken.length = Math.min(broken.length, found.length);
  return broken;
}

/** How far a value is from its range, in widths of it; what was never seen, or is missing, is as far as can be. */
function distanceFrom(expected: Predicate, values: Float64Array): number {
  if (expected.kind !== "interval") return Number.POSITIVE_INFINITY;
  const { feature, min, max } = expected;
  const distance = Math.max(min - values[feature]!, values[feature]! - max) / (max - min);
  return Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance; // both are infinite
}

/** Infinite ones are equal, which their difference does not say. */
function compareDistances(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** The features of the consequents, in the order of the rules; `found` has their numbers. */
function findSuspects({ model }: PaperMethod, found: readonly number[], rules: readonly Rule[]): Suspect[] {
  const suspects: Changeable<Suspect>[] = [];
  let total = 0;
  for (let place = 0; place < rules.length; place++) {
    const expected = rules[place]!.consequent;
    for (const feature of featuresOf(expected)) {
      if (suspects.some((suspect) => suspect.feature === feature)) continue;
      const weight = Math.max(LEAST_WEIGHT, scoreOf(model, found[place]!));
      total += weight;
      suspects.push(paperSuspect(feature, weight, { expected, rule: place }));
    }
  }
  for (const suspect of suspects) suspect.blame /= total;
  return suspects;
}

/** The paper's method measures no more than its score. */
function paperSuspect(
  feature: number,
  blame: number,
  { expected, rule }: Pick<Suspect, "expected" | "rule">,
): Changeable<Suspect> {
  // One literal: spread into it, what they share would take several times the memory, in every row.
  return {
    feature,
    blame,
    probability: null,
    rule,
    expected,
    level: null,
    seen: null,
    isNew: false,
    isFiner: false,
    suggested: null,
  };
}

/** The most there is for a rule without a condition. */
function scoreOf({ rules, rowCount, options }: Model, rule: number): number {
  if (!hasCondition(rules, rule)) return accuracyScore(1, 1, options);
  const confidence = confidenceOf(rules.supportCounts[rule]!, rules.antecedentCounts[rule]!);
  return accuracyScore(rowCount === 0 ? 0 : rules.supportCounts[rule]! / rowCount, confidence, options);
}

function hasCondition({ offsets }: Pick<RuleList, "offsets">, rule: number): boolean {
  return offsets[rule] !== offsets[rule + 1];
}
