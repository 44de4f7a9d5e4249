/**
 * What the trees say about one row: for each tree how far its target is from what the leaf expects, and how much the leaf
 * knows (its weight). From these: how surprising each value is to the trees about it, and how much surprise all others
 * lose when a feature is left out, with every tree that leans on it.
 *
 * Sums are kept for each target, and for each pair of a target and a feature that its trees lean on; a tree is taken out
 * of them when a feature it leans on is left out for good.
 * Prepared once for a model; a row fills buffers. Cost for a row: O(trees × depth + pairs), and as much for each step.
 */
import type { Kernel } from "../kernel/kernel.js";
import { f64, i32, type Laid, u8 } from "../kernel/lay-out.js";
import type { FeatureProfile } from "../model/model.js";
import { type Forest, MAX_TREE_DEPTH } from "../rules/forest.js";
import { classesOf } from "../rules/forest-bins.js";
import type { Feature } from "../table/features.js";
import { type FlatForest, fillAnswers, flattenForest, leafNumber, nextFlatNode } from "./flat-forest.js";
import type { Standard } from "./standard-row.js";
import { entropyOf, raritySurprise, SURPRISE_LIMIT } from "./surprise.js";

export interface TreeEvidence extends TreeArrays {
  readonly plan: TreePlan;
  /** Class of each category of each categorical feature. */
  readonly classOf: readonly (Uint8Array | null)[];
  readonly standard: Standard;
  /** The row at hand in deviations; only numeric targets are asked. */
  readonly standardised: Float64Array;
  /** Null: the twin. */
  readonly kernel: Kernel | null;
}

/** The forest as it is laid out, and its pairs. */
export interface TreePlan {
  readonly forest: Forest;
  readonly flat: FlatForest;
  readonly featureCount: number;
  /** Features that have trees, in the order of trees; of each the first tree, and behind the last one all trees. */
  readonly targets: Int32Array;
  readonly firstTrees: Int32Array;
  /** Pairs of the t-th target are [firstPairs[t], firstPairs[t + 1]), an even number: the last may be none, about no feature. */
  readonly firstPairs: Int32Array;
  readonly pairFeatures: Int32Array;
  /** For each leaf: how many features it leans on; bit (feature mod 32) for each of them; and the pairs they make with its target. */
  readonly leafPairs: Int32Array;
}

/**
 * Of the plan: nodes, roots, firstTrees, targets, firstPairs, pairFeatures, leafPairs; isNumeric: 1 for numeric targets.
 * leafMoments: what each leaf expects of a numeric target (2 · leaf), and how much it knows: 1 / expected deviation.
 * Of the row at hand: answers (see FlatForest), for each tree its leaf, and the sums.
 * treeSums: weight of each tree (2 · tree), 0 when it has nothing to say, and its weighted surprise behind it; targetSums,
 * pairSums: the same, added up over the trees of a target, and over those that lean on a feature.
 * own[q]: mean surprise of q by trees that lean on no feature left out; drop[u]: what others lose without u.
 * marginal: what is known of each value by itself.
 * fields: what the kernel reads.
 */
type TreeArrays = Laid<ReturnType<typeof treeLayout>>;

export function treeLayout(plan: TreePlan) {
  const trees = plan.forest.targets.length;
  const targets = plan.targets.length;
  const leaves = plan.flat.leafNodes.length;
  const pairs = plan.pairFeatures.length;
  return {
    fields: i32(22),
    nodes: i32(plan.flat.nodes.length),
    roots: i32(trees + 1),
    targets: i32(targets),
    isNumeric: u8(targets),
    firstTrees: i32(targets + 1),
    firstPairs: i32(targets + 1),
    pairFeatures: i32(pairs),
    leafPairs: i32(plan.leafPairs.length),
    leafMoments: f64(2 * leaves),
    answers: i32(plan.flat.answerFeatures.length),
    leaves: i32(trees),
    treeSums: f64(2 * trees),
    targetSums: f64(2 * targets),
    pairSums: f64(2 * pairs),
    marginal: f64(plan.featureCount),
    own: f64(plan.featureCount),
    drop: f64(plan.featureCount + 1),
  };
}

