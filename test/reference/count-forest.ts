/** Counts rows at the nodes of a Forest one by one: each row is led through each tree. */
import {
  type CountingTask,
  EQUAL_CODE,
  type Forest,
  type ForestCounts,
  LEAF,
  type RowRange,
  splitReadings,
} from "../../src/core/rules/index.js";

/** Tree by tree, so that a tree's few nodes stay in the cache. */
export function countRows(
  { forest, table, classes, onlyClasses, order }: CountingTask,
  { start, end }: RowRange,
): ForestCounts {
  const rows = order?.subarray(start, end) ?? Int32Array.from({ length: end - start }, (_, i) => start + i);
  const columns = table.columns.map((column) =>
    column.kind === "numeric"
      ? Float64Array.from(rows, (row) => column.values[row]!)
      : Float64Array.from(rows, (row) => (column.codes[row]! < 0 ? Number.NaN : column.codes[row]!)),
  );
  const readings = splitReadings(table.features);
  const counts = {
    antecedentCounts: new Uint32Array(forest.antecedentCounts.length),
    supportCounts: new Uint32Array(forest.supportCounts.length),
    classCounts: new Uint32Array(forest.classCounts.length),
  };
  for (let tree = 0; tree < forest.targets.length; tree++) {
    const own = classes[forest.targets[tree]!]!;
    if (own === null && onlyClasses) continue;
    countTree({ ...forest, ...counts }, tree, columns, readings, own?.classOf ?? null);
  }
  return counts;
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
