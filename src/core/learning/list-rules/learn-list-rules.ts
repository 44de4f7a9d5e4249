/**
 * Learns the rules of a model's list, source after source. A new source is a name among LIST_SOURCES, a file in this
 * folder and a line here; the compiler asks for it.
 */
import type { ResolvedLearnOptions } from "../../model/index.js";
import type { ListSource } from "../../rules/index.js";
import { learnDependencies } from "./learn-dependencies.js";
import { learnMined } from "./learn-mined.js";
import { learnRanges } from "./learn-ranges.js";
import type { ListLearner, ListLearning } from "./list-learning.js";

/** In the order in which they learn: mining may shorten its rules, and the options say so to those behind it. */
const LEARNERS: Readonly<Record<ListSource, ListLearner>> = {
  mined: learnMined,
  dependency: learnDependencies,
  range: learnRanges,
};

export function learnListRules(learning: ListLearning): ResolvedLearnOptions {
  let { options } = learning;
  for (const learn of Object.values(LEARNERS)) options = learn({ ...learning, options });
  return options;
}
