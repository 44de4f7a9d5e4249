/**
 * A Forest laid out for leading one row after another through all of its trees.
 *
 * A node is two whole numbers side by side: which answer of the row it asks for, and which answers go left. The row's
 * answers are found once, by binary search among the few cut-offs of a feature; then a step of the walk is a comparison
 * of whole numbers without a branch, a leaf leads to itself, and four trees are walked at a time, so that no step waits
 * for memory alone. Which features a tree leans on is a matter of the leaf it ends at, known beforehand.
 */
import { type Forest, MAX_TREE_DEPTH } from "../rules/forest.js";
import { EQUAL_CODE, splitReadings } from "../rules/forest-walk.js";
import type { Feature } from "../table/features.js";
import { parentsOf } from "./tree-nodes.js";

export interface FlatForest {
  /**
   * At 2 n the answer that node n asks for. At 2 n + 1, in the lower 8 bits, the way to its right child (the left one is
   * the next node) and above them the greatest answer that goes left; of a leaf no way, and −1 − its number.
   */
  readonly nodes: Int32Array;
  /** Longest way to a leaf. */
  readonly depth: number;
  /** For each feature the cut-offs of its nodes, ascending; none where it is split by categories. */
  readonly cutOffs: readonly Float64Array[];
  /** For features split by categories the answer about each code, 0 where none is asked; null for the others. */
  readonly codeAnswers: readonly (Int32Array | null)[];
  /**
   * Answers about a row: for each feature the place of its value among the cut-offs; then 1 for what no row has; then for
   * each category that is asked for 0 where it is the row's, else 1.
   */
  readonly answerCount: number;
  /** Node of each leaf. */
  readonly leafNodes: Int32Array;
  /** Distinct features asked on the way to a leaf: [leaf · MAX_TREE_DEPTH, + pathLengths[leaf]). */
  readonly paths: Int32Array;
  readonly pathLengths: Uint8Array;
}

/** Bits of a node's second number that hold the way. */
export const WAY_BITS = 8;

export function flattenForest(forest: Forest, features: readonly Feature[]): FlatForest {
  const readings = splitReadings(features);
  const cutOffs = cutOffsOf(forest, readings);
  const { codeAnswers, answerCount } = numberCodes(forest, features, readings);
  const never = features.length;
  const leafNodes = Int32Array.from(forest.splitFeatures.keys()).filter((node) => forest.splitFeatures[node]! < 0);
  const nodes = new Int32Array(2 * forest.splitFeatures.length);
  leafNodes.forEach((node, leaf) => {
    nodes[2 * node + 1] = (-1 - leaf) << WAY_BITS;
  });
  forest.splitFeatures.forEach((feature, node) => {
    if (feature < 0) return;
    const split = forest.splitValues[node]!;
    const codes = codeAnswers[feature]!;
    const greatest = codes === null ? placeOf(cutOffs[feature]!, split) - 1 : 0;
    nodes[2 * node] = codes === null ? feature : codes[split] || never;
    nodes[2 * node + 1] = (greatest << WAY_BITS) | (forest.right[node]! - node);
  });
  return { nodes, cutOffs, codeAnswers, answerCount, leafNodes, ...leafPaths(forest, leafNodes) };
}

/** The answers of a row (see fillRow). A value that is missing or was never seen answers anything. */
export function fillAnswers({ cutOffs, codeAnswers }: FlatForest, values: Float64Array, answers: Int32Array): void {
  answers.fill(1, values.length);
  for (let feature = 0; feature < values.length; feature++) {
    const codes = codeAnswers[feature]!;
    if (codes === null) {
      answers[feature] = placeOf(cutOffs[feature]!, values[feature]!);
    } else {
      const code = values[feature]!;
      if (code >= 0 && codes[code] !== 0) answers[codes[code]!] = 0;
    }
  }
}

/** Number of cut-offs that are not above the value. */
function placeOf(cutOffs: Float64Array, value: number): number {
  let low = 0;
  let high = cutOffs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cutOffs[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cutOffsOf(forest: Forest, readings: Uint8Array): Float64Array[] {
  const splits = Array.from(readings, () => new Set<number>());
  forest.splitFeatures.forEach((feature, node) => {
    if (feature >= 0 && readings[feature] !== EQUAL_CODE) splits[feature]!.add(forest.splitValues[node]!);
  });
  return splits.map((own) => Float64Array.from(own).sort());
}

/** Answers about categories are numbered behind those of the features and the one that is always 1. */
function numberCodes(forest: Forest, features: readonly Feature[], readings: Uint8Array) {
  const codeAnswers = features.map((feature, j) =>
    readings[j] === EQUAL_CODE && feature.kind === "categorical" ? new Int32Array(feature.categories.length) : null,
  );
  let answerCount = features.length + 1;
  forest.splitFeatures.forEach((feature, node) => {
    const own = feature < 0 ? null : codeAnswers[feature]!;
    if (own !== null && own[forest.splitValues[node]!] === 0) own[forest.splitValues[node]!] = answerCount++;
  });
  return { codeAnswers, answerCount };
}

function leafPaths(forest: Forest, leafNodes: Int32Array) {
  const parents = parentsOf(forest);
  const paths = new Int32Array(leafNodes.length * MAX_TREE_DEPTH);
  const pathLengths = new Uint8Array(leafNodes.length);
  let depth = 0;
  leafNodes.forEach((leafNode, leaf) => {
    const start = leaf * MAX_TREE_DEPTH;
    let end = start;
    let way = 0;
    for (let node = parents[leafNode]!; node >= 0; node = parents[node]!) {
      const feature = forest.splitFeatures[node]!;
      let at = start;
      while (at < end && paths[at] !== feature) at++;
      if (at === end) paths[end++] = feature;
      way++;
    }
    pathLengths[leaf] = end - start;
    depth = Math.max(depth, way);
  });
  return { paths, pathLengths, depth };
}
