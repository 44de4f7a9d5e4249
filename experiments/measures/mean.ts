/** NaN for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of those that are numbers; null and NaN mean that there was nothing to measure. */
export function meanKnown(values: readonly (number | null)[]): number {
  return mean(values.filter((value) => value !== null && !Number.isNaN(value)) as number[]);
}
