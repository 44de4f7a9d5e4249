/**
 * A value on scales that features share: numbers in deviations from the feature's mean, categories as codes; and how
 * surprising it is by itself. A missing value is NaN; a category never seen has the code UNSEEN.
 */
import { interpolate, type Quantiles } from "../densities/quantiles.js";
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
      : profile.kind === "categorical"
        ? (profile.counts[value] ?? 0)
        : 0;
    return Math.max(count, 0.5) / Math.max(rowCount, 1);
  };
  const marginal = (feature: number, value: number): number => {
    const profile = profiles[feature]!;
    if (Number.isNaN(value) || profile.kind === "categorical") return raritySurprise(shareOf(feature, value));
    if (profile.deviation === 0) return value === profile.mean ? 0 : SURPRISE_LIMIT;
    return Math.min(SURPRISE_LIMIT, Math.abs(standardised(value, profile)));
  };
  return {
    isCategorical: Uint8Array.from(profiles, (profile) => Number(profile.kind === "categorical")),
    shareOf,
    marginal,
    standardise(feature, value) {
      const profile = profiles[feature]!;
      return profile.kind === "categorical" ? value : standardised(value, profile);
    },
    tail(feature, value) {
      const profile = profiles[feature]!;
      if (Number.isNaN(value) || profile.kind === "categorical") return marginal(feature, value);
      return tailSurprise(quantiles[feature]!, value, rowCount - profile.missingCount);
    },
  };
}

/** Two-sided: the share of rows at least as extreme, counting half a row for what lies beyond all of them. */
function tailSurprise({ values, shares }: Quantiles, value: number, rows: number): number {
  const last = values.length - 1;
  if (last < 0) return 0;
  const isBeyond = value < values[0]! || value > values[last]!;
  const below = interpolate(values, shares, value);
  const extreme = isBeyond ? 0 : Math.min(below, 1 - below) * rows;
  return raritySurprise(Math.min(1, (2 * (extreme + 0.5)) / (rows + 1)));
}
