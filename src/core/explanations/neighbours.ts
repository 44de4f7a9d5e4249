/**
 * The nearest normal rows: how far each value of a row is from what the most similar normal rows have.
 *
 * Similarity ignores the three features that differ most, since those may be the wrong ones. One pass keeps the three
 * largest squares of a row apart and gives it up once the rest exceeds the third best so far.
 * Cost for a row: O(kept rows × features), less what is given up early.
 */
import type { KeptRows } from "../model/model.js";
import type { Standard } from "./standard-row.js";

/** Kept rows, standardised and laid out row by row. */
export interface Neighbours {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly values: Float64Array;
  /** 1 for categorical features. */
  readonly isCategorical: Uint8Array;
}

/** Rows averaged. */
const NEAREST = 3;
/** Features that do not count towards the distance. */
const IGNORED = 3;
/** Distances are limited, so that one wild reading does not decide. */
const DEVIATION_LIMIT = 6;
/** Distance between two categories, or between a value and none. */
const CATEGORY_DEVIATION = 2;

export function prepareNeighbours(kept: KeptRows, standard: Standard): Neighbours {
  const featureCount = kept.columns.length;
  const values = new Float64Array(kept.rowCount * featureCount);
  kept.columns.forEach((column, feature) => {
    column.forEach((value, row) => {
      values[row * featureCount + feature] = standard.standardise(feature, value);
    });
  });
  return { rowCount: kept.rowCount, featureCount, values, isCategorical: standard.isCategorical };
}

/** Mean deviation of each value from the nearest normal rows, into `near`; returns their numbers, nearest first. */
export function fillNear(neighbours: Neighbours, row: Float64Array, near: Float64Array): number[] {
  const nearest = findNearest(neighbours, row);
  near.fill(0);
  for (const other of nearest) {
    const start = other * neighbours.featureCount;
    for (let j = 0; j < near.length; j++) {
      const deviation = deviationBetween(neighbours.isCategorical[j]!, row[j]!, neighbours.values[start + j]!);
      near[j]! += deviation / nearest.length;
    }
  }
  return nearest;
}

/** The rows with the least trimmed distance; of equal ones the first. A row that is the same in everything is itself. */
function findNearest(neighbours: Neighbours, row: Float64Array): number[] {
  const { rowCount, featureCount, values, isCategorical } = neighbours;
  const ignored = Math.min(IGNORED, featureCount - 1);
  const largest = new Float64Array(Math.max(1, ignored)); // ascending
  const rows: number[] = [];
  const distances: number[] = [];
  for (let other = 0; other < rowCount; other++) {
    const limit = distances.length < NEAREST ? Number.POSITIVE_INFINITY : distances[NEAREST - 1]!;
    largest.fill(0);
    let kept = 0;
    let isSame = true;
    for (let j = 0; j < featureCount && kept < limit; j++) {
      const deviation = deviationBetween(isCategorical[j]!, row[j]!, values[other * featureCount + j]!);
      if (deviation !== 0) isSame = false;
      kept += displace(largest, deviation * deviation, ignored);
    }
    if (isSame || kept >= limit) continue;
    let at = distances.length;
    while (at > 0 && distances[at - 1]! > kept) at--;
    distances.splice(at, 0, kept);
    rows.splice(at, 0, other);
    distances.length = rows.length = Math.min(NEAREST, rows.length);
  }
  return rows;
}

function deviationBetween(isCategorical: number, a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b) ? 0 : CATEGORY_DEVIATION;
  if (a === b) return 0; // two infinite values too, whose difference is no number
  return isCategorical === 1 ? CATEGORY_DEVIATION : Math.min(DEVIATION_LIMIT, Math.abs(a - b));
}

/** Puts a square among the largest ones; returns the one that no longer belongs to them. */
function displace(largest: Float64Array, square: number, ignored: number): number {
  if (ignored === 0 || square <= largest[0]!) return square;
  const out = largest[0]!;
  let at = 0;
  while (at + 1 < ignored && largest[at + 1]! < square) {
    largest[at] = largest[at + 1]!;
    at++;
  }
  largest[at] = square;
  return out;
}
