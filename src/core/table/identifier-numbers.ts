/**
 * Finds whole numbers that name something instead of measuring it: order numbers, customers, postcodes. Rules about
 * their size mean nothing, and later rows have other ones.
 *
 * Either the name says so (`order_id`, `zip`), or the numbers do: no two are alike although, of as many drawn by lot
 * from their range, some would be. For n rows and a range of r whole numbers, whatever their distribution, that happens
 * with a chance of at most e^(-n²/2r) (equal chances make repeats rarest); less than one in 10^8 is proof. So ids with
 * gaps are found, and counters that only grow, while readings of a wide range stay. The order of rows plays no part.
 * Cost: O(1) for nearly all columns, O(rows × log rows) where all numbers are whole and lie near to each other.
 */
import { groupDigits } from "../base/numbers/group-digits.js";
import { wordsOf } from "../base/text/name-words.js";

/** The last word of a name that says "this is a code". */
const CODE_WORD = /^(codes?|guid|ids?|postcode|sku|uuid|zip|zipcode)$/;

/** Fewer rows than this may all differ by a plan. */
const LEAST_ROWS = 50;
/** Minus the logarithm of the chance that must not be exceeded: e^-20 is 2 in 10^9. */
const PROOF = 20;
/** Looked at first: most columns that repeat do so early. */
const FIRST_ROWS = 1000;

/** Why numbers that all differ are taken for identifiers; null: they are not. */
export function describeIdentifiers(values: Float64Array): string | null {
  if (values.length < LEAST_ROWS) return null;
  const range = wholeRange(values);
  if (range === null || (values.length * values.length) / (2 * range) < PROOF) return null;
  if (hasRepeat(values.subarray(0, FIRST_ROWS)) || hasRepeat(values)) return null;
  return `it looks like an identifier (${groupDigits(values.length)} whole numbers, no two alike, in a range of ${groupDigits(range)})`;
}

/** Whether a column of whole numbers is called a code. */
export function isCalledCode(name: string, values: Float64Array): boolean {
  const last = wordsOf(name).at(-1);
  if (last === undefined || !CODE_WORD.test(last)) return false;
  return values.every((value) => Number.isNaN(value) || Number.isSafeInteger(value));
}

/** Whole numbers from the least to the greatest; null where one is missing or not whole. */
function wholeRange(values: Float64Array): number | null {
  let [least, most] = [values[0]!, values[0]!];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (!Number.isSafeInteger(value)) return null;
    if (value < least) least = value;
    else if (value > most) most = value;
  }
  return most - least + 1;
}

function hasRepeat(values: Float64Array): boolean {
  const sorted = values.slice().sort();
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) return true;
  return false;
}
