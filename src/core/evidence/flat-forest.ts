/**
 * A Forest laid out for leading one row after another through all of its trees.
 *
 * A node is two whole numbers side by side: which answer of the row it asks for, and which answers go left. The row's
 * answers are found once, by binary search among the few cut-offs of a feature; then a step of the walk is a comparison
 * of whole numbers without a branch, a leaf leads to itself, and four trees are walked at a time, so that no step waits
 * for memory alone. Which features a tree asks for is a matter of the leaf it ends at, known beforehand.
 */

import { countUpTo } from "../base/index.js";
import { EQUAL_CODE, type Forest, splitReadings } from "../rules/index.js";
import { WAY_BITS } from "../schema/index.js";
import type { Feature } from "../table/index.js";

export interface FlatForest {
  /**
   * At 2 n the answer that node n asks for. At 2 n + 1, in the lower 8 bits, the way to its right child (the left one
   * is the next node) and above them the greatest answer that goes left; of a leaf no way, and −1 − its number.
   */
  readonly nodes: Int32Array;
  /** The node above each node; −1 for roots. */
  readonly parents: Int32Array;
  /** Node of each leaf. */
  readonly leafNodes: Int32Array;
  /** Longest way to a leaf. */
  readonly depth: number;
  /** For each feature the cut-offs of its nodes, ascending; none where it is split by categories. */
  readonly cutOffs: readonly Float64Array[];
  /** For features split by categories the answer about each code, 0 where none is asked; null for the others. */
  readonly codeAnswers: readonly (Int32Array | null)[];
  /**
   * The feature of each answer about a row; −1 for the one below. Answers are: for each feature the place of its value
   * among the cut-offs; then 1 for what no row has; then for each category that is asked for 0 where it is the row's,
   * else 1.
   */
  readonly answerFeatures: Int32Array;
}

export function flattenForest(forest: Forest, features: readonly Feature[]): FlatForest {
  const { splitFeatures, splitValues, right } = forest;
  const readings = splitReadings(features);
  const cutOffs = cutOffsOf(forest, readings);
  const { codeAnswers, answerFeatures } = numberCodes(forest, features, readings);
  const never = features.length;
  const nodes = new Int32Array(2 * splitFeatures.length);
  const parents = new Int32Array(splitFeatures.length).fill(-1);
  const ways = new Uint8Array(splitFeatures.length);
  const leafNodes = new Int32Array(splitFeatures.length);
  let leafCount = 0;
  let depth = 0;
  for (let node = 0; node < splitFeatures.length; node++) {
    const feature = splitFeatures[node]!;
    if (feature < 0) {
      leafNodes[leafCount++] = node;
      nodes[2 * node + 1] = -leafCount << WAY_BITS;
      continue;
    }
    const split = splitValues[node]!;
    const codes = codeAnswers[feature]!;
    const greatest = codes === null ? countUpTo(cutOffs[feature]!, split) - 1 : 0;
    nodes[2 * node] = codes === null ? feature : codes[split] || never;
    nodes[2 * node + 1] = (greatest << WAY_BITS) | (right[node]! - node);
    parents[node + 1] = parents[right[node]!] = node;
    ways[node + 1] = ways[right[node]!] = ways[node]! + 1;
    depth = Math.max(depth, ways[node]! + 1);
  }
  return { nodes, parents, leafNodes: leafNodes.slice(0, leafCount), depth, cutOffs, codeAnswers, answerFeatures };
}

/** The number of the leaf that a node is; negative for other nodes. */
export function leafNumber(nodes: Int32Array, node: number): number {
  return -1 - (nodes[2 * node + 1]! >> WAY_BITS);
}

function cutOffsOf({ splitFeatures, splitValues }: Forest, readings: Uint8Array): Float64Array[] {
  const ends = new Int32Array(readings.length + 1); // first counts, then where the splits of each feature end
  for (let node = 0; node < splitFeatures.length; node++) ends[splitFeatures[node]! + 1]!++;
  ends[0] = 0; // leaves
  for (let feature = 0; feature < readings.length; feature++) ends[feature + 1]! += ends[feature]!;
  const splits = new Float64Array(ends[readings.length]!);
  const next = ends.slice();
  for (let node = 0; node < splitFeatures.length; node++) {
    if (splitFeatures[node]! >= 0) splits[next[splitFeatures[node]!]!++] = splitValues[node]!;
  }
  return Array.from(readings, (reading, feature) =>
    reading === EQUAL_CODE ? new Float64Array() : distinct(splits.subarray(ends[feature]!, ends[feature + 1]!).sort()),
  );
}

function distinct(sorted: Float64Array): Float64Array {
  return sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
}

/** Answers about categories are numbered behind those of the features and the one that is always 1. */
function numberCodes({ splitFeatures, splitValues }: Forest, features: readonly Feature[], readings: Uint8Array) {
  const codeAnswers = features.map((feature, j) =>
    readings[j] === EQUAL_CODE && feature.kind === "categorical" ? new Int32Array(feature.categories.length) : null,
  );
  const answerFeatures = [...features.keys(), -1];
  for (let node = 0; node < splitFeatures.length; node++) {
    const feature = splitFeatures[node]!;
    const answers = feature < 0 ? null : codeAnswers[feature]!;
    const code = splitValues[node]!;
    if (answers !== null && answers[code] === 0) answers[code] = answerFeatures.push(feature) - 1;
  }
  return { codeAnswers, answerFeatures: Int32Array.from(answerFeatures) };
}