/** Numbers of a leaf in leafPairs: two, and the pairs. */
const LEAF_NUMBERS = 2 + MAX_TREE_DEPTH;
/** Deviations at a leaf are widened by this much (in deviations of the feature): leaves of few rows are too sure. */
const LEAF_WIDENING = 0.2;
/** A leaf with one category only is no surer than this many bits. */
const LEAST_ENTROPY = 0.3;
/** Rows with the overall frequencies that are added to each leaf: a leaf of few rows cannot tell how rare a category is. */
const PRIOR_ROWS = 2;
/** Less weight than this is what rounding leaves of nothing. */
const LEAST_WEIGHT = 1e-9;

export function planTrees(forest: Forest, features: readonly Feature[]): TreePlan {
  const flat = flattenForest(forest, features);
  const trees = forest.targets.length;
  const firsts = [...forest.targets.keys()].filter((tree) => forest.targets[tree] !== forest.targets[tree - 1]);
  const firstTrees = Int32Array.from([...firsts, trees]);
  const targets = Int32Array.from(firsts, (tree) => forest.targets[tree]!);
  return {
    forest,
    flat,
    featureCount: features.length,
    targets,
    firstTrees,
    ...planPairs(forest, flat, firstTrees, features.length),
  };
}

/** Every feature that some leaf of a target's trees leans on makes a pair with it. */
function planPairs(forest: Forest, { leafNodes, parents }: FlatForest, firstTrees: Int32Array, none: number) {
  const leafPairs = new Int32Array(leafNodes.length * LEAF_NUMBERS);
  const firstPairs = new Int32Array(firstTrees.length);
  const pairFeatures: number[] = [];
  const pairOf = new Int32Array(none).fill(-1);
  let leaf = 0;
  for (let t = 0; t + 1 < firstTrees.length; t++) {
    const first = pairFeatures.length; // pairs of targets before this one are below it
    const end = forest.roots[firstTrees[t + 1]!]!;
    for (; leaf < leafNodes.length && leafNodes[leaf]! < end; leaf++) {
      const start = leaf * LEAF_NUMBERS + 2;
      let next = start;
      for (let node = parents[leafNodes[leaf]!]!; node >= 0; node = parents[node]!) {
        const feature = forest.splitFeatures[node]!;
        if (pairOf[feature]! < first) pairOf[feature] = pairFeatures.push(feature) - 1;
        let at = start;
        while (at < next && leafPairs[at] !== pairOf[feature]) at++;
        if (at === next) leafPairs[next++] = pairOf[feature]!;
        leafPairs[start - 1]! |= 1 << (feature & 31);
      }
      leafPairs[start - 2] = next - start;
    }
    if (pairFeatures.length % 2 === 1) pairFeatures.push(none);
    firstPairs[t + 1] = pairFeatures.length;
  }
  return { leafPairs, firstPairs, pairFeatures: Int32Array.from(pairFeatures) };
}

export function prepareTreeEvidence(
  plan: TreePlan,
  profiles: readonly FeatureProfile[],
  standard: Standard,
  arrays: TreeArrays,
  row: Float64Array,
  kernel: Kernel | null,
): TreeEvidence {
  const { forest, flat } = plan;
  arrays.nodes.set(flat.nodes);
  arrays.roots.set(forest.roots);
  arrays.targets.set(plan.targets);
  arrays.isNumeric.set(plan.targets.map((target) => Number(standard.isCategorical[target] === 0)));
  arrays.firstTrees.set(plan.firstTrees);
  arrays.firstPairs.set(plan.firstPairs);
  arrays.pairFeatures.set(plan.pairFeatures);
  arrays.leafPairs.set(plan.leafPairs);
  fillLeafMoments(forest, flat.leafNodes, arrays.leafMoments);
  const { fields: _, ...places } = arrays;
  arrays.fields.set([...Object.values(places), row].map((array) => array.byteOffset));
  arrays.fields.set(
    [forest.targets.length, plan.targets.length, plan.featureCount, flat.depth],
    Object.keys(places).length + 1,
  );
  return {
    ...arrays,
    plan,
    classOf: profiles.map((profile) => (profile.kind === "categorical" ? classesOf(profile.counts).classOf : null)),
    standard,
    standardised: row,
    kernel,
  };
}

