/**
 * Chooses the rule an operator should read about an accused feature: broken by the row, leaning on no other accused
 * feature, as sure as can be (by the Wilson bound of its confidence, up to SURE), naming one category rather than several,
 * broken as clearly as can be (up to CLEAR deviations), and of those the most general. Range, mined and tree rules compete
 * alike; of equals the one with fewer predicates, then the earlier source.
 */
import { keeping } from "../keeping.js";
import type { Model } from "../model/model.js";
import { FAILS, featuresOf, HOLDS, predicateState } from "../predicates/predicate.js";
import { EXPECTED_DEVIATIONS, isExpectedClass, nodeSpread } from "../rules/forest.js";
import { classesOf } from "../rules/forest-bins.js";
import { wilsonLow } from "../rules/measures.js";
import { predicateCount, RULE_SOURCES, type Rule, type RuleList, ruleAt } from "../rules/rule-list.js";
import { type TreeRuleContext, treeRule } from "../rules/tree-rules.js";
import type { EncodedTable } from "../table/encode-table.js";
import { type FlatForest, leafNumber, nextFlatNode } from "./flat-forest.js";
import { fillStates, type PredicateStates, preparePredicateStates } from "./predicate-states.js";
import { isViolated } from "./rule-index.js";
import { raritySurprise } from "./surprise.js";
import { pathTo, prepareTreeNodes, type TreeNodes } from "./tree-nodes.js";

export interface RuleChooser {
  readonly model: Model;
  readonly flat: FlatForest;
  readonly nodes: TreeNodes;
  readonly predicates: PredicateStates;
  /** The feature of each predicate; -1 for those that ask about several. */
  readonly featureOf: Int32Array;
  /** For each feature the consequents of listed rules about it that may be shown. */
  readonly listed: readonly (readonly ListedGroup[])[];
  /** How sure each listed rule is, by the Wilson bound. */
  readonly lows: Float64Array;
  /** How clearly a category breaks each listed rule of groups that are in order; 0 for numbers, where a group's rules are broken alike. */
  readonly clarities: Float64Array;
  /** Listed rules that are sure, whatever they speak about. */
  readonly sure: Int32Array;
  /** Trees of feature j are [firstTrees[j], firstTrees[j + 1]). */
  readonly firstTrees: Uint32Array;
  /** Class of each category of each categorical feature, and the number of categories in each class. */
  readonly classOf: readonly (Uint8Array | null)[];
  readonly classSizes: readonly (Uint32Array | null)[];
  /** Rules by their number in the list, and those of nodes: always the same object for the same one, as long as it is kept. */
  readonly listedRule: (rule: number) => Rule;
  readonly nodeRule: (node: number) => Rule;
  /** Scratch: the best rule so far. */
  readonly best: Choice;
}

/**
 * Rules with the same consequent, best first by the order of choice, which is the same for every row: how far a number is
 * outside an interval is the same for all of them, and how rare exceptions are is known from their counts.
 */
interface ListedGroup {
  readonly consequent: number;
  readonly rules: Int32Array;
  /** Null until the rules are in order. */
  antecedents: Antecedents | null;
}

/** In the order of the rules, one behind the other, so that looking through them is reading on: [offsets[i], offsets[i + 1]) of the i-th. */
interface Antecedents {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/** A rule and what it is chosen by. */
interface Choice {
  /** Number in the list, or -1. */
  listed: number;
  /** Node of a tree, or -1. */
  node: number;
  low: number;
  /** Whether it leaves several categories to choose from. */
  isVague: boolean;
  clarity: number;
  antecedentCount: number;
  length: number;
  source: number;
  supportCount: number;
}

/** The row at hand. */
export interface RowView {
  /** As numbers (see fillRow). */
  readonly values: Float64Array;
  /** What it answers to trees (see fillAnswers). */
  readonly answers: Int32Array;
  /** 1 where a value is missing or a category never seen. */
  readonly isLeftOut: Uint8Array;
}

/** Confidence beyond which a more general rule is better than a surer one. */
const SURE = 0.95;
/** Deviations beyond which a more general rule is better than one that is broken more clearly. */
const CLEAR = 6;
/** A rule that may hold for fewer of the rows than this is not shown. */
const LEAST_SURE = 0.8;
const TREE_SOURCE = RULE_SOURCES.indexOf("tree");

/** `flat` is the model's forest. */
export function prepareRuleChooser(model: Model, flat: FlatForest): RuleChooser {
  const lows = confidenceLows(model.rules);
  const firstTrees = new Uint32Array(model.features.length + 1);
  for (const target of model.forest.targets) firstTrees[target + 1]!++;
  for (let j = 0; j < model.features.length; j++) firstTrees[j + 1]! += firstTrees[j]!;
  const classOf = model.profiles.map((profile) =>
    profile.kind === "categorical" ? classesOf(profile.counts).classOf : null,
  );
  const trees: TreeRuleContext = {
    forest: model.forest,
    features: model.features,
    categoryCounts: model.profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null)),
  };
  return {
    model,
    flat,
    nodes: prepareTreeNodes(model.forest, flat.parents, LEAST_SURE),
    predicates: preparePredicateStates(model.predicates, model.features),
    featureOf: Int32Array.from(model.predicates, (own) => (own.kind === "anyOf" ? -1 : own.feature)),
    listed: groupRules(model, lows),
    lows,
    clarities: new Float64Array(model.rules.length),
    sure: sureRules(lows),
    firstTrees,
    classOf,
    classSizes: classOf.map((own) => (own === null ? null : classSizes(own))),
    listedRule: keeping((rule) => ruleAt(model.rules, model.predicates, rule)),
    nodeRule: keeping((node) => ruleOfNode(trees, pathTo(flat.parents, node))),
    best: { ...NO_RULE },
  };
}

