/** Chooses the scale on which the values of a numeric feature are compared (see value-scale.ts). */
import { log } from "../base/index.js";
import { bend, stretchAt, type ValueScale } from "../table/index.js";
import type { Quantiles } from "./quantiles.js";

/** Parts of the values, from the least magnitude on, whose greatest one is tried for the unit. */
const UNIT_SHARES = [0.05, 0.25, 0.5];
/** A bent scale must make values likelier by this much (nats a value). */
const LEAST_GAIN = 0.1;

/**
 * The scale on which the values are most like normally distributed ones: by likelihood, as Box and Cox choose theirs.
 * `moments` are those of the values as they are.
 */
export function chooseScale(
  quantiles: Quantiles,
  { mean, deviation }: { readonly mean: number; readonly deviation: number },
): ValueScale {
  const knots = weighKnots(quantiles);
  let best: ValueScale = { unit: null, mean, deviation };
  let most = logLikelihood(knots, null) + LEAST_GAIN;
  for (const unit of unitsToTry(knots)) {
    const likelihood = logLikelihood(knots, unit);
    if (!(likelihood > most)) continue;
    most = likelihood;
    best = { unit, ...momentsOn(knots, unit) };
  }
  return best;
}

/** Beyond so many units a value could not be told from its place on the scale any more. */
const MOST_UNITS = 1e100;

interface Knot {
  readonly value: number;
  /** Share of the rows that it stands for. */
  readonly weight: number;
}

function weighKnots({ values, shares }: Quantiles): Knot[] {
  const ends = [0, ...shares.subarray(1).map((share, i) => (shares[i]! + share) / 2), 1];
  return Array.from(values, (value, i) => ({ value, weight: ends[i + 1]! - ends[i]! }));
}

function unitsToTry(knots: readonly Knot[]): number[] {
  const rising = knots
    .map(({ value, weight }) => ({ magnitude: Math.abs(value), weight }))
    .filter(({ magnitude }) => magnitude > 0)
    .sort((a, b) => a.magnitude - b.magnitude);
  const total = rising.reduce((sum, { weight }) => sum + weight, 0);
  const least = (rising[rising.length - 1]?.magnitude ?? 0) / MOST_UNITS;
  return UNIT_SHARES.flatMap((share) => {
    let sum = 0;
    const unit = rising.find(({ weight }) => {
      sum += weight;
      return sum >= share * total;
    });
    return unit === undefined || unit.magnitude < least ? [] : [unit.magnitude];
  });
}

/** Of a value on average, where bent values are normally distributed; but for a constant. */
function logLikelihood(knots: readonly Knot[], unit: number | null): number {
  const { deviation } = momentsOn(knots, unit);
  if (!(deviation > 0)) return Number.NEGATIVE_INFINITY;
  const stretch = knots.reduce((sum, { value, weight }) => sum + weight * log(stretchAt(value, unit)), 0);
  return -stretch - log(deviation);
}

function momentsOn(knots: readonly Knot[], unit: number | null): Omit<ValueScale, "unit"> {
  const mean = knots.reduce((sum, { value, weight }) => sum + weight * bend(value, unit), 0);
  const variance = knots.reduce((sum, { value, weight }) => sum + weight * square(bend(value, unit) - mean), 0);
  return { mean, deviation: Math.sqrt(variance) };
}

function square(value: number): number {
  return value * value;
}
