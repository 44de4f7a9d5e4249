/**
 * How many rules distinctTreeRules gives, without making them: predicates and rules are numbers, and the predicates of a
 * node's path are its parent's but for one. Learning tells it of every model it writes.
 * Cost: O(nodes × depth + rules).
 */
import type { Model } from "../model/model.js";
import { expectedClasses, type Forest, LEAF, MAX_TREE_DEPTH, splitKind } from "../rules/forest.js";
import { createListNumbers, createPredicateNumbers, type PredicateNumbers } from "../rules/predicate-numbers.js";
import { NARROWER, nodeExpectation, type TreeRuleContext } from "../rules/tree-rules.js";
import type { Feature } from "../table/features.js";

/** By the feature that the rules are about. */
export function countTreeRules(model: Model): Uint32Array {
  const { forest, features, profiles, predicates, rules } = model;
  const numbers = createPredicateNumbers();
  const itemNumbers = Int32Array.from(predicates.map(numbers.numberOf));
  const itemOf = new Map(predicates.map((_, item) => [itemNumbers[item]!, item]));
  const ruleNumber = createRuleNumbers();
  const targets = new Map<number, number>(); // of tree rules, by their numbers
  const supportsOf: (Set<number> | undefined)[] = predicates.map(() => undefined); // of tree rules, by consequent
  const counts = new Uint32Array(features.length);
  const categoryCounts = profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
  walkTreeRules({ forest, features, categoryCounts }, numbers, (questions, depth, consequent, target, node) => {
    const start = depth * MAX_TREE_DEPTH;
    const asked = questions.numbers.subarray(start, start + questions.lengths[depth]!);
    const rule = ruleNumber(asked, consequent);
    if (targets.has(rule)) return;
    targets.set(rule, target);
    counts[target]!++;
    const item = itemOf.get(consequent);
    if (item !== undefined) supportsOf[item] = (supportsOf[item] ?? new Set()).add(forest.supportCounts[node]!);
  });
  for (let mined = 0; mined < rules.length; mined++) {
    const consequent = rules.consequents[mined]!;
    if (supportsOf[consequent]?.has(rules.supportCounts[mined]!) !== true) continue;
    const items = rules.items.subarray(rules.offsets[mined]!, rules.offsets[mined + 1]!);
    const rule = ruleNumber(
      Int32Array.from(items, (item) => itemNumbers[item]!),
      itemNumbers[consequent]!,
    );
    const target = targets.get(rule);
    if (target !== undefined && targets.delete(rule)) counts[target]!--;
  }
  return counts;
}

/** Gives equal rules the same number, whatever the order of the numbers of their predicates. */
function createRuleNumbers(): (antecedent: Int32Array, consequent: number) => number {
  const lists = createListNumbers();
  const list: number[] = [];
  return (antecedent, consequent) => {
    for (let i = 0; i < antecedent.length; i++) {
      const number = antecedent[i]!;
      let at = i;
      for (; at > 0 && list[at - 1]! > number; at--) list[at] = list[at - 1]!;
      list[at] = number;
    }
    list[antecedent.length] = consequent;
    return lists.numberOf(list, antecedent.length + 1);
  };
}

/** What the paths to nodes ask: a question for each feature that is asked, at most so many for each depth. */
interface Questions {
  /** Number of questions, by depth. Those of depth d are at MAX_TREE_DEPTH · d. */
  readonly lengths: Int32Array;
  readonly features: Int32Array;
  /** Numbers of the predicates. */
  readonly numbers: Int32Array;
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
  /** Of categorical features, the codes that are left. */
  readonly codes: (readonly number[])[];
}

function noQuestions(): Questions {
  const room = (MAX_TREE_DEPTH + 1) * MAX_TREE_DEPTH;
  return {
    lengths: new Int32Array(MAX_TREE_DEPTH + 1),
    features: new Int32Array(room),
    numbers: new Int32Array(room),
    mins: new Float64Array(room),
    maxs: new Float64Array(room),
    codes: Array.from({ length: room }, () => []),
  };
}

/** Of a rule: what is asked up to its depth, the number of its consequent, what that is about, and the node. */
type Visit = (questions: Questions, depth: number, consequent: number, target: number, node: number) => void;

