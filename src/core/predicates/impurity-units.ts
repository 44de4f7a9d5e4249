/**
 * The units in which the impurity of cut-off trees is kept: entropy for categories, variance of the standardised value
 * for numbers (information gain and variance reduction of the paper).
 *
 * Both are whole numbers while rows move across a cut: c·log2(c) in units of 2^-30, the standardised target in units of
 * 2^-20. Sums of whole numbers have no rounding, so neither the order of rows nor the feature by which they are sorted
 * can change a gain, and ties are true ties.
 */
import { countBelow, log2 } from "../base/index.js";
import type { NumberSummary } from "../table/index.js";

/** Splits that gain less are rounding noise. */
export const LEAST_GAIN = 1e-9;

const TARGET_UNIT = 0x10_0000;
/** Decreases of variance are in units of the target's squared. */
export const VARIANCE_UNIT = TARGET_UNIT * TARGET_UNIT;
export const ENTROPY_UNIT = 0x4000_0000;

/** c·log2(c) in units of 2^-30 for every count of rows. */
export function entropyTerms(rowCount: number): Float64Array {
  return Float64Array.from({ length: rowCount + 1 }, (_, count) =>
    count < 2 ? 0 : Math.round(count * log2(count) * ENTROPY_UNIT),
  );
}

/** (x - mean)/deviation in units of 2^-20; infinite values stand one deviation beyond the farthest finite one. */
export function standardisedIntegers(values: Float64Array, { sorted, mean, deviation }: NumberSummary): Float64Array {
  if (deviation === 0) return new Float64Array(values.length);
  const standardise = (value: number): number => {
    const distance = value - mean;
    // Of numbers so large that their difference overflows, each is divided first.
    return Number.isFinite(distance) ? distance / deviation : value / deviation - mean / deviation;
  };
  const lowest = standardise(sorted[countBelow(sorted, -Number.MAX_VALUE)]!) - 1;
  const highest = standardise(sorted[countBelow(sorted, Number.POSITIVE_INFINITY) - 1]!) + 1;
  const units = new Float64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    units[row] = Math.round(Math.min(highest, Math.max(lowest, standardise(value))) * TARGET_UNIT);
  }
  return units;
}
