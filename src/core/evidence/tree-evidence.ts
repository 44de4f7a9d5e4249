/**
 * What the trees say about one row: for each tree how far its target is from what the leaf expects, and how much the
 * leaf knows (its weight). From these: how surprising each value is to the trees about it, and how much surprise all
 * others lose when a feature is left out, with every tree that asks for it.
 *
 * Sums are kept for each target, and for each pair of a target and a feature that its trees ask for; a tree is taken
 * out of them when a feature it asks for is left out for good. Prepared once for a model; a row fills buffers. Cost for
 * a row: O(trees × depth + pairs), and as much for each step.
 */
import {
  type ArraysOf,
  f64,
  i32,
  type Kernel,
  type Laid,
  type NumberTables,
  recordRoom,
  u8,
  writeRecord,
} from "../compute/index.js";
import type { FeatureProfile } from "../model/index.js";
import { classesOf, type Forest } from "../rules/index.js";
import {
  LEAF_BYTES,
  LEAF_MASK,
  LEAF_PAIRS,
  MAX_TREE_DEPTH,
  type Place,
  PRIOR_ROWS,
  TREES,
  type TreesRecord,
} from "../schema/index.js";
import type { Feature } from "../table/index.js";
import { type FlatForest, flattenForest } from "./flat-forest.js";
import type { Standard } from "./standard-row.js";
import { entropyOf } from "./surprise.js";

export interface TreeEvidence extends ArraysOf<TreesRecord, TreeArrays> {
  readonly plan: TreePlan;
  readonly standard: Standard;
  /** The row at hand in deviations; only numeric targets are asked. */
  readonly standardised: Float64Array;
  /** `leaves` read as numbers. */
  readonly leafParts: ReturnType<typeof leafViews>;
  readonly kernel: Kernel;
  readonly pointer: Place<"Trees">;
}

/** What of a model the trees are asked with. */
interface TreeParts {
  readonly forest: Forest;
  readonly features: readonly Feature[];
  readonly profiles: readonly FeatureProfile[];
}

/** The forest as it is laid out, and its pairs. */
export interface TreePlan {
  readonly forest: Forest;
  readonly flat: FlatForest;
  readonly featureCount: number;
  /** Class of each category of each categorical feature. */
  readonly classOf: readonly (Uint8Array | null)[];
  /** Features that have trees, in the order of trees; of each the first tree, and behind the last one all trees. */
  readonly targets: Int32Array;
  readonly firstTrees: Int32Array;
  /**
   * Pairs of the t-th target are [firstPairs[t], firstPairs[t + 1]), an even number. The first MAX_TREE_DEPTH are about
   * no feature: the i-th is for leaves that ask for no more than i features, so that all have as many pairs; one more
   * may be at the end.
   */
  readonly firstPairs: Int32Array;
  /** The first of those, for each tree. */
  readonly treePairs: Int32Array;
  readonly pairFeatures: Int32Array;
  /**
   * Bit (feature mod 32) for each feature that a leaf asks for, and the pairs they make with its target, counted from
   * its first.
   */
  readonly leafMasks: Int32Array;
  readonly leafPairs: Uint16Array;
}

/** Those of the record Trees, and room for it. */
type TreeArrays = Laid<ReturnType<typeof treeLayout>>;

export function treeLayout(plan: TreePlan) {
  const trees = plan.forest.targets.length;
  const targets = plan.targets.length;
  const leaves = plan.flat.leafNodes.length;
  const pairs = plan.pairFeatures.length;
  return {
    record: recordRoom(TREES),
    nodes: i32(plan.flat.nodes.length),
    roots: i32(trees + 1),
    targets: i32(targets),
    isNumeric: u8(targets),
    firstTrees: i32(targets + 1),
    firstPairs: i32(targets + 1),
    pairFeatures: i32(pairs + PAIR_ROOM),
    leaves: u8(LEAF_BYTES * leaves),
    leafCounts: i32(leaves),
    counts: f64(countRoom(plan)),
    classes: i32(targets),
    prior: f64(targets),
    answers: i32(plan.flat.answerFeatures.length),
    treeLeaves: i32(trees),
    treeMasks: i32(trees),
    treeSums: f64(2 * trees),
    targetSums: f64(2 * targets),
    pairSums: f64(2 * pairs),
    losses: f64(pairs),
    isChanged: u8(targets),
    targetMasks: i32(targets),
    marginal: f64(plan.featureCount),
    surprise: f64(plan.featureCount),
    drop: f64(plan.featureCount + 1),
  };
}

/** Of all leaves about categories: one for its rows, and one for each class. */
function countRoom({ forest: { classOffsets }, flat: { leafNodes } }: TreePlan): number {
  return leafNodes.reduce((room, node) => {
    const classes = classOffsets[node + 1]! - classOffsets[node]!;
    return classes === 0 ? room : room + 1 + classes;
  }, 0);
}

