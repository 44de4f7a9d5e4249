/**
 * How much a cut-off tells about a target feature: entropy for categories, variance of the standardised value for
 * numbers (information gain and variance reduction of the paper).
 *
 * Both are kept in integers while rows move across the cut: c·log2(c) in units of 2^-30, the standardised target in
 * units of 2^-20. Integer sums have no rounding, so neither the order of rows nor the feature by which they are sorted
 * can change a gain, and ties are true ties.
 */
import { log2 } from "../numbers/logarithm.js";
import { MISSING } from "../table/encode-table.js";
import { countBelow, type NumberSummary, summariseNumbers } from "../table/number-summary.js";

export interface BestCut {
  /** The cut lies between order[position - 1] and order[position]. */
  readonly position: number;
  /** Impurity decrease times the number of rows in the order. */
  readonly decrease: number;
}

export interface Impurity {
  /** Whether the row's target is known. */
  known(row: number): boolean;
  /**
   * The best cut of rows sorted ascending by `values`, at least `minLeaf` on each side, never between equal values;
   * the first of equally good ones. Null when there is no cut.
   */
  bestCut(order: Int32Array, values: Float64Array, minLeaf: number): BestCut | null;
}

/** Splits that gain less are rounding noise. */
export const LEAST_GAIN = 1e-9;

const TARGET_UNIT = 0x10_0000;
/** Decreases of variance are in units of the target's squared. */
export const VARIANCE_UNIT = TARGET_UNIT * TARGET_UNIT;
export const ENTROPY_UNIT = 0x4000_0000;

export function varianceImpurity(values: Float64Array): Impurity {
  const target = standardisedIntegers(values, summariseNumbers(values));
  return {
    known: (row) => !Number.isNaN(values[row]!),
    bestCut(order, inputs, minLeaf) {
      let right = 0;
      for (const row of order) right += target[row]!;
      const whole = (right * right) / order.length;
      let left = 0;
      let best = 0;
      let bestDecrease = Number.NEGATIVE_INFINITY;
      for (let position = 1; position <= order.length - minLeaf; position++) {
        const moved = target[order[position - 1]!]!;
        left += moved;
        right -= moved;
        if (position < minLeaf || inputs[order[position - 1]!] === inputs[order[position]!]) continue;
        const decrease = (left * left) / position + (right * right) / (order.length - position) - whole;
        if (decrease > bestDecrease) {
          best = position;
          bestDecrease = decrease;
        }
      }
      return best === 0 ? null : { position: best, decrease: bestDecrease / VARIANCE_UNIT };
    },
  };
}

export function entropyImpurity(codes: Int32Array, categoryCount: number): Impurity {
  const termOf = entropyTerms(codes.length);
  const left = new Int32Array(categoryCount);
  const right = new Int32Array(categoryCount);
  return {
    known: (row) => codes[row]! > MISSING,
    bestCut(order, inputs, minLeaf) {
      left.fill(0);
      right.fill(0);
      for (const row of order) right[codes[row]!]!++;
      let rightTerms = 0;
      for (const count of right) rightTerms += termOf[count]!;
      const whole = termOf[order.length]! - rightTerms;
      let leftTerms = 0;
      let best = 0;
      let bestDecrease = Number.NEGATIVE_INFINITY;
      for (let position = 1; position <= order.length - minLeaf; position++) {
        const code = codes[order[position - 1]!]!;
        const here = left[code]!++;
        const there = right[code]!--;
        leftTerms += termOf[here + 1]! - termOf[here]!;
        rightTerms += termOf[there - 1]! - termOf[there]!;
        if (position < minLeaf || inputs[order[position - 1]!] === inputs[order[position]!]) continue;
        const remaining = termOf[position]! - leftTerms + termOf[order.length - position]! - rightTerms;
        const decrease = whole - remaining;
        if (decrease > bestDecrease) {
          best = position;
          bestDecrease = decrease;
        }
      }
      return best === 0 ? null : { position: best, decrease: bestDecrease / ENTROPY_UNIT };
    },
  };
}

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