function ruleOfNode(trees: TreeRuleContext, path: readonly number[]): Rule {
  return treeRule(trees, trees.forest.roots.indexOf(path[0]!), path);
}

const NO_RULE: Choice = {
  listed: -1,
  node: -1,
  low: Number.NEGATIVE_INFINITY,
  isVague: false,
  clarity: 0,
  antecedentCount: 0,
  length: 0,
  source: 0,
  supportCount: 0,
};

function confidenceLows({ length, supportCounts, antecedentCounts }: RuleList): Float64Array {
  const lows = new Float64Array(length);
  for (let rule = 0; rule < length; rule++) lows[rule] = wilsonLow(supportCounts[rule]!, antecedentCounts[rule]!);
  return lows;
}

function classSizes(classOf: Uint8Array): Uint32Array {
  const sizes = new Uint32Array(classOf.reduce((most, own) => Math.max(most, own + 1), 0));
  for (const own of classOf) sizes[own]!++;
  return sizes;
}

function sureRules(lows: Float64Array): Int32Array {
  const sure = new Int32Array(lows.length);
  let count = 0;
  for (let rule = 0; rule < lows.length; rule++) if (lows[rule]! >= SURE) sure[count++] = rule;
  return sure.slice(0, count);
}

/** Rules that may be shown, by their consequent; none about several features. */
function groupRules({ rules, predicates, features }: Model, lows: Float64Array): ListedGroup[][] {
  const offsets = new Int32Array(predicates.length + 1);
  for (let rule = 0; rule < rules.length; rule++) {
    if (lows[rule]! >= LEAST_SURE) offsets[rules.consequents[rule]! + 1]!++;
  }
  for (let item = 0; item < predicates.length; item++) offsets[item + 1]! += offsets[item]!;
  const numbers = new Int32Array(offsets[predicates.length]!);
  const next = offsets.slice();
  for (let rule = 0; rule < rules.length; rule++) {
    if (lows[rule]! >= LEAST_SURE) numbers[next[rules.consequents[rule]!]!++] = rule;
  }
  const groups: ListedGroup[][] = features.map(() => []);
  predicates.forEach((predicate, consequent) => {
    const own = numbers.subarray(offsets[consequent]!, offsets[consequent + 1]!);
    if (predicate.kind === "anyOf" || own.length === 0) return;
    groups[predicate.feature]!.push({ consequent, rules: own, antecedents: null });
  });
  return groups;
}

/** Sorts the rules of a group when it is first asked for: a row asks for the groups of few features. */
function antecedentsInOrder(chooser: RuleChooser, group: ListedGroup): Antecedents {
  if (group.antecedents !== null) return group.antecedents;
  const { rules, predicates } = chooser.model;
  const { lows, clarities } = chooser;
  if (predicates[group.consequent]!.kind !== "interval") {
    for (const rule of group.rules) {
      clarities[rule] = Math.min(CLEAR, rarityOf(rules.antecedentCounts[rule]!, rules.supportCounts[rule]!));
    }
  }
  // As in isBetter; rules are numbered best score first, which settles the rest.
  group.rules.sort(
    (a, b) =>
      Math.min(SURE, lows[b]!) - Math.min(SURE, lows[a]!) ||
      clarities[b]! - clarities[a]! ||
      rules.antecedentCounts[b]! - rules.antecedentCounts[a]! ||
      predicateCount(rules, a) - predicateCount(rules, b) ||
      rules.sources[a]! - rules.sources[b]! ||
      rules.supportCounts[b]! - rules.supportCounts[a]! ||
      a - b,
  );
  group.antecedents = antecedentsOf(rules, group.rules);
  return group.antecedents;
}

