/**
 * Finds whole numbers that name something instead of measuring it: order numbers, customers, postcodes. Rules about
 * their size mean nothing, and later rows have other ones.
 *
 * Either the name says so (`order_id`, `zip`), or the numbers do: no two are alike although, of as many drawn by lot
 * from their range, some would be. For n rows and a range of r whole numbers, whatever their distribution, that happens
 * with a chance of at most e^(-n²/2r) (equal chances make repeats rarest); less than one in 10^8 is proof. So ids with
 * gaps are found, and counters that only grow, while readings of a wide range stay. The order of rows plays no part.
 *
 * Numbers beyond 2^53 are a case of their own: neighbours among them become one number when they are read, so that
 * 9007199254740992 and 9007199254740993 would be the same customer. Where they are most of a column they are left out,
 * and read as texts where the column is named categorical. A few among smaller numbers stay: they are rounded by less
 * than the model takes for a difference.
 * Cost: O(1) for nearly all columns, O(rows × log rows) where all numbers are whole and lie near to each other.
 */
import { groupDigits, wordsOf } from "../base/index.js";
import type { NumberFacts } from "./number-facts.js";

/** The end of a name that says "this is a code": a card number is one, a lap number and a number of cards are none. */
const CODE_NAME =
  /(^| )(account|acct|barcode|card|codes?|cvc|cvv|ean|gtin|guid|ids?|imei|imsi|isbn|msisdn|phone|plz|postcode|sku|uuid|zip|zipcode|(account|acct|article|card|customer|fax|invoice|item|member|mobile|order|part|passport|phone|policy|serial|ticket|tracking) (no|nr|num|number))$/;

/** Fewer rows than this may all differ by a plan. */
const LEAST_ROWS = 50;
/** Minus the logarithm of the chance that must not be exceeded: e^-20 is 2 in 10^9. */
const PROOF = 20;
/** Why numbers that all differ are taken for identifiers; null: they are not. */
export function describeIdentifiers(facts: NumberFacts): string | null {
  if (facts.rows < LEAST_ROWS || facts.present() < facts.rows || !facts.areSafe()) return null;
  const [least, greatest] = facts.range();
  const range = greatest - least + 1; // of whole numbers
  if ((facts.rows * facts.rows) / (2 * range) < PROOF || facts.hasRepeat()) return null;
  return `it looks like an identifier (${groupDigits(facts.rows)} whole numbers, no two alike, in a range of ${groupDigits(range)})`;
}

/** Fewer different ones are codes that come again. */
const MANY_LONG = 20;
const LAST_EXACT = 2 ** 53;

/** Why numbers are taken for codes of more digits than a number keeps; null: they are not. */
export function describeLongNumbers(facts: NumberFacts): string | null {
  if (!areLong(facts)) return null;
  const what = facts.few(MANY_LONG) === null ? "an identifier" : "codes";
  return `it looks like ${what} (whole numbers beyond ${groupDigits(LAST_EXACT)}, which are rounded when they are read as numbers; as categories they are read as text)`;
}

/** Whether at least half of the numbers are whole and beyond what numbers tell apart. */
export function areLong(facts: NumberFacts): boolean {
  return facts.long() > 0 && 2 * facts.long() >= facts.present();
}

/** Whether a column of whole numbers is called a code. */
export function isCalledCode(name: string, facts: NumberFacts): boolean {
  return isCodeName(name) && facts.areSafe();
}

/** Whether a name says that its column holds codes. */
export function isCodeName(name: string): boolean {
  return CODE_NAME.test(wordsOf(name).join(" "));
}
