/**
 * Of broken rules that say the same the simplest is shown: country = DE → currency = EUR, and not a list of five
 * countries that is as true. Simpler is a rule with no more conditions and no more values to read, and with fewer of
 * one of them.
 *
 * It says the same when it asks for no other feature and no narrower interval, and expects the same values or some of
 * them, or the same interval up to SAME_ENDS of its width. Where several values are expected, one that expects fewer
 * may ask for what it likes; where there are several conditions, one that asks for a single category. It is as often
 * true, up to SAME_CONFIDENCE, and as sure, up to SAME_BOUND. Who is accused is settled before.
 */

import type { Model } from "../../model/index.js";
import { contains, FAILS, featuresOf, type IntervalPredicate, type Predicate } from "../../predicates/index.js";
import { confidenceOf, type Rule, wilsonLow } from "../../rules/index.js";
import { EXPECTED_PART, NODE_PARTS, WAY_NUMBERS } from "../../schema/index.js";
import type { BestRule } from "./best-rule.js";
import type { ChoiceCounts } from "./choice-counts.js";
import type { ListedCandidates } from "./listed-candidates.js";
import type { PredicateStates } from "./predicate-states.js";
import type { TreeCandidates } from "./tree-candidates.js";

/** Share of an interval's width by which each of its ends may be another. */
const SAME_ENDS = 0.05;
/** Share of the rows by which it may be true less often. */
export const SAME_CONFIDENCE = 0.005;
/** By which its lower bound may be less: a simple rule is about fewer rows. */
const SAME_BOUND = 0.1;

/** The row at hand, its rules in order, and what was chosen (see RuleChooser). */
interface ChosenFor {
  readonly model: Pick<Model, "rules" | "predicates">;
  readonly predicates: Pick<PredicateStates, "states">;
  readonly listed: ListedCandidates;
  readonly nodes: TreeCandidates;
  readonly listedRule: (rule: number) => Rule;
  readonly nodeRule: (node: number) => Rule;
  readonly isUsable: Uint8Array;
  readonly isBarred: Uint8Array;
  readonly values: Float64Array;
  readonly treeLeaves: Int32Array;
  readonly best: BestRule;
}

interface Simplest extends Lengths {
  rule: Rule;
  antecedentCount: number;
}

interface Lengths {
  conditions: number;
  /** Of sets all values, of other predicates one. */
  values: number;
}

/** What a simpler rule must be able to say. */
interface Wanted extends Lengths {
  readonly consequent: Predicate;
  readonly antecedent: readonly Predicate[];
  readonly leastConfidence: number;
  readonly leastBound: number;
}

/** `chosen`: the best by the order of choice, of which `chooser.best` holds the measures. */
export function simplestRule(chooser: ChosenFor, feature: number, chosen: Rule): Rule {
  const conditions = chosen.antecedent.length;
  const values = chosen.antecedent.reduce((sum, each) => sum + valuesOf(each), valuesOf(chosen.consequent));
  if (conditions <= 1 && values <= 2) return chosen;
  const { measures } = chooser.best;
  const [antecedentCount, supportCount] = [measures[3]!, measures[6]!];
  const { deviations } = chooser.listed.plan.counts;
  const wanted: Wanted = {
    conditions,
    values,
    consequent: chosen.consequent,
    antecedent: chosen.antecedent,
    leastConfidence: confidenceOf(supportCount, antecedentCount) - SAME_CONFIDENCE,
    // Of a dependency that is more than the rule's counts say.
    leastBound: Math.max(measures[0]!, wilsonLow(supportCount, antecedentCount, deviations)) - SAME_BOUND,
  };
  const best: Simplest = { rule: chosen, conditions, values, antecedentCount };
  seekListed(chooser, feature, { wanted, best });
  seekNodes(chooser, feature, { wanted, best });
  return best.rule;
}

interface Search {
  readonly wanted: Wanted;
  /** Written into. */
  readonly best: Simplest;
}

function seekListed(chooser: ChosenFor, feature: number, { wanted, best }: Search): void {
  const { model, listed, predicates } = chooser;
  const { rules } = model;
  for (let i = listed.firstConsequents[feature]!; i < listed.firstConsequents[feature + 1]!; i++) {
    const item = listed.consequents[i]!;
    const consequent = model.predicates[item]!;
    if (predicates.states[item] !== FAILS || !saysTheSame(consequent, wanted.consequent)) continue;
    for (let place = listed.firstRules[item]!; place < listed.firstRules[item + 1]!; place++) {
      const rule = listed.rules[place]!;
      const [start, end] = [rules.offsets[rule]!, rules.offsets[rule + 1]!];
      if (end - start > best.conditions) continue;
      let values = valuesOf(consequent);
      let isUsable = 1;
      for (let at = start; at < end; at++) {
        values += valuesOf(model.predicates[rules.items[at]!]!);
        isUsable &= chooser.isUsable[rules.items[at]!]!;
      }
      const found = { conditions: end - start, values };
      const sureness = listed.plan.sureness[rule]!;
      if (isUsable === 0 || !isBetter(found, rule, { counts: listed.plan.counts, sureness, wanted, best })) continue;
      const candidate = chooser.listedRule(rule);
      const antecedentCount = listed.plan.counts.antecedentCount(rule);
      if (asksTheSame(candidate, wanted)) Object.assign(best, { ...found, rule: candidate, antecedentCount });
    }
  }
}

