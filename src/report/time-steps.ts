/**
 * Lengths of time that people count in, in milliseconds. Stretches begin at multiples of their length since 1970, in
 * UTC.
 */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Each is a multiple of the one before it, so stretches of one length can be put together to those of the next. */
const LADDER: readonly number[] = [
  ...[1, 10, 100],
  ...[1, 5, 15].map((seconds) => seconds * SECOND),
  ...[1, 5, 15].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 7].map((days) => days * DAY),
];

/** Bars of a time line, at most. */
export const MOST_BARS = 100;

/** The length of time before all others. */
export const LEAST_STEP = LADDER[0]!;

/** The next longer length on the ladder; above a week the double. */
export function longerStep(step: number): number {
  return LADDER.find((longer) => longer > step) ?? 2 * step;
}

const ROUND: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY),
];

/** The shortest round length that cuts `span` into at most `parts`, and is a multiple of `unit`. */
export function roundStep(span: number, parts: number, unit = LEAST_STEP): number {
  const found = ROUND.find((step) => step % unit === 0 && step * parts >= span);
  if (found !== undefined) return found;
  const least = Math.max(unit, ROUND.at(-1)!);
  return least * Math.max(1, Math.ceil(span / parts / least));
}

/** The number of the stretch in which a moment lies. */
export function stretchOf(moment: number, step: number): number {
  return Math.floor(moment / step);
}
