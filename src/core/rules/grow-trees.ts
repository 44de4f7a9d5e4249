/**
 * Small trees that predict a target feature from binned inputs: best split by variance reduction of the standardised
 * target (for categories summed over their indicator columns, which is Gini's index), to a given depth.
 *
 * A node is split only where the split tells more than chance would: its reduction must exceed SPLIT_TEST times the mean
 * squared deviation at the node. A feature that depends on no other keeps a bare root.
 * Of equal reductions the first input, then the lower bin.
 */
import type { Forest } from "./forest.js";
import type { BinnedFeature } from "./forest-bins.js";
import type { Target } from "./forest-target.js";

export interface TreeMaterial {
  /** Rows of the sample. */
  readonly rowCount: number;
  readonly features: readonly BinnedFeature[];
  readonly depth: number;
  /** Least number of rows on either side of a split. */
  readonly minLeaf: number;
  /** At most so many inputs, together, have the trees of one target, and so many trees are there. */
  readonly maxPool: number;
  readonly maxTrees: number;
}

/** Trees as in a Forest, nodes in preorder. */
export interface GrownTrees extends Pick<Forest, "roots" | "splitFeatures" | "splitValues" | "right"> {
  /** Of a numeric target, in deviations of the feature; 0 for classes. */
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

export interface TreeGrower {
  /** One tree for each list of inputs, all of them among those of the pool. */
  growTrees(target: Target, pool: readonly number[], trees: readonly (readonly number[])[]): GrownTrees;
  /** How much each input tells about the target by itself (see explained-share.ts), in the first `rowCount` rows. */
  explainedShares(target: Target, inputs: readonly number[], rowCount: number): number[];
}

/** An F-like bound on the ratio of explained to mean squared deviation: about the 1 % level for one split among many. */
export const SPLIT_TEST = 6;
/** Smaller reductions are no news of a target that is all but constant. */
export const LEAST_REDUCTION = 1e-9;
