/**
 * Mined rules. Where a table is too wide for longer ones (too long to mine, or too many), rules of two predicates are
 * mined instead; where these are too many, of each antecedent those that say most. It says so. A caller who named a
 * preset, a length or a limit gets all that was asked for, or an error.
 *
 * Rows that lie elsewhere are asked for one count for each rule that may be; a table in memory is not, but it gets the
 * same rules. So what would be too many to count there is too many here.
 */
import { InputError } from "../../base/index.js";
import { openKernel } from "../../compute/index.js";
import { mayShortenRules, type ResolvedLearnOptions } from "../../model/index.js";
import { HOLDS, leastCountAbove, predicateState } from "../../predicates/index.js";
import { expectedCandidates, isLongWork, MOST_COUNTED, mineRules } from "../../rules/index.js";
import { doneOnce, type EncodedTable, encodedRows } from "../../table/index.js";
import type { ListLearning } from "./list-learning.js";

export function learnMined(asking: ListLearning): ResolvedLearnOptions {
  const { table, predicates, asked, options, isWide } = asking;
  if (!mayShortenRules(asked)) return mine(asking, options);
  // About as many as can be counted are, wherever the rows lie: an estimate is no reason for an error.
  const learning = { ...asking, hooks: { ...asking.hooks, mostCounted: Number.POSITIVE_INFINITY } };
  if (options.maxPredicates > 2) {
    const longer = `with ${predicates.length} predicates longer ones would`;
    if (isWide || isLongWork(predicates.length, table.rowCount)) return mineShort(learning, `${longer} take long`);
    if (hasManyCandidates(learning)) return mineShort(learning, `${longer} be too many to count`);
  }
  return orInstead(learning, options, () =>
    mineShort(learning, `there are more than ${options.maxRules} of up to ${options.maxPredicates}`),
  );
}

function mineShort(learning: ListLearning, why: string): ResolvedLearnOptions {
  learning.warnings.push({
    code: "RULES_SHORTENED",
    message: `only rules of 2 predicates were mined: ${why}; set maxPredicates to ask for longer ones`,
  });
  const short = { ...learning.options, maxPredicates: 2 };
  return orInstead(learning, short, () => mineBest(learning, short));
}

/** Predicates that are mined in pieces are in several of them: so many times the rules of an antecedent are chosen. */
const BEST_SHARE = 6;

function mineBest(learning: ListLearning, short: ResolvedLearnOptions): ResolvedLearnOptions {
  const { predicates, warnings, hooks } = learning;
  const most = Math.max(1, Math.floor(short.maxRules / (BEST_SHARE * predicates.length)));
  warnings.push({
    code: "RULES_BEST",
    message: `of the rules with one and the same antecedent only the ${most} were chosen that say most about their consequent: there are more than ${short.maxRules} in all; raise minConfidence or minSupport to choose yourself`,
  });
  return mine({ ...learning, hooks: { ...hooks, best: { most, shares: sharesOf(learning) } } }, short);
}

/** Where rules are too many, all of them are forgotten. */
function orInstead(
  learning: ListLearning,
  options: ResolvedLearnOptions,
  instead: () => ResolvedLearnOptions,
): ResolvedLearnOptions {
  try {
    return mine(learning, options);
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== "RULE_LIMIT") throw error;
    learning.rules.clear();
    return instead();
  }
}

function mine({ table, predicates, rules, hooks }: ListLearning, options: ResolvedLearnOptions): ResolvedLearnOptions {
  mineRules({ table, predicates, rules }, options, hooks);
  return options;
}

/** Whether more rules of three predicates are to be expected than rows that lie elsewhere are asked for. */
function hasManyCandidates(learning: ListLearning): boolean {
  const { table, predicates, options } = learning;
  const most = (predicates.length * predicates.length * predicates.length) / 2;
  if (most <= MOST_COUNTED) return false;
  const expected = doneOnce(table, "expected candidates", () => {
    const rows = fewRows(learning);
    const leastCount = leastCountAbove(options.minSupport, rows.rowCount);
    return expectedCandidates({ table: rows, predicates, task: { ...options, leastCount } }, openKernel());
  });
  return expected > MOST_COUNTED;
}

/** Rows by which shares are told. */
const SHARE_ROWS = 1000;

function fewRows({ table, sample }: ListLearning): EncodedTable {
  return encodedRows(table, sample.subarray(0, SHARE_ROWS));
}

/** Of each predicate the share of the sample in which it holds. */
function sharesOf(learning: ListLearning): Float64Array {
  const { predicates } = learning;
  const rows = fewRows(learning);
  return Float64Array.from(predicates, (predicate) => {
    let count = 0;
    for (let row = 0; row < rows.rowCount; row++) if (predicateState(predicate, rows, row) === HOLDS) count++;
    return count / rows.rowCount;
  });
}
