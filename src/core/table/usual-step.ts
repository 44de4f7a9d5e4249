/** How long it usually is from one row to the next: the median of the steps between moments that differ. */

/**
 * `stretches`: moments of rows that follow one another, ascending, NaN where missing, in a unit that `toMoment` makes
 * one of time; null: no two differ.
 */
export function usualStep(
  stretches: readonly Float64Array[],
  toMoment: (moment: number) => number = (moment) => moment,
): number | null {
  const steps: number[] = [];
  for (const moments of stretches) {
    let before = Number.NaN;
    for (const each of moments) {
      const moment = toMoment(each);
      if (Number.isNaN(moment)) continue;
      if (moment > before) steps.push(moment - before);
      before = moment;
    }
  }
  return medianStep(steps);
}

/** The lower one of two in the middle; null: there is none. */
export function medianStep(steps: ArrayLike<number>): number | null {
  if (steps.length === 0) return null;
  const sorted = Float64Array.from(steps).sort();
  return sorted[(sorted.length - 1) >> 1]!;
}
