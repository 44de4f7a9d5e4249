/**
 * What the trees say about one row: for each tree how far its target is from what the leaf expects, and how much the leaf
 * knows (its weight). From these: how surprising each value is to the trees about it, and how much surprise all others
 * lose when a feature is left out, with every tree that leans on it.
 *
 * Sums are kept for each target, and for each pair of a target and a feature that its trees lean on; a tree is taken out
 * of them when a feature it leans on is left out for good.
 * Prepared once for a model; a row fills buffers. Cost for a row: O(trees × depth), and as much for each step.
 */
import type { FeatureProfile } from "../model/model.js";
import { type Forest, MAX_TREE_DEPTH } from "../rules/forest.js";
import { classesOf } from "../rules/forest-bins.js";
import type { Feature } from "../table/features.js";
import { type FlatForest, findLeaves, flattenForest, leansOnAny } from "./flat-forest.js";
import type { Standard } from "./standard-row.js";
import { entropyOf, raritySurprise, SURPRISE_LIMIT } from "./surprise.js";

export interface TreeEvidence {
  readonly forest: Forest;
  readonly flat: FlatForest;
  /** Class of each category of each categorical feature. */
  readonly classOf: readonly (Uint8Array | null)[];
  readonly standard: Standard;
  /** What each leaf expects of a numeric target (2 · leaf), and how much it knows: 1 / expected deviation (2 · leaf + 1). */
  readonly leafMoments: Float64Array;
  /** Trees of target number t are [firstTrees[t], firstTrees[t + 1]); its feature is targets[t]. */
  readonly targets: Int32Array;
  readonly firstTrees: Int32Array;
  /** For each tree of the row at hand: its leaf; its weight, 0 when it has nothing to say; and its weighted surprise. */
  readonly leaves: Int32Array;
  readonly weights: Float64Array;
  readonly weighted: Float64Array;
  /** Sums of both over the trees of each target. */
  readonly targetWeights: Float64Array;
  readonly targetWeighted: Float64Array;
  /** Pairs of target number t are [firstPairs[t], firstPairs[t + 1]); sums over trees of the target that lean on the feature. */
  readonly firstPairs: Int32Array;
  readonly pairFeatures: Int32Array;
  readonly pairWeights: Float64Array;
  readonly pairWeighted: Float64Array;
  /** Pair of a tree and the i-th feature of its path: [tree · MAX_TREE_DEPTH + i]. */
  readonly treePairs: Int32Array;
  /** Scratch: the pair of each feature, where it is one of the target at hand. */
  readonly pairOf: Int32Array;
}

/** Deviations at a leaf are widened by this much (in deviations of the feature): leaves of few rows are too sure. */
const LEAF_WIDENING = 0.2;
/** A leaf with one category only is no surer than this many bits. */
const LEAST_ENTROPY = 0.3;
/** Rows with the overall frequencies that are added to each leaf: a leaf of few rows cannot tell how rare a category is. */
const PRIOR_ROWS = 2;
/** Less weight than this is what rounding leaves of nothing. */
const LEAST_WEIGHT = 1e-9;

export function prepareTreeEvidence(
  forest: Forest,
  features: readonly Feature[],
  profiles: readonly FeatureProfile[],
  standard: Standard,
): TreeEvidence {
  const flat = flattenForest(forest, features);
  const trees = forest.targets.length;
  const firstTrees = Int32Array.from([...forest.targets.keys(), trees]).filter(
    (tree) => tree === 0 || tree === trees || forest.targets[tree] !== forest.targets[tree - 1],
  );
  const targets = Int32Array.from(firstTrees.subarray(0, -1), (tree) => forest.targets[tree]!);
  const mostPairs = trees * MAX_TREE_DEPTH;
  return {
    forest,
    flat,
    classOf: profiles.map((profile) => (profile.kind === "categorical" ? classesOf(profile.counts).classOf : null)),
    standard,
    leafMoments: leafMomentsOf(forest, flat.leafNodes),
    targets,
    firstTrees,
    leaves: new Int32Array(trees),
    weights: new Float64Array(trees),
    weighted: new Float64Array(trees),
    targetWeights: new Float64Array(targets.length),
    targetWeighted: new Float64Array(targets.length),
    firstPairs: new Int32Array(targets.length + 1),
    pairFeatures: new Int32Array(mostPairs),
    pairWeights: new Float64Array(mostPairs),
    pairWeighted: new Float64Array(mostPairs),
    treePairs: new Int32Array(mostPairs),
    pairOf: new Int32Array(features.length),
  };
}