function antecedentsOf(rules: RuleList, numbers: Int32Array): Antecedents {
  const offsets = new Int32Array(numbers.length + 1);
  for (let i = 0; i < numbers.length; i++) offsets[i + 1] = offsets[i]! + predicateCount(rules, numbers[i]!) - 1;
  const items = new Int32Array(offsets[numbers.length]!);
  for (let i = 0; i < numbers.length; i++) {
    const start = rules.offsets[numbers[i]!]! - offsets[i]!;
    for (let at = offsets[i]!; at < offsets[i + 1]!; at++) items[at] = rules.items[start + at]!;
  }
  return { offsets, items };
}

function forget(best: Choice): void {
  best.listed = NO_RULE.listed;
  best.node = NO_RULE.node;
  best.low = NO_RULE.low; // any other is above it, so the rest is never asked
}

/** Looks at a row: what follows is about it. */
export function startChoosing(chooser: RuleChooser, { values }: Pick<RowView, "values">): void {
  fillStates(chooser.predicates, values);
}

/** The rule to show for `feature`, or null when the row breaks none that may be shown. */
export function chooseRule(chooser: RuleChooser, view: RowView, feature: number, accused: Uint8Array): Rule | null {
  const { best } = chooser;
  forget(best);
  offerListed(chooser, view, feature, accused);
  offerNodes(chooser, view, feature, accused);
  if (best.node >= 0) return chooser.nodeRule(best.node);
  return best.listed < 0 ? null : chooser.listedRule(best.listed);
}

/** Number of sure range and mined rules that the row at hand breaks. */
export function countBroken({ model, sure, predicates }: RuleChooser): number {
  let count = 0;
  for (let i = 0; i < sure.length; i++) if (isViolated(model.rules, sure[i]!, predicates.states)) count++;
  return count;
}

/** Whether a row breaks a rule. */
export function breaksRule(rule: Rule, table: EncodedTable, row: number): boolean {
  if (predicateState(rule.consequent, table, row) !== FAILS) return false;
  return rule.antecedent.every((predicate) => predicateState(predicate, table, row) === HOLDS);
}

function offerListed(chooser: RuleChooser, view: RowView, feature: number, accused: Uint8Array): void {
  const { rules, predicates, profiles } = chooser.model;
  const { states } = chooser.predicates;
  const groups = chooser.listed[feature]!;
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i]!;
    if (states[group.consequent] !== FAILS) continue;
    const rule = firstThatHolds(chooser, group, feature, accused);
    if (rule < 0) continue;
    const consequent = predicates[group.consequent]!;
    const profile = profiles[feature]!;
    const deviation = profile.kind === "numeric" ? profile.deviation : 0;
    const antecedentCount = rules.antecedentCounts[rule]!;
    const supportCount = rules.supportCounts[rule]!;
    const clarity =
      consequent.kind === "interval"
        ? outsideBy(consequent.min, consequent.max, view.values[feature]!, deviation)
        : rarityOf(antecedentCount, supportCount);
    const low = Math.min(SURE, chooser.lows[rule]!);
    const isVague = consequent.kind === "in" && consequent.codes.length > 1;
    const length = predicateCount(rules, rule) - 1;
    if (isBetter(chooser.best, low, isVague, antecedentCount, supportCount, clarity, length, rules.sources[rule]!)) {
      chooser.best.listed = rule;
    }
  }
}

/** The first of the rules whose antecedent holds without leaning on another accused feature, or -1. */
function firstThatHolds(chooser: RuleChooser, group: ListedGroup, feature: number, accused: Uint8Array): number {
  const { offsets, items } = antecedentsInOrder(chooser, group);
  const { rules } = group;
  const { states } = chooser.predicates;
  for (let i = 0; i < rules.length; i++) {
    const end = offsets[i + 1]!;
    let at = offsets[i]!;
    while (at < end && states[items[at]!] === HOLDS && !leansOnOther(chooser, items[at]!, feature, accused)) at++;
    if (at === end) return rules[i]!;
  }
  return -1;
}

function leansOnOther(chooser: RuleChooser, item: number, feature: number, accused: Uint8Array): boolean {
  const own = chooser.featureOf[item]!;
  if (own >= 0) return own !== feature && accused[own] === 1;
  return featuresOf(chooser.model.predicates[item]!).some((other) => other !== feature && accused[other] === 1);
}

