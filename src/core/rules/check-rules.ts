/**
 * Counts how often range and mined rules are true in half of the rows, which then take no part in choosing among them
 * which one to show: however many there are to choose from, these counts flatter none.
 *
 * Rows are bits, and every stretch of them begins a vector of 128. Rules that share an antecedent stand together, so
 * its rows are found once. Cost: O(rules × rows / bits of a word).
 */
import type { Job, Pool } from "../compute/index.js";
import type { Predicate } from "../predicates/index.js";
import {
  columnTallies,
  type EncodedColumn,
  type EncodedTable,
  encodedRows,
  MISSING,
  pickCodes,
} from "../table/index.js";
import { addStretch, type CheckedCounts, checkedCounts, startTally } from "./checked-counts.js";
import { createRuleCounter, type RuleCounts, type RulesToCount, VECTOR_ROWS } from "./rule-counter.js";
import { type RuleList, sourceNumber } from "./rule-list.js";

export interface CheckRulesTask {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
  readonly rules: RuleList;
  /** Rows that check, stretch by stretch; of independent rows there is one stretch. */
  readonly stretches: readonly Int32Array[];
  readonly areDependent: boolean;
}

interface CheckHooks {
  readonly pool: Pool;
  /** Called now and then; may throw to end the work. */
  readonly tick: () => void;
}

/** Rules that one part of the work looks at. */
const PART_RULES = 0x8000;

export function checkRules(task: CheckRulesTask, { pool, tick }: CheckHooks): CheckedCounts {
  const { table, rules, stretches, areDependent } = task;
  const parts = Array.from({ length: Math.ceil(rules.length / PART_RULES) }, (_, part) => ({
    start: part * PART_RULES,
    end: Math.min(rules.length, (part + 1) * PART_RULES),
  }));
  const tally = startTally(rules.length, table.rowCount);
  const counted = pool.run(ruleCountJob, rulesToCount(task), parts, { onPart: tick, tick });
  counted.forEach(({ antecedentCounts, supportCounts }, part) => {
    antecedentCounts.forEach((count, at) => {
      const rule = parts[part]!.start + Math.floor(at / stretches.length);
      addStretch(tally, rule, { rows: count, support: supportCounts[at]! });
    });
  });
  return checkedCounts(tally, areDependent);
}

/** Rules from `start` to `end` - 1. */
interface RuleRange {
  readonly start: number;
  readonly end: number;
}

/** A part is a range of rules. */
export const ruleCountJob: Job<RulesToCount, RuleRange, RuleCounts> = {
  name: "rule-counts",
  prepare(task, { kernel, tick }) {
    const counter = createRuleCounter(task, kernel);
    return ({ start, end }) => {
      tick();
      return counter(start, end);
    };
  },
};

function rulesToCount({ table, predicates, rules, stretches }: CheckRulesTask): RulesToCount {
  const starts = [0];
  for (const { length } of stretches) {
    starts.push(starts[starts.length - 1]! + Math.ceil(length / VECTOR_ROWS) * VECTOR_ROWS);
  }
  const places = new Int32Array(starts[stretches.length]!);
  stretches.forEach((stretch, i) => {
    places.set(stretch, starts[i]!);
  });
  return {
    rows: encodedRows(table, places),
    starts,
    lengths: stretches.map(({ length }) => length),
    predicates: withoutUnseen(table, predicates, { rules, stretches }),
    rules,
  };
}

const RANGE = sourceNumber("range");

/**
 * A range rule lists all categories that were seen, and so is true in every row by which it was made. Of these it may
 * say so only where other rows have the category, too.
 */
function withoutUnseen(
  table: EncodedTable,
  predicates: readonly Predicate[],
  { rules, stretches }: { readonly rules: RuleList; readonly stretches: readonly Int32Array[] },
): Predicate[] {
  const narrowed = [...predicates];
  const tallies = columnTallies(table);
  for (let rule = 0; rule < rules.length; rule++) {
    if (rules.sources[rule] !== RANGE) continue;
    const item = rules.consequents[rule]!;
    const predicate = predicates[item]!;
    if (predicate.kind !== "in") continue;
    const { categories } = tallies[predicate.feature]!;
    const seen = withoutRows(categories, table.columns[predicate.feature]!, stretches);
    narrowed[item] = { ...predicate, codes: predicate.codes.filter((code) => seen[code]! > 0) };
  }
  return narrowed;
}

/** Rows of each category, without those that check. */
function withoutRows(categories: Float64Array, column: EncodedColumn, stretches: readonly Int32Array[]): Float64Array {
  const counts = categories.slice();
  if (column.kind !== "categorical") return counts;
  for (const stretch of stretches) {
    for (const code of pickCodes(column, stretch, new Int32Array(stretch.length))) if (code > MISSING) counts[code]!--;
  }
  return counts;
}
