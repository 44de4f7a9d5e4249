/**
 * How long it usually is from one row to the next: the median of the steps between moments that differ.
 *
 * Rows were mostly recorded in their order and at few different steps, which are counted then: millions of them take no
 * memory. Others are sorted, 8 bytes for each moment and as many for each step.
 */

/** Different steps that are counted, at most. */
const MOST_COUNTED = 1 << 16;

/** `moments` in any order, NaN where missing, in a unit that `toMoment` makes one of time; null: no two differ. */
export function usualStep(
  moments: Float64Array,
  toMoment: (moment: number) => number = (moment) => moment,
): number | null {
  const counts = countSteps(moments, toMoment);
  if (counts !== null) return medianOfCounts(counts);
  const sorted = moments
    .map(toMoment)
    .filter((moment) => !Number.isNaN(moment))
    .sort();
  let steps = 0; // [0, steps) are steps already; what follows are moments
  for (let at = 1, before = sorted[0]!; at < sorted.length; at++) {
    const step = sorted[at]! - before;
    before = sorted[at]!;
    if (step > 0) sorted[steps++] = step;
  }
  return medianStep(sorted.subarray(0, steps));
}

/** How often there is each step; null where moments are in no order, or steps too various. */
function countSteps(moments: Float64Array, toMoment: (moment: number) => number): Map<number, number> | null {
  const counts = new Map<number, number>();
  let before = Number.NaN;
  for (let row = 0; row < moments.length; row++) {
    const moment = toMoment(moments[row]!);
    if (Number.isNaN(moment)) continue;
    const step = moment - before;
    before = moment;
    if (step < 0 || counts.size > MOST_COUNTED) return null;
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return counts;
}

function medianOfCounts(counts: ReadonlyMap<number, number>): number | null {
  const steps = [...counts].sort(([a], [b]) => a - b);
  let left = Math.floor((steps.reduce((sum, [, count]) => sum + count, 0) - 1) / 2);
  for (const [step, count] of steps) {
    if (left < count) return step;
    left -= count;
  }
  return null;
}

/** The lower one of two in the middle; null: there is none. */
export function medianStep(steps: ArrayLike<number>): number | null {
  if (steps.length === 0) return null;
  const sorted = Float64Array.from(steps).sort();
  return sorted[(sorted.length - 1) >> 1]!;
}
