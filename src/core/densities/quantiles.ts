/**
 * The distribution of one feature as a short list: values, ascending, and the share of rows below each (counting half
 * of the rows equal to it). All distinct values when there are few, else evenly spaced ones with both extremes.
 */
import { countBelow } from "../base/index.js";
import { type AnyNumbers, countAnyBelow, countAnyUpTo, finitePart, numberAt, piecesOf } from "../table/index.js";

export interface Quantiles {
  readonly values: Float64Array;
  /** Mid-ranks in (0, 1), ascending. */
  readonly shares: Float64Array;
}

/** Enough to tell half a per cent in the tails, and small enough to keep for every feature. */
export const MAX_KNOTS = 201;

/** `sorted` has no missing values; infinite ones are left out. */
export function quantilesOf(sorted: AnyNumbers): Quantiles {
  const finite = finitePart(sorted);
  return quantilesAt(knots(finite), finite.length, {
    below: (value) => countAnyBelow(finite, value),
    upTo: (value) => countAnyUpTo(finite, value),
  });
}

/** How many of the finite values lie below one of them, and how many lie there or are equal. */
interface ValueRanks {
  below(value: number): number;
  upTo(value: number): number;
}

/** With these knots, of so many values. */
export function quantilesAt(knots: ArrayLike<number>, count: number, ranks: ValueRanks): Quantiles {
  const values = Float64Array.from(knots);
  return { values, shares: values.map((value) => (ranks.below(value) + ranks.upTo(value)) / 2 / count) };
}

/** The distribution of a categorical feature over its codes. */
export function codeQuantiles(counts: ArrayLike<number>): Quantiles {
  const codes = Array.from({ length: counts.length }, (_, code) => code).filter((code) => counts[code]! > 0);
  const total = codes.reduce((sum, code) => sum + counts[code]!, 0);
  let below = 0;
  const shares = codes.map((code) => {
    const share = (below + counts[code]! / 2) / total;
    below += counts[code]!;
    return share;
  });
  return { values: Float64Array.from(codes), shares: Float64Array.from(shares) };
}

/** The first point that is not left of x; the last one where all are. There is one at least. */
export function placeOf(xs: Float64Array, x: number): number {
  if (x <= xs[0]!) return 0;
  return x >= xs[xs.length - 1]! ? xs.length - 1 : countBelow(xs, x);
}

/** Points from left to right. */
interface Curve {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

/**
 * The piecewise linear curve through (xs, ys) at x, whose place is known; the end values beyond the ends. Only the
 * points at and before the place are looked at.
 */
export function curveAt({ xs, ys }: Curve, right: number, x: number): number {
  if (right === 0 || xs[right]! <= x) return ys[right]!;
  // The difference of two huge numbers overflows unless they are halved; half of the smallest ones is nothing.
  const scale = Number.isFinite(xs[right]! - xs[right - 1]!) ? 1 : 0.5;
  const part = (x * scale - xs[right - 1]! * scale) / (xs[right]! * scale - xs[right - 1]! * scale);
  return ys[right - 1]! + part * (ys[right]! - ys[right - 1]!);
}

function knots(sorted: AnyNumbers): ArrayLike<number> {
  const distinct = firstDistinct(sorted, MAX_KNOTS + 1);
  if (distinct.length <= MAX_KNOTS) return distinct;
  return withoutRepeats(knotPlaces(sorted.length).map((place) => numberAt(sorted, place)));
}

/** The places of the knots among so many values. */
export function knotPlaces(count: number): Float64Array {
  return Float64Array.from({ length: MAX_KNOTS }, (_, i) => Math.round((i * (count - 1)) / (MAX_KNOTS - 1)));
}

/** Of values in order. */
export function withoutRepeats(spaced: Float64Array): Float64Array {
  return spaced.filter((value, i) => i === 0 || value !== spaced[i - 1]);
}

/** So many at most. */
function firstDistinct(sorted: AnyNumbers, most: number): number[] {
  const distinct: number[] = [];
  for (const values of piecesOf(sorted)) {
    for (let at = 0; at < values.length && distinct.length < most; at++) {
      if (values[at] !== distinct[distinct.length - 1]) distinct.push(values[at]!);
    }
    if (distinct.length >= most) break;
  }
  return distinct;
}
