/** The best rules that a row breaks, by bitmaps (kernel/rule-index.ts). */
import { constant, i32s, record } from "./define.js";

/** @type {import("./define.js").Work} */
export const ruleIndex = {
  records: {
    RuleSearch: record("Looks through lists of rules, RULES_AT_ONCE at a time.", {
      filed: i32s("The rule at each place, best first in every list; −1 for none."),
      rowMaps: i32s("Bitmaps of places that the row's states leave: where each of them is in memory."),
      starts: i32s("First byte of each list to look through, from the beginning of a bitmap."),
      ends: i32s("Behind the last byte of each list."),
      found: i32s("What was found: the best rules, ascending."),
    }),
  },
  constants: {
    RULES_AT_ONCE: constant("i32", 128, "Lists begin at multiples of so many places."),
  },
};