/** Visits the nodes that are rules (see saysMore in tree-rules.ts), in their order. */
function walkTreeRules(context: TreeRuleContext, numbers: PredicateNumbers, visit: Visit): void {
  const { forest } = context;
  const questions = noQuestions();
  // By depth, of the path to the node at hand: its nodes, and the least that they expect.
  const path = new Int32Array(MAX_TREE_DEPTH + 1);
  const least = new Float64Array(MAX_TREE_DEPTH + 1);
  const depths = new Uint8Array(forest.splitFeatures.length);
  for (let tree = 0; tree < forest.targets.length; tree++) {
    const target = forest.targets[tree]!;
    for (let node = forest.roots[tree]!; node < forest.roots[tree + 1]!; node++) {
      const depth = depths[node]!;
      const size = expectedSize(forest, node);
      path[depth] = node;
      least[depth] = depth === 0 ? size : Math.min(least[depth - 1]!, size);
      if (forest.splitFeatures[node] !== LEAF) depths[node + 1] = depths[forest.right[node]!] = depth + 1;
      if (depth === 0) continue;
      askAlso(questions, depth, context, numbers, path[depth - 1]!, node);
      if (forest.antecedentCounts[node] === 0 || !isLess(forest, node, size, least[depth - 1]!)) continue;
      visit(questions, depth, consequentNumber(context, numbers, target, node), target, node);
    }
  }
}

/** How much a node expects: the width of an interval, or a number of categories. */
function expectedSize(forest: Forest, node: number): number {
  return isNumeric(forest, node) ? forest.highs[node]! - forest.lows[node]! : expectedClasses(forest, node).length;
}

function isNumeric({ classOffsets }: Forest, node: number): boolean {
  return classOffsets[node + 1] === classOffsets[node];
}

function isLess(forest: Forest, node: number, size: number, above: number): boolean {
  return isNumeric(forest, node) ? size < NARROWER * above : size < above;
}

function consequentNumber(context: TreeRuleContext, numbers: PredicateNumbers, target: number, node: number): number {
  const { lows, highs } = context.forest;
  return context.features[target]!.kind === "numeric"
    ? numbers.interval(target, lows[node]!, highs[node]!, "closed")
    : numbers.numberOf(nodeExpectation(context, target, node));
}

/** Questions of a depth: those of the depth above, with what a node there asks of those who go to the child. */
function askAlso(
  questions: Questions,
  depth: number,
  { forest, features }: TreeRuleContext,
  numbers: PredicateNumbers,
  node: number,
  child: number,
): void {
  const feature = forest.splitFeatures[node]!;
  const own = features[feature]!;
  const at = copyQuestions(questions, depth, feature, own);
  const split = forest.splitValues[node]!;
  const isLeft = child === node + 1;
  if (own.kind === "numeric") {
    if (isLeft) questions.maxs[at] = split;
    else questions.mins[at] = split;
    questions.numbers[at] = numbers.interval(feature, questions.mins[at]!, questions.maxs[at]!, "open");
  } else {
    const isEqual = splitKind(own) === "equal";
    questions.codes[at] = questions.codes[at]!.filter((code) => (isEqual ? code === split : code < split) === isLeft);
    questions.numbers[at] = numbers.among(feature, questions.codes[at]!);
  }
}

/** Copies those of the depth above; the place of the one about a feature, new if there was none. */
function copyQuestions(questions: Questions, depth: number, feature: number, own: Feature): number {
  const { lengths, features, numbers, mins, maxs, codes } = questions;
  const length = lengths[depth - 1]!;
  const start = depth * MAX_TREE_DEPTH;
  let place = start + length;
  for (let at = start; at < start + length; at++) {
    const from = at - MAX_TREE_DEPTH;
    features[at] = features[from]!;
    numbers[at] = numbers[from]!;
    mins[at] = mins[from]!;
    maxs[at] = maxs[from]!;
    codes[at] = codes[from]!;
    if (features[at] === feature) place = at;
  }
  lengths[depth] = Math.max(length, place - start + 1);
  if (place < start + length) return place;
  features[place] = feature;
  mins[place] = Number.NEGATIVE_INFINITY;
  maxs[place] = Number.POSITIVE_INFINITY;
  codes[place] = own.kind === "categorical" ? own.categories.map((_, code) => code) : [];
  return place;
}
