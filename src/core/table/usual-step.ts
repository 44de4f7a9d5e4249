/** How long it usually is from one row to the next: the median of the steps between moments that differ. */

/** `moments` in any order, NaN where missing; null: no two differ. */
export function usualStep(moments: Float64Array): number | null {
  const sorted = moments.filter((moment) => !Number.isNaN(moment)).sort();
  const steps: number[] = [];
  for (let at = 1; at < sorted.length; at++) {
    const step = sorted[at]! - sorted[at - 1]!;
    if (step > 0) steps.push(step);
  }
  return medianStep(steps);
}

/** The lower one of two in the middle; null: there is none. */
export function medianStep(steps: readonly number[]): number | null {
  if (steps.length === 0) return null;
  const sorted = Float64Array.from(steps).sort();
  return sorted[(sorted.length - 1) >> 1]!;
}
