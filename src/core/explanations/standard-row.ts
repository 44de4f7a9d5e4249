/**
 * A value on scales that features share: numbers in deviations from the feature's mean, categories as codes; and how
 * surprising it is by itself. A missing value is NaN; a category never seen has the code UNSEEN.
 */
import { curveAt, placeOf, type Quantiles } from "../densities/quantiles.js";
import type { FeatureProfile } from "../model/model.js";
import { standardised } from "../table/number-summary.js";
import { raritySurprise, SURPRISE_LIMIT } from "./surprise.js";

export interface Standard {
  /** 1 for categorical features. */
  readonly isCategorical: Uint8Array;
  standardise(feature: number, value: number): number;
  /** Share of learning rows with a category, or without a value; half a row's worth for what was never seen. */
  shareOf(feature: number, value: number): number;
  /** Surprise by itself: distance in deviations, or rarity of the category. */
  marginal(feature: number, value: number): number;
  /** Surprise by itself: how few learning rows are as extreme. */
  tail(feature: number, value: number): number;
}

export interface StandardParts {
  readonly rowCount: number;
  readonly profiles: readonly FeatureProfile[];
  /** Of every feature; only those of numeric ones are asked. */
  readonly quantiles: readonly Quantiles[];
}

export function prepareStandard({ rowCount, profiles, quantiles }: StandardParts): Standard {
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
  const moments = profiles.map((profile) => (profile.kind === "numeric" ? profile : { mean: 0, deviation: 0 }));
  // What is rare is so for every row: by code, and for what is missing or was never seen.
  const missing = Float64Array.from(profiles, (_, feature) => raritySurprise(shareOf(feature, Number.NaN)));
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
      return isCategorical[feature] === 1 ? value : standardised(value, moments[feature]!);
    },
    marginal(feature, value) {
      if (isCategorical[feature] === 1 || Number.isNaN(value)) return rarity(feature, value);
      const own = moments[feature]!;
      if (own.deviation === 0) return value === own.mean ? 0 : SURPRISE_LIMIT;
      return Math.min(SURPRISE_LIMIT, Math.abs(standardised(value, own)));
    },
    tail(feature, value) {
      if (isCategorical[feature] === 1 || Number.isNaN(value)) return rarity(feature, value);
      return tailSurprise(quantiles[feature]!, value, rowCount - profiles[feature]!.missingCount);
    },
  };
}

/** Two-sided: the share of rows at least as extreme, counting half a row for what lies beyond all of them. */
function tailSurprise({ values, shares }: Quantiles, value: number, rows: number): number {
  const last = values.length - 1;
  if (last < 0) return 0;
  const isBeyond = value < values[0]! || value > values[last]!;
  const below = isBeyond ? 0 : curveAt(values, shares, placeOf(values, value), value);
  const extreme = Math.min(below, 1 - below) * rows;
  return raritySurprise(Math.min(1, (2 * (extreme + 0.5)) / (rows + 1)));
}
