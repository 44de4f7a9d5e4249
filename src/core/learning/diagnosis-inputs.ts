/** What the diagnosis is learnt from, and how much of it is looked at. */
import type { ResolvedLearnOptions } from "../model/index.js";
import type { RelatedFeatures } from "../predicates/index.js";
import type { Checking, CountedDependency, Effort } from "../rules/index.js";
import type { FeatureProfiles } from "./feature-profiles.js";

export interface DiagnosisInputs extends FeatureProfiles {
  /** The rows with the least hashes, ascending by it; as many as diagnosisSampleSize says, or all. */
  readonly sample: Int32Array;
  /** Parts of the rows (see dealRows), and which trees each of them checks. */
  readonly checking: Checking;
  readonly options: ResolvedLearnOptions;
  readonly effort: Effort;
  /** What trees may lean on where effort is reduced, if that is known. */
  readonly related: RelatedFeatures | null;
  /** What categories fix, counted in all rows. */
  readonly dependencies: readonly CountedDependency[];
}

/** Rows on which trees grow, at most. */
export const TREE_ROWS = 4000;

/** Learning rows are held back in so many turns. */
export const FOLDS = 8;
/** Turns that wide tables are judged in, if so many rows are judged then: strengths are told in steps of 2.5 %. */
export const FEW_TURNS = 2;
export const FEW_JUDGED = 39;
/** Folds are about as large as one another: room for those that are larger. */
const FOLD_SLACK = 1.3;

/**
 * Tables with so many rows are checked by half of them; a quarter checks smaller ones, of which more is needed to
 * learn.
 */
const MANY_ROWS = 3000;

/** Into so many groups rows are dealt, of which each checks some of the trees (see Checking). */
export function checkingGroups(rowCount: number): number {
  return rowCount < MANY_ROWS ? 4 : 2;
}

/**
 * Rows that the diagnosis looks at, at most, apart from counting: enough for each tree where a fold of them is held
 * back beside the rows that check the tree.
 */
export function diagnosisSampleSize(neighbours: number, rowCount: number): number {
  const heldBack = FOLD_SLACK / FOLDS;
  const forTrees = TREE_ROWS / (1 - 1 / checkingGroups(rowCount) - heldBack);
  return Math.ceil(Math.max(forTrees, neighbours / (1 - heldBack)));
}
