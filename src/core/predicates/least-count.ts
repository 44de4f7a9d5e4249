/**
 * Least count whose share of `rows` exceeds `share` strictly, as in the paper.
 * Not floor(share · rows) + 1: 0.29 · 100 is 28.999…, which gives 29, and 29/100 does not exceed 0.29.
 */
export function leastCountAbove(share: number, rows: number): number {
  if (rows === 0) return 1;
  let count = Math.max(0, Math.floor(share * rows) - 1);
  while (count / rows <= share) count++;
  return count;
}
