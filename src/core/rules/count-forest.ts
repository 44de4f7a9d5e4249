/**
 * Counts, over all learning rows, how many reach each node of a Forest with a known target and how many of them are as
 * the node expects. Cost: O(rows × trees × depth).
 */
import type { EncodedTable } from "../table/encode-table.js";
import { expectedClasses, type Forest } from "./forest.js";
import type { Classes } from "./forest-bins.js";
import { fillRow, nextNode, splitReadings } from "./forest-walk.js";

/** Fills classCounts, antecedentCounts and supportCounts in place. `classes` has an entry for each categorical feature. */
export function countForest(forest: Forest, table: EncodedTable, classes: readonly (Classes | null)[]): void {
  const values = new Float64Array(table.features.length);
  const readings = splitReadings(table.features);
  for (let row = 0; row < table.rowCount; row++) {
    fillRow(table, row, values);
    for (let tree = 0; tree < forest.targets.length; tree++) {
      const target = forest.targets[tree]!;
      const value = values[target]!;
      if (Number.isNaN(value)) continue;
      const own = classes[target]?.classOf[value] ?? -1;
      for (let node = forest.roots[tree]!; node >= 0; node = nextNode(forest, node, values, readings)) {
        forest.antecedentCounts[node]!++;
        if (own >= 0) forest.classCounts[forest.classOffsets[node]! + own]!++;
        else if (value >= forest.lows[node]! && value <= forest.highs[node]!) forest.supportCounts[node]!++;
      }
    }
  }
  countExpectedClasses(forest);
}

function countExpectedClasses(forest: Forest): void {
  for (let node = 0; node < forest.splitFeatures.length; node++) {
    for (const own of expectedClasses(forest, node)) {
      forest.supportCounts[node]! += forest.classCounts[forest.classOffsets[node]! + own]!;
    }
  }
}
