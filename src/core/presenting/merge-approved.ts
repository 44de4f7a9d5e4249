/**
 * Approved rules among learnt ones: by score, first among equals. A learnt rule that says the same as an approved one
 * is that rule, and stands once.
 */
import { numberApproved } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import { type Rule, type RuleOutline, ruleIdOf } from "../rules/index.js";
import { toPublicPredicate } from "./format-predicate.js";

interface LearntRules {
  readonly length: number;
  rule(place: number): Rule;
  outline(place: number): RuleOutline;
}

interface MergedRules {
  readonly model: Model;
  /** The approved ones, best first. */
  readonly rules: readonly Rule[];
  /** Best first: the place of a learnt rule, or -1 for the first approved one, -2 for the second, … */
  readonly places: Int32Array;
}

type ScoreOf = (counts: Pick<Rule, "source" | "supportCount" | "antecedentCount">) => number;

export function mergeApproved(learnt: LearntRules, model: Model, scoreOf: ScoreOf): MergedRules {
  const numbered = numberApproved(model, model.approved);
  const rules = numbered.rules.filter((rule) => rule !== null).sort((a, b) => scoreOf(b) - scoreOf(a));
  const isApproved = sameAs(rules, numbered.model);
  const places: number[] = [];
  let next = 0;
  for (let place = 0; place < learnt.length; place++) {
    const outline = learnt.outline(place);
    while (next < rules.length && scoreOf(rules[next]!) >= scoreOf(outline)) places.push(-1 - next++);
    if (!isApproved(outline, () => learnt.rule(place))) places.push(place);
  }
  while (next < rules.length) places.push(-1 - next++);
  return { model: numbered.model, rules, places: Int32Array.from(places) };
}

/** Whether a learnt rule says what an approved one does. Only rules with its counts are looked at closely. */
function sameAs(approved: readonly Rule[], model: Model): (outline: RuleOutline, whole: () => Rule) => boolean {
  const idOf = (rule: Rule): string =>
    ruleIdOf({
      antecedent: rule.antecedent.map((each) => toPublicPredicate(each, model)),
      consequent: toPublicPredicate(rule.consequent, model),
    });
  const countsOf = ({ supportCount, antecedentCount }: RuleOutline): string => `${supportCount} of ${antecedentCount}`;
  const counts = new Set(approved.map(countsOf));
  const ids = new Set(approved.map(idOf));
  return (outline, whole) => counts.has(countsOf(outline)) && ids.has(idOf(whole()));
}
