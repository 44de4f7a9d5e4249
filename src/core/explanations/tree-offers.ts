/**
 * The nodes of trees that may be shown as rules, found by the leaf that a row ends at. All that a choice among them asks for
 * stands in one place, and that of all trees in few arrays: a row looks at a few nodes of a few trees, and would else wait for
 * memory at each. Cost: O(nodes × depth).
 */
import { f64, i32, type Laid } from "../kernel/lay-out.js";
import type { FeatureProfile } from "../model/model.js";
import { expectedClasses, type Forest, isExpectedClass, MAX_TREE_DEPTH, nodeSpread } from "../rules/forest.js";
import { RULE_SOURCES } from "../rules/rule-list.js";
import { NARROWER } from "../rules/tree-rules.js";
import {
  type BestRule,
  clarityOutside,
  isBetter,
  isBeyondReach,
  limitClarity,
  mayBeShown,
  surenessOf,
} from "./best-rule.js";
import type { FlatForest } from "./flat-forest.js";
import { exceptionSurprise } from "./surprise.js";

export interface TreeOffers {
  /** Trees of feature j are [firstTrees[j], firstTrees[j + 1]). */
  readonly firstTrees: Int32Array;
  /** Offers on the way to leaf l, from the root down: [starts[l], starts[l + 1]) of `ways`. */
  readonly starts: Int32Array;
  readonly ways: Int32Array;
  /** NUMBERS of each offer. */
  readonly numbers: Float64Array;
  /**
   * PARTS of each offer: its node; the features asked on the way to it, each once, filled up with the number behind the last
   * feature; and a bit for each class of categories that it expects.
   */
  readonly parts: Int32Array;
}

/** How sure an offer is, how many rows it is about, how many of them are as expected, and how many features it asks for. */
const SURENESS = 0;
const ANTECEDENT_COUNT = 1;
const SUPPORT_COUNT = 2;
const LENGTH = 3;
/** About a number: the values expected, and the deviation by which it is told how far outside another one is; negative where the feature has none. */
const LEAST = 4;
const GREATEST = 5;
const SPREAD = 6;
/** How clearly it is broken where deviations do not tell; negative where several categories are expected. */
const RARITY = 7;
const NUMBERS = 8;

const TREE_SOURCE = RULE_SOURCES.indexOf("tree");

const NODE = 0;
/** Where the features asked for begin. */
const ASKED = 1;
const EXPECTED = ASKED + MAX_TREE_DEPTH;
const PARTS = EXPECTED + 1;

export interface TreesGiven {
  readonly forest: Forest;
  readonly flat: Pick<FlatForest, "parents" | "leafNodes">;
  readonly profiles: readonly FeatureProfile[];
  readonly classOf: readonly (Uint8Array | null)[];
}

export function treeOfferLayout({ firstTrees, starts, ways, numbers, parts }: TreeOffers) {
  return {
    firstTrees: i32(firstTrees.length),
    starts: i32(starts.length),
    ways: i32(ways.length),
    numbers: f64(numbers.length),
    parts: i32(parts.length),
  };
}

/** In memory as it is laid out. */
export function placeTreeOffers(plan: TreeOffers, arrays: Laid<ReturnType<typeof treeOfferLayout>>): TreeOffers {
  arrays.firstTrees.set(plan.firstTrees);
  arrays.starts.set(plan.starts);
  arrays.ways.set(plan.ways);
  arrays.numbers.set(plan.numbers);
  arrays.parts.set(plan.parts);
  return arrays;
}

export function planTreeOffers({ forest, flat, profiles, classOf }: TreesGiven): TreeOffers {
  const offered = offeredNodes(forest, flat.parents);
  const numbers = new Float64Array(NUMBERS * offered.count);
  const parts = new Int32Array(PARTS * offered.count).fill(profiles.length);
  for (let tree = 0; tree < forest.targets.length; tree++) {
    const target = forest.targets[tree]!;
    const profile = profiles[target]!;
    const deviation = profile.kind === "numeric" ? profile.deviation : 0;
    for (let node = forest.roots[tree]!; node < forest.roots[tree + 1]!; node++) {
      const own = offered.offerOf[node]!;
      if (own < 0) continue;
      const length = fillParts(forest, flat.parents, node, parts, PARTS * own);
      parts[PARTS * own + EXPECTED] = expectedBits(forest, node);
      fillNumbers(forest, node, { length, deviation, classOf: classOf[target]! }, numbers, NUMBERS * own);
    }
  }
  return {
    firstTrees: firstTreesOf(forest, profiles.length),
    ...waysToLeaves(flat, offered.offerOf),
    numbers,
    parts,
  };
}

