/**
 * The model's range and mined rules that may be shown, by their consequents. Those of one consequent stand best first
 * by the order of choice, which is the same for every row: how far a number is outside an interval is the same for all
 * of them, and how rare exceptions are is known from their counts. So the first one that the row breaks is the best of
 * them.
 */
import { type ArraysOf, i32, type Laid } from "../../compute/index.js";
import { exceptionSurprise } from "../../evidence/index.js";
import type { Model } from "../../model/index.js";
import type { IntervalPredicate, Predicate } from "../../predicates/index.js";
import { predicateCount } from "../../rules/index.js";
import type { ChoiceRecord } from "../../schema/index.js";
import {
  type BestRule,
  clarityOutside,
  isSure,
  limitClarity,
  mayBeShown,
  surenessOf,
  takeIfBetter,
} from "./best-rule.js";
import { type ChoiceCounts, choiceCounts } from "./choice-counts.js";
import { raiseDependencies } from "./dependency-sureness.js";

/** What is known before there is memory for the rest of it; see ListedCandidates. */
export interface ListedPlan {
  readonly model: Model;
  /** By which rules are chosen. */
  readonly counts: ChoiceCounts;
  /** How sure each rule of the list is. */
  readonly sureness: Float64Array;
  /** Rules of the list that are sure, whatever they speak about. */
  readonly sure: Int32Array;
  /** Consequents about feature j that rules have: [firstConsequents[j], firstConsequents[j + 1]). */
  readonly firstConsequents: Int32Array;
  readonly consequents: Int32Array;
  /** Rules with the consequent c: [firstRules[c], firstRules[c + 1]). */
  readonly firstRules: Int32Array;
  /**
   * Their antecedents stand in the order of the rules, from firstItems[c] on and lengths[c] items each: looking through
   * them is reading on, without a question that nobody could foresee. Shorter ones are filled up with the number behind
   * the last predicate.
   */
  readonly lengths: Int32Array;
  readonly firstItems: Int32Array;
}

/** Those of the record Choice that are about rules of the list. */
type ListedArrays = Laid<ReturnType<typeof listedLayout>>;

export interface ListedCandidates extends ArraysOf<ChoiceRecord, ListedArrays> {
  readonly plan: ListedPlan;
  /** 1 for features whose rules are in order. */
  readonly isInOrder: Uint8Array;
  /**
   * How clearly a category breaks each rule, once it is in order; 0 for numbers: the row tells, and alike for all with
   * one consequent.
   */
  readonly clarities: Float64Array;
}

export function listedLayout({ firstConsequents, consequents, firstRules, lengths, firstItems }: ListedPlan) {
  return {
    firstConsequents: i32(firstConsequents.length),
    consequents: i32(consequents.length),
    firstRules: i32(firstRules.length),
    rules: i32(firstRules[firstRules.length - 1]!),
    lengths: i32(lengths.length),
    firstItems: i32(firstItems.length),
    antecedents: i32(firstItems[firstItems.length - 1]!),
    found: i32(consequents.length),
  };
}

export function planListedCandidates(model: Model): ListedPlan {
  const { rules } = model;
  const counts = choiceCounts(rules);
  const sureness = new Float64Array(rules.length);
  for (let rule = 0; rule < rules.length; rule++) sureness[rule] = surenessOf(counts, rule);
  raiseDependencies(model, counts, sureness);
  const groups = countByConsequent(model, sureness);
  return {
    model,
    counts,
    sureness,
    sure: sureRules(sureness),
    ...groups,
    ...consequentsByFeature(model, groups.firstRules),
  };
}

/** Rules that may be shown, by their consequent. */
export function prepareListedCandidates(plan: ListedPlan, arrays: ListedArrays): ListedCandidates {
  const { model, sureness, firstConsequents, consequents, firstRules, lengths, firstItems } = plan;
  arrays.firstConsequents.set(firstConsequents);
  arrays.consequents.set(consequents);
  arrays.firstRules.set(firstRules);
  arrays.lengths.set(lengths);
  arrays.firstItems.set(firstItems);
  const next = firstRules.slice();
  for (let rule = 0; rule < sureness.length; rule++) {
    if (mayBeShown(sureness[rule]!)) arrays.rules[next[model.rules.consequents[rule]!]!++] = rule;
  }
  return {
    ...arrays,
    plan,
    isInOrder: new Uint8Array(model.features.length),
    clarities: new Float64Array(sureness.length),
  };
}

function sureRules(sureness: Float64Array): Int32Array {
  const sure = new Int32Array(sureness.length);
  let count = 0;
  for (let rule = 0; rule < sureness.length; rule++) if (isSure(sureness[rule]!)) sure[count++] = rule;
  return sure.slice(0, count);
}

