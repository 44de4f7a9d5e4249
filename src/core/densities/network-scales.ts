/** How a network (see network.ts) knows values, and how its factors are laid out. */
import { bend, type ValueScale } from "../table/index.js";
import { conditionalClasses } from "./conditionals.js";

/** How the network knows values of a feature. */
export interface NetworkScale {
  /** Classes of a category, the last one for missing values; 0 for a number. */
  readonly classes: number;
  /**
   * Writes where the value at a place stands, to the same place: the class, −1 for a category never seen; deviations of
   * a number from its mean, NaN where missing. (A number that is handed over by itself would lie on the heap.)
   */
  place(values: Float64Array, into: Float64Array, at: number): void;
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
        place: (codes, into, at) => {
          into[at] = Number.isNaN(codes[at]!) ? missing : (classOf[codes[at]!] ?? -1);
        },
      };
    }
    const { unit, mean, deviation } = profile.scale;
    const spread = deviation > 0 ? deviation : 1;
    return {
      classes: 0,
      place: (values, into, at) => {
        into[at] = Math.max(-FARTHEST, Math.min(FARTHEST, (bend(values[at]!, unit) - mean) / spread));
      },
    };
  });
}

/** How many numbers of the factor belong to one state. */
export function stateWidth(scales: readonly NetworkScale[], feature: number, parents: readonly number[]): number {
  const { classes } = scales[feature]!;
  return classes > 0 ? classes : 2 + parents.filter((parent) => scales[parent]!.classes === 0).length;
}

export function stateCount(scales: readonly NetworkScale[], parents: readonly number[]): number {
  return parents.reduce((count, parent) => count * Math.max(1, scales[parent]!.classes), 1);
}
