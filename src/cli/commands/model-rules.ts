/** The rules of a model, of all sources, counted and listed. */
import type { Model } from "../../core/model/model.js";
import { featuresOf } from "../../core/predicates/predicate.js";
import { type PublicRule, toPublicRule } from "../../core/presentation/public-rule.js";
import { countSources, type RuleSource, ruleAt } from "../../core/rules/rule-list.js";

export function countRules(model: Model): { readonly range: number; readonly mined: number; readonly tree: number } {
  return { ...countSources(model.rules), tree: 0 };
}

/** null: any. */
export interface RuleChoice {
  /** Feature the rule speaks about. */
  readonly feature: number | null;
  readonly source: RuleSource | null;
}

export interface ListedRules {
  /** Best score first; made one by one as they are asked for. */
  readonly rules: Iterable<PublicRule>;
  readonly count: number;
}

export function listRules(model: Model, choice: RuleChoice): ListedRules {
  const numbers: number[] = [];
  for (let number = 0; number < model.rules.length; number++) if (fits(model, number, choice)) numbers.push(number);
  return { count: numbers.length, rules: publicRules(model, numbers) };
}

function* publicRules(model: Model, numbers: readonly number[]): Generator<PublicRule> {
  for (const number of numbers) yield toPublicRule(ruleAt(model.rules, model.predicates, number), model);
}

function fits(model: Model, number: number, { feature, source }: RuleChoice): boolean {
  const rule = ruleAt(model.rules, model.predicates, number);
  if (source !== null && rule.source !== source) return false;
  return feature === null || featuresOf(rule.consequent).includes(feature);
}
