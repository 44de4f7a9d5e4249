/**
 * How many rules distinctTreeRules gives, without making them: rules are told apart by digests of their predicates and by
 * their numbers of rows, and what a node's path asks is what its parent's asks but for one feature. Learning tells it of
 * every model it writes.
 * Cost: O(nodes + rules).
 */
import type { Model } from "../model/model.js";
import { expectedClasses, type Forest, LEAF, MAX_TREE_DEPTH, splitKind } from "../rules/forest.js";
import { createPredicateDigests, type PredicateDigests } from "../rules/predicate-digests.js";
import { NARROWER, nodeExpectation, type TreeRuleContext } from "../rules/tree-rules.js";

/** By the feature that the rules are about. */
export function countTreeRules(model: Model): Uint32Array {
  const { forest, features, profiles, predicates, rules } = model;
  const digests = createPredicateDigests();
  const found = createRuleSet(forest.splitFeatures.length);
  const counts = new Uint32Array(features.length);
  const categoryCounts = profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
  walkTreeRules({ forest, features, categoryCounts }, digests, (first, second, target, node) => {
    if (found.add(first, second, forest.supportCounts[node]!, target)) counts[target]!++;
  });
  const firsts = new Int32Array(predicates.length);
  const seconds = new Int32Array(predicates.length);
  predicates.forEach((predicate, item) => {
    digests.of(predicate);
    firsts[item] = digests.first;
    seconds[item] = digests.second;
  });
  for (let mined = 0; mined < rules.length; mined++) {
    const consequent = rules.consequents[mined]!;
    let first = asConsequent(firsts[consequent]!);
    let second = asConsequent(seconds[consequent]!);
    for (let at = rules.offsets[mined]!; at < rules.offsets[mined + 1]!; at++) {
      first = (first + firsts[rules.items[at]!]!) | 0;
      second = (second + seconds[rules.items[at]!]!) | 0;
    }
    const target = found.remove(first, second, rules.supportCounts[mined]!);
    if (target >= 0) counts[target]!--;
  }
  return counts;
}

/** What the digest of a predicate adds to that of a rule where it is the consequent. */
function asConsequent(digest: number): number {
  return Math.imul(digest, 0xc2b2ae35);
}

interface RuleSet {
  /** Whether the rule is new. */
  add(first: number, second: number, supportCount: number, target: number): boolean;
  /** The target of the rule that was there, or -1. */
  remove(first: number, second: number, supportCount: number): number;
}

/** Room for so many rules, in an open table at most half full. */
function createRuleSet(room: number): RuleSet {
  let size = 2;
  while (size < 2 * room + 2) size *= 2;
  const firsts = new Int32Array(size);
  const seconds = new Int32Array(size);
  const supports = new Int32Array(size);
  const targets = new Int32Array(size).fill(FREE);

  function slotOf(first: number, second: number, supportCount: number): number {
    let slot = first & (size - 1);
    while (targets[slot] !== FREE) {
      if (firsts[slot] === first && seconds[slot] === second && supports[slot] === supportCount) break;
      slot = (slot + 1) & (size - 1);
    }
    return slot;
  }

  return {
    add(first, second, supportCount, target) {
      const slot = slotOf(first, second, supportCount);
      if (targets[slot] !== FREE) return false;
      firsts[slot] = first;
      seconds[slot] = second;
      supports[slot] = supportCount;
      targets[slot] = target;
      return true;
    },
    remove(first, second, supportCount) {
      const slot = slotOf(first, second, supportCount);
      const target = targets[slot]!;
      if (target >= 0) targets[slot] = REMOVED;
      return Math.max(-1, target);
    },
  };
}

/** Instead of a target: nothing is here, and something was. */
const FREE = -1;
const REMOVED = -2;

/** What the path to the node at hand asks. */
interface Questions {
  /** For each feature: what is left of it, and the digest of that; 0 where it is not asked. */
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
  readonly codes: (readonly number[])[];
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  /** By depth: the digest of all, and how the feature asked last was before, to go back. */
  readonly sums: { readonly first: Int32Array; readonly second: Int32Array };
  readonly before: QuestionBefore[];
}

interface QuestionBefore {
  feature: number;
  min: number;
  max: number;
  codes: readonly number[];
  first: number;
  second: number;
}

