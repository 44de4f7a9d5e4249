/**
 * The rules of a model, of all sources, counted and listed.
 *
 * The model's list is best first already; tree rules are sorted by the same score and merged into it. Equal scores: the
 * list's rules first.
 */
import type { Model } from "../../core/model/model.js";
import { featuresOf } from "../../core/predicates/predicate.js";
import { type PublicRule, toPublicRule } from "../../core/presentation/public-rule.js";
import { accuracyScore, confidenceOf } from "../../core/rules/measures.js";
import { countSources, type Rule, type RuleSource, ruleAt } from "../../core/rules/rule-list.js";
import { treeRules } from "../../core/rules/tree-rules.js";

export function countRules(model: Model): { readonly range: number; readonly mined: number; readonly tree: number } {
  let tree = 0;
  for (const _ of treeRulesOf(model)) tree++;
  return { ...countSources(model.rules), tree };
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
  for (let number = 0; number < model.rules.length; number++) {
    if (fits(listedRule(model, number), choice)) numbers.push(number);
  }
  const trees = [...treeRulesOf(model)].filter((rule) => fits(rule, choice));
  return { count: numbers.length + trees.length, rules: merge(model, numbers, bestFirst(model, trees)) };
}

function* merge(model: Model, numbers: readonly number[], trees: readonly ScoredRule[]): Generator<PublicRule> {
  let next = 0;
  for (const number of numbers) {
    const rule = listedRule(model, number);
    const score = scoreOf(rule, model);
    while (next < trees.length && trees[next]!.score > score) yield toPublicRule(trees[next++]!.rule, model);
    yield toPublicRule(rule, model);
  }
  while (next < trees.length) yield toPublicRule(trees[next++]!.rule, model);
}

interface ScoredRule {
  readonly rule: Rule;
  readonly score: number;
}

/** By score, then fewer predicates, then the order of trees. */
function bestFirst(model: Model, rules: readonly Rule[]): readonly ScoredRule[] {
  const scored = rules.map((rule) => ({ rule, score: scoreOf(rule, model) }));
  return scored.sort((a, b) => b.score - a.score || a.rule.antecedent.length - b.rule.antecedent.length);
}

function scoreOf(rule: Rule, model: Model): number {
  const confidence = confidenceOf(rule.supportCount, rule.antecedentCount);
  return accuracyScore(rule.supportCount / model.rowCount, confidence, model.options);
}

function listedRule(model: Model, number: number): Rule {
  return ruleAt(model.rules, model.predicates, number);
}

function treeRulesOf({ forest, features, profiles }: Model): Iterable<Rule> {
  const categoryCounts = profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
  return treeRules({ forest, features, categoryCounts });
}

function fits(rule: Rule, { feature, source }: RuleChoice): boolean {
  if (source !== null && rule.source !== source) return false;
  return feature === null || featuresOf(rule.consequent).includes(feature);
}
