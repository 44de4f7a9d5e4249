/**
 * Proposes cut-offs for numeric features: decision trees that predict every other feature from the numeric ones
 * (Algorithm 2 of the paper, first half). Each inner node gives one proposal with its impurity decrease q_τ.
 *
 * A row without a value in the split feature takes no part in that split or below it. Ties go to the feature first by
 * name, then to the lower cut, so that the order of columns does not matter.
 * Beyond 100 numeric features a tree looks below its root only at the 100 inputs whose best single cut tells most.
 * Cost: O(targets × (features + depth × min(features, 100)) × rows), after sorting each numeric feature once.
 */
import type { Job, Pool } from "../compute/index.js";
import type { EncodedTable } from "../table/index.js";
import { createCutOffGrower } from "./cut-off-grower.js";
import type { CutOffTask, CutProposal } from "./cut-off-task.js";
import type { RelatedFeatures } from "./related-features.js";

export interface TreeHooks {
  readonly pool: Pool;
  /** Called now and then with the number of trees grown. */
  readonly step: (done: number, total: number) => void;
  /** The features from which each is predicted, where not from all others. */
  readonly related?: RelatedFeatures | null;
}

/** By target, and then in the order in which nodes are split: each before those below it, right before left. */
export function proposeCuts(
  table: EncodedTable,
  minLeaf: number,
  { pool, step, related = null }: TreeHooks,
): CutProposal[] {
  const grown = pool.run(cutOffJob, { table, minLeaf, related }, [...table.features.keys()], { onPart: step });
  return grown.flat();
}

/** A part is a target feature, its result the proposals of its tree. */
export const cutOffJob: Job<CutOffTask, number, CutProposal[]> = {
  name: "cut-offs",
  // Four bytes for each cell of the table, and again for those that a tree looks at.
  threadBytes: ({ table }) => 8 * table.rowCount * table.features.length,
  prepare: (task, { kernel }) => createCutOffGrower(kernel, task),
};
