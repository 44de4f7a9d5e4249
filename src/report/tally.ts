/**
 * How many rows of each cause fall into each stretch of time, however many rows there are: when the counts grow too
 * many, stretches are put together to longer ones. So memory is bounded and no row is lost; only the moments get
 * coarser.
 */
import type { ReportMoments } from "./report.js";
import { LEAST_STEP, longerStep, stretchOf } from "./time-steps.js";

/** Most counts, unless there are more causes than that. */
const MOST_COUNTS = 20_000;

interface Tally {
  add(moment: number, cause: number): void;
  /** `placeOf` gives the places of the causes; some may share one. */
  finish(placeOf: ArrayLike<number>): ReportMoments;
}

/** The counts of a stretch by cause. */
type Stretch = Map<number, number>;

export function createTally(mostCounts: number = MOST_COUNTS): Tally {
  let step = LEAST_STEP;
  let stretches = new Map<number, Stretch>();
  let size = 0;

  function count(start: number, cause: number, rows: number): void {
    const stretch = stretches.get(start) ?? new Map<number, number>();
    if (stretch.size === 0) stretches.set(start, stretch);
    const before = stretch.get(cause) ?? 0;
    if (before === 0) size++;
    stretch.set(cause, before + rows);
  }

  function coarsen(): void {
    const [finer, finerStep] = [stretches, step];
    step = longerStep(step);
    stretches = new Map();
    size = 0;
    for (const [start, stretch] of finer) {
      for (const [cause, rows] of stretch) count(stretchOf(start * finerStep, step), cause, rows);
    }
  }

  return {
    add(moment, cause) {
      count(stretchOf(moment, step), cause, 1);
      while (size > mostCounts && stretches.size > 1) coarsen();
    },
    finish: (placeOf) => toMoments(stretches, step, placeOf),
  };
}

/** By stretch, then by cause. */
function toMoments(stretches: ReadonlyMap<number, Stretch>, step: number, placeOf: ArrayLike<number>): ReportMoments {
  const starts = [...stretches.keys()].sort((a, b) => a - b);
  const first = starts[0] ?? 0;
  const moments = {
    step,
    from: first * step,
    stretches: [] as number[],
    causes: [] as number[],
    counts: [] as number[],
  };
  for (const start of starts) {
    const counts = new Map<number, number>();
    for (const [cause, rows] of stretches.get(start)!) {
      const place = placeOf[cause]!;
      counts.set(place, (counts.get(place) ?? 0) + rows);
    }
    for (const [place, rows] of [...counts].sort((a, b) => a[0] - b[0])) {
      moments.stretches.push(start - first);
      moments.causes.push(place);
      moments.counts.push(rows);
    }
  }
  return moments;
}