function noQuestions({ features }: TreeRuleContext): Questions {
  const depths = MAX_TREE_DEPTH + 1;
  return {
    mins: new Float64Array(features.length).fill(Number.NEGATIVE_INFINITY),
    maxs: new Float64Array(features.length).fill(Number.POSITIVE_INFINITY),
    codes: features.map((feature) => (feature.kind === "categorical" ? [...feature.categories.keys()] : [])),
    firsts: new Int32Array(features.length),
    seconds: new Int32Array(features.length),
    sums: { first: new Int32Array(depths), second: new Int32Array(depths) },
    before: Array.from({ length: depths }, () => ({ feature: 0, min: 0, max: 0, codes: [], first: 0, second: 0 })),
  };
}

/** The digest of a rule, what it is about, and its node. */
type Visit = (first: number, second: number, target: number, node: number) => void;

/** Visits the nodes that are rules (see saysMore in tree-rules.ts), in their order. */
function walkTreeRules(context: TreeRuleContext, digests: PredicateDigests, visit: Visit): void {
  const { forest } = context;
  const questions = noQuestions(context);
  // By depth, of the path to the node at hand: its nodes, and the least that they expect.
  const path = new Int32Array(MAX_TREE_DEPTH + 1);
  const least = new Float64Array(MAX_TREE_DEPTH + 1);
  const depths = new Uint8Array(forest.splitFeatures.length);
  let asked = 0; // depth up to which questions are asked
  for (let tree = 0; tree < forest.targets.length; tree++) {
    const target = forest.targets[tree]!;
    for (let node = forest.roots[tree]!; node < forest.roots[tree + 1]!; node++) {
      const depth = depths[node]!;
      const size = expectedSize(forest, node);
      path[depth] = node;
      least[depth] = depth === 0 ? size : Math.min(least[depth - 1]!, size);
      if (forest.splitFeatures[node] !== LEAF) depths[node + 1] = depths[forest.right[node]!] = depth + 1;
      for (; asked > 0 && asked >= depth; asked--) takeBack(questions, questions.before[asked]!);
      if (depth === 0) continue;
      askAlso(questions, (asked = depth), context, digests, path[depth - 1]!, node);
      if (forest.antecedentCounts[node] === 0 || !isLess(forest, node, size, least[depth - 1]!)) continue;
      expect(context, digests, target, node);
      visit(
        (questions.sums.first[depth]! + asConsequent(digests.first)) | 0,
        (questions.sums.second[depth]! + asConsequent(digests.second)) | 0,
        target,
        node,
      );
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

/** The digest of what a node expects. */
function expect(context: TreeRuleContext, digests: PredicateDigests, target: number, node: number): void {
  const { lows, highs } = context.forest;
  if (context.features[target]!.kind === "numeric") digests.interval(target, lows[node]!, highs[node]!, "closed");
  else digests.of(nodeExpectation(context, target, node));
}

/** Asks what a node above asks of those who go to the child. */
function askAlso(
  questions: Questions,
  depth: number,
  { forest, features }: TreeRuleContext,
  digests: PredicateDigests,
  node: number,
  child: number,
): void {
  const { mins, maxs, codes, firsts, seconds, sums, before } = questions;
  const feature = forest.splitFeatures[node]!;
  const own = features[feature]!;
  const split = forest.splitValues[node]!;
  const isLeft = child === node + 1;
  const was = before[depth]!;
  was.feature = feature;
  was.min = mins[feature]!;
  was.max = maxs[feature]!;
  was.codes = codes[feature]!;
  was.first = firsts[feature]!;
  was.second = seconds[feature]!;
  if (own.kind === "numeric") {
    if (isLeft) maxs[feature] = split;
    else mins[feature] = split;
    digests.interval(feature, mins[feature]!, maxs[feature]!, "open");
  } else {
    const isEqual = splitKind(own) === "equal";
    codes[feature] = was.codes.filter((code) => (isEqual ? code === split : code < split) === isLeft);
    digests.among(feature, codes[feature]!);
  }
  firsts[feature] = digests.first;
  seconds[feature] = digests.second;
  sums.first[depth] = sums.first[depth - 1]! - was.first + digests.first;
  sums.second[depth] = sums.second[depth - 1]! - was.second + digests.second;
}

function takeBack({ mins, maxs, codes, firsts, seconds }: Questions, before: QuestionBefore): void {
  const { feature } = before;
  mins[feature] = before.min;
  maxs[feature] = before.max;
  codes[feature] = before.codes;
  firsts[feature] = before.first;
  seconds[feature] = before.second;
}
