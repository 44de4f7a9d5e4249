/** What the sources of a model's list of rules learn from, and where their rules go. */
import type { LearnOptions, ResolvedLearnOptions } from "../../model/learn-options.js";
import type { Warning } from "../../model/model.js";
import type { NumericColumn } from "../../predicates/numeric-column.js";
import type { Predicate } from "../../predicates/predicate.js";
import type { MiningHooks } from "../../rules/mining/mine-rules.js";
import type { RuleListBuilder } from "../../rules/rule-list.js";
import type { EncodedTable } from "../../table/encode-table.js";

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
