/** Counts rules in rows that may lie anywhere: a block of rows at a time, as bits. */
import type { Kernel } from "../../compute/index.js";
import type { Predicate } from "../../predicates/index.js";
import { type EncodedTable, encodedRows, type KernelFold } from "../../table/index.js";
import { addCounts } from "../row-counts.js";
import { createRuleCounter, VECTOR_ROWS } from "../rule-counter.js";
import type { RuleList } from "../rule-list.js";

/** Antecedents and consequents of rules, as in a RuleList. */
export interface RulesToCount extends Pick<RuleList, "length" | "offsets" | "items" | "consequents"> {
  readonly predicates: readonly Predicate[];
}

/** One of each for every rule. */
export interface CountedRules {
  readonly antecedentCounts: Float64Array;
  readonly supportCounts: Float64Array;
}

/** Rows whose bits are there at once. */
const BLOCK = 1 << 16;

export function countRules(rows: EncodedTable, { predicates, ...rules }: RulesToCount, kernel: Kernel): CountedRules {
  const sums = { antecedentCounts: new Float64Array(rules.length), supportCounts: new Float64Array(rules.length) };
  for (let start = 0; start < rows.rowCount; start += BLOCK) {
    const length = Math.min(BLOCK, rows.rowCount - start);
    const padded = Math.ceil(length / VECTOR_ROWS) * VECTOR_ROWS;
    const places = Int32Array.from({ length: padded }, (_, row) => start + Math.min(row, length - 1));
    const block = { rows: encodedRows(rows, places), starts: [0, padded], lengths: [length], predicates, rules };
    const mark = kernel.mark();
    try {
      const { antecedentCounts, supportCounts } = createRuleCounter(block, kernel)(0, rules.length);
      addCounts(sums.antecedentCounts, antecedentCounts);
      addCounts(sums.supportCounts, supportCounts);
    } finally {
      kernel.release(mark);
    }
  }
  return sums;
}

export const countRulesFold: KernelFold<RulesToCount, CountedRules> = {
  name: "count-rules",
  fold: (rows, rules, { kernel }) => countRules(rows, rules, kernel),
  merge(one, other) {
    addCounts(one.antecedentCounts, other.antecedentCounts);
    addCounts(one.supportCounts, other.supportCounts);
    return one;
  },
};
