/**
 * Finds columns that only number the rows: a line number, a tick, seconds since the start. Later rows have other
 * numbers, so every one of them would be strange.
 *
 * They are the consecutive integers, or numbers in even steps of any size: no value missing, none twice, none left out.
 * Of values drawn by lot not one set in 10^26 of the least size lies so evenly. The order of rows plays no part, as
 * nowhere in learning. Cost: O(rows), with one look at each value in nearly all columns.
 */

/** Fewer rows than this may follow one another by chance, or by a plan. */
const LEAST_ROWS = 21;
/** Share of a step by which a value may be off: sums of many steps, single precision and few decimals are not exact. */
const STEP_SLACK = 0.05;

/**
 * Why the numbers are taken for row numbers, when they are consecutive integers, each once, in any order; null: they
 * are not.
 */
export function describeRowNumbers(values: Float64Array): string | null {
  if (values.length < LEAST_ROWS || !values.every(Number.isSafeInteger)) return null;
  const [first, last] = rangeOf(values);
  if (last - first !== values.length - 1 || !areEven(values, first, 1)) return null;
  return `it numbers the rows (every integer from ${first} to ${last}, once)`;
}

/** The same of numbers in even steps, each once, in any order. */
export function describeEvenNumbers(values: Float64Array): string | null {
  if (values.length < LEAST_ROWS) return null;
  const [first, last] = rangeOf(values);
  const step = (last - first) / (values.length - 1);
  if (!(step > 0 && step < Number.POSITIVE_INFINITY) || !areEven(values, first, step)) return null;
  return `it numbers the rows (in even steps of ${rounded(step, 6)} from ${rounded(first, 12)} to ${rounded(last, 12)})`;
}

/**
 * The least and the greatest number, or NaN where a value is missing. A loop by index: it runs over every number of a
 * table.
 */
function rangeOf(values: Float64Array): readonly [first: number, last: number] {
  let [first, last] = [values[0]!, values[0]!];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value < first) first = value;
    else if (value > last) last = value;
    else if (Number.isNaN(value)) return [NaN, NaN];
  }
  return [first + 0, last + 0];
}

/** Whether each place first, first + step, … is taken once. Contract: no value is missing. */
function areEven(values: Float64Array, first: number, step: number): boolean {
  const isTaken = new Uint8Array(values.length);
  for (const value of values) {
    const steps = (value - first) / step;
    const place = Math.round(steps);
    if (Math.abs(steps - place) > STEP_SLACK || isTaken[place] !== 0) return false;
    isTaken[place] = 1;
  }
  return true;
}

/** Without the digits that rounding left behind. */
function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
