/**
 * Finds which categorical features fix others, by counts of a sample: the other rows of its category predict each row
 * (see predict-rows.ts). A dependency must be right for nearly all of them, and say far more than is known without it;
 * what is predicted alike for every category, as a constant is, depends on none.
 *
 * A number that only stays within some range in each category is not fixed. Trees learn such ranges, but see only the
 * most frequent categories; so where there are more, the pair is returned as one whose ranges nothing learns.
 * Cost: O(pairs of features × rows × log rows); a pair is left as soon as too many of its rows are wrong.
 */
import { HIDDEN_BIN } from "../../schema/index.js";
import { categoryCount, type EncodedTable, type Feature, isRecorded } from "../../table/index.js";
import { ONE_SIDED_95, wilsonLow } from "../measures.js";
import type { Dependency } from "./dependency.js";
import {
  type CategoryRows,
  type PredictedColumn,
  type Predictions,
  predictedColumn,
  predictRanges,
  predictValues,
  rowsByCategory,
} from "./predict-rows.js";

/** Mined rules, trees and a network learn what fewer categories fix. */
const LEAST_CATEGORIES = 20;
/** Features with more categories are not looked at. */
export const MOST_CATEGORIES = 5000;
/** Pairs of a feature that may fix others and another one, at most: so many features are looked at, the first ones. */
const MOST_PAIRS = 65_536;
/** Boosted trees see so many categories of a feature; the rarest of more share one place. */
const SEEN_CATEGORIES = HIDDEN_BIN;
/** Rows that others of their category must predict: so many, and such a share of all. */
const LEAST_PREDICTED = 100;
const LEAST_PREDICTED_SHARE = 0.5;
/** Of these so many must be right, with 95 % certainty. */
const LEAST_RIGHT = 0.95;
/** Of the errors that predictions by chance would make, so many may be left. */
const MOST_ERRORS_LEFT = 0.25;
/** A range that more of all rows are in says little. */
const MOST_IN_RANGE = 0.1;

/** Two features by their numbers. */
interface FeaturePair {
  readonly from: number;
  readonly to: number;
}

export interface FoundDependencies {
  /** Strongest first: by how surely they are right, then by features. */
  readonly dependencies: readonly Dependency[];
  /** Pairs of a category and a number whose ranges nothing learns. */
  readonly rangesMissed: readonly FeaturePair[];
  /** How many features have enough categories to fix others, and how many of them were looked at. */
  readonly eligible: number;
  readonly examined: number;
}

/** `tick`: called for each feature; what it throws ends the search. */
export function findDependencies(rows: EncodedTable, tick: () => void): FoundDependencies {
  const { features, columns, rowCount } = rows;
  const eligible = [...features.keys()].filter((feature) => mayFixOthers(features[feature]!));
  const examined = eligible
    .slice(0, Math.max(1, Math.floor(MOST_PAIRS / features.length)))
    .map((from) => ({ from, byCategory: rowsByCategory(columns[from]!, categoryCount(features[from]!)) }));
  const found: (Dependency & { readonly sureness: number })[] = [];
  const rangesMissed: FeaturePair[] = [];
  features.forEach((feature, to) => {
    tick();
    if (examined.length === 0 || !isRecorded(feature)) return;
    const column = predictedColumn(columns[to]!, to);
    for (const { from, byCategory } of examined) {
      if (from === to) continue;
      const values = predictValues(column, byCategory, mostWrong(rowCount));
      if (values !== null && isReliable(values.predictions, rowCount)) {
        found.push({ from, to, expected: values.expected, sureness: surenessOf(values.predictions) });
      } else if (hasMissedRanges(column, byCategory, rowCount)) {
        rangesMissed.push({ from, to });
      }
    }
  });
  found.sort((a, b) => b.sureness - a.sureness || byFeatures(a, b));
  return {
    dependencies: found.map(({ from, to, expected }) => ({ from, to, expected })),
    rangesMissed: rangesMissed.sort(byFeatures),
    eligible: eligible.length,
    examined: examined.length,
  };
}

function byFeatures(a: FeaturePair, b: FeaturePair): number {
  return a.from - b.from || a.to - b.to;
}

function mayFixOthers(feature: Feature): boolean {
  const count = categoryCount(feature);
  return isRecorded(feature) && count >= LEAST_CATEGORIES && count <= MOST_CATEGORIES;
}

/** More wrong rows leave too few that are right, however many are predicted. */
function mostWrong(rowCount: number): number {
  return (1 - LEAST_RIGHT) * rowCount;
}

function isReliable(predictions: Predictions, rowCount: number): boolean {
  const { right, all, chance, different } = predictions;
  if (different < 2 || all < LEAST_PREDICTED || all < LEAST_PREDICTED_SHARE * rowCount) return false;
  return all - right <= MOST_ERRORS_LEFT * (1 - chance) * all && surenessOf(predictions) >= LEAST_RIGHT;
}

function surenessOf({ right, all }: Predictions): number {
  return wilsonLow(right, all, ONE_SIDED_95);
}

/** Whether each category has a narrow range, of more categories than trees see. */
function hasMissedRanges(column: PredictedColumn, byCategory: CategoryRows, rowCount: number): boolean {
  if (column.kind !== "numeric" || byCategory.categoryCount <= SEEN_CATEGORIES) return false;
  const predictions = predictRanges(column, byCategory, mostWrong(rowCount));
  return predictions !== null && predictions.chance <= MOST_IN_RANGE && isReliable(predictions, rowCount);
}
