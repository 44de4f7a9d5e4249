/**
 * The rules of a model, of all sources, listed and counted, each once: what mining and a tree both found is a mined
 * rule.
 *
 * The model's list is best first already; ranges as they are shown (see seen-ranges.ts) and tree rules are sorted by
 * the same score and merged into it. Equal scores: the list's rules first, ranges where they stand there, then rules of
 * fewer predicates, then the order of trees. Cost: O(rules + tree rules × log tree rules) before the first one; texts
 * and measures are made as rules are asked for.
 */

import { InputError, listNames, nearestName } from "../base/index.js";
import { SET_TEXTS, type SetText } from "../explaining/index.js";
import {
  checkOptions,
  countTreeRules,
  distinctTreeRules,
  type Model,
  type OptionSpec,
  requireModel,
  seenRanges,
} from "../model/index.js";
import { featuresOf } from "../predicates/index.js";
import {
  ALL_SOURCES,
  accuracyScore,
  confidenceOf,
  type LearntSource,
  outlineAt,
  RULE_SOURCES,
  type Rule,
  type RuleOutline,
  type RuleSource,
  ruleAt,
  ruleScores,
} from "../rules/index.js";
import { mergeApproved } from "./merge-approved.js";
import { prepareWording, wordRule } from "./predicate-words.js";
import { type PublicRule, rowsCountedIn, toPublicRule } from "./public-rule.js";

/** Which rules are wanted; what is left out does not matter. */
export interface RuleFilter {
  /** Name of the feature the rule speaks about, in its consequent. */
  readonly feature?: string | undefined;
  readonly source?: RuleSource | undefined;
  /** How sets are written in the text of a rule: at most five of their values, or all. */
  readonly sets?: SetText | undefined;
}

/**
 * Of learnt rules; approved ones that learning finds, too, count as learnt. Few tables have dependencies: they are
 * named where there are some.
 */
export type RuleCounts = Readonly<Record<Exclude<LearntSource, "dependency">, number>> & {
  readonly dependency?: number;
};

/**
 * Best score first; made one by one as they are asked for. A feature that the model does not have is an error at once.
 */
export function listRules(model: Model, filter: RuleFilter = {}): Generator<PublicRule, void, undefined> {
  const { fits } = fitTest(model, filter);
  return publicRules(fits, filter.sets, () => orderRules(model));
}

/** Ranges of mean ± 3 deviations that only the paper's method shows: others are listed in their place. */
export function* listPaperRanges(model: Model, sets: SetText): Generator<PublicRule, void, undefined> {
  const wording = prepareWording(model, sets);
  for (const { listed } of seenRanges(model)) {
    const rule = ruleAt(model.rules, model.predicates, listed);
    yield toPublicRule(rule, model, wordRule(rule, wording));
  }
}

/** As listRules, in another order. */
export function listInOrder(
  model: Model,
  filter: RuleFilter,
  order: RuleOrder,
): Generator<PublicRule, void, undefined> {
  const { fits } = fitTest(model, filter);
  return publicRules(fits, filter.sets, () => order);
}

/** Number of rules of each source. */
export function countRules(model: Model, filter: RuleFilter = {}): RuleCounts {
  const counts = Object.fromEntries(RULE_SOURCES.map((source) => [source, 0])) as Record<LearntSource, number>;
  const { fits, fitsTrees } = fitTest(model, filter);
  for (let number = 0; number < model.rules.length; number++) {
    const rule = outlineAt(model.rules, model.predicates, number);
    if (fits(rule)) counts[rule.source as LearntSource]++;
  }
  countTreeRules(model).forEach((count, feature) => {
    if (fitsTrees(feature)) counts.tree += count;
  });
  const { dependency, ...others } = counts;
  return dependency === 0 ? others : counts;
}

interface FitTest {
  readonly fits: (rule: RuleOutline) => boolean;
  /** Whether tree rules about a feature fit. */
  readonly fitsTrees: (feature: number) => boolean;
}

const FILTER_OPTIONS = {
  feature: { kind: "text", help: "only rules about what this feature should be" },
  source: { kind: "choice", choices: ALL_SOURCES, help: "only rules of this kind" },
  sets: {
    kind: "choice",
    choices: SET_TEXTS,
    help: "how many values of a set are written: at most five, or the whole",
  },
} as const satisfies Readonly<Record<keyof RuleFilter, OptionSpec>>;

function fitTest(model: Model, filter: RuleFilter): FitTest {
  requireModel(model);
  checkOptions(filter, FILTER_OPTIONS);
  const { feature: name, source } = filter;
  const feature = name === undefined ? null : findFeature(model, name);
  return {
    fits: (rule) =>
      (source === undefined || rule.source === source) &&
      (feature === null || featuresOf(rule.consequent).includes(feature)),
    fitsTrees: (target) => (source === undefined || source === "tree") && (feature === null || feature === target),
  };
}

