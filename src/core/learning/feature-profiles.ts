/** What rows look like in each feature by itself: profile and distribution. */
import { chooseScale, codeQuantiles, type Quantiles, quantilesOf } from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import { momentsOf, type NumericColumn } from "../predicates/index.js";
import { columnTallies, type EncodedTable, sortedPresent } from "../table/index.js";

export interface FeatureProfiles {
  /** One for each feature. */
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
}

/** `numbers`: what is known of the numeric columns already, null for others. */
export function profileFeatures(
  table: EncodedTable,
  numbers: readonly (Pick<NumericColumn, "count" | "mean" | "deviation" | "min" | "max" | "quantiles"> | null)[],
): FeatureProfiles {
  const tallies = columnTallies(table);
  const profiles = table.features.map((_, feature): FeatureProfile => {
    const known = numbers[feature] ?? null;
    if (known === null) {
      const { categories, missing } = tallies[feature]!;
      return { kind: "categorical", counts: [...categories], missingCount: missing };
    }
    const { count, mean, deviation, min, max } = known;
    const scale = chooseScale(known.quantiles, known);
    return { kind: "numeric", mean, deviation, min, max, missingCount: table.rowCount - count, scale };
  });
  const quantiles = profiles.map((profile, feature) =>
    profile.kind === "categorical" ? codeQuantiles(profile.counts) : numbers[feature]!.quantiles,
  );
  return { profiles, quantiles };
}

/** The same of a few rows, by themselves. */
export function profileRows(table: EncodedTable): FeatureProfiles {
  const numbers = table.columns.map((column) => {
    if (column.kind !== "numeric") return null;
    const sorted = sortedPresent(column.values);
    return { ...momentsOf(sorted), quantiles: quantilesOf(sorted) };
  });
  return profileFeatures(table, numbers);
}
