/**
 * The rules of a model, of all sources, listed and counted.
 *
 * The model's list is best first already; tree rules are sorted by the same score and merged into it. Equal scores: the
 * list's rules first, then rules of fewer predicates, then the order of trees.
 * Cost: O(rules + tree rules × log tree rules) before the first one; texts and measures are made as rules are asked for.
 */
import { InputError } from "../errors/input-error.js";
import { checkChoice } from "../model/learn-options.js";
import type { Model } from "../model/model.js";
import { featuresOf } from "../predicates/predicate.js";
import { accuracyScore, confidenceOf } from "../rules/measures.js";
import { RULE_SOURCES, type Rule, type RuleSource, ruleAt } from "../rules/rule-list.js";
import { treeRules } from "../rules/tree-rules.js";
import { listNames, nearestName } from "../table/names.js";
import { type PublicRule, toPublicRule } from "./public-rule.js";

/** Which rules are wanted; what is left out does not matter. */
export interface RuleFilter {
  /** Name of the feature the rule speaks about, in its consequent. */
  readonly feature?: string | undefined;
  readonly source?: RuleSource | undefined;
}

export type RuleCounts = Readonly<Record<RuleSource, number>>;

/** Best score first; made one by one as they are asked for. A feature that the model does not have is an error at once. */
export function listRules(model: Model, filter: RuleFilter = {}): Generator<PublicRule, void, undefined> {
  return merge(model, fitTest(model, filter));
}

/** Number of rules of each source. */
export function countRules(model: Model, filter: RuleFilter = {}): RuleCounts {
  const counts = { range: 0, mined: 0, tree: 0 };
  const fits = fitTest(model, filter);
  for (const rule of listedRules(model)) if (fits(rule)) counts[rule.source]++;
  for (const rule of treeRulesOf(model)) if (fits(rule)) counts.tree++;
  return counts;
}

type FitTest = (rule: Rule) => boolean;

function fitTest(model: Model, { feature: name, source }: RuleFilter): FitTest {
  if (source !== undefined) checkChoice("source", source, RULE_SOURCES);
  const feature = name === undefined ? null : findFeature(model, name);
  return (rule) =>
    (source === undefined || rule.source === source) &&
    (feature === null || featuresOf(rule.consequent).includes(feature));
}

function findFeature({ features }: Model, name: string): number {
  const names = features.map((feature) => feature.name);
  const feature = names.indexOf(name);
  if (feature >= 0) return feature;
  const nearest = nearestName(name, names);
  throw new InputError(
    "FEATURE_UNKNOWN",
    `the model has no feature "${name}"`,
    `${nearest === null ? "" : `Closest: "${nearest}". `}Features are: ${listNames(names)}.`,
  );
}

function* merge(model: Model, fits: FitTest): Generator<PublicRule, void, undefined> {
  const trees = bestFirst(model, [...treeRulesOf(model)].filter(fits));
  let next = 0;
  for (const rule of listedRules(model)) {
    if (!fits(rule)) continue;
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

function* listedRules({ rules, predicates }: Model): Generator<Rule, void, undefined> {
  for (let number = 0; number < rules.length; number++) yield ruleAt(rules, predicates, number);
}

function treeRulesOf({ forest, features, profiles }: Model): Iterable<Rule> {
  const categoryCounts = profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
  return treeRules({ forest, features, categoryCounts });
}
