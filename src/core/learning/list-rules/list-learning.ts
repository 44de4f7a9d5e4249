/** What the sources of a model's list of rules learn from, and where their rules go. */
import type { LearnOptions, ResolvedLearnOptions, Warning } from "../../model/index.js";
import type { NumericColumn, Predicate } from "../../predicates/index.js";
import type { MiningHooks, RuleListBuilder } from "../../rules/index.js";
import type { EncodedTable } from "../../table/index.js";

export interface ListLearning {
  readonly table: EncodedTable;
  /** Of each numeric feature; null for the others. */
  readonly numbers: readonly (NumericColumn | null)[];
  /** Values and cells of all features, and behind them what sources add: rules name predicates by their place here. */
  readonly predicates: Predicate[];
  readonly rules: RuleListBuilder;
  /** As the caller named them. */
  readonly asked: LearnOptions;
  /** As they hold now. */
  readonly options: ResolvedLearnOptions;
  readonly hooks: MiningHooks;
  /** Rows by which it is told how many rows have a predicate. */
  readonly sample: Int32Array;
  readonly warnings: Warning[];
  /** Whether the table is wide (see wide-table.ts). */
  readonly isWide: boolean;
}

/** Adds the rules of its source to the list; returns the options that it kept to. */
export type ListLearner = (learning: ListLearning) => ResolvedLearnOptions;
