/**
 * The rules of one antecedent that say most: where there are too many to keep, what is true of most rows anyway goes
 * first. How much a rule says is by how much its confidence exceeds the share of rows that have its consequent at all;
 * of equal ones the more frequent, then the first.
 */
import type { MinedRules } from "./mining-task.js";

export interface BestRules {
  /** Rules of one antecedent that stay. */
  readonly most: number;
  /** For each predicate the share of rows in which it holds. */
  readonly shares: Float64Array;
}

/** Rules of one antecedent, in any order that stays. */
export interface RulesOfOne {
  readonly consequents: ArrayLike<number>;
  readonly supportCounts: ArrayLike<number>;
  readonly antecedentCounts: ArrayLike<number>;
}

/** The places of those that stay, ascending. */
export function bestPlaces(rules: RulesOfOne, { most, shares }: BestRules): number[] {
  const { consequents, supportCounts, antecedentCounts } = rules;
  const gains = Float64Array.from(
    consequents,
    (consequent, place) => supportCounts[place]! / antecedentCounts[place]! - shares[consequent]!,
  );
  return [...gains.keys()]
    .sort((a, b) => gains[b]! - gains[a]! || supportCounts[b]! - supportCounts[a]! || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
}

/** In the order in which they came. Contract: rules of antecedents of one item, the same for all. */
export function keepBest({ count, records }: MinedRules, best: BestRules): MinedRules {
  if (count <= best.most) return { count, records };
  const at = (number: number): Int32Array => records.filter((_, place) => place % RECORD === number);
  const places = bestPlaces({ consequents: at(2), supportCounts: at(3), antecedentCounts: at(4) }, best);
  const chosen = new Int32Array(places.length * RECORD);
  places.forEach((place, rule) => {
    chosen.set(records.subarray(place * RECORD, (place + 1) * RECORD), rule * RECORD);
  });
  return { count: places.length, records: chosen };
}

/** Numbers of a record: the length of its antecedent, the item, the consequent, rows with both, with the antecedent. */
const RECORD = 5;
