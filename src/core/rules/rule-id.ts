/**
 * A short name for a rule to point at: a hash of what it says, and of nothing that was counted. Whoever learns the same
 * rule again gets the same id, from any rows and under any source.
 *
 * An r and nine digits of 5 bits each: no table takes it for a number, and among 10,000 rules two share one in one
 * model of 700,000, among a million in one of 70. Whoever looks a rule up by its id must therefore say when it means
 * several.
 */

import { compareText, hashText } from "../base/index.js";
import { meaningOf, type RuleMeaning } from "../predicates/index.js";

/** Without i, l, o and u: nobody takes one for another, and no words come out. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

export function ruleIdOf({ antecedent, consequent }: RuleMeaning): string {
  const conditions = antecedent.map(meaningOf).sort(compareText);
  const text = `${JSON.stringify(conditions)} → ${meaningOf(consequent)}`;
  return `r${digitsOf(hashText(text, 1), 5)}${digitsOf(hashText(text, 2), 4)}`;
}

/** Of the lower bits of a hash. */
function digitsOf(hash: number, count: number): string {
  let digits = "";
  for (let place = 0; place < count; place++) digits += DIGITS[(hash >>> (5 * place)) & 31];
  return digits;
}
