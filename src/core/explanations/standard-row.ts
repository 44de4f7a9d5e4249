/**
 * A row on a common scale: numbers in deviations from the feature's mean, categories as codes, and how surprising each
 * value is by itself. A missing value is NaN; a category never seen has the code UNSEEN.
 */
import type { FeatureProfile } from "../model/model.js";
import { raritySurprise, SURPRISE_LIMIT } from "./surprise.js";

export interface Standard {
  /** 1 for categorical features. */
  readonly isCategorical: Uint8Array;
  standardise(feature: number, value: number): number;
  /** Surprise of a raw value (or code) by itself. */
  marginal(feature: number, value: number): number;
}

export function prepareStandard(profiles: readonly FeatureProfile[], rowCount: number): Standard {
  return {
    isCategorical: Uint8Array.from(profiles, (profile) => Number(profile.kind === "categorical")),
    standardise(feature, value) {
      const profile = profiles[feature]!;
      if (profile.kind === "categorical") return value;
      // Of a constant feature any other value is one deviation away in every direction.
      return profile.deviation === 0 ? Math.sign(value - profile.mean) : (value - profile.mean) / profile.deviation;
    },
    marginal(feature, value) {
      const profile = profiles[feature]!;
      if (Number.isNaN(value)) return raritySurprise(share(profile.missingCount, rowCount));
      if (profile.kind === "categorical")
        return raritySurprise(share(value < 0 ? 0 : profile.counts[value]!, rowCount));
      if (profile.deviation === 0) return value === profile.mean ? 0 : SURPRISE_LIMIT;
      return Math.min(SURPRISE_LIMIT, Math.abs(value - profile.mean) / profile.deviation);
    },
  };
}

/** What was never seen may still happen: half a row's worth. */
function share(count: number, rowCount: number): number {
  return Math.max(count, 0.5) / Math.max(rowCount, 1);
}
