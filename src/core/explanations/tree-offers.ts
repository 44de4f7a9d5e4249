/**
 * The nodes of trees that may be shown as rules, found by the leaf that a row ends at. All that a choice among them asks for
 * stands in one place, and that of all trees in few arrays: a row looks at a few nodes of a few trees, and would else wait for
 * memory at each. Those about a feature are made ready when it is first accused. Cost of that: O(nodes × depth) of its trees.
 */
import { f64, i32, type Laid } from "../kernel/lay-out.js";
import { type ArraysOf, fillRecord } from "../kernel/record.js";
import { type ChoiceRecord, EXPECTED_PART, NODE_NUMBERS, NODE_PARTS, WAY_NUMBERS } from "../kernel/schema.js";
import type { FeatureProfile } from "../model/model.js";
import { expectedClasses, type Forest, isExpectedClass, nodeSpread } from "../rules/forest.js";
import { NARROWER } from "../rules/tree-rules.js";
import { limitClarity, mayBeShown, surenessOf } from "./best-rule.js";
import type { ChoiceCounts } from "./choice-counts.js";
import { type FlatForest, leafNumber } from "./flat-forest.js";
import { exceptionSurprise } from "./surprise.js";

export interface TreesGiven {
  readonly forest: Forest;
  /** By which nodes are chosen. */
  readonly counts: ChoiceCounts;
  readonly flat: Pick<FlatForest, "nodes" | "parents" | "leafNodes">;
  readonly profiles: readonly FeatureProfile[];
  /** Class of each category of each categorical feature. */
  readonly classOf: readonly (Uint8Array | null)[];
}

/** Those of the record Choice that are about trees. */
type TreeOfferArrays = Laid<ReturnType<typeof treeOfferLayout>>;

export interface TreeOffers extends ArraysOf<ChoiceRecord, TreeOfferArrays> {
  readonly given: TreesGiven;
  /** 1 for features whose trees are filled in. */
  readonly isReady: Uint8Array;
}

export function treeOfferLayout({ forest, flat, profiles }: TreesGiven) {
  return {
    firstTrees: i32(profiles.length + 1),
    ways: i32(WAY_NUMBERS * flat.leafNodes.length),
    numbers: f64((NODE_NUMBERS.bytes / 8) * forest.splitFeatures.length),
    parts: i32(NODE_PARTS * forest.splitFeatures.length),
  };
}

export function prepareTreeOffers(given: TreesGiven, arrays: TreeOfferArrays): TreeOffers {
  const { firstTrees } = arrays;
  const { targets } = given.forest;
  for (let tree = 0; tree < targets.length; tree++) firstTrees[targets[tree]! + 1]!++;
  for (let feature = 1; feature < firstTrees.length; feature++) firstTrees[feature]! += firstTrees[feature - 1]!;
  return { ...arrays, given, isReady: new Uint8Array(given.profiles.length) };
}

/** Fills in the trees about a feature. */
export function makeReady(offers: TreeOffers, feature: number): void {
  const { given, isReady, firstTrees } = offers;
  if (isReady[feature] === 1) return;
  const { roots } = given.forest;
  for (let tree = firstTrees[feature]!; tree < firstTrees[feature + 1]!; tree++) {
    const isOffered = offeredNodes(given, roots[tree]!, roots[tree + 1]!);
    for (let node = roots[tree]!; node < roots[tree + 1]!; node++) {
      if (isOffered[node - roots[tree]!] === 1) fillNode(offers, feature, node);
      const leaf = leafNumber(given.flat.nodes, node);
      if (leaf >= 0) fillWay(offers, leaf, isOffered, roots[tree]!);
    }
  }
  isReady[feature] = 1;
}

