/**
 * The nodes of trees that may be shown as rules, found by the leaf that a row ends at. All that a choice among them
 * asks for stands in one place, and that of all trees in few arrays: a row looks at a few nodes of a few trees, and
 * would else wait for memory at each. Those about a feature are made ready when it is first accused. Cost of that:
 * O(nodes × depth) of its trees.
 */
import { type ArraysOf, f64, fillRecord, i32, type Laid } from "../../compute/index.js";
import { exceptionSurprise, type FlatForest, leafNumber } from "../../evidence/index.js";
import type { FeatureProfile } from "../../model/index.js";
import { expectedClasses, type Forest, isExpectedClass, NARROWER, nodeSpread } from "../../rules/index.js";
import { type ChoiceRecord, EXPECTED_PART, NODE_NUMBERS, NODE_PARTS, WAY_NUMBERS } from "../../schema/index.js";
import { limitClarity, mayBeShown, surenessOf } from "./best-rule.js";
import type { ChoiceCounts } from "./choice-counts.js";

/** The trees of a model, and what is known of them. */
export interface CandidateTrees {
  readonly forest: Forest;
  /** By which nodes are chosen. */
  readonly counts: ChoiceCounts;
  readonly flat: Pick<FlatForest, "nodes" | "parents" | "leafNodes">;
  readonly profiles: readonly FeatureProfile[];
  /** Class of each category of each categorical feature. */
  readonly classOf: readonly (Uint8Array | null)[];
}

/** Those of the record Choice that are about trees. */
type TreeCandidateArrays = Laid<ReturnType<typeof treeCandidateLayout>>;

export interface TreeCandidates extends ArraysOf<ChoiceRecord, TreeCandidateArrays> {
  readonly trees: CandidateTrees;
  /** 1 for features whose trees are filled in. */
  readonly isReady: Uint8Array;
}

export function treeCandidateLayout({ forest, flat, profiles }: CandidateTrees) {
  return {
    firstTrees: i32(profiles.length + 1),
    ways: i32(WAY_NUMBERS * flat.leafNodes.length),
    numbers: f64((NODE_NUMBERS.bytes / 8) * forest.splitFeatures.length),
    parts: i32(NODE_PARTS * forest.splitFeatures.length),
  };
}

export function prepareTreeCandidates(trees: CandidateTrees, arrays: TreeCandidateArrays): TreeCandidates {
  const { firstTrees } = arrays;
  const { targets } = trees.forest;
  for (let tree = 0; tree < targets.length; tree++) firstTrees[targets[tree]! + 1]!++;
  for (let feature = 1; feature < firstTrees.length; feature++) firstTrees[feature]! += firstTrees[feature - 1]!;
  return { ...arrays, trees, isReady: new Uint8Array(trees.profiles.length) };
}

/** Fills in the trees about a feature. */
export function makeReady(candidates: TreeCandidates, feature: number): void {
  const { trees, isReady, firstTrees } = candidates;
  if (isReady[feature] === 1) return;
  const { roots } = trees.forest;
  for (let tree = firstTrees[feature]!; tree < firstTrees[feature + 1]!; tree++) {
    const isCandidate = candidateNodes(trees, roots[tree]!, roots[tree + 1]!);
    for (let node = roots[tree]!; node < roots[tree + 1]!; node++) {
      if (isCandidate[node - roots[tree]!] === 1) fillNode(candidates, feature, node);
      const leaf = leafNumber(trees.flat.nodes, node);
      if (leaf >= 0) fillWay(candidates, leaf, { isCandidate, root: roots[tree]! });
    }
  }
  isReady[feature] = 1;
}

