/**
 * Rules about one feature by itself (the paper's univariate PARs), each with its true counts:
 * always → μ − 3σ ≤ F ≤ μ + 3σ for numbers, always → F ∈ {seen values} for categories, and always → F is present.
 *
 * Presence is only a rule where it is usual: a feature that is missing in a tenth of the rows may be missing.
 */
import type { IntervalPredicate, Predicate } from "../predicates/index.js";
import { columnTallies, type EncodedTable, type Feature, isOfClock, isRecorded, numberPlaces } from "../table/index.js";

/** Of the finite values of a numeric feature. */
interface NumberMoments {
  readonly mean: number;
  readonly deviation: number;
}

interface RangeRule {
  readonly consequent: Predicate;
  readonly antecedentCount: number;
  readonly supportCount: number;
}

/** In the order of features; presence after range. `moments` has an entry for each numeric feature. */
export function rangeRules(
  table: EncodedTable,
  moments: readonly (NumberMoments | null)[],
  minConfidence: number,
): RangeRule[] {
  const tallies = columnTallies(table);
  const intervals = table.features.map((_, feature) => {
    const known = moments[feature] ?? null;
    return known === null || tallies[feature]!.finite === 0 ? null : usualInterval(feature, known);
  });
  const inside = countInside(table, intervals);
  return table.features.flatMap((described, feature) => {
    if (isOfClock(described)) return [];
    const present = table.rowCount - tallies[feature]!.missing;
    const interval = intervals[feature] ?? null;
    const range =
      interval === null
        ? categoriesRule(described, feature, present)
        : { consequent: interval, antecedentCount: present, supportCount: inside[feature]! };
    const rules: RangeRule[] = range === null ? [] : [range];
    // That a row has no past says where it stands, and nothing about it.
    if (isRecorded(described) && present / table.rowCount > minConfidence) {
      rules.push({ consequent: { kind: "present", feature }, antecedentCount: table.rowCount, supportCount: present });
    }
    return rules;
  });
}

/** Null for numbers, and without a value. */
function categoriesRule(described: Feature, feature: number, present: number): RangeRule | null {
  if (described.kind === "numeric" || present === 0) return null;
  const codes = described.categories.map((_, code) => code);
  return { consequent: { kind: "in", feature, codes }, antecedentCount: present, supportCount: present };
}

function usualInterval(feature: number, { mean, deviation }: NumberMoments): IntervalPredicate {
  return {
    kind: "interval",
    feature,
    min: mean - 3 * deviation,
    max: mean + 3 * deviation,
    maxInclusive: true,
  };
}

/** Values in each interval, both ends included. */
function countInside(table: EncodedTable, intervals: readonly (IntervalPredicate | null)[]): number[] {
  const edges = intervals.map((interval) => (interval === null ? [] : [interval.min, interval.max]));
  const places = numberPlaces(table, edges);
  return intervals.map((interval, feature) => {
    if (interval === null) return 0;
    return places[feature]!.upTo(interval.max) - places[feature]!.below(interval.min);
  });
}