function findFeature({ features }: Model, name: string): number {
  const names = features.map((feature) => feature.name);
  const feature = names.indexOf(name);
  if (feature >= 0) return feature;
  const nearest = nearestName(name, names);
  throw new InputError(
    "FEATURE_UNKNOWN",
    `the model has no feature "${name}"`,
    `${nearest === null ? "" : `Closest: "${nearest}". `}Features are: ${listNames(names)}.`,
  );
}

function* publicRules(
  fits: FitTest["fits"],
  sets: SetText | undefined,
  makeOrder: () => RuleOrder,
): Generator<PublicRule, void, undefined> {
  const order = makeOrder();
  const wording = prepareWording(order.model, sets);
  for (let place = 0; place < order.length; place++) {
    if (!fits(order.outline(place))) continue;
    const rule = order.rule(place);
    yield toPublicRule(rule, order.model, wordRule(rule, wording));
  }
}

/** All rules of a model by place, best score first. */
export interface RuleOrder {
  readonly length: number;
  /** By which the rules are worded: it knows the values of approved rules, too. */
  readonly model: Model;
  rule(place: number): Rule;
  /** What `rule` gives, for less. */
  outline(place: number): RuleOutline;
}

export function orderRules(model: Model): RuleOrder {
  const learnt = orderLearnt(model);
  return model.approved.length === 0 ? learnt : withApproved(learnt, model);
}

function orderLearnt(model: Model): RuleOrder {
  const { rules, predicates } = model;
  const ranges = seenRanges(model);
  const trees = distinctTreeRules(model).map((rule) => ({ rule, listed: rules.length }));
  const others = bestFirst(model, [...ranges, ...trees]);
  const numbers = mergeByScore(model, others, new Set(ranges.map(({ listed }) => listed)));
  return {
    length: numbers.length,
    model,
    rule(place) {
      const number = numbers[place]!;
      return number < rules.length ? ruleAt(rules, predicates, number) : others[number - rules.length]!.rule;
    },
    outline(place) {
      const number = numbers[place]!;
      return number < rules.length ? outlineAt(rules, predicates, number) : others[number - rules.length]!.rule;
    },
  };
}

/**
 * For each place the rule's number in the list; those of other rules come behind the list's. Rules of the list in the
 * place of which another stands are left out.
 */
function mergeByScore(model: Model, others: readonly ScoredRule[], replaced: ReadonlySet<number>): Uint32Array {
  const { rules, rowCount, options } = model;
  const numbers = new Uint32Array(rules.length - replaced.size + others.length);
  const scores = ruleScores(rules, rowCount, options);
  let place = 0;
  let next = 0;
  for (let number = 0; number < rules.length; number++) {
    if (replaced.has(number)) continue;
    while (next < others.length && isBefore(others[next]!, scores[number]!, number))
      numbers[place++] = rules.length + next++;
    numbers[place++] = number;
  }
  while (next < others.length) numbers[place++] = rules.length + next++;
  return numbers;
}

/** Whether a rule comes before one of the list. */
function isBefore(rule: ScoredRule, score: number, number: number): boolean {
  return rule.score > score || (rule.score === score && rule.listed < number);
}

/** A rule that the list does not hold. */
interface OtherRule {
  readonly rule: Rule;
  /** Where it would stand in the list. */
  readonly listed: number;
}

interface ScoredRule extends OtherRule {
  readonly score: number;
}

/** By score, then fewer predicates, then as they stand. */
function bestFirst(model: Model, rules: readonly OtherRule[]): readonly ScoredRule[] {
  const scored = rules.map((other) => ({ ...other, score: scoreOf(other.rule, model) }));
  return scored.sort((a, b) => b.score - a.score || a.rule.antecedent.length - b.rule.antecedent.length);
}

type RuleCountsOf = Pick<Rule, "source" | "supportCount" | "antecedentCount">;

/** Approved rules in their places; the same rules as learning found them are left out. */
function withApproved(learnt: RuleOrder, model: Model): RuleOrder {
  const { model: worded, rules, places } = mergeApproved(learnt, model, (counts) => scoreOf(counts, model));
  return {
    length: places.length,
    model: worded,
    rule: (place) => (places[place]! < 0 ? rules[-1 - places[place]!]! : learnt.rule(places[place]!)),
    outline: (place) => (places[place]! < 0 ? rules[-1 - places[place]!]! : learnt.outline(places[place]!)),
  };
}

function scoreOf(rule: RuleCountsOf, model: Model): number {
  const { supportCount, antecedentCount } = rule;
  const support = supportCount / rowsCountedIn(rule, model);
  return accuracyScore(support, confidenceOf(supportCount, antecedentCount), model.options);
}