function leafMomentsOf(forest: Forest, leafNodes: Int32Array): Float64Array {
  const moments = new Float64Array(2 * leafNodes.length);
  leafNodes.forEach((node, leaf) => {
    const deviation = forest.deviations[node]!;
    const counts = forest.classCounts.subarray(forest.classOffsets[node]!, forest.classOffsets[node + 1]!);
    moments[2 * leaf] = forest.means[node]!;
    moments[2 * leaf + 1] =
      counts.length === 0
        ? 1 / Math.sqrt(deviation * deviation + LEAF_WIDENING * LEAF_WIDENING)
        : 1 / Math.max(LEAST_ENTROPY, entropyOf(counts, forest.antecedentCounts[node]!));
  });
  return moments;
}

/** The row at hand. */
export interface TreeRow {
  /** As in fillRow. */
  readonly values: Float64Array;
  /** The same in deviations; only numeric targets are asked. */
  readonly standardised: Float64Array;
  /** 1 where the value is missing or a category never seen: trees that ask for it have nothing to say. */
  readonly isLeftOut: Uint8Array;
}

/** Looks at a row. */
export function startTrees(evidence: TreeEvidence, row: TreeRow): void {
  findLeaves(evidence.flat, row.values, evidence.leaves);
  weighLeaves(evidence, row);
  if (row.isLeftOut.includes(1)) silenceTrees(evidence, row.isLeftOut);
  addUp(evidence);
}

function weighLeaves(evidence: TreeEvidence, { values, standardised }: TreeRow): void {
  const { targets, firstTrees, leaves, leafMoments, weights, weighted, standard } = evidence;
  for (let t = 0; t < targets.length; t++) {
    const target = targets[t]!;
    const isMissing = Number.isNaN(values[target]!);
    const isCategorical = standard.isCategorical[target] === 1;
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      const leaf = leaves[tree]!;
      const weight = isMissing ? 0 : leafMoments[2 * leaf + 1]!;
      weights[tree] = weight;
      if (isMissing) weighted[tree] = 0;
      else if (isCategorical) weighted[tree] = weight * categorySurprise(evidence, leaf, target, values[target]!);
      else {
        const distance = Math.abs(standardised[target]! - leafMoments[2 * leaf]!);
        weighted[tree] = weight * Math.min(SURPRISE_LIMIT, distance * weight);
      }
    }
  }
}

function categorySurprise(evidence: TreeEvidence, leaf: number, target: number, code: number): number {
  const { forest, flat, standard } = evidence;
  const node = flat.leafNodes[leaf]!;
  const count = code < 0 ? 0 : forest.classCounts[forest.classOffsets[node]! + evidence.classOf[target]![code]!]!;
  const overall = standard.shareOf(target, code);
  return raritySurprise((count + PRIOR_ROWS * overall) / (forest.antecedentCounts[node]! + PRIOR_ROWS));
}

function silenceTrees({ flat, leaves, weights, weighted }: TreeEvidence, isLeftOut: Uint8Array): void {
  for (let tree = 0; tree < leaves.length; tree++) {
    if (weights[tree] === 0 || !leansOnAny(flat, leaves[tree]!, isLeftOut)) continue;
    weights[tree] = 0;
    weighted[tree] = 0;
  }
}

