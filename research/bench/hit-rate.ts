/** Do the features that are blamed first include those that were changed? */
import type { Explanation, Table } from "../../src/index.js";

export interface HitRate {
  readonly rate: number;
  /** What a blind guess reaches. */
  readonly chance: number;
}

/**
 * The share of changed features among as many that are blamed first, mean over rows. Features are places in the
 * learning table.
 */
export function hitRate(
  ranked: readonly (readonly number[])[],
  truth: readonly (readonly number[])[],
  featureCount: number,
): HitRate {
  const rates = ranked.map((features, row) => {
    const changed = truth[row]!;
    return features.slice(0, changed.length).filter((feature) => changed.includes(feature)).length / changed.length;
  });
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  return { rate: mean(rates), chance: mean(ranked.map((_, row) => truth[row]!.length / featureCount)) };
}

/** The features of an explanation, most suspect first. */
export function rankedFeatures(train: Table): (explanation: Explanation) => number[] {
  const places = new Map(train.columns.map(({ name }, place) => [name, place]));
  return ({ features }) => features.map(({ feature }) => places.get(feature)!);
}