/** The kernel looks at four pairs at a time, and so behind the last. */
const PAIR_ROOM = 2;
/** Pairs of one target at most. */
const MOST_PAIRS = 0xffff;
/** Deviations at a leaf are widened by this much (in deviations of the feature): leaves of few rows are too sure. */
const LEAF_WIDENING = 0.08;
/** A leaf with one category only is no surer than this many bits. */
const LEAST_ENTROPY = 0.3;

export function planTrees({ forest, features, profiles }: TreeParts): TreePlan {
  const flat = flattenForest(forest, features);
  const trees = forest.targets.length;
  const firsts = [...forest.targets.keys()].filter((tree) => forest.targets[tree] !== forest.targets[tree - 1]);
  const firstTrees = Int32Array.from([...firsts, trees]);
  const targets = Int32Array.from(firsts, (tree) => forest.targets[tree]!);
  return {
    forest,
    flat,
    featureCount: features.length,
    classOf: profiles.map((profile) => (profile.kind === "categorical" ? classesOf(profile.counts).classOf : null)),
    targets,
    firstTrees,
    ...planPairs(forest, flat, { firstTrees, none: features.length }),
  };
}

interface PairedTrees {
  /** Of each target, and the number of trees behind the last. */
  readonly firstTrees: Int32Array;
  /** The number of no feature. */
  readonly none: number;
}

/** Every feature that some leaf of a target's trees asks for makes a pair with it. */
function planPairs(forest: Forest, { leafNodes, parents }: FlatForest, { firstTrees, none }: PairedTrees) {
  const leafMasks = new Int32Array(leafNodes.length);
  const leafPairs = new Uint16Array(leafNodes.length * MAX_TREE_DEPTH);
  const firstPairs = new Int32Array(firstTrees.length);
  const treePairs = new Int32Array(forest.targets.length);
  const pairFeatures: number[] = [];
  const pairOf = new Int32Array(none).fill(-1);
  let leaf = 0;
  for (let t = 0; t + 1 < firstTrees.length; t++) {
    const first = pairFeatures.length; // pairs of targets before this one are below it
    treePairs.fill(first, firstTrees[t]!, firstTrees[t + 1]!);
    for (let i = 0; i < MAX_TREE_DEPTH; i++) pairFeatures.push(none);
    const end = forest.roots[firstTrees[t + 1]!]!;
    for (; leaf < leafNodes.length && leafNodes[leaf]! < end; leaf++) {
      const start = leaf * MAX_TREE_DEPTH;
      let next = start;
      for (let node = parents[leafNodes[leaf]!]!; node >= 0; node = parents[node]!) {
        const feature = forest.splitFeatures[node]!;
        if (pairOf[feature]! < first) pairOf[feature] = pairFeatures.push(feature) - 1;
        const pair = pairOf[feature]! - first;
        let at = start;
        while (at < next && leafPairs[at] !== pair) at++;
        if (at === next) leafPairs[next++] = pair;
        leafMasks[leaf]! |= 1 << (feature & 31);
      }
      for (; next < start + MAX_TREE_DEPTH; next++) leafPairs[next] = next - start;
    }
    if (pairFeatures.length - first > MOST_PAIRS)
      throw new RangeError(`trees ask for more than ${MOST_PAIRS} features`);
    if (pairFeatures.length % 2 === 1) pairFeatures.push(none);
    firstPairs[t + 1] = pairFeatures.length;
  }
  return { leafMasks, leafPairs, firstPairs, treePairs, pairFeatures: Int32Array.from(pairFeatures) };
}

interface TreeSurroundings {
  readonly standard: Standard;
  readonly row: Float64Array<ArrayBuffer>;
  readonly tables: NumberTables;
  readonly kernel: Kernel;
}

export function prepareTreeEvidence(
  plan: TreePlan,
  arrays: TreeArrays,
  { standard, row, tables, kernel }: TreeSurroundings,
): TreeEvidence {
  const { forest, flat } = plan;
  arrays.nodes.set(flat.nodes);
  arrays.roots.set(forest.roots);
  arrays.targets.set(plan.targets);
  arrays.isNumeric.set(plan.targets.map((target) => Number(standard.isCategorical[target] === 0)));
  arrays.firstTrees.set(plan.firstTrees);
  arrays.firstPairs.set(plan.firstPairs);
  arrays.pairFeatures.set(plan.pairFeatures);
  fillLeaves(plan, arrays);
  const { record, ...others } = arrays;
  const { pointer } = writeRecord(TREES, record, {
    ...others,
    standardised: row,
    centres: tables.centres,
    treeCount: forest.targets.length,
    targetCount: plan.targets.length,
    featureCount: plan.featureCount,
    depth: flat.depth,
  });
  return {
    ...arrays,
    // One copy of the nodes for all, which is then near at hand for all.
    plan: { ...plan, flat: { ...flat, nodes: arrays.nodes } },
    standard,
    standardised: row,
    leafParts: leafViews(arrays.leaves),
    kernel,
    pointer,
  };
}

