/**
 * The least and the greatest value that rows of the sample have at each node of the trees of a numeric target: what its
 * rule may say was seen. Cost: O(trees × depth × rows).
 */
import { type EncodedTable, fillRow } from "../../table/index.js";
import type { GrownTrees } from "./grow-trees.js";
import { EQUAL_CODE, splitReadings } from "./split-readings.js";

/** One of each for every node; of a node that no row reaches the count is 0. */
export interface NodeRanges {
  readonly mins: Float64Array;
  readonly maxes: Float64Array;
  readonly counts: Uint32Array;
}

/** What a row is asked at a node, feature by feature; made once for all targets. */
export interface SampleRows {
  readonly rows: readonly Float64Array[];
  readonly readings: Uint8Array;
}

export function prepareSampleRows(sample: EncodedTable): SampleRows {
  const rows = Array.from({ length: sample.rowCount }, (_, row) => {
    const values = new Float64Array(sample.features.length);
    fillRow(sample, row, values);
    return values;
  });
  return { rows, readings: splitReadings(sample.features) };
}

export function findNodeRanges(trees: GrownTrees, { rows, readings }: SampleRows, target: number): NodeRanges {
  const walk: TreeWalk = { trees, readings };
  const size = trees.right.length;
  const mins = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const maxes = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const counts = new Uint32Array(size);
  for (const row of rows) {
    const value = row[target]!;
    if (Number.isNaN(value)) continue;
    for (let tree = 0; tree + 1 < trees.roots.length; tree++) {
      for (let node = trees.roots[tree]!; node >= 0; node = nextNode(walk, node, row)) {
        counts[node]!++;
        if (value < mins[node]!) mins[node] = value;
        if (value > maxes[node]!) maxes[node] = value;
      }
    }
  }
  return { mins, maxes, counts };
}

interface TreeWalk {
  readonly trees: GrownTrees;
  readonly readings: Uint8Array;
}

/** −1 behind a leaf, and where the value that is asked for is missing. */
function nextNode({ trees, readings }: TreeWalk, node: number, row: Float64Array): number {
  const { splitFeatures, splitValues, right } = trees;
  const feature = splitFeatures[node]!;
  if (feature < 0 || Number.isNaN(row[feature]!)) return -1;
  const split = splitValues[node]!;
  const isLeft = readings[feature] === EQUAL_CODE ? row[feature] === split : row[feature]! < split;
  return isLeft ? node + 1 : right[node]!;
}
