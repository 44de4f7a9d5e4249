/**
 * Normal scores: values of any distribution bent so that they are normally distributed over the learning rows. Beyond
 * the range of the learning rows a score grows by one for each deviation of the feature.
 */

import { countBefore } from "../base/index.js";
import { kernelSchema as schema } from "../schema/index.js";
import { bend, unbend, type ValueScale } from "../table/index.js";
import { normalQuantile } from "./normal-distribution.js";
import { curveAt, placeOf, type Quantiles } from "./quantiles.js";

/** Taken over, since an engine compiles constants of a module into its code, but not those of another. */
const { SCORE_LIMIT } = schema;

export interface NormalScorer {
  /** The score of a value (or category code) of a feature; NaN for a missing one. */
  score(feature: number, value: number): number;
  /** The value that has a score, no further than learning rows go; NaN where nothing is known of the feature. */
  valueAt(feature: number, score: number): number;
  /** The normal quantile of a share, remembered for the next time: features without ties all have the same shares. */
  quantileOf(share: number): number;
}

/** Of each feature the scale on which its values lie between those that were seen, and beyond them. */
export function prepareNormalScores(quantiles: readonly Quantiles[], scales: readonly ValueScale[]): NormalScorer {
  // Scores of shares are made when they are first asked for: explaining a few rows asks for few of them.
  const curves = quantiles.map(({ values: raw, shares }, feature) => {
    const values = raw.map((value) => bend(value, scales[feature]!.unit));
    const scores = new Float64Array(shares.length).fill(Number.NaN);
    return { values, shares, scores, toScore: { xs: values, ys: scores }, toValue: { xs: scores, ys: values } };
  });
  const quantileByShare = new Map<number, number>();
  const quantileOf = (share: number): number => {
    const known = quantileByShare.get(share);
    if (known !== undefined) return known;
    const quantile = normalQuantile(share);
    quantileByShare.set(share, quantile);
    return quantile;
  };
  const knotScore = ({ shares, scores }: (typeof curves)[number], at: number): number => {
    if (Number.isNaN(scores[at]!)) scores[at] = quantileOf(shares[at]!);
    return scores[at]!;
  };
  return {
    quantileOf,
    score(feature, raw) {
      if (Number.isNaN(raw)) return raw;
      const value = bend(raw, scales[feature]!.unit);
      const curve = curves[feature]!;
      const { values } = curve;
      const last = values.length - 1;
      if (last < 0) return 0;
      const place = placeOf(values, value);
      for (let at = Math.max(0, place - 1); at <= place; at++) knotScore(curve, at);
      let score = curveAt(curve.toScore, place, value);
      if (value > values[last]!) score += inDeviations(value - values[last]!, scales[feature]!.deviation);
      if (value < values[0]!) score += inDeviations(value - values[0]!, scales[feature]!.deviation);
      return Math.min(SCORE_LIMIT, Math.max(-SCORE_LIMIT, score));
    },
    valueAt(feature, score) {
      const curve = curves[feature]!;
      if (curve.values.length === 0) return Number.NaN;
      const place = countBefore(curve.values.length - 1, (knot) => knotScore(curve, knot) < score);
      knotScore(curve, place);
      if (place > 0) knotScore(curve, place - 1);
      const bent = place === 0 ? curve.values[0]! : curveAt(curve.toValue, place, score);
      return unbend(bent, scales[feature]!.unit);
    },
  };
}

/** Beyond a constant any distance is one deviation: it has no unit to be measured in. */
function inDeviations(distance: number, deviation: number): number {
  return deviation === 0 ? Math.sign(distance) : distance / deviation;
}