/** The parts of a leaf's bytes, in the order of this machine, which the kernel's is on all that run it. */
function leafViews({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) {
  return {
    moments: new Float64Array(buffer, byteOffset, length / 8),
    masks: new Int32Array(buffer, byteOffset, length / 4),
    pairs: new Uint16Array(buffer, byteOffset, length / 2),
  };
}

/** Floats of a leaf. */
const LEAF_FLOATS = LEAF_BYTES / 8;
/** Numbers of 16 bits of a leaf, and where its pairs begin among them. */
const LEAF_NUMBERS = LEAF_BYTES / 2;
const FIRST_PAIR = LEAF_PAIRS / 2;

function firstPair(leaf: number): number {
  return LEAF_NUMBERS * leaf + FIRST_PAIR;
}

function fillLeaves({ forest, flat, leafMasks, leafPairs }: TreePlan, arrays: TreeArrays): void {
  const { deviations, means, classOffsets, classCounts, antecedentCounts } = forest;
  const { moments, masks, pairs } = leafViews(arrays.leaves);
  let counted = 0;
  for (let leaf = 0; leaf < flat.leafNodes.length; leaf++) {
    const node = flat.leafNodes[leaf]!;
    const deviation = deviations[node]!;
    moments[LEAF_FLOATS * leaf] = means[node]!;
    if (classOffsets[node] === classOffsets[node + 1]) {
      moments[LEAF_FLOATS * leaf + 1] = 1 / Math.sqrt(deviation * deviation + LEAF_WIDENING * LEAF_WIDENING);
    } else {
      const counts = classCounts.subarray(classOffsets[node]!, classOffsets[node + 1]!);
      arrays.leafCounts[leaf] = counted;
      arrays.counts[counted] = antecedentCounts[node]!;
      arrays.counts.set(counts, counted + 1);
      counted += 1 + counts.length;
      moments[LEAF_FLOATS * leaf + 1] = 1 / Math.max(LEAST_ENTROPY, entropyOf(counts, antecedentCounts[node]!));
    }
    masks[(LEAF_BYTES / 4) * leaf + LEAF_MASK / 4] = leafMasks[leaf]!;
    for (let i = 0; i < MAX_TREE_DEPTH; i++) pairs[firstPair(leaf) + i] = leafPairs[MAX_TREE_DEPTH * leaf + i]!;
  }
}

/**
 * Looks at a row (see fillRow), which is in `standardised` and `answers` as well. `isLeftOut` is 1 where the value is
 * missing or a category never seen: trees that ask for it have nothing to say.
 */
export function startTrees(evidence: TreeEvidence, values: Float64Array, isLeftOut: Uint8Array): void {
  const { kernel, pointer } = evidence;
  describeCategories(evidence, values);
  kernel.run.weighTreeLeaves(pointer);
  if (isLeftOut.includes(1)) silenceTrees(evidence, values, isLeftOut);
  kernel.run.addUpTrees(pointer);
}

function describeCategories(evidence: TreeEvidence, values: Float64Array): void {
  const { plan, standard, targets, isNumeric, classes, prior } = evidence;
  for (let t = 0; t < targets.length; t++) {
    if (isNumeric[t] === 1) continue;
    const target = targets[t]!;
    const code = values[target]!;
    classes[t] = code >= 0 ? plan.classOf[target]![code]! : -1;
    prior[t] = PRIOR_ROWS * standard.shareOf(target, code);
  }
}

/** Trees about a missing value, and those that asked for one that is missing or was never seen, have nothing to say. */
function silenceTrees(evidence: TreeEvidence, values: Float64Array, isLeftOut: Uint8Array): void {
  const { targets, firstTrees, treeSums } = evidence;
  for (let t = 0; t < targets.length; t++) {
    const isMissing = Number.isNaN(values[targets[t]!]!);
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      if (isMissing || asksForAny(evidence, tree, isLeftOut)) treeSums.fill(0, 2 * tree, 2 * tree + 2);
    }
  }
}

/** Whether a tree asked for a marked feature. Pairs about no feature have a number that no mark is at. */
export function asksForAny(evidence: TreeEvidence, tree: number, marks: Uint8Array): boolean {
  const { plan, treeLeaves, pairFeatures, leafParts } = evidence;
  const first = plan.treePairs[tree]!;
  const start = firstPair(treeLeaves[tree]!);
  for (let at = start; at < start + MAX_TREE_DEPTH; at++) {
    if (marks[pairFeatures[first + leafParts.pairs[at]!]!] === 1) return true;
  }
  return false;
}
