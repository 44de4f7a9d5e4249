/**
 * Explaining as in the paper: the best violated rules by accuracy score; their consequents, in that order, are the
 * suspects. Blame is shared in proportion to the score of each suspect's best rule, so it falls with the rank.
 */
import type { Kernel } from "../../compute/kernel.js";
import type { Model } from "../../model/model.js";
import { featuresOf } from "../../predicates/predicate.js";
import { accuracyScore, confidenceOf } from "../../rules/measures.js";
import { type Rule, ruleAt } from "../../rules/rule-list.js";
import type { EncodedTable } from "../../table/encode-table.js";
import { fillRow } from "../../table/row-values.js";
import { memoize, weightOfRule } from "../choice/memoize.js";
import { fillStates, type PredicateStates, preparePredicateStates } from "../choice/predicate-states.js";
import { buildRuleIndex, findViolated, type RuleIndex } from "../choice/rule-index.js";
import type { Changeable, Finding, Suspect } from "../finding.js";

interface PaperMethod {
  readonly model: Model;
  readonly index: RuleIndex;
  readonly predicates: PredicateStates;
  /** Rules by their number in the index: the same object for the same one, as long as it is kept. */
  readonly ruleOf: (rule: number) => Rule;
  /** Scratch: the row at hand. */
  readonly values: Float64Array;
}

/** A rule can score below nothing (a range rule with many exceptions); it still counts a little. */
const LEAST_WEIGHT = 1e-3;

/** `kernel`: one that serves nothing else. */
export function preparePaperMethod(model: Model, top: number, kernel: Kernel): PaperMethod {
  const index = buildRuleIndex(model.rules, model.predicates, top, { kernel });
  return {
    model,
    index,
    ruleOf: memoize((rule) => ruleAt(index.rules, index.predicates, rule), weightOfRule),
    predicates: preparePredicateStates(model.predicates, model.features),
    values: new Float64Array(model.features.length),
  };
}

export function findByRules(method: PaperMethod, table: EncodedTable, row: number): Finding {
  const { index, predicates, values } = method;
  fillRow(table, row, values);
  fillStates(predicates, values);
  const found = findViolated(index, predicates.states);
  const rules = found.map(method.ruleOf);
  return { suspects: findSuspects(method, found, rules), rules, isEither: false, strength: null, repaired: null };
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
  return { feature, blame, probability: null, rule, expected, level: null, seen: null, suggested: null };
}

function scoreOf({ rules, rowCount, options }: Model, rule: number): number {
  const confidence = confidenceOf(rules.supportCounts[rule]!, rules.antecedentCounts[rule]!);
  return accuracyScore(rowCount === 0 ? 0 : rules.supportCounts[rule]! / rowCount, confidence, options);
}
