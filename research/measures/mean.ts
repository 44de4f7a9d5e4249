/** NaN for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of those that are numbers; null and NaN mean that there was nothing to measure. */
export function meanKnown(values: readonly (number | null)[]): number {
  return mean(values.filter((value) => value !== null && !Number.isNaN(value)) as number[]);
}

/** Of the mean; NaN for less than two values. */
export function standardError(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return Math.sqrt(variance / values.length);
}