/** 1 for nodes of a tree that are sure enough and say more than every node above them (see saysMore). */
function offeredNodes({ forest, counts, flat }: TreesGiven, root: number, end: number): Uint8Array {
  const isOffered = new Uint8Array(end - root);
  // How much the narrowest node from the root to this one allows.
  const narrowest = new Float64Array(end - root);
  narrowest[0] = roomOf(forest, root);
  for (let node = root + 1; node < end; node++) {
    const room = roomOf(forest, node);
    const above = narrowest[flat.parents[node]! - root]!;
    narrowest[node - root] = Math.min(room, above);
    const isNumeric = forest.classOffsets[node] === forest.classOffsets[node + 1];
    if (!(room < (isNumeric ? NARROWER * above : above))) continue;
    isOffered[node - root] = Number(mayBeShown(surenessOf(counts, node)));
  }
  return isOffered;
}

/** How many values a node allows its target: the width of the interval, or the number of classes. */
function roomOf(forest: Forest, node: number): number {
  const classCount = forest.classOffsets[node + 1]! - forest.classOffsets[node]!;
  if (classCount === 0) return forest.highs[node]! - forest.lows[node]!;
  let expected = 0;
  for (let own = 0; own < classCount; own++) if (isExpectedClass(forest, node, own)) expected++;
  return expected;
}

function fillNode({ given, numbers, parts }: TreeOffers, feature: number, node: number): void {
  const { forest, counts, profiles } = given;
  const profile = profiles[feature]!;
  const deviation = profile.kind === "numeric" ? profile.deviation : 0;
  const antecedentCount = counts.antecedentCount(node);
  const supportCount = counts.supportCount(node);
  const rarity = deviation > 0 ? 0 : limitClarity(exceptionSurprise(antecedentCount, supportCount));
  const isVague = expectedCategories(forest, node, given.classOf[feature]!) > 1;
  const asked = askedFor(given, node);
  fillRecord(NODE_NUMBERS, numbers, node, {
    sureness: surenessOf(counts, node),
    antecedentCount,
    supportCount,
    length: asked.length,
    least: forest.lows[node]!,
    greatest: forest.highs[node]!,
    spread: deviation > 0 ? nodeSpread(forest, node) * deviation : -1,
    rarity: isVague ? -rarity : rarity, // of a rule that may be shown it is above 0
  });
  parts.fill(profiles.length, NODE_PARTS * node, NODE_PARTS * node + EXPECTED_PART);
  parts.set(asked, NODE_PARTS * node);
  parts[NODE_PARTS * node + EXPECTED_PART] = expectedBits(forest, node);
}

/** Features asked on the way to a node, each once. */
function askedFor({ forest, flat }: TreesGiven, node: number): number[] {
  const above = pathTo(flat.parents, node).slice(0, -1);
  return [...new Set(above.map((other) => forest.splitFeatures[other]!))];
}

/** There are 32 classes at most (see classesOf). */
function expectedBits(forest: Forest, node: number): number {
  let bits = 0;
  for (const own of expectedClasses(forest, node)) bits |= 1 << own;
  return bits;
}

/** 0 of a number. */
function expectedCategories(forest: Forest, node: number, classOf: Uint8Array | null): number {
  let expected = 0;
  for (const own of classOf ?? []) if (isExpectedClass(forest, node, own)) expected++;
  return expected;
}

function fillWay({ given, ways }: TreeOffers, leaf: number, isOffered: Uint8Array, root: number): void {
  const start = WAY_NUMBERS * leaf;
  let count = 0;
  for (const node of pathTo(given.flat.parents, given.flat.leafNodes[leaf]!)) {
    if (isOffered[node - root] === 1) ways[start + ++count] = node;
  }
  ways[start] = count;
}

/** The nodes from the root to the given one. */
export function pathTo(parents: Int32Array, node: number): number[] {
  let length = 0;
  for (let at = node; at >= 0; at = parents[at]!) length++;
  const path = new Array<number>(length);
  for (let at = node; at >= 0; at = parents[at]!) path[--length] = at;
  return path;
}
