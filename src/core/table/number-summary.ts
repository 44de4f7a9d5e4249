/**
 * What is known of a numeric column as a whole: its values in order, mean and standard deviation.
 *
 * Sums run over the sorted values, so the order of rows cannot change a bit of the result. Infinite values count as
 * values but not towards mean and deviation. Cost: O(rows log rows).
 */
import * as schema from "../schema/kernel-schema.js";
import { bend, type ValueScale } from "./value-scale.js";

/** Taken over, since an engine compiles constants of a module into its code, but not those of another. */
const { STANDARD_LIMIT } = schema;

export interface NumberSummary {
  /** All values that are not missing, ascending. */
  readonly sorted: Float64Array;
  /** Of the finite values; 0 without any. */
  readonly mean: number;
  /** Population standard deviation of the finite values; 0 without any. */
  readonly deviation: number;
}

export function summariseNumbers(values: Float64Array): NumberSummary {
  return summariseSorted(sortedPresent(values));
}

/** All values that are not missing, ascending. */
export function sortedPresent(values: Float64Array): Float64Array {
  const sorted = values.slice().sort(); // which puts NaN behind all others
  let count = sorted.length;
  while (count > 0 && Number.isNaN(sorted[count - 1]!)) count--;
  return sorted.subarray(0, count);
}

/** The summary of values that are sorted already, none of them missing. */
export function summariseSorted(sorted: Float64Array): NumberSummary {
  const finite = sorted.subarray(countBelow(sorted, -Number.MAX_VALUE), countBelow(sorted, Number.POSITIVE_INFINITY));
  if (finite.length === 0) return { sorted, mean: 0, deviation: 0 };
  // Scaled by the largest magnitude, so that neither the sum nor the squares overflow.
  const scale = Math.max(Math.abs(finite[0]!), Math.abs(finite[finite.length - 1]!)) || 1;
  const mean = exactSum(finite, (value) => value / scale) / finite.length;
  const squares = exactSum(finite, (value) => (value / scale - mean) * (value / scale - mean));
  const variance = squares / finite.length;
  return {
    sorted,
    mean: mean * scale,
    deviation: finite[0] === finite[finite.length - 1] ? 0 : Math.sqrt(variance) * scale,
  };
}

/**
 * Deviations from the mean on the scale; of a constant feature any other value is one deviation away. NaN stays NaN.
 */
export function standardised(value: number, { unit, mean, deviation }: ValueScale): number {
  if (Number.isNaN(value)) return value;
  const distance = bend(value, unit) - mean;
  if (deviation === 0) return Math.sign(distance);
  return Math.min(STANDARD_LIMIT, Math.max(-STANDARD_LIMIT, distance / deviation));
}

/** Number of sorted values < limit. */
export function countBelow(sorted: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Neumaier's compensated sum. */
function exactSum(values: Float64Array, term: (value: number) => number): number {
  let sum = 0;
  let lost = 0;
  for (let at = 0; at < values.length; at++) {
    const next = term(values[at]!);
    const total = sum + next;
    lost += Math.abs(sum) >= Math.abs(next) ? sum - total + next : next - total + sum;
    sum = total;
  }
  return sum + lost;
}
