/**
 * How a number moves: how far it gets over so many rows, beside how far a reading jitters. Both are means over all
 * stretches of rows without a gap. A number that only jitters gets no further over many rows than over one; one that
 * drifts or is driven does.
 */

/** Values in order of time, cut where a gap is, NaN where missing. */
export type Stretches = readonly Float64Array[];

/** Mean distance between a reading and the one `rows` before; NaN: no two are so far apart. */
export function movementOver(stretches: Stretches, rows: number): number {
  return meanOver(stretches, (values, at) => (at < rows ? Number.NaN : Math.abs(values[at]! - values[at - rows]!)));
}

/** Mean distance between a reading and the middle of the two beside it: trends take no part in it. */
export function jitterOf(stretches: Stretches): number {
  return meanOver(stretches, (values, at) =>
    at === 0 || at + 1 >= values.length ? Number.NaN : Math.abs(values[at]! - (values[at - 1]! + values[at + 1]!) / 2),
  );
}

/** How many times as far as it jitters a number clearly gets. */
const CLEARLY = 3;

/** Whether a number gets clearly further over so many rows than it jitters: its change then tells more than noise. */
export function getsFarOver(stretches: Stretches, rows: number): boolean {
  const jitter = jitterOf(stretches);
  return jitter > 0 && movementOver(stretches, rows) >= CLEARLY * jitter;
}

/** The largest of its steps, so many of all, … */
const LARGEST = 0.01;
/** … make at most this share of the way that a number moving gradually goes. (Of noise alone they make .04.) */
const MOST_OF_WAY = 0.2;

/** Whether a number moves step by step, as levels and temperatures do, and does not jump, as what is switched does. */
export function movesGradually(stretches: Stretches): boolean {
  const steps = stretches.flatMap((values) =>
    Array.from(values.subarray(1), (value, before) => Math.abs(value - values[before]!)).filter(Number.isFinite),
  );
  const sorted = Float64Array.from(steps).sort();
  const sum = (from: number): number => sorted.subarray(from).reduce((total, step) => total + step, 0);
  return sum(Math.floor((1 - LARGEST) * sorted.length)) <= MOST_OF_WAY * sum(0);
}

/** What is not known takes no part. */
function meanOver(stretches: Stretches, distance: (values: Float64Array, at: number) => number): number {
  let [sum, count] = [0, 0];
  for (const values of stretches) {
    for (let at = 0; at < values.length; at++) {
      const each = distance(values, at);
      if (!Number.isFinite(each)) continue;
      sum += each;
      count++;
    }
  }
  return sum / count;
}
