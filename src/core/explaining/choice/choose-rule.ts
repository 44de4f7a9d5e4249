/**
 * Chooses the rule an operator should read about an accused feature: broken by the row, asking for no accused feature,
 * and the best by the order of choice (see best-rule.ts). Range, mined and tree rules compete alike. Of rules that say
 * the same as the best one the simplest is taken (see simplest-rule.ts).
 */
import { f64, i8, i32, type Kernel, type Laid, recordRoom, u8, writeRecord } from "../../compute/index.js";
import type { TreePlan } from "../../evidence/index.js";
import { type Model, treeRuleContext, withSeenRanges } from "../../model/index.js";
import { FAILS, featuresOf, HOLDS, predicateState } from "../../predicates/index.js";
import { type Rule, ruleAt, type TreeRuleContext, treeRule } from "../../rules/index.js";
import { CHOICE, type Place } from "../../schema/index.js";
import type { EncodedTable } from "../../table/index.js";
import { type BestRule, forgetRule, MEASURES } from "./best-rule.js";
import { choiceCounts } from "./choice-counts.js";
import {
  considerRule,
  type ListedCandidates,
  type ListedPlan,
  listedLayout,
  planListedCandidates,
  prepareListedCandidates,
  putInOrder,
} from "./listed-candidates.js";
import { memoize, weightOfRule } from "./memoize.js";
import { fillOtherStates, type PredicateStates, preparePredicateStates } from "./predicate-states.js";
import { isViolated } from "./rule-index.js";
import { simplestRule } from "./simplest-rule.js";
import {
  type CandidateTrees,
  makeReady,
  pathTo,
  prepareTreeCandidates,
  type TreeCandidates,
  treeCandidateLayout,
} from "./tree-candidates.js";

export interface RuleChooser extends RowAtHand {
  readonly model: Model;
  readonly predicates: PredicateStates;
  /** The feature of each predicate; some feature for those that ask about several. */
  readonly featureOf: Int32Array;
  readonly listed: ListedCandidates;
  readonly nodes: TreeCandidates;
  /**
   * Rules by their number in the list, and those of nodes: always the same object for the same one, as long as it is
   * remembered.
   */
  readonly listedRule: (rule: number) => Rule;
  readonly nodeRule: (node: number) => Rule;
  /** 1 for accused features of the row at hand: filled by the caller. */
  readonly accused: Uint8Array;
  /** Scratch: 1 for each predicate that holds and asks for no accused feature, and behind the last. */
  readonly isUsable: Uint8Array;
  /** Scratch: 1 for each feature that is accused or left out; none behind the last. */
  readonly isBarred: Uint8Array;
  readonly best: BestRule;
  readonly kernel: Kernel;
  readonly pointer: Place<"Choice">;
}

/** The row at hand, filled by the caller. */
interface RowAtHand {
  /** As numbers (see fillRow). */
  readonly values: Float64Array<ArrayBuffer>;
  /** Leaf that it ends at in each tree. */
  readonly treeLeaves: Int32Array<ArrayBuffer>;
  /** 1 where a value is missing or a category never seen. */
  readonly isLeftOut: Uint8Array<ArrayBuffer>;
}

/** What is known before there is memory for it; see RuleChooser. */
interface ChoicePlan {
  readonly model: Model;
  readonly listed: ListedPlan;
  readonly trees: CandidateTrees;
}

/** `trees` are the model's. Numbers are held against the ranges that were seen. */
export function planChoice(learnt: Model, { flat, classOf }: Pick<TreePlan, "flat" | "classOf">): ChoicePlan {
  const model = withSeenRanges(learnt);
  const { forest, profiles } = model;
  return {
    model,
    listed: planListedCandidates(model),
    trees: { forest, counts: choiceCounts(forest), flat, profiles, classOf },
  };
}

/**
 * Of the row: accused, states, isUsable, isBarred; intervals: items, features, lows, highs; measures: those of the best
 * rule.
 */
type ChoiceArrays = Laid<ReturnType<typeof choiceLayout>>;

export function choiceLayout({ model, listed, trees }: ChoicePlan) {
  const predicates = model.predicates.length;
  const features = model.features.length;
  const intervals = model.predicates.reduce((count, { kind }) => count + Number(kind === "interval"), 0);
  return {
    record: recordRoom(CHOICE),
    accused: u8(features),
    states: i8(predicates),
    isUsable: u8(predicates + 1),
    isBarred: u8(features + 1),
    items: i32(intervals),
    features: i32(intervals),
    lows: f64(intervals),
    highs: f64(intervals),
    featureOf: i32(predicates),
    ...listedLayout(listed),
    ...treeCandidateLayout(trees),
    measures: f64(MEASURES),
  };
}

interface ChooserSurroundings {
  readonly row: RowAtHand;
  readonly kernel: Kernel;
}

