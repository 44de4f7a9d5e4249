/**
 * Counts, over all learning rows, how many reach each node of a Forest with a known target and how many of them are as
 * the node expects. Tree by tree, so that a tree's few nodes stay in the cache. Cost: O(rows × trees × depth).
 */
import type { EncodedTable } from "../table/encode-table.js";
import { expectedClasses, type Forest, LEAF } from "./forest.js";
import type { Classes } from "./forest-bins.js";
import { EQUAL_CODE, splitReadings } from "./forest-walk.js";

/** Fills classCounts, antecedentCounts and supportCounts in place. `classes` has an entry for each categorical feature. */
export function countForest(forest: Forest, table: EncodedTable, classes: readonly (Classes | null)[]): void {
  const columns = table.columns.map((column) =>
    column.kind === "numeric"
      ? column.values
      : Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code)),
  );
  const readings = splitReadings(table.features);
  for (let tree = 0; tree < forest.targets.length; tree++) {
    countTree(forest, tree, columns, readings, classes[forest.targets[tree]!]?.classOf ?? null);
  }
  countExpectedClasses(forest);
}

function countTree(
  forest: Forest,
  tree: number,
  columns: readonly Float64Array[],
  readings: Uint8Array,
  classOf: Uint8Array | null,
): void {
  const { splitFeatures, splitValues, right, lows, highs, antecedentCounts, supportCounts, classCounts, classOffsets } =
    forest;
  const target = columns[forest.targets[tree]!]!;
  for (let row = 0; row < target.length; row++) {
    const value = target[row]!;
    if (Number.isNaN(value)) continue;
    for (let node = forest.roots[tree]!; ; ) {
      antecedentCounts[node]!++;
      if (classOf !== null) classCounts[classOffsets[node]! + classOf[value]!]!++;
      else if (value >= lows[node]! && value <= highs[node]!) supportCounts[node]!++;
      const feature = splitFeatures[node]!;
      if (feature === LEAF) break;
      const input = columns[feature]![row]!;
      if (Number.isNaN(input)) break;
      const isLeft = readings[feature] === EQUAL_CODE ? input === splitValues[node] : input < splitValues[node]!;
      node = isLeft ? node + 1 : right[node]!;
    }
  }
}

function countExpectedClasses(forest: Forest): void {
  for (let node = 0; node < forest.splitFeatures.length; node++) {
    for (const own of expectedClasses(forest, node)) {
      forest.supportCounts[node]! += forest.classCounts[forest.classOffsets[node]! + own]!;
    }
  }
}
