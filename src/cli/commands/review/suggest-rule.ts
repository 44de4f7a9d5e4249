/** A rule to carry a note over to, in words. */
import type { Model } from "../../../core/model/index.js";
import { findSimilar, formatShare } from "../../../core/presenting/index.js";
import type { Note } from "../../../core/review/index.js";
import { ruleIdOf } from "../../../core/rules/index.js";

/** None where the rule itself is still learnt, or where no rule means nearly the same. */
export function suggestRule({ about }: Note, model: Model): readonly string[] {
  const similar = "feature" in about ? null : findSimilar(about.rule, model);
  if (similar === null || "feature" in about) return [];
  const { id, text, alike } = similar;
  const gone = `similar: the rule ${ruleIdOf(about.rule)} of a note is not learnt any more`;
  return [`${gone}; ${id} ${text} means ${formatShare(alike)} the same`];
}
