/** The greatest number below another; NaN below −Infinity, where there is none. */
export function nextBelow(value: number): number {
  if (value === Number.NEGATIVE_INFINITY) return Number.NaN;
  if (value === 0) return -Number.MIN_VALUE;
  const whole = Float64Array.of(value);
  const bits = new BigInt64Array(whole.buffer); // in the order of magnitude, whatever the sign
  bits[0]! += value > 0 ? -1n : 1n;
  return whole[0]!;
}