/** Fills the sums of targets and pairs. */
function addUp(evidence: TreeEvidence): void {
  const { flat, targets, firstTrees, leaves, weights, weighted, targetWeights, targetWeighted } = evidence;
  const { firstPairs, pairFeatures, pairWeights, pairWeighted, treePairs, pairOf } = evidence;
  const { paths, pathLengths } = flat;
  pairOf.fill(-1);
  let end = 0;
  for (let t = 0; t < targets.length; t++) {
    const first = end; // pairs of targets before this one are below it
    let ownWeight = 0;
    let ownWeighted = 0;
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      const weight = weights[tree]!;
      if (weight === 0) continue;
      const surprise = weighted[tree]!;
      ownWeight += weight;
      ownWeighted += surprise;
      const start = leaves[tree]! * MAX_TREE_DEPTH;
      const length = pathLengths[leaves[tree]!]!;
      for (let i = 0; i < length; i++) {
        const feature = paths[start + i]!;
        let pair = pairOf[feature]!;
        if (pair < first) {
          pair = end++;
          pairOf[feature] = pair;
          pairFeatures[pair] = feature;
          pairWeights[pair] = weight;
          pairWeighted[pair] = surprise;
        } else {
          pairWeights[pair]! += weight;
          pairWeighted[pair]! += surprise;
        }
        treePairs[tree * MAX_TREE_DEPTH + i] = pair;
      }
    }
    targetWeights[t] = ownWeight;
    targetWeighted[t] = ownWeighted;
    firstPairs[t + 1] = end;
  }
}

/**
 * own[q]: mean surprise of q by trees that lean on no feature left out; drop[u]: what others lose without u.
 * Where no tree speaks, what is known of the value by itself.
 */
export function weighTrees(
  evidence: TreeEvidence,
  marginal: Float64Array,
  own: Float64Array,
  drop: Float64Array,
): void {
  const { targets, targetWeights, targetWeighted, firstPairs, pairFeatures, pairWeights, pairWeighted } = evidence;
  own.set(marginal);
  drop.fill(0);
  for (let t = 0; t < targets.length; t++) {
    const weight = targetWeights[t]!;
    if (weight <= LEAST_WEIGHT) continue;
    const weighted = targetWeighted[t]!;
    const byItself = marginal[targets[t]!]!;
    const mean = weighted / weight;
    own[targets[t]!] = mean;
    for (let pair = firstPairs[t]!; pair < firstPairs[t + 1]!; pair++) {
      const left = weight - pairWeights[pair]!;
      const without = left > LEAST_WEIGHT ? (weighted - pairWeighted[pair]!) / left : byItself;
      drop[pairFeatures[pair]!]! += mean - without;
    }
  }
}

/** Leaves out one more feature: the trees about it, and those that lean on it, have no say any more. */
export function dropFromTrees(evidence: TreeEvidence, feature: number): void {
  const { flat, targets, firstTrees, leaves, weights, targetWeights } = evidence;
  const mask = 1 << (feature & 31);
  for (let t = 0; t < targets.length; t++) {
    if (targets[t] === feature) targetWeights[t] = 0;
    if (targetWeights[t] === 0) continue;
    for (let tree = firstTrees[t]!; tree < firstTrees[t + 1]!; tree++) {
      if ((flat.pathMasks[leaves[tree]!]! & mask) === 0 || weights[tree] === 0) continue;
      if (leansOn(flat, leaves[tree]!, feature)) takeOut(evidence, t, tree);
    }
  }
}

function leansOn({ paths, pathLengths }: FlatForest, leaf: number, feature: number): boolean {
  const start = leaf * MAX_TREE_DEPTH;
  for (let at = start; at < start + pathLengths[leaf]!; at++) if (paths[at] === feature) return true;
  return false;
}

function takeOut(evidence: TreeEvidence, t: number, tree: number): void {
  const { weights, weighted, targetWeights, targetWeighted, pairWeights, pairWeighted, treePairs } = evidence;
  const weight = weights[tree]!;
  const surprise = weighted[tree]!;
  targetWeights[t]! -= weight;
  targetWeighted[t]! -= surprise;
  const start = tree * MAX_TREE_DEPTH;
  const length = evidence.flat.pathLengths[evidence.leaves[tree]!]!;
  for (let at = start; at < start + length; at++) {
    pairWeights[treePairs[at]!]! -= weight;
    pairWeighted[treePairs[at]!]! -= surprise;
  }
  weights[tree] = 0;
  weighted[tree] = 0;
}
