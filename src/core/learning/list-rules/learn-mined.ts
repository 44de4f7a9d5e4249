/**
 * Mined rules. Where a table is too wide for longer ones (too long to mine, or too many), rules of two predicates are
 * mined instead, and it says so, unless the caller named a preset, a length or a limit.
 */
import { InputError } from "../../base/errors/input-error.js";
import type { LearnOptions, ResolvedLearnOptions } from "../../model/learn-options.js";
import { isLongWork, mineRules } from "../../rules/mining/mine-rules.js";
import type { ListLearning } from "./list-learning.js";

export function learnMined(learning: ListLearning): ResolvedLearnOptions {
  const { table, predicates, asked, options } = learning;
  const isShortened = mayShorten(asked) && options.maxPredicates > 2 && isLongWork(predicates.length, table.rowCount);
  if (isShortened) return mineShort(learning, `with ${predicates.length} predicates longer ones would take long`);
  try {
    return mine(learning, options);
  } catch (error) {
    if (!mayShorten(asked) || !(error instanceof InputError) || error.code !== "RULE_LIMIT") throw error;
    return mineShort(learning, `there are more than ${options.maxRules} of up to ${options.maxPredicates}`);
  }
}

function mayShorten({ maxPredicates, maxRules, preset }: LearnOptions): boolean {
  return [maxPredicates, maxRules, preset].every((option) => option === undefined);
}

function mineShort(learning: ListLearning, why: string): ResolvedLearnOptions {
  learning.warnings.push({
    code: "RULES_SHORTENED",
    message: `only rules of 2 predicates were mined: ${why}; set maxPredicates to ask for longer ones`,
  });
  learning.rules.clear();
  return mine(learning, { ...learning.options, maxPredicates: 2 });
}

function mine({ table, predicates, rules, hooks }: ListLearning, options: ResolvedLearnOptions): ResolvedLearnOptions {
  mineRules({ table, predicates, rules }, options, hooks);
  return options;
}
