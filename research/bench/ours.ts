/**
 * The parts of Parsight that benches call below its public face, all in one place: when one of them changes, only this
 * file has to follow.
 */

import { learn, type Model, type Table } from "../../src/index.js";
import {
  CUT_OFF_SAMPLE,
  type CutProposal,
  type EncodedTable,
  encodeTable,
  HOLDS,
  LEARN_OPTIONS,
  leastCountAbove,
  MIXTURE_ROWS,
  mineRules,
  openKernel,
  type Pool,
  type Predicate,
  predicateState,
  proposeCuts,
  type RuleList,
  RuleListBuilder,
  soloPool,
  TREE_ROWS,
} from "../internals.js";

/** How many rows parts of learning look at, at most, however many there are. */
export const SAMPLES = {
  cutOffs: CUT_OFF_SAMPLE,
  trees: TREE_ROWS,
  mixture: MIXTURE_ROWS,
  neighbours: LEARN_OPTIONS.neighbours.defaults.default,
} as const;

/** Predicates over a table, and the thresholds at which rules between them are mined. */
export interface MiningTask {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
  readonly minSupport: number;
  /** Least number of rows whose share exceeds minSupport. */
  readonly leastCount: number;
  readonly minConfidence: number;
  readonly maxPredicates: number;
  /** Opened once, as a program would. */
  readonly pool: Pool;
}

/**
 * The predicates that learning would mine, at its defaults. Predicates that join rare values of several features are
 * left out: miners that know nothing of features would pair them with those features.
 */
export function miningTask(table: Table, maxPredicates: number): MiningTask {
  const { features, predicates, rules, options } = learn(table, { maxPredicates: 1, trees: 0, neighbours: 0 });
  const mined = predicates.slice(0, predicates.length - rules.length); // those of range rules stand behind them
  return {
    table: encodeTable(features, table),
    predicates: mined.filter(({ kind }) => kind !== "anyOf"),
    minSupport: options.minSupport,
    leastCount: leastCountAbove(options.minSupport, table.rowCount),
    minConfidence: options.minConfidence,
    maxPredicates,
    pool: soloPool(openKernel()),
  };
}

/** All rules of the task, in the order in which they are found. One thread. */
export function mineAll(task: MiningTask): RuleList {
  const rules = new RuleListBuilder();
  const options = { ...task, redundancy: "all", maxRules: 20_000_000 } as const;
  const hooks = { pool: task.pool, step: () => {}, shouldStop: () => false };
  mineRules({ table: task.table, predicates: task.predicates, rules }, options, hooks);
  return rules.added();
}

/** For each row the predicates that hold in it. */
export function toTransactions({ table, predicates }: MiningTask): number[][] {
  return Array.from({ length: table.rowCount }, (_, row) =>
    [...predicates.keys()].filter((item) => predicateState(predicates[item]!, table, row) === HOLDS),
  );
}

/**
 * For each predicate of a model its feature, null where there are several, and 1 for each row of the table where it
 * holds.
 */
export function statesOf(
  { features, predicates }: Model,
  table: Table,
): { readonly feature: string | null; readonly holds: Uint8Array }[] {
  const encoded = encodeTable(features, table);
  return predicates.map((predicate) => ({
    feature: predicate.kind === "anyOf" ? null : features[predicate.feature]!.name,
    holds: Uint8Array.from({ length: table.rowCount }, (_, row) =>
      Number(predicateState(predicate, encoded, row) === HOLDS),
    ),
  }));
}

/** Rows on which cut-off trees are grown, and how few may stand in a leaf. */
export interface CutOffTask {
  readonly table: EncodedTable;
  readonly minLeaf: number;
}

/** The trees as learning grows them on all rows of a table. */
export function cutOffTask(table: Table): CutOffTask {
  const { features, options } = learn(table, { maxPredicates: 1, trees: 0, neighbours: 0 });
  return { table: encodeTable(features, table), minLeaf: leastCountAbove(options.minSupport, table.rowCount) };
}

/** The same features with one of them moved to the front: its tree is then the first to propose cuts, root first. */
export function withFirst({ table, minLeaf }: CutOffTask, target: number): CutOffTask {
  const order = [target, ...table.features.keys()].filter((feature, place) => place === 0 || feature !== target);
  const features = order.map((feature) => table.features[feature]!);
  return { table: { ...table, features, columns: order.map((feature) => table.columns[feature]!) }, minLeaf };
}

/** Cut-offs of all numeric features. One thread. */
export function cutOffTrees({ table, minLeaf }: CutOffTask): CutProposal[] {
  return proposeCuts(table, minLeaf, { pool: soloPool(openKernel()), step: () => {} });
}
