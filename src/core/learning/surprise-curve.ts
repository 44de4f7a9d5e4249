/**
 * How surprising a number is by its distance from what is expected, in spreads: half by how few are as far away, half
 * by how thinly they lie there. Distances of unseen rows are counted; beyond them a Student distribution says how they
 * go on.
 */

import { countBelow, exp, log } from "../base/index.js";
import { SURPRISE_KNOTS, SURPRISE_STEP } from "../schema/index.js";

/** Degrees of freedom that are tried, and the logarithms of their densities at 0. */
const STUDENTS = [
  { freedom: 1.5, atCentre: -1.07665 },
  { freedom: 2, atCentre: -1.03972 },
  { freedom: 3, atCentre: -1.00089 },
  { freedom: 4, atCentre: -0.980829 },
  { freedom: 6, atCentre: -0.960418 },
  { freedom: 10, atCentre: -0.943897 },
  { freedom: 30, atCentre: -0.92727 },
];
/** Widths that are tried, in medians of the distances. */
const WIDTHS = [0.5, 0.7, 0.85, 1, 1.2, 1.4, 1.7, 2, 2.5];
const LEAST_WIDTH = 1e-6;
/** The Student distribution counts as so many rows. */
const PRIOR_ROWS = 2;
const MOST_BY_TAIL = 24;
const LEAST_TAIL = 1e-12;
/** Steps of integration between two knots. */
const STEPS = 8;

interface Student {
  readonly freedom: number;
  readonly atCentre: number;
  readonly width: number;
}

/** Minus the logarithm of the density of signed distances. */
function thinness({ freedom, atCentre, width }: Student, distance: number): number {
  const widths = distance / width;
  return log(width) - atCentre + ((freedom + 1) / 2) * log(1 + (widths * widths) / freedom);
}

/** The likeliest. */
function fitStudent(sorted: Float64Array): Student {
  const median = Math.max(LEAST_WIDTH, sorted[sorted.length >> 1] ?? 1);
  let best: Student = { ...STUDENTS[0]!, width: median };
  let least = Number.POSITIVE_INFINITY;
  for (const student of STUDENTS) {
    for (const factor of WIDTHS) {
      const tried = { ...student, width: median * factor };
      let sum = 0;
      for (const distance of sorted) sum += thinness(tried, distance);
      if (sum >= least) continue;
      least = sum;
      best = tried;
    }
  }
  return best;
}

function knotDistance(knot: number): number {
  return exp(knot * SURPRISE_STEP) - 1;
}

/** Share of distances beyond each knot, by integration from the last one, beyond which the density is a power. */
function studentTails(student: Student): Float64Array {
  const density = (distance: number): number => 2 * exp(-thinness(student, distance));
  const tails = new Float64Array(SURPRISE_KNOTS);
  const last = knotDistance(SURPRISE_KNOTS - 1);
  let tail = (density(last) * last) / student.freedom;
  for (let knot = SURPRISE_KNOTS - 1; knot >= 0; knot--) {
    const from = knotDistance(knot);
    const step = (knotDistance(knot + 1) - from) / STEPS;
    if (knot < SURPRISE_KNOTS - 1) for (let s = 0; s < STEPS; s++) tail += density(from + (s + 0.5) * step) * step;
    tails[knot] = Math.min(1, tail);
  }
  return tails;
}

/** Rows whose distances are looked at for the shape, at most. */
const MOST_FITTED = 1000;

/** `sorted`: distances of unseen rows in spreads, ascending. */
export function surpriseCurve(sorted: Float64Array): Float64Array {
  const skipped = Math.max(1, Math.ceil(sorted.length / MOST_FITTED));
  const student = fitStudent(sorted.filter((_, i) => i % skipped === 0));
  const tails = studentTails(student);
  return tails.map((byStudent, knot) => {
    const distance = knotDistance(knot);
    const beyond = sorted.length - countBelow(sorted, distance);
    const tail = (beyond + PRIOR_ROWS * byStudent) / (sorted.length + PRIOR_ROWS);
    const byTail = Math.min(MOST_BY_TAIL, -log(Math.max(LEAST_TAIL, tail)));
    return shorten(0.5 * (byTail + thinness(student, distance)));
  });
}

/** Four decimals are enough. */
function shorten(surprise: number): number {
  return Math.round(surprise * 10_000) / 10_000;
}
