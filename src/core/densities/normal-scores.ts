/**
 * Normal scores: values of any distribution bent so that they are normally distributed over the learning rows. Beyond
 * the range of the learning rows a score grows by one for each deviation of the feature.
 */
import { normalQuantile } from "./normal-distribution.js";
import { interpolate, type Quantiles } from "./quantiles.js";

export interface NormalScorer {
  /** The score of a value (or category code) of a feature; NaN for a missing one. */
  score(feature: number, value: number): number;
}

const SCORE_LIMIT = 10;

/** `deviations` are those of numeric features; for others any positive number. */
export function prepareNormalScores(quantiles: readonly Quantiles[], deviations: readonly number[]): NormalScorer {
  const curves = quantiles.map(({ values, shares }) => ({ values, scores: shares.map(normalQuantile) }));
  return {
    score(feature, value) {
      if (Number.isNaN(value)) return value;
      const { values, scores } = curves[feature]!;
      const last = values.length - 1;
      if (last < 0) return 0;
      const unit = deviations[feature]! || 1;
      let score = interpolate(values, scores, value);
      if (value > values[last]!) score += (value - values[last]!) / unit;
      if (value < values[0]!) score += (value - values[0]!) / unit;
      return Math.min(SCORE_LIMIT, Math.max(-SCORE_LIMIT, score));
    },
  };
}
