/**
 * Chooses the rule an operator should read about an accused feature: broken by the row, leaning on no other accused
 * feature, as sure as can be (by the Wilson bound of its confidence, up to SURE), broken as clearly as can be (up to
 * CLEAR deviations), and of those the most general. Range, mined and tree rules compete alike; of equals the one with
 * fewer predicates, then the earlier source.
 */
import type { FeatureProfile, Model } from "../model/model.js";
import { FAILS, featuresOf, HOLDS, type Predicate, predicateState } from "../predicates/predicate.js";
import { EXPECTED_DEVIATIONS, nodeSpread } from "../rules/forest.js";
import { nextNode, splitReadings } from "../rules/forest-walk.js";
import { wilsonLow } from "../rules/measures.js";
import { RULE_SOURCES, type Rule, ruleAt } from "../rules/rule-list.js";
import { nodeExpectation, saysMore, type TreeRuleContext, treeRule } from "../rules/tree-rules.js";
import type { EncodedTable } from "../table/encode-table.js";
import { isViolated } from "./rule-index.js";
import { raritySurprise } from "./surprise.js";

export interface RuleChooser {
  readonly model: Model;
  readonly trees: TreeRuleContext;
  /** For each feature the listed rules about it that may be shown. */
  readonly listed: readonly (readonly number[])[];
  /** Trees of feature j are [firstTrees[j], firstTrees[j + 1]). */
  readonly firstTrees: Uint32Array;
  readonly readings: Uint8Array;
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
  const listed: number[][] = model.features.map(() => []);
  for (let rule = 0; rule < model.rules.length; rule++) {
    const consequent = model.predicates[model.rules.consequents[rule]!]!;
    const low = wilsonLow(model.rules.supportCounts[rule]!, model.rules.antecedentCounts[rule]!);
    if (low >= LEAST_SURE && consequent.kind !== "anyOf") listed[consequent.feature]!.push(rule);
  }
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
    listed,
    firstTrees,
    readings: splitReadings(model.features),
  };
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
export function countBroken({ model, listed }: RuleChooser, table: EncodedTable, row: number): number {
  const { rules, predicates } = model;
  const states = Int8Array.from(predicates, (predicate) => predicateState(predicate, table, row));
  const isBroken = (rule: number): boolean =>
    wilsonLow(rules.supportCounts[rule]!, rules.antecedentCounts[rule]!) >= SURE && isViolated(rules, rule, states);
  return listed.reduce((count, own) => count + own.filter(isBroken).length, 0);
}

/** The best rule so far. */
interface Choice {
  rule: Rule | null;
  rank: Rank;
}

function offer(best: Choice, rule: Rule, clarity: number): void {
  const rank = rankOf(rule, clarity);
  if (best.rule !== null && compareRanks(rank, best.rank) >= 0) return;
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
  const state = (predicate: Predicate) => predicateState(predicate, view.table, view.row);
  for (const number of chooser.listed[feature]!) {
    if (state(predicates[rules.consequents[number]!]!) !== FAILS) continue;
    const rule = ruleAt(rules, predicates, number);
    const holds = rule.antecedent.every((item) => state(item) === HOLDS && !featuresOf(item).some(leansOn));
    if (!holds) continue;
    offer(best, rule, clarityOf(rule, view.values[feature]!, deviationOf(profiles[feature]!)));
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
        const rule = treeRule(chooser.trees, tree, path);
        offer(best, rule, clarityOf(rule, view.values[feature]!, nodeSpread(forest, node) * deviation));
      }
      if (leansOn(forest.splitFeatures[node]!)) break;
      node = nextNode(forest, node, view.values, chooser.readings);
    }
  }
}

function deviationOf(profile: FeatureProfile): number {
  return profile.kind === "numeric" ? profile.deviation : 0;
}

/** How far outside the rule a value is, in deviations on top of those that the rule allows; for categories by rarity. */
function clarityOf({ consequent, antecedentCount, supportCount }: Rule, value: number, deviation: number): number {
  if (consequent.kind !== "interval")
    return raritySurprise((antecedentCount - supportCount + 0.5) / (antecedentCount + 1));
  const outside = Math.max(consequent.min - value, value - consequent.max);
  return EXPECTED_DEVIATIONS + (deviation > 0 ? outside / deviation : CLEAR);
}

function isBroken(chooser: RuleChooser, view: RowView, feature: number, node: number): boolean {
  const { forest } = chooser.model;
  if (wilsonLow(forest.supportCounts[node]!, forest.antecedentCounts[node]!) < LEAST_SURE) return false;
  if (chooser.model.features[feature]!.kind === "numeric") {
    const value = view.values[feature]!;
    return value < forest.lows[node]! || value > forest.highs[node]!;
  }
  return predicateState(nodeExpectation(chooser.trees, feature, node), view.table, view.row) === FAILS;
}

/** Smaller is better, from the first number on. */
type Rank = readonly number[];

function rankOf(rule: Rule, clarity: number): Rank {
  const low = wilsonLow(rule.supportCount, rule.antecedentCount);
  return [
    -Math.min(SURE, low),
    -Math.min(CLEAR, clarity),
    -rule.antecedentCount,
    rule.antecedent.length,
    RULE_SOURCES.indexOf(rule.source),
    -rule.supportCount,
  ];
}

function compareRanks(a: Rank, b: Rank): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}