export function prepareRuleChooser(
  plan: ChoicePlan,
  arrays: ChoiceArrays,
  { row: { values, treeLeaves, isLeftOut }, kernel }: ChooserSurroundings,
): RuleChooser {
  const { model } = plan;
  const { record, accused, ...others } = arrays;
  const predicates = preparePredicateStates(model.predicates, model.features, arrays.states);
  const { intervals } = predicates;
  arrays.items.set(intervals.items);
  arrays.features.set(intervals.features);
  arrays.lows.set(intervals.lows);
  arrays.highs.set(intervals.highs);
  arrays.featureOf.set(model.predicates.map((predicate) => featuresOf(predicate)[0] ?? 0));
  arrays.isUsable[model.predicates.length] = 1;
  const trees = treeRuleContext(model);
  const { pointer } = writeRecord(CHOICE, record, {
    values,
    treeLeaves,
    isLeftOut,
    accused,
    ...others,
    intervalCount: intervals.items.length,
    predicateCount: model.predicates.length,
    featureCount: model.features.length,
  });
  return {
    model,
    values,
    treeLeaves,
    isLeftOut,
    accused,
    predicates,
    featureOf: arrays.featureOf,
    listed: prepareListedCandidates(plan.listed, arrays),
    nodes: prepareTreeCandidates(plan.trees, arrays),
    listedRule: memoize((rule) => ruleAt(model.rules, model.predicates, rule), weightOfRule),
    nodeRule: memoize((node) => ruleOfNode(trees, pathTo(plan.trees.flat.parents, node)), weightOfRule),
    isUsable: arrays.isUsable,
    isBarred: arrays.isBarred,
    best: { listed: -1, measures: arrays.measures },
    kernel,
    pointer,
  };
}

function ruleOfNode(trees: TreeRuleContext, path: readonly number[]): Rule {
  return treeRule(trees, trees.forest.roots.indexOf(path[0]!), path);
}

/** Looks at the row and who is accused in it: what follows is about it. */
export function startChoosing(chooser: RuleChooser): void {
  const { model, predicates, accused, isUsable, kernel, pointer } = chooser;
  fillOtherStates(predicates, chooser.values);
  kernel.run.startChoosing(pointer);
  const { states, joined } = predicates;
  for (let i = 0; i < joined.length; i++) {
    const { item } = joined[i]!;
    const isAccused = featuresOf(model.predicates[item]!).some((feature) => accused[feature] === 1);
    isUsable[item] = Number(states[item] === HOLDS && !isAccused);
  }
}

/** The rule to show for an accused feature, or null when the row breaks none that may be shown. */
export function chooseRule(chooser: RuleChooser, feature: number): Rule | null {
  const { best, listed } = chooser;
  const value = chooser.values[feature]!;
  forgetRule(best);
  const brokenBy = { value, best };
  const count = findListed(chooser, feature);
  for (let i = 0; i < count; i++) considerRule(listed, listed.found[i]!, brokenBy);
  const node = Number.isNaN(value) ? -1 : considerNodes(chooser, feature, value);
  const rule = node >= 0 ? chooser.nodeRule(node) : best.listed < 0 ? null : chooser.listedRule(best.listed);
  return rule === null ? null : simplestRule(chooser, feature, rule);
}

function findListed({ listed, kernel, pointer }: RuleChooser, feature: number): number {
  putInOrder(listed, feature);
  return kernel.run.findListed(pointer, feature);
}

function considerNodes(chooser: RuleChooser, feature: number, value: number): number {
  const { kernel, pointer, nodes } = chooser;
  makeReady(nodes, feature);
  const classes = nodes.trees.classOf[feature]!;
  const isCategory = classes !== null;
  const bit = isCategory && value >= 0 ? 1 << classes[value]! : 0;
  return kernel.run.considerNodes(pointer, feature, Number(isCategory), bit);
}

/** Number of sure range and mined rules that the row at hand breaks, but for those about what is passed over. */
export function countBroken(
  { model, listed, predicates }: RuleChooser,
  isPassedOver: (feature: number) => boolean = () => false,
): number {
  const { sure } = listed.plan;
  let count = 0;
  for (let i = 0; i < sure.length; i++) {
    const rule = sure[i]!;
    if (!isViolated(model.rules, rule, predicates.states)) continue;
    if (!featuresOf(model.predicates[model.rules.consequents[rule]!]!).every(isPassedOver)) count++;
  }
  return count;
}

/** Whether a row breaks a rule. */
export function breaksRule(rule: Rule, table: EncodedTable, row: number): boolean {
  if (predicateState(rule.consequent, table, row) !== FAILS) return false;
  return rule.antecedent.every((predicate) => predicateState(predicate, table, row) === HOLDS);
}
