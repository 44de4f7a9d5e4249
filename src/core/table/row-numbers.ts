/**
 * Finds columns that only number the rows: a line number, a tick, seconds since the start. Later rows have other
 * numbers, so every one of them would be strange.
 *
 * They are the consecutive integers, or numbers in even steps of any size: no value missing, none twice, none left out.
 * Of values drawn by lot not one set in 10^26 of the least size lies so evenly. The order of rows plays no part, as
 * nowhere in learning. Cost: O(rows), with one look at each value in nearly all columns.
 */

import type { NumberFacts } from "./number-facts.js";

/** Fewer rows than this may follow one another by chance, or by a plan. */
const LEAST_ROWS = 21;

/**
 * Why the numbers are taken for row numbers, when they are consecutive integers, each once, in any order; null: they
 * are not.
 */
export function describeRowNumbers(facts: NumberFacts): string | null {
  if (!areComplete(facts) || !facts.areSafe()) return null;
  const [first, last] = facts.range();
  if (last - first !== facts.rows - 1 || !facts.areEven(first, 1)) return null;
  return `it numbers the rows (every integer from ${first} to ${last}, once)`;
}

/** The same of numbers in even steps, each once, in any order. */
export function describeEvenNumbers(facts: NumberFacts): string | null {
  if (!areComplete(facts)) return null;
  const [first, last] = facts.range();
  const step = (last - first) / (facts.rows - 1);
  if (!(step > 0 && step < Number.POSITIVE_INFINITY) || !facts.areEven(first, step)) return null;
  return `it numbers the rows (in even steps of ${rounded(step, 6)} from ${rounded(first, 12)} to ${rounded(last, 12)})`;
}

/** Enough of them, and none missing. */
function areComplete(facts: NumberFacts): boolean {
  return facts.rows >= LEAST_ROWS && facts.present() === facts.rows;
}

/** Without the digits that rounding left behind. */
function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