function seekNodes(chooser: ChosenFor, feature: number, { wanted, best }: Search): void {
  const { nodes, treeLeaves } = chooser;
  const { counts } = nodes.trees;
  for (let tree = nodes.firstTrees[feature]!; tree < nodes.firstTrees[feature + 1]!; tree++) {
    const way = WAY_NUMBERS * treeLeaves[tree]!;
    for (let step = 1; step <= nodes.ways[way]!; step++) {
      const node = nodes.ways[way + step]!;
      if (asksForBarred(chooser, node)) continue;
      const rule = chooser.nodeRule(node);
      const { antecedent, consequent } = rule;
      if (!saysTheSame(consequent, wanted.consequent) || allows(consequent, chooser.values[feature]!)) continue;
      const values = antecedent.reduce((sum, each) => sum + valuesOf(each), valuesOf(consequent));
      const found = { conditions: antecedent.length, values };
      if (!isBetter(found, node, { counts, sureness: 0, wanted, best }) || !asksTheSame(rule, wanted)) continue;
      Object.assign(best, { ...found, rule, antecedentCount: counts.antecedentCount(node) });
    }
  }
}

function allows(consequent: Predicate, value: number): boolean {
  if (consequent.kind === "in") return consequent.codes.includes(value);
  return consequent.kind === "interval" && contains(consequent, value);
}

function asksForBarred({ nodes, isBarred }: ChosenFor, node: number): boolean {
  for (let part = 0; part < EXPECTED_PART; part++)
    if (isBarred[nodes.parts[NODE_PARTS * node + part]!] === 1) return true;
  return false;
}

interface Standard extends Search {
  readonly counts: ChoiceCounts;
  /** Of the rule, at least. */
  readonly sureness: number;
}

/**
 * Simpler than the chosen one and as good, and before the simplest so far: fewer conditions, fewer values, more rows.
 */
function isBetter(found: Lengths, rule: number, { counts, sureness, wanted, best }: Standard): boolean {
  if (found.conditions > wanted.conditions || found.values > wanted.values) return false;
  if (found.conditions === wanted.conditions && found.values === wanted.values) return false;
  const antecedentCount = counts.antecedentCount(rule);
  const difference =
    found.conditions - best.conditions || found.values - best.values || best.antecedentCount - antecedentCount;
  if (difference >= 0) return false;
  const supportCount = counts.supportCount(rule);
  return (
    confidenceOf(supportCount, antecedentCount) >= wanted.leastConfidence &&
    Math.max(sureness, wilsonLow(supportCount, antecedentCount, counts.deviations)) >= wanted.leastBound
  );
}

function valuesOf(predicate: Predicate): number {
  if (predicate.kind === "anyOf") return predicate.parts.reduce((sum, { codes }) => sum + codes.length, 0);
  return predicate.kind === "in" ? predicate.codes.length : 1;
}

function asksTheSame({ antecedent, consequent }: Rule, wanted: Wanted): boolean {
  if (valuesOf(consequent) < valuesOf(wanted.consequent)) return true;
  // One category says more to people than what several others amount to: city = Lyon → country = FR.
  const isPlain = antecedent.length === 1 && antecedent[0]!.kind === "in" && valuesOf(antecedent[0]!) === 1;
  if (isPlain && wanted.conditions > 1 && valuesOf(consequent) === 1) return true;
  return antecedent.every((condition) => wanted.antecedent.some((other) => isAskedBy(condition, other)));
}

/** Whether a condition is about the features of another; of numbers it asks for no less. */
function isAskedBy(condition: Predicate, other: Predicate): boolean {
  if (condition.kind === "interval") {
    const isSame = other.kind === "interval" && other.feature === condition.feature;
    return isSame && condition.min <= other.min && condition.max >= other.max;
  }
  const features = featuresOf(other);
  return featuresOf(condition).every((feature) => features.includes(feature));
}

/** Whether a consequent expects what another does: the same values or some of them, or nearly the same interval. */
export function saysTheSame(found: Predicate, wanted: Predicate): boolean {
  if (found.kind === "in" && wanted.kind === "in") return found.codes.every((code) => wanted.codes.includes(code));
  return found.kind === "interval" && wanted.kind === "interval" && hasSameEnds(found, wanted);
}

function hasSameEnds(found: IntervalPredicate, wanted: IntervalPredicate): boolean {
  const width = wanted.max - wanted.min;
  const room = Number.isFinite(width) ? SAME_ENDS * width : 0;
  return isNear(found.min, wanted.min, room) && isNear(found.max, wanted.max, room);
}

function isNear(a: number, b: number, room: number): boolean {
  return a === b || Math.abs(a - b) <= room;
}
