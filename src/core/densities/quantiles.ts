/**
 * The distribution of one feature as a short list: values, ascending, and the share of rows below each (counting half
 * of the rows equal to it). All distinct values when there are few, else evenly spaced ones with both extremes.
 */
import { countBelow } from "../table/number-summary.js";

export interface Quantiles {
  readonly values: Float64Array;
  /** Mid-ranks in (0, 1), ascending. */
  readonly shares: Float64Array;
}

/** Enough to tell half a per cent in the tails, and small enough to keep for every feature. */
const MAX_KNOTS = 201;

/** `sorted` has no missing values; infinite ones are left out. */
export function quantilesOf(sorted: Float64Array): Quantiles {
  const finite = sorted.subarray(countBelow(sorted, -Number.MAX_VALUE), countBelow(sorted, Number.POSITIVE_INFINITY));
  const values = Float64Array.from(knots(finite));
  const shares = values.map((value) => {
    const below = countBelow(finite, value);
    return (below + countUpTo(finite, value)) / 2 / finite.length;
  });
  return { values, shares };
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

function knots(sorted: Float64Array): number[] {
  const distinct: number[] = [];
  for (let at = 0; at < sorted.length && distinct.length <= MAX_KNOTS; at++) {
    if (sorted[at] !== distinct[distinct.length - 1]) distinct.push(sorted[at]!);
  }
  if (distinct.length <= MAX_KNOTS) return distinct;
  const spaced = Array.from(
    { length: MAX_KNOTS },
    (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (MAX_KNOTS - 1))]!,
  );
  return spaced.filter((value, i) => value !== spaced[i - 1]);
}

/** Number of sorted values ≤ limit. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let low = countBelow(sorted, limit);
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
