/**
 * Chooses the rule an operator should read about an accused feature: broken by the row, leaning on no other accused
 * feature, as sure as can be (by the Wilson bound of its confidence, up to SURE), broken as clearly as can be (up to
 * CLEAR deviations), and of those the most general. Range, mined and tree rules compete alike; of equals the one with
 * fewer predicates, then the earlier source.
 */
import type { FeatureProfile, Model } from "../model/model.js";
import { FAILS, featuresOf, HOLDS, predicateState } from "../predicates/predicate.js";
import { EXPECTED_DEVIATIONS, expectedClasses, nodeSpread } from "../rules/forest.js";
import { classesOf } from "../rules/forest-bins.js";
import { nextNode, splitReadings } from "../rules/forest-walk.js";
import { wilsonLow } from "../rules/measures.js";
import { predicateCount, RULE_SOURCES, type Rule, type RuleList, type RuleSource, ruleAt } from "../rules/rule-list.js";
import { saysMore, type TreeRuleContext, treeRule } from "../rules/tree-rules.js";
import type { EncodedTable } from "../table/encode-table.js";
import { isViolated } from "./rule-index.js";
import { raritySurprise } from "./surprise.js";

export interface RuleChooser {
  readonly model: Model;
  readonly trees: TreeRuleContext;
  /** For each feature the consequents of listed rules about it that may be shown. */
  readonly listed: readonly (readonly ListedGroup[])[];
  /** Listed rules that are sure, whatever they speak about. */
  readonly sure: Int32Array;
  /** Trees of feature j are [firstTrees[j], firstTrees[j + 1]). */
  readonly firstTrees: Uint32Array;
  readonly readings: Uint8Array;
  /** Class of each category of each categorical feature. */
  readonly classOf: readonly (Uint8Array | null)[];
}

/**
 * Rules with the same consequent, best first by the order of choice, which is the same for every row: how far a number is
 * outside an interval is the same for all of them, and how rare exceptions are is known from their counts.
 */
interface ListedGroup {
  readonly consequent: number;
  readonly rules: Int32Array;
}

/** The row at hand: in its table, and as numbers (see fillRow). */
export interface RowView {
  readonly table: EncodedTable;
  readonly row: number;
  readonly values: Float64Array;
}

/** Confidence beyond which a more general rule is better than a surer one. */
const SURE = 0.95;
/** Deviations beyond which a more general rule is better than one that is broken more clearly. */
const CLEAR = 6;
/** A rule that may hold for fewer of the rows than this is not shown. */
const LEAST_SURE = 0.8;

export function prepareRuleChooser(model: Model): RuleChooser {
  const lows = confidenceLows(model.rules);
  const firstTrees = new Uint32Array(model.features.length + 1);
  for (const target of model.forest.targets) firstTrees[target + 1]!++;
  for (let j = 0; j < model.features.length; j++) firstTrees[j + 1]! += firstTrees[j]!;
  return {
    model,
    trees: {
      forest: model.forest,
      features: model.features,
      categoryCounts: model.profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null)),
    },
    listed: groupRules(model, lows),
    sure: Int32Array.from(lows.keys()).filter((rule) => lows[rule]! >= SURE),
    firstTrees,
    readings: splitReadings(model.features),
    classOf: model.profiles.map((profile) =>
      profile.kind === "categorical" ? classesOf(profile.counts).classOf : null,
    ),
  };
}

function confidenceLows({ length, supportCounts, antecedentCounts }: RuleList): Float64Array {
  return Float64Array.from({ length }, (_, rule) => wilsonLow(supportCounts[rule]!, antecedentCounts[rule]!));
}

function groupRules({ rules, predicates, features }: Model, lows: Float64Array): ListedGroup[][] {
  const byConsequent = new Map<number, number[]>();
  const clarities = new Float64Array(rules.length);
  for (let rule = 0; rule < rules.length; rule++) {
    if (lows[rule]! < LEAST_SURE) continue;
    if (predicates[rules.consequents[rule]!]!.kind !== "interval") {
      const counts = { antecedentCount: rules.antecedentCounts[rule]!, supportCount: rules.supportCounts[rule]! };
      clarities[rule] = Math.min(CLEAR, rarityOf(counts));
    }
    const own = byConsequent.get(rules.consequents[rule]!);
    if (own === undefined) byConsequent.set(rules.consequents[rule]!, [rule]);
    else own.push(rule);
  }
  const groups: ListedGroup[][] = features.map(() => []);
  for (const [consequent, own] of byConsequent) {
    const predicate = predicates[consequent]!;
    if (predicate.kind === "anyOf") continue;
    // As in rankOf; rules are numbered best score first, which settles the rest.
    own.sort(
      (a, b) =>
        Math.min(SURE, lows[b]!) - Math.min(SURE, lows[a]!) ||
        clarities[b]! - clarities[a]! ||
        rules.antecedentCounts[b]! - rules.antecedentCounts[a]! ||
        predicateCount(rules, a) - predicateCount(rules, b) ||
        rules.sources[a]! - rules.sources[b]! ||
        rules.supportCounts[b]! - rules.supportCounts[a]! ||
        a - b,
    );
    groups[predicate.feature]!.push({ consequent, rules: Int32Array.from(own) });
  }
  return groups;
}

/** The rule to show for `feature`, or null when the row breaks none that may be shown. */
export function chooseRule(chooser: RuleChooser, view: RowView, feature: number, accused: Uint8Array): Rule | null {
  const leansOn = (other: number): boolean => other !== feature && accused[other] === 1;
  const best: Choice = { rule: null, rank: [] };
  offerListed(chooser, view, feature, leansOn, best);
  offerNodes(chooser, view, feature, leansOn, best);
  return best.rule;
}