function offerNodes(chooser: RuleChooser, view: RowView, feature: number, accused: Uint8Array): void {
  const { flat, firstTrees, model, best } = chooser;
  const { antecedentCounts } = model.forest;
  const { lows } = chooser.nodes;
  const { nodes, answerFeatures } = flat;
  const { answers, isLeftOut } = view;
  const never = isLeftOut.length;
  for (let tree = firstTrees[feature]!; tree < firstTrees[feature + 1]!; tree++) {
    // A root has no rule to offer, so that nothing but its question is looked at.
    let node = model.forest.roots[tree]!;
    while (leafNumber(nodes, node) < 0) {
      const answer = nodes[2 * node]!;
      const asked = answer === never ? model.forest.splitFeatures[node]! : answerFeatures[answer]!;
      if (isLeftOut[asked] === 1 || (asked !== feature && accused[asked] === 1)) break;
      node = nextFlatNode(nodes, answers, node);
      if (isTooSmall(best, antecedentCounts[node]!)) break;
      const low = Math.min(SURE, lows[node]!);
      if (low > 0 && low >= best.low && isBroken(chooser, view, feature, node)) {
        offerNode(chooser, view, feature, low, node);
      }
    }
  }
}

/** Whether no rule about so few rows can be better than the best so far; nodes below one are about fewer still. */
function isTooSmall(best: Choice, antecedentCount: number): boolean {
  return best.low >= SURE && !best.isVague && best.clarity >= CLEAR && antecedentCount < best.antecedentCount;
}

/** Whether a node expects one of several categories; never of a number. */
function isVagueNode({ model, classSizes }: RuleChooser, feature: number, node: number): boolean {
  const sizes = classSizes[feature]!;
  if (sizes === null) return false;
  let count = 0;
  for (let own = 0; own < sizes.length; own++) if (isExpectedClass(model.forest, node, own)) count += sizes[own]!;
  return count > 1;
}

function offerNode(chooser: RuleChooser, view: RowView, feature: number, low: number, node: number): void {
  const { forest, profiles } = chooser.model;
  const profile = profiles[feature]!;
  const deviation = profile.kind === "numeric" ? profile.deviation : 0;
  const antecedentCount = forest.antecedentCounts[node]!;
  const supportCount = forest.supportCounts[node]!;
  const spread = nodeSpread(forest, node) * deviation;
  const clarity =
    deviation > 0
      ? outsideBy(forest.lows[node]!, forest.highs[node]!, view.values[feature]!, spread)
      : rarityOf(antecedentCount, supportCount);
  const { best } = chooser;
  const isVague = isVagueNode(chooser, feature, node);
  const length = chooser.nodes.askedCounts[node]!;
  if (!isBetter(best, low, isVague, antecedentCount, supportCount, clarity, length, TREE_SOURCE)) return;
  best.node = node;
}

/** Deviations outside of an interval, on top of those that the interval allows for. */
function outsideBy(min: number, max: number, value: number, deviation: number): number {
  const outside = Math.max(min - value, value - max);
  return EXPECTED_DEVIATIONS + (deviation > 0 ? outside / deviation : CLEAR);
}

/** How clearly a category breaks a rule: by the rarity of exceptions. */
function rarityOf(antecedentCount: number, supportCount: number): number {
  return raritySurprise((antecedentCount - supportCount + 0.5) / (antecedentCount + 1));
}

function isBroken(chooser: RuleChooser, view: RowView, feature: number, node: number): boolean {
  const { forest } = chooser.model;
  const value = view.values[feature]!;
  const classOf = chooser.classOf[feature]!;
  if (classOf === null) return value < forest.lows[node]! || value > forest.highs[node]!;
  if (Number.isNaN(value)) return false;
  return value < 0 || !isExpectedClass(forest, node, classOf[value]!);
}

/**
 * Whether a rule comes before the best so far: surer (`low`, SURE at most), then less vague, clearer up to CLEAR, more general,
 * shorter, of an earlier source, with fewer exceptions. If so, its measures become those of the best.
 */
function isBetter(
  best: Choice,
  low: number,
  isVague: boolean,
  antecedentCount: number,
  supportCount: number,
  clarity: number,
  length: number,
  source: number,
): boolean {
  const limited = Math.min(CLEAR, clarity);
  const difference =
    low - best.low ||
    Number(best.isVague) - Number(isVague) ||
    limited - best.clarity ||
    antecedentCount - best.antecedentCount ||
    best.length - length ||
    best.source - source ||
    supportCount - best.supportCount;
  if (!(difference > 0)) return false;
  best.low = low;
  best.isVague = isVague;
  best.clarity = limited;
  best.antecedentCount = antecedentCount;
  best.length = length;
  best.source = source;
  best.supportCount = supportCount;
  return true;
}
