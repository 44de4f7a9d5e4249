/**
 * Counts of rows, one for each rule or node: 32 bits where they hold as many as there are rows, else numbers that are
 * exact up to 2^53. Only rows that lie in parts are so many; what one part or one block counts fits into 32 bits.
 */
export type RowCounts = Uint32Array | Float64Array;

/** The most that 32 bits count. */
export const MOST_IN_32_BITS = 0xffff_ffff;

/** All zero. `rowCount`: what none of them exceeds. */
export function createCounts(length: number, rowCount: number): RowCounts {
  return rowCount > MOST_IN_32_BITS ? new Float64Array(length) : new Uint32Array(length);
}

/** Those at these places, in this order. */
export function pickCounts(counts: RowCounts, places: Uint32Array): RowCounts {
  const picked = counts instanceof Float64Array ? new Float64Array(places.length) : new Uint32Array(places.length);
  for (let at = 0; at < places.length; at++) picked[at] = counts[places[at]!]!;
  return picked;
}

/** Adds the other counts, place by place. */
export function addCounts(sums: RowCounts, counts: RowCounts): void {
  for (let at = 0; at < sums.length; at++) sums[at]! += counts[at]!;
}
