/** What a miner is asked and how it answers, whether compiled or not. */
import { featuresOf, type Predicate } from "../../predicates/index.js";
import { type EncodedTable, isOfClock } from "../../table/index.js";
import type { MinedNumbers, RuleRecords } from "./rule-records.js";

export type Redundancy = "productive" | "all";

export interface MiningTask {
  /** Rows with antecedent and consequent, at least. */
  readonly leastCount: number;
  readonly minConfidence: number;
  readonly maxPredicates: number;
  readonly redundancy: Redundancy;
}

export interface MinedRules<Numbers extends MinedNumbers = Int32Array> {
  /** More than were asked for when some are missing. */
  readonly count: number;
  readonly records: Numbers;
}

export interface MiningWatch {
  /** Called now and then; may throw to end the work. */
  readonly tick: () => void;
  /** More rules than this are not wanted: a miner may stop once it has found one more. */
  readonly maxRules: number;
}

export interface Miner {
  /**
   * Adds all rules whose antecedent begins with the item, antecedents ascending. Items are places in the predicates.
   */
  mine(item: number, rules: RuleRecords): void;
}

/** 1 for predicates that hold wherever they are known, since a range rule says the same, and for those of the clock. */
export function alwaysTrue(table: EncodedTable, predicates: readonly Predicate[]): Uint8Array {
  return Uint8Array.from(predicates, (predicate) =>
    Number(coversAllCategories(predicate, table) || featuresOf(predicate).some((j) => isOfClock(table.features[j]!))),
  );
}

function coversAllCategories(predicate: Predicate, table: EncodedTable): boolean {
  if (predicate.kind !== "in") return false;
  const feature = table.features[predicate.feature]!;
  return feature.kind === "categorical" && predicate.codes.length === feature.categories.length;
}
