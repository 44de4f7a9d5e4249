/**
 * A value on scales that features share: numbers in deviations from the mean on the feature's scale, categories as
 * codes; and how surprising a category is by itself, or a missing value. That of numbers is found in the kernel
 * (standard-values.ts). A missing value is NaN; a category never seen has the code UNSEEN.
 */
import type { FeatureProfile } from "../model/index.js";
import { type Feature, standardised } from "../table/index.js";
import { raritySurprise } from "./surprise.js";

export interface Standard {
  /** 1 for categorical features. */
  readonly isCategorical: Uint8Array;
  standardise(feature: number, value: number): number;
  /** Share of learning rows with a category, or without a value; half a row's worth for what was never seen. */
  shareOf(feature: number, value: number): number;
  /** How surprising a category is by itself, or that a value is missing: by how few learning rows have it. */
  rarity(feature: number, value: number): number;
}

interface StandardParts {
  readonly rowCount: number;
  readonly profiles: readonly FeatureProfile[];
  /** One for each profile. Default: all are columns of the rows. */
  readonly features?: readonly Feature[];
}

export function prepareStandard({ rowCount, profiles, features = [] }: StandardParts): Standard {
  const shareOf = (feature: number, value: number): number => {
    const profile = profiles[feature]!;
    const count = Number.isNaN(value)
      ? profile.missingCount
      : profile.kind === "categorical" && value >= 0
        ? profile.counts[value]!
        : 0;
    return Math.max(count, 0.5) / Math.max(rowCount, 1);
  };
  const isCategorical = Uint8Array.from(profiles, (profile) => Number(profile.kind === "categorical"));
  const scales = profiles.map((profile) =>
    profile.kind === "numeric" ? profile.scale : { unit: null, mean: 0, deviation: 0 },
  );
  // What is rare is so for every row: by code, and for what is missing or was never seen.
  // That a row has no past says where it stands, and nothing about it.
  const missing = Float64Array.from(profiles, (_, feature) =>
    features[feature]?.past === undefined ? raritySurprise(shareOf(feature, Number.NaN)) : 0,
  );
  const unseen = raritySurprise(0.5 / Math.max(rowCount, 1));
  const rarities = profiles.map((profile, feature) =>
    Float64Array.from(profile.kind === "categorical" ? profile.counts : [], (_, code) =>
      raritySurprise(shareOf(feature, code)),
    ),
  );
  const rarity = (feature: number, value: number): number =>
    Number.isNaN(value) ? missing[feature]! : value >= 0 ? rarities[feature]![value]! : unseen;
  return {
    isCategorical,
    shareOf,
    standardise(feature, value) {
      return isCategorical[feature] === 1 ? value : standardised(value, scales[feature]!);
    },
    rarity,
  };
}