/** Number of sure range and mined rules that a row breaks. */
export function countBroken({ model, sure }: RuleChooser, table: EncodedTable, row: number): number {
  const { rules, predicates } = model;
  const states = Int8Array.from(predicates, (predicate) => predicateState(predicate, table, row));
  return sure.reduce((count, rule) => count + Number(isViolated(rules, rule, states)), 0);
}

/** Whether a row breaks a rule. */
export function breaksRule(rule: Rule, table: EncodedTable, row: number): boolean {
  if (predicateState(rule.consequent, table, row) !== FAILS) return false;
  return rule.antecedent.every((predicate) => predicateState(predicate, table, row) === HOLDS);
}

/** The best rule so far. */
interface Choice {
  rule: Rule | null;
  rank: Rank;
}

function isBetter(best: Choice, rank: Rank): boolean {
  return best.rule === null || compareRanks(rank, best.rank) < 0;
}

function setBest(best: Choice, rule: Rule, rank: Rank): void {
  best.rule = rule;
  best.rank = rank;
}

function offerListed(
  chooser: RuleChooser,
  view: RowView,
  feature: number,
  leansOn: (other: number) => boolean,
  best: Choice,
): void {
  const { rules, predicates, profiles } = chooser.model;
  const state = (item: number) => predicateState(predicates[item]!, view.table, view.row);
  const holds = (rule: number): boolean => {
    for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]!; at++) {
      const item = rules.items[at]!;
      if (state(item) !== HOLDS || featuresOf(predicates[item]!).some(leansOn)) return false;
    }
    return true;
  };
  for (const group of chooser.listed[feature]!) {
    if (state(group.consequent) !== FAILS) continue;
    const found = group.rules.find(holds);
    if (found === undefined) continue;
    const rule = ruleAt(rules, predicates, found);
    const clarity = clarityOf(rule, view.values[feature]!, deviationOf(profiles[feature]!));
    const rank = rankOf(rule, rule.antecedent.length, rule.source, clarity);
    if (isBetter(best, rank)) setBest(best, rule, rank);
  }
}

function offerNodes(
  chooser: RuleChooser,
  view: RowView,
  feature: number,
  leansOn: (other: number) => boolean,
  best: Choice,
): void {
  const { forest, profiles } = chooser.model;
  const deviation = deviationOf(profiles[feature]!);
  for (let tree = chooser.firstTrees[feature]!; tree < chooser.firstTrees[feature + 1]!; tree++) {
    const path: number[] = [];
    let node = forest.roots[tree]!;
    while (node >= 0) {
      path.push(node);
      if (path.length > 1 && isBroken(chooser, view, feature, node) && saysMore(forest, path)) {
        const counts = { antecedentCount: forest.antecedentCounts[node]!, supportCount: forest.supportCounts[node]! };
        const asked = new Set(path.slice(0, -1).map((above) => forest.splitFeatures[above]!)).size;
        const clarity =
          deviation > 0
            ? outsideBy(
                forest.lows[node]!,
                forest.highs[node]!,
                view.values[feature]!,
                nodeSpread(forest, node) * deviation,
              )
            : rarityOf(counts);
        const rank = rankOf(counts, asked, "tree", clarity);
        if (isBetter(best, rank)) setBest(best, treeRule(chooser.trees, tree, path), rank);
      }
      if (leansOn(forest.splitFeatures[node]!)) break;
      node = nextNode(forest, node, view.values, chooser.readings);
    }
  }
}

function deviationOf(profile: FeatureProfile): number {
  return profile.kind === "numeric" ? profile.deviation : 0;
}

/** How clearly a value breaks a rule, in deviations; for categories by the rarity of exceptions. */
function clarityOf(rule: Rule, value: number, deviation: number): number {
  const { consequent } = rule;
  return consequent.kind === "interval" ? outsideBy(consequent.min, consequent.max, value, deviation) : rarityOf(rule);
}

/** Deviations outside of an interval, on top of those that the interval allows for. */
function outsideBy(min: number, max: number, value: number, deviation: number): number {
  const outside = Math.max(min - value, value - max);
  return EXPECTED_DEVIATIONS + (deviation > 0 ? outside / deviation : CLEAR);
}

interface Counts {
  readonly antecedentCount: number;
  readonly supportCount: number;
}

function rarityOf({ antecedentCount, supportCount }: Counts): number {
  return raritySurprise((antecedentCount - supportCount + 0.5) / (antecedentCount + 1));
}

function isBroken(chooser: RuleChooser, view: RowView, feature: number, node: number): boolean {
  const { forest } = chooser.model;
  if (wilsonLow(forest.supportCounts[node]!, forest.antecedentCounts[node]!) < LEAST_SURE) return false;
  if (chooser.model.features[feature]!.kind === "numeric") {
    const value = view.values[feature]!;
    return value < forest.lows[node]! || value > forest.highs[node]!;
  }
  const code = view.values[feature]!;
  if (Number.isNaN(code)) return false;
  const own = chooser.classOf[feature]![code];
  return own === undefined || !expectedClasses(forest, node).includes(own);
}

/** Smaller is better, from the first number on. */
type Rank = readonly number[];

function rankOf({ antecedentCount, supportCount }: Counts, length: number, source: RuleSource, clarity: number): Rank {
  const low = wilsonLow(supportCount, antecedentCount);
  return [
    -Math.min(SURE, low),
    -Math.min(CLEAR, clarity),
    -antecedentCount,
    length,
    RULE_SOURCES.indexOf(source),
    -supportCount,
  ];
}

function compareRanks(a: Rank, b: Rank): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}