function fillLeafMoments(forest: Forest, leafNodes: Int32Array, moments: Float64Array): void {
  const { deviations, means, classOffsets, classCounts, antecedentCounts } = forest;
  for (let leaf = 0; leaf < leafNodes.length; leaf++) {
    const node = leafNodes[leaf]!;
    const deviation = deviations[node]!;
    moments[2 * leaf] = means[node]!;
    if (classOffsets[node] === classOffsets[node + 1]) {
      moments[2 * leaf + 1] = 1 / Math.sqrt(deviation * deviation + LEAF_WIDENING * LEAF_WIDENING);
    } else {
      const counts = classCounts.subarray(classOffsets[node]!, classOffsets[node + 1]!);
      moments[2 * leaf + 1] = 1 / Math.max(LEAST_ENTROPY, entropyOf(counts, antecedentCounts[node]!));
    }
  }
}

/** The row at hand. */
export interface TreeRow {
  /** As in fillRow. */
  readonly values: Float64Array;
  /** 1 where the value is missing or a category never seen: trees that ask for it have nothing to say. */
  readonly isLeftOut: Uint8Array;
}

/** Looks at a row, which is in `standardised` as well. */
export function startTrees(evidence: TreeEvidence, row: TreeRow): void {
  const { kernel, fields } = evidence;
  fillAnswers(evidence.plan.flat, row.values, evidence.answers);
  if (kernel === null) {
    findLeavesTwin(evidence);
    weighLeavesTwin(evidence);
  } else kernel.run.weighTreeLeaves(fields.byteOffset);
  weighCategories(evidence, row.values);
  if (row.isLeftOut.includes(1)) silenceTrees(evidence, row);
  if (kernel === null) addUpTwin(evidence);
  else kernel.run.addUpTrees(fields.byteOffset);
}

function findLeavesTwin({ plan, nodes, roots, answers, leaves }: TreeEvidence): void {
  for (let tree = 0; tree < leaves.length; tree++) {
    let node = roots[tree]!;
    for (let level = 0; level < plan.flat.depth; level++) node = nextFlatNode(nodes, answers, node);
    leaves[tree] = leafNumber(nodes, node);
  }
}

/** Trees about numbers. */
function weighLeavesTwin(evidence: TreeEvidence): void {
  const { targets, isNumeric, firstTrees, leaves, leafMoments, treeSums, standardised } = evidence;
  for (let t = 0; t < targets.length; t++) {
    if (isNumeric[t] === 0) continue;
    const value = standardised[targets[t]!]!;
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      const leaf = leaves[tree]!;
      const weight = leafMoments[2 * leaf + 1]!;
      const distance = Math.abs(value - leafMoments[2 * leaf]!) * weight;
      treeSums[2 * tree] = weight;
      treeSums[2 * tree + 1] = weight * Math.min(SURPRISE_LIMIT, distance);
    }
  }
}

/** Trees about categories. */
function weighCategories(evidence: TreeEvidence, values: Float64Array): void {
  const { targets, isNumeric, firstTrees, leaves, leafMoments, treeSums } = evidence;
  for (let t = 0; t < targets.length; t++) {
    if (isNumeric[t] === 1) continue;
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      const weight = leafMoments[2 * leaves[tree]! + 1]!;
      treeSums[2 * tree] = weight;
      treeSums[2 * tree + 1] = weight * categorySurprise(evidence, leaves[tree]!, targets[t]!, values[targets[t]!]!);
    }
  }
}

function categorySurprise(
  { plan, classOf, standard }: TreeEvidence,
  leaf: number,
  target: number,
  code: number,
): number {
  const { forest, flat } = plan;
  const node = flat.leafNodes[leaf]!;
  const count = code >= 0 ? forest.classCounts[forest.classOffsets[node]! + classOf[target]![code]!]! : 0;
  const overall = standard.shareOf(target, code);
  return raritySurprise((count + PRIOR_ROWS * overall) / (forest.antecedentCounts[node]! + PRIOR_ROWS));
}

/** Trees about a missing value, and those that asked for one that is missing or was never seen, have nothing to say. */
function silenceTrees(evidence: TreeEvidence, { values, isLeftOut }: TreeRow): void {
  const { targets, firstTrees, leaves, treeSums } = evidence;
  for (let t = 0; t < targets.length; t++) {
    const isMissing = Number.isNaN(values[targets[t]!]!);
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      if (isMissing || leansOnAny(evidence, leaves[tree]!, isLeftOut)) treeSums.fill(0, 2 * tree, 2 * tree + 2);
    }
  }
}

function leansOnAny({ leafPairs, pairFeatures }: TreeEvidence, leaf: number, isLeftOut: Uint8Array): boolean {
  const start = leaf * LEAF_NUMBERS + 2;
  const end = start + leafPairs[start - 2]!;
  for (let at = start; at < end; at++) if (isLeftOut[pairFeatures[leafPairs[at]!]!] === 1) return true;
  return false;
}

