/**
 * How far back to look, where nobody says it: the shortest readable window over which the livelier third of the
 * numbers that move gradually get clearly further than they jitter. A shorter one would tell noise; a longer one would
 * tell late, and of more than one thing at a time.
 */
import type { Gap } from "../table/index.js";
import { getsFarOver, type Stretches } from "./movement.js";

/** Steps that a window has at least and at most. */
const LEAST_STEPS = 5;
const MOST_STEPS = 120;
/** Where no number says it. */
const USUAL_STEPS = 20;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lengths that people say. */
const READABLE: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 20, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 7, 14, 30, 60, 90, 180, 365, 730, 1825, 3650].map((count) => count * DAY),
];
const READABLE_ROWS = [5, 10, 15, 20, 30, 50, 100];

/** `step`: milliseconds from row to row, usually; null: rows are counted. */
export function chooseWindow(numbers: readonly Stretches[], step: number | null): Gap {
  const lengths = candidates(step);
  const shortest = numbers.flatMap((stretches) => {
    const place = lengths.findIndex((length) => getsFarOver(stretches, rowsOver(length, step)));
    return place < 0 ? [] : [place];
  });
  const unit = step === null ? "rows" : "time";
  if (shortest.length === 0) return { unit, length: nearest(lengths, USUAL_STEPS * (step ?? 1)) };
  shortest.sort((a, b) => a - b);
  return { unit, length: lengths[shortest[Math.floor((shortest.length - 1) / 3)]!]! };
}

/** How many rows a window spans, usually. */
export function rowsOver(length: number, step: number | null): number {
  return Math.max(1, Math.round(length / (step ?? 1)));
}

function candidates(step: number | null): readonly number[] {
  if (step === null) return READABLE_ROWS;
  const fit = READABLE.filter((length) => length >= LEAST_STEPS * step && length <= MOST_STEPS * step);
  return fit.length > 0 ? fit : [USUAL_STEPS * step]; // rows come more seldom than once in some years
}

function nearest(lengths: readonly number[], wanted: number): number {
  return lengths.reduce((best, length) => (Math.abs(length - wanted) < Math.abs(best - wanted) ? length : best));
}