function firstTreesOf({ targets }: Forest, featureCount: number): Int32Array {
  const firstTrees = new Int32Array(featureCount + 1);
  for (const target of targets) firstTrees[target + 1]!++;
  for (let feature = 0; feature < featureCount; feature++) firstTrees[feature + 1]! += firstTrees[feature]!;
  return firstTrees;
}

/** Numbers those that are sure enough and say more than every node above them (see saysMore); -1 for the others. */
function offeredNodes(forest: Forest, parents: Int32Array): { count: number; offerOf: Int32Array } {
  const nodeCount = forest.splitFeatures.length;
  const offerOf = new Int32Array(nodeCount).fill(-1);
  // How much the narrowest node from the root to this one allows.
  const narrowest = new Float64Array(nodeCount);
  let count = 0;
  for (let node = 0; node < nodeCount; node++) {
    const parent = parents[node]!;
    const room = roomOf(forest, node);
    narrowest[node] = parent < 0 ? room : Math.min(room, narrowest[parent]!);
    if (parent < 0) continue;
    const isNumeric = forest.classOffsets[node] === forest.classOffsets[node + 1];
    const limit = isNumeric ? NARROWER * narrowest[parent]! : narrowest[parent]!;
    if (!(room < limit)) continue;
    if (mayBeShown(surenessOf(forest.supportCounts[node]!, forest.antecedentCounts[node]!))) offerOf[node] = count++;
  }
  return { count, offerOf };
}

/** How many values a node allows its target: the width of the interval, or the number of classes. */
function roomOf(forest: Forest, node: number): number {
  const classCount = forest.classOffsets[node + 1]! - forest.classOffsets[node]!;
  if (classCount === 0) return forest.highs[node]! - forest.lows[node]!;
  let expected = 0;
  for (let own = 0; own < classCount; own++) if (isExpectedClass(forest, node, own)) expected++;
  return expected;
}

/** Returns the number of features asked for. */
function fillParts(forest: Forest, parents: Int32Array, node: number, parts: Int32Array, start: number): number {
  parts[start + NODE] = node;
  let length = 0;
  for (let above = parents[node]!; above >= 0; above = parents[above]!) {
    const feature = forest.splitFeatures[above]!;
    let at = 0;
    while (at < length && parts[start + ASKED + at] !== feature) at++;
    if (at === length) parts[start + ASKED + length++] = feature;
  }
  return length;
}

interface TargetOfNode {
  readonly length: number;
  /** 0: none. */
  readonly deviation: number;
  readonly classOf: Uint8Array | null;
}

function fillNumbers(forest: Forest, node: number, target: TargetOfNode, numbers: Float64Array, start: number): void {
  const antecedentCount = forest.antecedentCounts[node]!;
  const supportCount = forest.supportCounts[node]!;
  const rarity = limitClarity(exceptionSurprise(antecedentCount, supportCount));
  const isVague = target.classOf !== null && expectedCategories(forest, node, target.classOf) > 1;
  numbers[start + SURENESS] = surenessOf(supportCount, antecedentCount);
  numbers[start + ANTECEDENT_COUNT] = antecedentCount;
  numbers[start + SUPPORT_COUNT] = supportCount;
  numbers[start + LENGTH] = target.length;
  numbers[start + LEAST] = forest.lows[node]!;
  numbers[start + GREATEST] = forest.highs[node]!;
  numbers[start + SPREAD] = target.deviation > 0 ? nodeSpread(forest, node) * target.deviation : -1;
  numbers[start + RARITY] = isVague ? -rarity : rarity;
}

