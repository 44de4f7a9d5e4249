/** What cut-off trees get, what they propose, and which inputs they look at. */

import { compareNames } from "../base/index.js";
import type { EncodedTable } from "../table/index.js";
import type { RelatedFeatures } from "./related-features.js";

export interface CutOffTask {
  readonly table: EncodedTable;
  /** Least number of rows on either side of a cut. */
  readonly minLeaf: number;
  /** The features from which each is predicted, where not from all others. */
  readonly related?: RelatedFeatures | null;
}

/** A cut anywhere in (low, high], two neighbouring values of the node it splits. */
export interface CutProposal {
  readonly feature: number;
  readonly low: number;
  readonly high: number;
  /** The paper's q_τ: impurity decrease of the node, weighted by its share of all rows. */
  readonly gain: number;
}

/** A numeric feature, from which trees predict the others. */
export interface NumericInput {
  readonly feature: number;
  readonly values: Float64Array;
}

/** In the order of their names. */
export function numericInputs(table: EncodedTable): NumericInput[] {
  const inputs = table.columns.flatMap((column, feature) =>
    column.kind === "numeric" ? [{ feature, values: column.values }] : [],
  );
  return inputs.sort((a, b) => compareNames(table.features[a.feature]!.name, table.features[b.feature]!.name));
}

/** Trees look at no more inputs than this; a table has to be wide to have more. */
export const MAX_INPUTS = 100;

/**
 * Places of the inputs that a tree looks at, ascending, by how much the best single cut of each decreases impurity: the
 * first split of the tree is the same as with all of them. Of equal ones the first.
 */
export function mostTelling(decreases: ArrayLike<number>): number[] {
  const places = Array.from(decreases, (_, place) => place);
  places.sort((a, b) => decreases[b]! - decreases[a]! || a - b);
  return places.slice(0, MAX_INPUTS).sort((a, b) => a - b);
}
