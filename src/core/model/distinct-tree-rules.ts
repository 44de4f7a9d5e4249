/**
 * The tree rules of a model that mining has not found as well.
 *
 * Where both say the same, the mined rule stays: mining is complete, so the rule is there with or without the tree that
 * happened to grow it, and both methods of explaining use it. Cost: O(rules + tree rules × their predicates). A mined
 * rule is looked at closely only where a tree rule has its consequent and its number of rows.
 */

import { featuresOf } from "../predicates/index.js";
import { predicateKey, type Rule, type TreeRuleContext, treeRules } from "../rules/index.js";
import type { Model } from "./model.js";

/**
 * How many there are about each feature. Learning tells it of every model; of older ones, which do not say, they are
 * listed.
 */
export function countTreeRules(model: Model): readonly number[] {
  if (model.treeRuleCounts !== null) return model.treeRuleCounts;
  const counts = model.features.map(() => 0);
  for (const { consequent } of distinctTreeRules(model)) counts[featuresOf(consequent)[0]!]!++;
  return counts;
}

/** What trees of a model are read as rules by. */
export function treeRuleContext({ forest, features, profiles }: Model): TreeRuleContext {
  const categoryCounts = profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
  return { forest, features, categoryCounts };
}

/** In the order of trees. */
export function distinctTreeRules(model: Model): Rule[] {
  const found = [...treeRules(treeRuleContext(model))];
  const mined = findMined(model, found);
  return found.filter((rule) => !mined.has(rule));
}

/** Those of the rules that are in the model's list. */
function findMined({ rules, predicates }: Model, found: readonly Rule[]): ReadonlySet<Rule> {
  const itemOf = new Map(predicates.map((predicate, item) => [predicateKey(predicate), item]));
  const candidates = new Map<string, Rule>();
  const supportsOf: (Set<number> | undefined)[] = predicates.map(() => undefined); // of candidates, by consequent
  for (const rule of found) {
    const consequent = itemOf.get(predicateKey(rule.consequent));
    const items = rule.antecedent.map((predicate) => itemOf.get(predicateKey(predicate)));
    if (consequent === undefined || items.some((item) => item === undefined)) continue;
    candidates.set(ruleKey(items as number[], consequent), rule);
    supportsOf[consequent] = (supportsOf[consequent] ?? new Set()).add(rule.supportCount);
  }
  const mined = new Set<Rule>();
  for (let number = 0; number < rules.length; number++) {
    const consequent = rules.consequents[number]!;
    if (supportsOf[consequent]?.has(rules.supportCounts[number]!) !== true) continue;
    const items = rules.items.subarray(rules.offsets[number]!, rules.offsets[number + 1]!);
    const rule = candidates.get(ruleKey(items, consequent));
    if (rule !== undefined) mined.add(rule);
  }
  return mined;
}

/** Whatever the order of the items. */
function ruleKey(items: Iterable<number>, consequent: number): string {
  return `${[...items].sort((a, b) => a - b).join()}→${consequent}`;
}