/** There are 32 classes at most (see classesOf). */
function expectedBits(forest: Forest, node: number): number {
  let bits = 0;
  for (const own of expectedClasses(forest, node)) bits |= 1 << own;
  return bits;
}

function expectedCategories(forest: Forest, node: number, classOf: Uint8Array): number {
  let expected = 0;
  for (const own of classOf) if (isExpectedClass(forest, node, own)) expected++;
  return expected;
}

function waysToLeaves({ parents, leafNodes }: TreesGiven["flat"], offerOf: Int32Array) {
  const starts = new Int32Array(leafNodes.length + 1);
  leafNodes.forEach((leaf, number) => {
    let count = 0;
    for (let node = leaf; node >= 0; node = parents[node]!) if (offerOf[node]! >= 0) count++;
    starts[number + 1] = starts[number]! + count;
  });
  const ways = new Int32Array(starts[leafNodes.length]!);
  leafNodes.forEach((leaf, number) => {
    let at = starts[number + 1]!;
    for (let node = leaf; node >= 0; node = parents[node]!) if (offerOf[node]! >= 0) ways[--at] = offerOf[node]!;
  });
  return { starts, ways };
}

/**
 * Offers the nodes of a feature's trees whose rules the row breaks, and returns the best, or -1 where none is better than
 * before; `value` is the row's own, `treeLeaves` are the leaves that it ends at. Of a category `bit` is the bit of its class, 0 for
 * one never seen. `isBarred` has a 1 for each feature that no rule may lean on; none behind the last. The twin of what is in
 * kernel/choice.ts.
 */
export function offerNodesTwin(
  offers: TreeOffers,
  best: BestRule,
  { feature, value, isCategory, bit }: AskedValue,
  treeLeaves: Int32Array,
  isBarred: Uint8Array,
): number {
  const { firstTrees, starts, ways, numbers, parts } = offers;
  let found = -1;
  for (let tree = firstTrees[feature]!; tree < firstTrees[feature + 1]!; tree++) {
    const leaf = treeLeaves[tree]!;
    for (let at = starts[leaf]!; at < starts[leaf + 1]!; at++) {
      const own = NUMBERS * ways[at]!;
      // What is below is about fewer rows still.
      if (isBeyondReach(best, numbers[own + ANTECEDENT_COUNT]!)) break;
      const part = PARTS * ways[at]!;
      const isBroken = isCategory
        ? (parts[part + EXPECTED]! & bit) === 0
        : value < numbers[own + LEAST]! || value > numbers[own + GREATEST]!;
      if (!isBroken || isAskedForAny(parts, part, isBarred)) continue;
      if (isBetterOffer(best, numbers, own, value)) found = parts[part + NODE]!;
    }
  }
  return found;
}

/** A value of the row at hand that is known. */
export interface AskedValue {
  readonly feature: number;
  readonly value: number;
  readonly isCategory: boolean;
  readonly bit: number;
}

function isAskedForAny(parts: Int32Array, part: number, marks: Uint8Array): boolean {
  let found = 0;
  for (let at = part + ASKED; at < part + EXPECTED; at++) found |= marks[parts[at]!]!;
  return found !== 0;
}

function isBetterOffer(best: BestRule, numbers: Float64Array, own: number, value: number): boolean {
  const spread = numbers[own + SPREAD]!;
  const rarity = numbers[own + RARITY]!;
  const clarity =
    spread < 0 ? Math.abs(rarity) : clarityOutside(numbers[own + LEAST]!, numbers[own + GREATEST]!, value, spread);
  return isBetter(
    best,
    numbers[own + SURENESS]!,
    rarity < 0,
    clarity,
    numbers[own + ANTECEDENT_COUNT]!,
    numbers[own + LENGTH]!,
    TREE_SOURCE,
    numbers[own + SUPPORT_COUNT]!,
  );
}

/** The nodes from the root to the given one. */
export function pathTo(parents: Int32Array, node: number): number[] {
  let length = 0;
  for (let at = node; at >= 0; at = parents[at]!) length++;
  const path = new Array<number>(length);
  for (let at = node; at >= 0; at = parents[at]!) path[--length] = at;
  return path;
}
