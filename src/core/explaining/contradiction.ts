/**
 * Finds two readings that contradict each other: the row is strange with both, and looks as normal rows do without
 * either of them, so that nothing in it tells which one is wrong. Country and currency of a payment are such a pair.
 *
 * Asked of rows only that are strange by one reading alone, with a runner-up as strong as it nearly. Cost: looking at
 * the row once more.
 */

import { contradictionOf, judgeRow, largestWithout, pairProbability, type RowBlamer } from "../evidence/index.js";
import type { FeatureProfile } from "../model/index.js";
import type { EncodedTable } from "../table/index.js";

export interface Contradiction {
  /** The feature that contradicts the first suspect, and the sum of what speaks against it. */
  readonly feature: number;
  readonly sum: number;
  /** How probable it is at least that one of the two is wrong; 0: nothing but the sums tells. */
  readonly probability: number;
}

/** A runner-up with less of the first suspect's sum than this is what the first one has spoilt. */
const CLOSE = 0.7;
/**
 * Of two features of which one fixes the other, and which contradict each other, the first suspect alone is told where
 * it is so many times as likely wrong as the other (as a logarithm).
 */
const EVEN = 2;

/**
 * Of the row that has just been blamed; its blame stays as it is. `usual`: the sum that one in twenty normal rows
 * reaches in its strangest feature.
 */
export function findContradiction(
  blamer: RowBlamer,
  { profiles, usual }: { readonly profiles: readonly FeatureProfile[]; readonly usual: number },
  { table, row }: { readonly table: EncodedTable; readonly row: number },
): Contradiction | null {
  const { blame, values } = blamer;
  const { order, rankedSums, strangeness, sums, doubts } = blame;
  const first = order[0]!;
  const isByOne = order.length > 1 && rankedSums[0]! >= usual && rankedSums[1]! < usual;
  if (!isByOne || !isKnown(profiles[first]!, values[first]!)) return null;
  const isClose = strangeness[1]! >= CLOSE * rankedSums[0]!;
  if (!isClose && blamer.dependencies.plan.pairs.length === 0) return null;
  const before = { order: order.slice(), rankedSums: rankedSums.slice() };
  judgeRow(blamer, table, row);
  let feature = first === 0 ? 1 : 0;
  for (let j = 0; j < sums.length; j++) if (j !== first && sums[j]! > sums[feature]!) feature = j;
  const sum = sums[feature]!;
  const contradiction = contradictionOf(blamer.dependencies, first, feature);
  const isEither =
    isKnown(profiles[feature]!, values[feature]!) &&
    (contradiction > 0 ? doubts[first]! - doubts[feature]! <= EVEN : isClose && largestWithout(blame, feature) < usual);
  order.set(before.order);
  rankedSums.set(before.rankedSums);
  return isEither ? { feature, sum, probability: pairProbability(contradiction) } : null;
}

/** Whether learning rows have such a value: one that is missing, or beyond all of them, is wrong by itself. */
function isKnown(profile: FeatureProfile, value: number): boolean {
  return profile.kind === "numeric" ? value >= profile.min && value <= profile.max : value >= 0;
}

/** Puts the feature that contradicts the first suspect behind it. */
export function placeSecond({ blame }: RowBlamer, { feature, sum }: Contradiction): void {
  const { order, rankedSums } = blame;
  const place = order.indexOf(feature);
  const strength = Math.min(rankedSums[0]!, Math.max(sum, rankedSums[1]!)); // rankedSums never rise
  order.copyWithin(2, 1, place);
  rankedSums.copyWithin(2, 1, place);
  order[1] = feature;
  rankedSums[1] = strength;
}
