/** What is known of one number by itself, one step after the other: as kernel/values.ts finds it, to the last bit. */
import { curveAt, type Mixture, placeOf, type Quantiles, standardScore } from "../../src/core/densities/index.js";
import { raritySurprise, scorerOf } from "../../src/core/evidence/index.js";
import type { FeatureProfile } from "../../src/core/model/index.js";
import { SURPRISE_LIMIT } from "../../src/core/schema/index.js";
import { bend, standardised, type ValueScale } from "../../src/core/table/index.js";

export interface NumberParts {
  readonly rowCount: number;
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  readonly mixture: Mixture | null;
  /** Of trees, ascending, for each feature. */
  readonly cutOffs: readonly Float64Array[];
}

export interface DescribedNumber {
  readonly standardised: number;
  readonly marginal: number;
  readonly tail: number;
  readonly isMissing: number;
  readonly isLeftOut: number;
  readonly answer: number;
  /** 0 without a mixture. */
  readonly score: number;
}

/** Of a numeric feature. */
export function describeNumber(parts: NumberParts, feature: number, value: number): DescribedNumber {
  const profile = parts.profiles[feature]!;
  if (profile.kind !== "numeric") throw new TypeError(`feature ${feature} is not numeric`);
  if (Number.isNaN(value)) {
    const rarity = raritySurprise(Math.max(profile.missingCount, 0.5) / parts.rowCount);
    const surprises = { marginal: rarity, tail: rarity };
    return { standardised: Number.NaN, ...surprises, isMissing: 1, isLeftOut: 1, answer: 0, score: 0 };
  }
  const { scale } = profile;
  const own = standardised(value, scale);
  const isOther = bend(value, scale.unit) === scale.mean ? 0 : SURPRISE_LIMIT;
  return {
    standardised: own,
    marginal: scale.deviation === 0 ? isOther : Math.min(SURPRISE_LIMIT, Math.abs(own)),
    tail: tailOf(
      bentQuantiles(parts.quantiles[feature]!, scale),
      bend(value, scale.unit),
      parts.rowCount - profile.missingCount,
    ),
    isMissing: 0,
    isLeftOut: 0,
    answer: parts.cutOffs[feature]!.filter((cutOff) => cutOff <= value).length,
    score: parts.mixture === null ? 0 : standardScore(parts.mixture, feature, scorerOf(parts).score(feature, value)),
  };
}

function bentQuantiles({ values, shares }: Quantiles, { unit }: ValueScale): Quantiles {
  return { values: values.map((value) => bend(value, unit)), shares };
}

/** Two-sided: the share of rows at least as extreme, counting half a row for what lies beyond all of them. */
function tailOf({ values, shares }: Quantiles, value: number, rows: number): number {
  if (values.length === 0) return 0;
  const isBeyond = value < values[0]! || value > values[values.length - 1]!;
  const below = isBeyond ? 0 : curveAt({ xs: values, ys: shares }, placeOf(values, value), value);
  const extreme = Math.min(below, 1 - below) * rows;
  return raritySurprise(Math.min(1, (2 * (extreme + 0.5)) / (rows + 1)));
}
