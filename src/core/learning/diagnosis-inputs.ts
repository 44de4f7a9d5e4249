/** What the diagnosis is learnt from, and how much of it is looked at. */
import type { ResolvedLearnOptions } from "../model/learn-options.js";
import type { FeatureProfiles } from "./feature-profiles.js";

export interface DiagnosisInputs extends FeatureProfiles {
  /** The rows with the least hashes, ascending by it; as many as diagnosisSampleSize says, or all. */
  readonly sample: Int32Array;
  /** The part of each row of the table (see dealRows). */
  readonly parts: Uint8Array;
  readonly options: ResolvedLearnOptions;
}

/** Rows on which trees grow, at most. */
export const TREE_ROWS = 1500;

/** Learning rows are held back in so many turns. */
export const FOLDS = 8;
/** Folds are about as large as one another: room for those that are larger. */
const FOLD_SLACK = 1.3;

/** Rows that the diagnosis looks at, at most, apart from counting: enough where a fold of them is held back. */
export function diagnosisSampleSize({ neighbours }: { readonly neighbours: number }): number {
  return Math.ceil(Math.max(TREE_ROWS, neighbours) / (1 - FOLD_SLACK / FOLDS));
}