function addUpTwin({ targets, firstTrees, leaves, leafPairs, treeSums, targetSums, pairSums }: TreeEvidence): void {
  pairSums.fill(0);
  for (let t = 0; t < targets.length; t++) {
    let targetWeight = 0;
    let targetWeighted = 0;
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      const weight = treeSums[2 * tree]!;
      const weighted = treeSums[2 * tree + 1]!;
      targetWeight += weight;
      targetWeighted += weighted;
      const start = leaves[tree]! * LEAF_NUMBERS + 2;
      const end = start + leafPairs[start - 2]!;
      for (let at = start; at < end; at++) {
        pairSums[2 * leafPairs[at]!]! += weight;
        pairSums[2 * leafPairs[at]! + 1]! += weighted;
      }
    }
    targetSums[2 * t] = targetWeight;
    targetSums[2 * t + 1] = targetWeighted;
  }
}

/** Fills `own` and `drop`. Where no tree speaks, what is known of the value by itself. */
export function weighTrees(evidence: TreeEvidence): void {
  if (evidence.kernel === null) weighTreesTwin(evidence);
  else evidence.kernel.run.weighTrees(evidence.fields.byteOffset);
}

function weighTreesTwin(evidence: TreeEvidence): void {
  const { targets, targetSums, firstPairs, pairFeatures, pairSums, marginal, own, drop } = evidence;
  own.set(marginal);
  drop.fill(0);
  for (let t = 0; t < targets.length; t++) {
    const weight = targetSums[2 * t]!;
    if (weight <= LEAST_WEIGHT) continue;
    const weighted = targetSums[2 * t + 1]!;
    const byItself = marginal[targets[t]!]!;
    const mean = weighted / weight;
    own[targets[t]!] = mean;
    for (let pair = firstPairs[t]!; pair < firstPairs[t + 1]!; pair++) {
      const left = weight - pairSums[2 * pair]!;
      const without = left > LEAST_WEIGHT ? (weighted - pairSums[2 * pair + 1]!) / left : byItself;
      drop[pairFeatures[pair]!]! += mean - without;
    }
  }
}

/** Leaves out one more feature: the trees about it, and those that lean on it, have no say any more. */
export function dropFromTrees(evidence: TreeEvidence, feature: number): void {
  if (evidence.kernel === null) dropFromTreesTwin(evidence, feature);
  else evidence.kernel.run.dropFromTrees(evidence.fields.byteOffset, feature);
}

function dropFromTreesTwin(evidence: TreeEvidence, feature: number): void {
  const { targets, firstTrees, leaves, leafPairs, treeSums, targetSums } = evidence;
  const mask = 1 << (feature & 31);
  for (let t = 0; t < targets.length; t++) {
    if (targets[t] === feature) targetSums[2 * t] = 0;
    if (targetSums[2 * t] === 0) continue;
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      const start = leaves[tree]! * LEAF_NUMBERS;
      if ((leafPairs[start + 1]! & mask) === 0 || treeSums[2 * tree] === 0) continue;
      if (leansOn(evidence, start, feature)) takeOut(evidence, t, tree, start);
    }
  }
}

/** Whether the leaf whose numbers begin at `start` leans on a feature. */
function leansOn({ leafPairs, pairFeatures }: TreeEvidence, start: number, feature: number): boolean {
  const end = start + 2 + leafPairs[start]!;
  for (let at = start + 2; at < end; at++) if (pairFeatures[leafPairs[at]!] === feature) return true;
  return false;
}

function takeOut(
  { leafPairs, treeSums, targetSums, pairSums }: TreeEvidence,
  t: number,
  tree: number,
  start: number,
): void {
  const weight = treeSums[2 * tree]!;
  const weighted = treeSums[2 * tree + 1]!;
  targetSums[2 * t]! -= weight;
  targetSums[2 * t + 1]! -= weighted;
  const end = start + 2 + leafPairs[start]!;
  for (let at = start + 2; at < end; at++) {
    pairSums[2 * leafPairs[at]!]! -= weight;
    pairSums[2 * leafPairs[at]! + 1]! -= weighted;
  }
  treeSums[2 * tree] = 0;
  treeSums[2 * tree + 1] = 0;
}
