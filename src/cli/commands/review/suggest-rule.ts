/** A rule to carry a note over to, where its own is no longer learnt: one about the same features. Only ever suggested. */
import type { Model } from "../../../core/model/model.js";
import { namesIn, type RuleMeaning } from "../../../core/predicates/named-predicate.js";
import { listRules } from "../../../core/presenting/list-rules.js";
import type { Note } from "../../../core/review/review.js";
import { ruleIdOf } from "../../../core/rules/rule-id.js";

export function suggestRule({ about }: Note, model: Model): readonly string[] {
  if ("feature" in about) return [];
  const id = ruleIdOf(about.rule);
  const wanted = featuresOf(about.rule);
  let alike: { readonly id: string; readonly text: string } | null = null;
  for (const rule of listRules(model)) {
    if (rule.id === id) return [];
    if (alike === null && featuresOf(rule) === wanted) alike = rule;
  }
  return alike === null
    ? []
    : [
        `similar: the rule ${id} of a note is not learnt any more; ${alike.id} ${alike.text} is about the same features`,
      ];
}

function featuresOf({ antecedent, consequent }: RuleMeaning): string {
  return JSON.stringify([antecedent.flatMap(namesIn).sort(), namesIn(consequent)]);
}
