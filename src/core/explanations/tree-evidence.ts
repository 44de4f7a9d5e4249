/**
 * What the trees say about one row: for each tree how far its target is from what the leaf expects, how much the leaf
 * knows (weight), and which features the tree leaned on to get there.
 *
 * Prepared once for a model; a row fills buffers, nothing is allocated. Cost for a row: O(trees × depth).
 */
import type { FeatureProfile } from "../model/model.js";
import { type Forest, MAX_TREE_DEPTH } from "../rules/forest.js";
import { classesOf } from "../rules/forest-bins.js";
import { BELOW, EQUAL_CODE, splitReadings } from "../rules/forest-walk.js";
import { UNSEEN } from "../table/encode-table.js";
import type { Feature } from "../table/features.js";
import type { Standard } from "./standard-row.js";
import { entropyOf, raritySurprise, SURPRISE_LIMIT } from "./surprise.js";

export interface TreeEvidence {
  readonly forest: Forest;
  readonly readings: Uint8Array;
  /** Class of each category of each categorical feature. */
  readonly classOf: readonly (Uint8Array | null)[];
  readonly standard: Standard;
  /** For each node 1 / expected deviation: how much it knows. */
  readonly weights: Float64Array;
  /** For each tree of the row at hand: surprise, or -1 when the tree has nothing to say. */
  readonly surprises: Float64Array;
  readonly leafWeights: Float64Array;
  /** Distinct features asked by tree t on the way: paths[t · depth] … paths[t · depth + lengths[t] - 1]. */
  readonly paths: Int32Array;
  readonly lengths: Uint8Array;
}

/** Deviations at a leaf are widened by this much (in deviations of the feature): leaves of few rows are too sure. */
const LEAF_WIDENING = 0.2;
/** A leaf with one category only is no surer than this many bits. */
const LEAST_ENTROPY = 0.3;
/** Rows with the overall frequencies that are added to each leaf: a leaf of few rows cannot tell how rare a category is. */
const PRIOR_ROWS = 2;

export function prepareTreeEvidence(
  forest: Forest,
  features: readonly Feature[],
  profiles: readonly FeatureProfile[],
  standard: Standard,
): TreeEvidence {
  const trees = forest.targets.length;
  return {
    forest,
    readings: splitReadings(features),
    classOf: profiles.map((profile) => (profile.kind === "categorical" ? classesOf(profile.counts).classOf : null)),
    standard,
    weights: nodeWeights(forest),
    surprises: new Float64Array(trees),
    leafWeights: new Float64Array(trees),
    paths: new Int32Array(trees * MAX_TREE_DEPTH),
    lengths: new Uint8Array(trees),
  };
}

function nodeWeights(forest: Forest): Float64Array {
  return forest.deviations.map((deviation, node) => {
    const counts = forest.classCounts.subarray(forest.classOffsets[node]!, forest.classOffsets[node + 1]!);
    if (counts.length === 0) return 1 / Math.sqrt(deviation * deviation + LEAF_WIDENING * LEAF_WIDENING);
    return 1 / Math.max(LEAST_ENTROPY, entropyOf(counts, forest.antecedentCounts[node]!));
  });
}

/** `values` is the row (see fillRow). */
export function fillTreeEvidence(evidence: TreeEvidence, values: Float64Array): void {
  const { forest } = evidence;
  for (let tree = 0; tree < forest.targets.length; tree++) {
    const target = forest.targets[tree]!;
    const leaf = Number.isNaN(values[target]!) ? -1 : walk(evidence, tree, values);
    evidence.surprises[tree] = leaf < 0 ? -1 : leafSurprise(evidence, leaf, target, values[target]!);
    if (leaf >= 0) evidence.leafWeights[tree] = evidence.weights[leaf]!;
  }
}

/** The leaf, or -1 when a value on the way is missing or was never seen; notes the features asked. */
function walk(evidence: TreeEvidence, tree: number, values: Float64Array): number {
  const { forest, readings, paths } = evidence;
  const { splitFeatures, splitValues, right } = forest;
  const start = tree * MAX_TREE_DEPTH;
  let end = start;
  let node = forest.roots[tree]!;
  for (let feature = splitFeatures[node]!; feature >= 0; feature = splitFeatures[node]!) {
    // nextNode(forest, node, values, readings), without the call.
    const value = values[feature]!;
    const reading = readings[feature]!;
    if (Number.isNaN(value) || (reading !== BELOW && value === UNSEEN)) return -1;
    const isLeft = reading === EQUAL_CODE ? value === splitValues[node] : value < splitValues[node]!;
    node = isLeft ? node + 1 : right[node]!;
    let at = start;
    while (at < end && paths[at] !== feature) at++;
    if (at === end) paths[end++] = feature;
  }
  evidence.lengths[tree] = end - start;
  return node;
}

function leafSurprise(evidence: TreeEvidence, leaf: number, target: number, value: number): number {
  const { forest } = evidence;
  if (evidence.standard.isCategorical[target] === 0) {
    const distance = Math.abs(evidence.standard.standardise(target, value) - forest.means[leaf]!);
    return Math.min(SURPRISE_LIMIT, distance * evidence.weights[leaf]!);
  }
  const own = evidence.classOf[target]![value];
  const count = own === undefined ? 0 : forest.classCounts[forest.classOffsets[leaf]! + own]!;
  const overall = evidence.standard.shareOf(target, value);
  return raritySurprise((count + PRIOR_ROWS * overall) / (forest.antecedentCounts[leaf]! + PRIOR_ROWS));
}
