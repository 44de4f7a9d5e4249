/** Range rules: what each feature may be by itself. */

import type { ResolvedLearnOptions } from "../../model/index.js";
import { rangeRules } from "../../rules/index.js";
import type { ListLearning } from "./list-learning.js";

/** The predicates of range rules stand behind the others. */
export function learnRanges({ table, numbers, predicates, rules, options }: ListLearning): ResolvedLearnOptions {
  for (const { consequent, antecedentCount, supportCount } of rangeRules(table, numbers, options.minConfidence)) {
    rules.add({ source: "range", antecedent: [], consequent: predicates.length, antecedentCount, supportCount });
    predicates.push(consequent);
  }
  return options;
}
