/**
 * What is known of a numeric column as a whole: its values in order, mean and standard deviation.
 *
 * Sums do not depend on the order of their terms (fixed-sum.ts): the order of rows cannot change a bit of the result.
 * Infinite values count as values but not towards mean and deviation. Cost: O(rows log rows).
 */
import { addTerms, countBefore, countBelow, countUpTo, emptySum, sumValue } from "../base/index.js";
import { kernelSchema as schema } from "../schema/index.js";
import { type AnyNumbers, numberAt, partOf, piecesOf } from "./stored-values.js";
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
  const sorted = sortedPresent(values);
  return { sorted, ...summariseSorted(sorted) };
}

/** All values that are not missing, ascending. */
export function sortedPresent(values: Float64Array): Float64Array {
  const sorted = values.slice().sort(); // which puts NaN behind all others
  let count = sorted.length;
  while (count > 0 && Number.isNaN(sorted[count - 1]!)) count--;
  return sorted.subarray(0, count);
}

/** The summary of values that are sorted already, none of them missing. */
export function summariseSorted(sorted: AnyNumbers): Omit<NumberSummary, "sorted"> {
  const finite = finitePart(sorted);
  if (finite.length === 0) return { mean: 0, deviation: 0 };
  const range = { first: numberAt(finite, 0), last: numberAt(finite, finite.length - 1), count: finite.length };
  const sumOf = (term: (value: number) => number): number => {
    const sum = emptySum();
    for (const values of piecesOf(finite)) addTerms(sum, values, term);
    return sumValue(sum);
  };
  const scale = scaleOf(range);
  const mean = sumOf(scaledTerm(scale)) / range.count;
  return summaryOf(range, { mean, variance: sumOf(squareTerm(scale, mean)) / range.count });
}

/** How many finite values there are, the least and the greatest of them. */
export interface FiniteRange {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Values are scaled by the largest magnitude, so that neither sums nor squares overflow. */
export function scaleOf({ first, last }: Pick<FiniteRange, "first" | "last">): number {
  return Math.max(Math.abs(first), Math.abs(last)) || 1;
}

export function scaledTerm(scale: number): (value: number) => number {
  return (value) => value / scale;
}

/** `mean`: that of the scaled values. */
export function squareTerm(scale: number, mean: number): (value: number) => number {
  return (value) => (value / scale - mean) * (value / scale - mean);
}

/** Of scaled values. */
export function summaryOf(
  range: FiniteRange,
  { mean, variance }: { readonly mean: number; readonly variance: number },
): Omit<NumberSummary, "sorted"> {
  const scale = scaleOf(range);
  return { mean: mean * scale, deviation: range.first === range.last ? 0 : Math.sqrt(variance) * scale };
}

/** Of values in order those that are finite. */
export function finitePart(sorted: AnyNumbers): AnyNumbers {
  return partOf(sorted, countAnyBelow(sorted, -Number.MAX_VALUE), countAnyBelow(sorted, Number.POSITIVE_INFINITY));
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

/** Number of sorted values < limit, which may not be in memory. */
export function countAnyBelow(sorted: AnyNumbers, limit: number): number {
  if (ArrayBuffer.isView(sorted)) return countBelow(sorted, limit);
  return countBefore(sorted.length, (place) => numberAt(sorted, place) < limit);
}

/** Number of sorted values ≤ limit, which may not be in memory. */
export function countAnyUpTo(sorted: AnyNumbers, limit: number): number {
  if (ArrayBuffer.isView(sorted)) return countUpTo(sorted, limit);
  return countBefore(sorted.length, (place) => numberAt(sorted, place) <= limit);
}