function countByConsequent({ rules, predicates }: Model, sureness: Float64Array) {
  const firstRules = new Int32Array(predicates.length + 1);
  const lengths = new Int32Array(predicates.length);
  for (let rule = 0; rule < rules.length; rule++) {
    if (!mayBeShown(sureness[rule]!)) continue;
    const consequent = rules.consequents[rule]!;
    firstRules[consequent + 1]!++;
    lengths[consequent] = Math.max(lengths[consequent]!, predicateCount(rules, rule) - 1);
  }
  const firstItems = new Int32Array(predicates.length + 1);
  for (let item = 0; item < predicates.length; item++) {
    firstItems[item + 1] = firstItems[item]! + firstRules[item + 1]! * lengths[item]!;
    firstRules[item + 1]! += firstRules[item]!;
  }
  return { firstRules, lengths, firstItems };
}

/** None about several features. */
function consequentsByFeature({ predicates, features }: Model, firstRules: Int32Array) {
  const byFeature: number[][] = features.map(() => []);
  predicates.forEach((predicate, item) => {
    if (predicate.kind !== "anyOf" && firstRules[item] !== firstRules[item + 1])
      byFeature[predicate.feature]!.push(item);
  });
  const firstConsequents = new Int32Array(features.length + 1);
  byFeature.forEach((items, feature) => {
    firstConsequents[feature + 1] = firstConsequents[feature]! + items.length;
  });
  return { firstConsequents, consequents: Int32Array.from(byFeature.flat()) };
}

/** The value that breaks rules, and the best of them so far. */
interface BrokenBy {
  readonly value: number;
  readonly best: BestRule;
}

export function considerRule({ plan, clarities }: ListedCandidates, rule: number, { value, best }: BrokenBy): void {
  const { model, counts, sureness } = plan;
  const { rules, predicates } = model;
  const consequent = predicates[rules.consequents[rule]!]!;
  const isChosen = takeIfBetter(best, [
    sureness[rule]!,
    exactnessOf(consequent),
    consequent.kind === "interval" ? clarityOf(model, consequent, value) : clarities[rule]!,
    counts.antecedentCount(rule),
    1 - predicateCount(rules, rule),
    -rules.sources[rule]!,
    counts.supportCount(rule),
  ]);
  if (isChosen) best.listed = rule;
}

/** 0 for several categories, 2 for one number, 1 for all others. */
function exactnessOf(consequent: Predicate): number {
  if (consequent.kind === "in") return consequent.codes.length > 1 ? 0 : 1;
  return consequent.kind === "interval" && consequent.min === consequent.max ? 2 : 1;
}

function clarityOf({ profiles }: Model, interval: IntervalPredicate, value: number): number {
  const profile = profiles[interval.feature]!;
  return clarityOutside(interval, value, profile.kind === "numeric" ? profile.deviation : 0);
}

/** Puts the rules about a feature in order when it is first accused: rows accuse few features. */
export function putInOrder(candidates: ListedCandidates, feature: number): void {
  const { isInOrder, firstConsequents, consequents } = candidates;
  if (isInOrder[feature] === 1) return;
  for (let i = firstConsequents[feature]!; i < firstConsequents[feature + 1]!; i++)
    sortRules(candidates, consequents[i]!);
  isInOrder[feature] = 1;
}

function sortRules(candidates: ListedCandidates, consequent: number): void {
  const { plan, clarities, firstRules, lengths, firstItems, antecedents } = candidates;
  const { counts, sureness, model } = plan;
  const { rules, predicates } = model;
  const concluding = candidates.rules.subarray(firstRules[consequent]!, firstRules[consequent + 1]!);
  if (predicates[consequent]!.kind !== "interval") {
    for (const rule of concluding) {
      clarities[rule] = limitClarity(exceptionSurprise(counts.antecedentCount(rule), counts.supportCount(rule)));
    }
  }
  // As in takeIfBetter; rules are numbered best score first, which settles the rest.
  concluding.sort(
    (a, b) =>
      sureness[b]! - sureness[a]! ||
      clarities[b]! - clarities[a]! ||
      counts.antecedentCount(b) - counts.antecedentCount(a) ||
      predicateCount(rules, a) - predicateCount(rules, b) ||
      rules.sources[a]! - rules.sources[b]! ||
      counts.supportCount(b) - counts.supportCount(a) ||
      a - b,
  );
  antecedents.fill(predicates.length, firstItems[consequent]!, firstItems[consequent + 1]!);
  concluding.forEach((rule, i) => {
    const items = rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!);
    antecedents.set(items, firstItems[consequent]! + i * lengths[consequent]!);
  });
}
