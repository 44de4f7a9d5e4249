/**
 * Nodes of a Forest as rules: the path to the node → the values that normal rows have there.
 *
 * Questions about one feature on a path are joined into one predicate. A node that says no more than a node above it
 * (an interval that is no narrower, the same categories) is no other rule.
 */

import type { CategoryPredicate, IntervalPredicate, Predicate } from "../../predicates/index.js";
import type { Feature } from "../../table/index.js";
import { checkedAt } from "../checked-counts.js";
import type { Rule } from "../rule-list.js";
import { expectedClasses, type Forest, splitKind } from "./forest.js";
import { classesOf } from "./forest-bins.js";

export interface TreeRuleContext {
  readonly forest: Forest;
  readonly features: readonly Feature[];
  /** Learning rows with each category of each categorical feature. */
  readonly categoryCounts: readonly (ArrayLike<number> | null)[];
}

/**
 * All rules of all trees below their roots (a root is a range), in the order of nodes. Trees of one
 * target often ask the same; what was said once is not said again (its counts would be the same, too).
 */
export function* treeRules(context: TreeRuleContext): Generator<Rule, void, undefined> {
  const { forest } = context;
  const said = new Set<string>();
  for (let tree = 0; tree < forest.targets.length; tree++) {
    const parents = parentsOf(forest, tree);
    const root = forest.roots[tree]!;
    for (let node = root + 1; node < forest.roots[tree + 1]!; node++) {
      const path = [node];
      for (let at = node; at !== root; at = parents[at - root]!) path.push(parents[at - root]!);
      path.reverse();
      if (!saysMore(forest, path)) continue;
      const rule = treeRule(context, tree, path);
      const saying = [...rule.antecedent, rule.consequent].map(predicateKey).join(" ");
      if (said.has(saying)) continue;
      said.add(saying);
      yield rule;
    }
  }
}

/** The rule of the last node of a path that begins at the root of a tree. */
export function treeRule(context: TreeRuleContext, tree: number, path: readonly number[]): Rule {
  const { forest } = context;
  const node = path[path.length - 1]!;
  return {
    source: "tree",
    antecedent: pathPredicates(context, path),
    consequent: nodeExpectation(context, forest.targets[tree]!, node),
    antecedentCount: forest.antecedentCounts[node]!,
    supportCount: forest.supportCounts[node]!,
    checked: checkedAt(forest.checked, node),
  };
}

/** What a node expects of its target. */
export function nodeExpectation(
  { forest, features, categoryCounts }: TreeRuleContext,
  target: number,
  node: number,
): Predicate {
  if (features[target]!.kind === "numeric") {
    return { kind: "interval", feature: target, min: forest.lows[node]!, max: forest.highs[node]!, maxInclusive: true };
  }
  const { classOf } = classesOf(categoryCounts[target]!);
  const expected = new Set(expectedClasses(forest, node));
  const codes = [...classOf.keys()].filter((code) => expected.has(classOf[code]!));
  return { kind: "in", feature: target, codes };
}

/** Whether the last node of a path expects less than every node above it. */
export function saysMore(forest: Forest, path: readonly number[]): boolean {
  const node = path[path.length - 1]!;
  const above = path[path.length - 2];
  if (above === undefined || forest.antecedentCounts[node] === 0) return false;
  if (forest.classOffsets[node + 1]! === forest.classOffsets[node]!) {
    const width = forest.highs[node]! - forest.lows[node]!;
    return path.slice(0, -1).every((other) => width < NARROWER * (forest.highs[other]! - forest.lows[other]!));
  }
  return (
    expectedClasses(forest, node).length <
    Math.min(...path.slice(0, -1).map((other) => expectedClasses(forest, other).length))
  );
}

/** An interval must be narrower than this share of those above it to be worth another condition. */
export const NARROWER = 0.95;

/** Equal for equal predicates only. */
export function predicateKey(predicate: Predicate): string {
  switch (predicate.kind) {
    case "interval":
      return `${predicate.feature}:${predicate.min}:${predicate.max}:${predicate.maxInclusive}`;
    case "in":
      return `${predicate.feature}=${predicate.codes.join()}`;
    case "present":
      return `${predicate.feature}`;
    case "anyOf":
      return predicate.parts.map(predicateKey).join("|");
  }
}

function parentsOf(forest: Forest, tree: number): Int32Array {
  const root = forest.roots[tree]!;
  const parents = new Int32Array(forest.roots[tree + 1]! - root).fill(-1);
  for (let node = root; node < forest.roots[tree + 1]!; node++) {
    if (forest.splitFeatures[node]! < 0) continue;
    parents[node + 1 - root] = node;
    parents[forest.right[node]! - root] = node;
  }
  return parents;
}

/** One predicate for each feature asked on the path, in the order of features. */
function pathPredicates(context: TreeRuleContext, path: readonly number[]): Predicate[] {
  const predicates: Predicate[] = [];
  for (let feature = nextAsked(context, path, -1); feature >= 0; feature = nextAsked(context, path, feature)) {
    predicates.push(
      context.features[feature]!.kind === "numeric"
        ? askedInterval(context, path, feature)
        : askedCategories(context, path, feature),
    );
  }
  return predicates;
}

/** The first feature after `feature` that is asked on the path, or -1. */
function nextAsked({ forest, features }: TreeRuleContext, path: readonly number[], after: number): number {
  let next = features.length;
  for (let step = 0; step + 1 < path.length; step++) {
    const feature = forest.splitFeatures[path[step]!]!;
    if (feature > after && feature < next) next = feature;
  }
  return next < features.length ? next : -1;
}

/** What all questions about a number on the path leave of it. */
function askedInterval({ forest }: TreeRuleContext, path: readonly number[], feature: number): IntervalPredicate {
  let min = Number.NEGATIVE_INFINITY;
  let max = Number.POSITIVE_INFINITY;
  for (let step = 0; step + 1 < path.length; step++) {
    const node = path[step]!;
    if (forest.splitFeatures[node] !== feature) continue;
    if (path[step + 1] === node + 1) max = forest.splitValues[node]!;
    else min = forest.splitValues[node]!;
  }
  return { kind: "interval", feature, min, max, maxInclusive: false };
}

/** The categories that all questions about a feature on the path leave. */
function askedCategories(
  { forest, features }: TreeRuleContext,
  path: readonly number[],
  feature: number,
): CategoryPredicate {
  const described = features[feature]!;
  const isEqual = splitKind(described) === "equal";
  let codes = described.kind === "categorical" ? described.categories.map((_, code) => code) : [];
  for (let step = 0; step + 1 < path.length; step++) {
    const node = path[step]!;
    if (forest.splitFeatures[node] !== feature) continue;
    const split = forest.splitValues[node]!;
    const isLeft = path[step + 1] === node + 1;
    codes = codes.filter((code) => (isEqual ? code === split : code < split) === isLeft);
  }
  return { kind: "in", feature, codes };
}
