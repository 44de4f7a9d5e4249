/**
 * The scale on which values of a numeric feature are compared with one another.
 *
 * Amounts, durations and counts differ by factors rather than by differences: on a linear scale a fee of 0.19 and one of
 * −0.19 are the same beside one of 900. Such values are bent: about linear within a unit around 0, logarithmic beyond it, on
 * both sides. Rules and all that is shown stay in the values' own unit.
 */
import type { Quantiles } from "../densities/quantiles.js";
import { exp } from "../numbers/exponential.js";
import { log } from "../numbers/logarithm.js";

export interface ValueScale {
  /** Null: values are compared as they are. */
  readonly unit: number | null;
  /** Of the values on this scale. */
  readonly mean: number;
  readonly deviation: number;
}

/** NaN and infinite values stay what they are. */
export function bend(value: number, unit: number | null): number {
  if (unit === null || !Number.isFinite(value)) return value;
  const units = Math.abs(value) / unit;
  const bent = Number.isFinite(units) ? log(1 + units) : log(Math.abs(value)) - log(unit);
  return value < 0 ? -bent : bent;
}

/** The greatest number that can be told is beyond this. */
const MOST_BENT = 700;

export function unbend(bent: number, unit: number | null): number {
  if (unit === null) return bent;
  const value = unit * (exp(Math.min(MOST_BENT, Math.abs(bent))) - 1);
  return bent < 0 ? -value : value;
}

/** How far a value moves for each step on the scale. */
export function stretchAt(value: number, unit: number | null): number {
  return unit === null ? 1 : unit + Math.abs(value);
}

/** Parts of the values, from the least magnitude on, whose greatest one is tried for the unit. */
const UNIT_SHARES = [0.05, 0.25, 0.5];
/** A bent scale must make values likelier by this much (nats a value). */
const LEAST_GAIN = 0.1;

/**
 * The scale on which the values are most like normally distributed ones: by likelihood, as Box and Cox choose theirs. `moments`
 * are those of the values as they are.
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
  return UNIT_SHARES.flatMap((share) => {
    let sum = 0;
    const unit = rising.find(({ weight }) => {
      sum += weight;
      return sum >= share * total;
    });
    return unit === undefined ? [] : [unit.magnitude];
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
  const square = knots.reduce((sum, { value, weight }) => sum + weight * (bend(value, unit) - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(square) };
}
