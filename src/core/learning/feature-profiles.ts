/** What rows look like in each feature by itself: profile and distribution. */
import { chooseScale } from "../densities/choose-scale.js";
import { codeQuantiles, type Quantiles, quantilesOf } from "../densities/quantiles.js";
import type { CategoricalProfile, FeatureProfile } from "../model/model.js";
import { momentsOf, type NumericColumn } from "../predicates/numeric-columns.js";
import { countCategories } from "../predicates/predicate.js";
import { type EncodedTable, MISSING } from "../table/encode-table.js";
import { sortedPresent } from "../table/number-summary.js";

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
  const profiles = table.features.map((_, feature): FeatureProfile => {
    const known = numbers[feature] ?? null;
    if (known === null) return categoricalProfile(table, feature);
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

function categoricalProfile(table: EncodedTable, index: number): CategoricalProfile {
  const column = table.columns[index]!;
  const feature = table.features[index]!;
  const codes = column.kind === "categorical" ? column.codes : new Int32Array();
  const counts = countCategories(codes, feature.kind === "categorical" ? feature.categories.length : 0);
  let missingCount = 0;
  for (let row = 0; row < codes.length; row++) if (codes[row] === MISSING) missingCount++;
  return { kind: "categorical", counts: [...counts], missingCount };
}
