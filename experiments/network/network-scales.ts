/** How a network (see network.ts) knows values, and how its factors are laid out. */

import { conditionalClasses } from "../../src/core/densities/conditionals.js";
import { bend, type ValueScale } from "../../src/core/table/value-scale.js";

/** How the network knows values of a feature. */
export interface NetworkScale {
  /** Classes of a category, the last one for missing values; 0 for a number. */
  readonly classes: number;
  /** The class, −1 for a category never seen; deviations of a number from its mean, NaN where missing. */
  place(value: number): number;
}

/** Numbers are at most so many deviations from the mean. */
const FARTHEST = 50;

/** What is to be known of a feature. */
type Known =
  | { readonly kind: "numeric"; readonly scale: ValueScale }
  | { readonly kind: "categorical"; readonly counts: readonly number[] };

export function networkScales(profiles: readonly Known[]): NetworkScale[] {
  return profiles.map((profile) => {
    if (profile.kind === "categorical") {
      const { classOf, starts } = conditionalClasses(profile.counts);
      const missing = starts.length;
      return {
        classes: missing + 1,
        place: (code) => (Number.isNaN(code) ? missing : (classOf[code] ?? -1)),
      };
    }
    const { unit, mean, deviation } = profile.scale;
    const spread = deviation > 0 ? deviation : 1;
    return {
      classes: 0,
      place: (value) => Math.max(-FARTHEST, Math.min(FARTHEST, (bend(value, unit) - mean) / spread)),
    };
  });
}

/** How many numbers of the factor belong to one state. */
export function stateWidth(scales: readonly NetworkScale[], feature: number, parents: readonly number[]): number {
  const { classes } = scales[feature]!;
  return classes > 0 ? classes : 2 + parents.filter((parent) => scales[parent]!.classes === 0).length;
}
