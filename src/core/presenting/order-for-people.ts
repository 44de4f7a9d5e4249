/**
 * The rules of a model as people should read them: best score first, but a rule that says no more than simpler ones do
 * comes behind them, and what goes without saying ("is present") last.
 *
 * A list of five countries → a list of five currencies says no more than country = DE → currency = EUR and four rules
 * like it. Only trees make such lists: of mined rules a longer one is there because it says more than each part of it.
 */
import { SAME_CONFIDENCE, saysTheSame } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import type { IntervalPredicate } from "../predicates/index.js";
import { confidenceOf, predicateCount, type Rule, type RuleOutline, ruleAt } from "../rules/index.js";
import { orderRules, type RuleOrder } from "./list-rules.js";

export function orderForPeople(model: Model): RuleOrder {
  const order = orderRules(model);
  const simple = findSimple(order, model);
  const [first, then, last]: [number[], number[], number[]] = [[], [], []];
  for (let place = 0; place < order.length; place++) {
    const outline = order.outline(place);
    if (isTautology(outline)) last.push(place);
    else if (outline.source === "tree" && isSaidSimpler(order.rule(place), simple)) then.push(place);
    else first.push(place);
  }
  const places = Uint32Array.from([first, then, last].flat());
  return {
    length: order.length,
    model: order.model,
    rule: (place) => order.rule(places[place]!),
    outline: (place) => order.outline(places[place]!),
  };
}

/** Says nothing that a reader would not take for granted: a value is there, a number is some number. */
export function isTautology({ consequent }: Pick<RuleOutline, "consequent">): boolean {
  if (consequent.kind === "present") return true;
  return consequent.kind === "interval" && [consequent.min, consequent.max].every((end) => !Number.isFinite(end));
}

/** Rules with one condition, which is one value or an interval. */
interface SimpleRules {
  /** By what they speak about and the value that they ask for (see keyOf). */
  readonly byValue: ReadonlyMap<string, Rule[]>;
  /** By what they speak about and the feature that they ask for. */
  readonly byNumber: ReadonlyMap<string, Rule[]>;
}

function findSimple(order: RuleOrder, { rules, predicates }: Model): SimpleRules {
  const [byValue, byNumber] = [new Map<string, Rule[]>(), new Map<string, Rule[]>()];
  const add = (rule: Rule): void => {
    const [condition, other] = rule.antecedent;
    if (condition === undefined || other !== undefined) return;
    if (condition.kind === "interval") put(byNumber, keyOf(rule, condition.feature), rule);
    else if (condition.kind === "in" && condition.codes.length === 1)
      put(byValue, keyOf(rule, condition.feature, condition.codes[0]!), rule);
  };
  for (let rule = 0; rule < rules.length; rule++)
    if (predicateCount(rules, rule) === 2) add(ruleAt(rules, predicates, rule));
  for (let place = 0; place < order.length; place++) if (order.outline(place).source === "tree") add(order.rule(place));
  return { byValue, byNumber };
}

function put(groups: Map<string, Rule[]>, key: string, rule: Rule): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [rule]);
  else group.push(rule);
}

function keyOf({ consequent }: Rule, asked: number, code?: number): string {
  const about = consequent.kind === "anyOf" ? "several" : consequent.feature;
  return `${about} ${asked} ${code ?? ""}`;
}

/** Whether one of its conditions is covered by simple rules that say the same. */
function isSaidSimpler(rule: Rule, simple: SimpleRules): boolean {
  return rule.antecedent.some((condition) => {
    if (condition.kind === "in") {
      const isSimple = rule.antecedent.length === 1 && condition.codes.length === 1;
      return !isSimple && condition.codes.every((code) => isSaidOf(rule, simple, { feature: condition.feature, code }));
    }
    return rule.antecedent.length > 1 && condition.kind === "interval" && isSaidWithin(rule, simple, condition);
  });
}

function isSaidOf(
  rule: Rule,
  { byValue }: SimpleRules,
  { feature, code }: { readonly feature: number; readonly code: number },
): boolean {
  return (byValue.get(keyOf(rule, feature, code)) ?? []).some((other) => saysAsMuch(other, rule));
}

function isSaidWithin(rule: Rule, { byNumber }: SimpleRules, { feature, min, max }: IntervalPredicate): boolean {
  return (byNumber.get(keyOf(rule, feature)) ?? []).some(({ antecedent: [condition], ...other }) => {
    const isWider = condition?.kind === "interval" && condition.min <= min && condition.max >= max;
    return isWider && saysAsMuch(other, rule);
  });
}

type Counted = Pick<Rule, "consequent" | "supportCount" | "antecedentCount">;

function saysAsMuch(other: Counted, rule: Counted): boolean {
  const [reached, wanted] = [other, rule].map((each) => confidenceOf(each.supportCount, each.antecedentCount));
  return reached! >= wanted! - SAME_CONFIDENCE && saysTheSame(other.consequent, rule.consequent);
}