/** 1 for nodes of a tree that are sure enough and say more than every node above them (see saysMore). */
function candidateNodes({ forest, counts, flat }: CandidateTrees, root: number, end: number): Uint8Array {
  const isCandidate = new Uint8Array(end - root);
  // How much the narrowest node from the root to this one allows.
  const narrowest = new Float64Array(end - root);
  narrowest[0] = roomOf(forest, root);
  for (let node = root + 1; node < end; node++) {
    const room = roomOf(forest, node);
    const above = narrowest[flat.parents[node]! - root]!;
    narrowest[node - root] = Math.min(room, above);
    const isNumeric = forest.classOffsets[node] === forest.classOffsets[node + 1];
    if (!(room < (isNumeric ? NARROWER * above : above))) continue;
    isCandidate[node - root] = Number(mayBeShown(surenessOf(counts, node)));
  }
  return isCandidate;
}

/** How many values a node allows its target: the width of the interval, or the number of classes. */
function roomOf(forest: Forest, node: number): number {
  const classCount = forest.classOffsets[node + 1]! - forest.classOffsets[node]!;
  if (classCount === 0) return forest.highs[node]! - forest.lows[node]!;
  let expected = 0;
  for (let place = 0; place < classCount; place++) if (isExpectedClass(forest, node, place)) expected++;
  return expected;
}

function fillNode({ trees, numbers, parts }: TreeCandidates, feature: number, node: number): void {
  const { forest, counts, profiles } = trees;
  const profile = profiles[feature]!;
  const deviation = profile.kind === "numeric" ? profile.deviation : 0;
  const antecedentCount = counts.antecedentCount(node);
  const supportCount = counts.supportCount(node);
  const rarity = deviation > 0 ? 0 : limitClarity(exceptionSurprise(antecedentCount, supportCount));
  const isVague = expectedCategories(forest, node, trees.classOf[feature]!) > 1;
  const asked = askedFor(trees, node);
  fillRecord(
    NODE_NUMBERS,
    {
      sureness: surenessOf(counts, node),
      antecedentCount,
      supportCount,
      length: asked.length,
      least: forest.lows[node]!,
      greatest: forest.highs[node]!,
      spread: deviation > 0 ? nodeSpread(forest, node) * deviation : -1,
      rarity: isVague ? -rarity : rarity, // of a rule that may be shown it is above 0
    },
    { array: numbers, number: node },
  );
  parts.fill(profiles.length, NODE_PARTS * node, NODE_PARTS * node + EXPECTED_PART);
  parts.set(asked, NODE_PARTS * node);
  parts[NODE_PARTS * node + EXPECTED_PART] = expectedBits(forest, node);
}

/** Features asked on the way to a node, each once. */
function askedFor({ forest, flat }: CandidateTrees, node: number): number[] {
  const above = pathTo(flat.parents, node).slice(0, -1);
  return [...new Set(above.map((other) => forest.splitFeatures[other]!))];
}

/** There are 32 classes at most (see classesOf). */
function expectedBits(forest: Forest, node: number): number {
  let bits = 0;
  for (const place of expectedClasses(forest, node)) bits |= 1 << place;
  return bits;
}

/** 0 of a number. */
function expectedCategories(forest: Forest, node: number, classOf: Uint8Array | null): number {
  let expected = 0;
  for (const place of classOf ?? []) if (isExpectedClass(forest, node, place)) expected++;
  return expected;
}

function fillWay(
  { trees, ways }: TreeCandidates,
  leaf: number,
  { isCandidate, root }: { readonly isCandidate: Uint8Array; readonly root: number },
): void {
  const start = WAY_NUMBERS * leaf;
  let count = 0;
  for (const node of pathTo(trees.flat.parents, trees.flat.leafNodes[leaf]!)) {
    if (isCandidate[node - root] === 1) ways[start + ++count] = node;
  }
  ways[start] = count;
}

/** The nodes from the root to `node`. */
export function pathTo(parents: Int32Array, node: number): number[] {
  let length = 0;
  for (let at = node; at >= 0; at = parents[at]!) length++;
  const path = new Array<number>(length);
  for (let at = node; at >= 0; at = parents[at]!) path[--length] = at;
  return path;
}
