/** Counts of trees in rows that lie in parts (see rules/forest/count-forest.ts). */
import { soloPool } from "../compute/index.js";
import { countByPart, FOREST_COUNTS, type ForestCounts, type ForestCountsTask } from "../rules/index.js";
import type { KernelFold } from "../table/index.js";

export const forestCountsFold: KernelFold<ForestCountsTask, ForestCounts[]> = {
  ...FOREST_COUNTS,
  fold(table, { forest, classes, checking }, { kernel, dealt }) {
    const task = { forest, table, classes, checking: { ...checking, parts: dealt() } };
    return countByPart(task, { pool: soloPool(kernel), tick: () => {} }).map(thatAddUp);
  },
};

/** The same in numbers that hold the sums of any parts. */
function thatAddUp({ antecedentCounts, supportCounts, classCounts }: ForestCounts): ForestCounts {
  return {
    antecedentCounts: Float64Array.from(antecedentCounts),
    supportCounts: Float64Array.from(supportCounts),
    classCounts: Float64Array.from(classCounts),
  };
}
