/**
 * Explaining as in the paper: the best violated rules by accuracy score; their consequents, in that order, are the
 * suspects. Blame is shared in proportion to the score of each suspect's best rule, so it falls with the rank.
 */
import type { Model } from "../model/model.js";
import { featuresOf } from "../predicates/predicate.js";
import { ruleScores } from "../rules/rank-rules.js";
import { ruleAt } from "../rules/rule-list.js";
import type { EncodedTable } from "../table/encode-table.js";
import type { Finding } from "./finding.js";
import { buildRuleIndex, fillStates, findViolated, type RuleIndex } from "./rule-index.js";

export interface PaperMethod {
  readonly index: RuleIndex;
  readonly scores: Float64Array;
  readonly top: number;
  /** Scratch: state of each predicate in the row at hand. */
  readonly states: Int8Array;
}

/** A rule can score below nothing (a range rule with many exceptions); it still counts a little. */
const LEAST_WEIGHT = 1e-3;

export function preparePaperMethod(model: Model, top: number): PaperMethod {
  return {
    index: buildRuleIndex(model.rules, model.predicates),
    scores: ruleScores(model.rules, model.rowCount, model.options),
    top,
    states: new Int8Array(model.predicates.length),
  };
}

export function findByRules(method: PaperMethod, table: EncodedTable, row: number): Finding {
  fillStates(method.index, table, row, method.states);
  const rules = findViolated(method.index, method.states, method.top);
  const first = new Map<number, number>(); // feature → place of its best rule
  rules.forEach((rule, place) => {
    const consequent = method.index.predicates[method.index.rules.consequents[rule]!]!;
    for (const feature of featuresOf(consequent)) if (!first.has(feature)) first.set(feature, place);
  });
  const weights = [...first.values()].map((place) => Math.max(LEAST_WEIGHT, method.scores[rules[place]!]!));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const suspects = [...first].map(([feature, rule], i) => ({
    feature,
    rule,
    blame: weights[i]! / total,
    suggested: null,
    expected: method.index.predicates[method.index.rules.consequents[rules[rule]!]!]!,
  }));
  const shown = rules.map((rule) => ruleAt(method.index.rules, method.index.predicates, rule));
  return { suspects, rules: shown, strength: null, repaired: null };
}
