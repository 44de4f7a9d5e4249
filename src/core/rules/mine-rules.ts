/**
 * Finds all rules X → p between predicates: at most `maxPredicates` predicates in all, support > θ, confidence > γ, no
 * feature twice. Complete and exact; nothing is sampled.
 *
 * Two miners find the same: the compiled one (miner-compiled.ts, kernel/mining/walk.ts), and its twin in plain TypeScript
 * (miner-twin.ts). Both go depth-first over antecedents with rows as bits, and are fast by not counting: p is counted only
 * where bounds from parts of X still allow confidence > γ, and in `productive` mode not where a part implies it without exception.
 *
 * `productive` keeps X → p only if no non-empty proper part of X gives p with at least the same confidence. Nothing is
 * lost for explaining: a dropped rule is broken only together with the shorter one, which has at least its score. The
 * empty part counts where always → p is itself a range rule (p covers every category seen).
 *
 * Cost: O(frequent antecedents × open consequents × rows / bits of a word). Memory: see miner-compiled.ts.
 */

import type { Crew, Job } from "../crew/crew.js";
import { InputError, StoppedError } from "../errors/input-error.js";
import { leastCountAbove } from "../predicates/least-count.js";
import type { Predicate } from "../predicates/predicate.js";
import type { EncodedTable } from "../table/encode-table.js";
import type { MiningTask, Redundancy } from "./miner.js";
import { createCompiledMiner, miningBytes } from "./miner-compiled.js";
import { createTwinMiner } from "./miner-twin.js";
import type { RuleListBuilder } from "./rule-list.js";
import { RuleRecords } from "./rule-records.js";

export interface MiningOptions {
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly maxPredicates: number;
  readonly redundancy: Redundancy;
  readonly maxRules: number;
}

export interface MiningHooks {
  readonly crew: Crew;
  readonly step: (done: number, total: number) => void;
  readonly shouldStop: () => boolean;
}

/** Pair counts of more predicates than this would take over half a gigabyte. */
const MAX_PREDICATES = 11_000;

/** Most bytes that the predicates' row sets may take together. */
const MAX_SET_BYTES = 0x1_0000_0000;

/** Adds the mined rules to `rules`, antecedents ascending. Items are places in `predicates`. */
export function mineRules(
  table: EncodedTable,
  predicates: readonly Predicate[],
  options: MiningOptions,
  { crew, step, shouldStop }: MiningHooks,
  rules: RuleListBuilder,
): void {
  if (options.maxPredicates < 2 || predicates.length < 2) return; // there is nothing to mine, however many there are
  if (predicates.length > MAX_PREDICATES) throw tooManyPredicates(predicates.length, table.rowCount);
  if ((predicates.length * table.rowCount) / 8 > MAX_SET_BYTES)
    throw tooManyPredicates(predicates.length, table.rowCount);
  const task: MiningTask & { readonly maxRules: number } = {
    leastCount: leastCountAbove(options.minSupport, table.rowCount),
    minConfidence: options.minConfidence,
    maxPredicates: options.maxPredicates,
    redundancy: options.redundancy,
    maxRules: options.maxRules,
  };
  let found = rules.length;
  const results = crew.run(miningJob, { table, predicates, task }, [...predicates.keys()], {
    onPart: step,
    onResult: ({ count }) => {
      if ((found += count) > options.maxRules) throw tooManyRules(options);
    },
    tick: () => {
      if (shouldStop()) throw new StoppedError();
    },
  });
  for (const { records } of results) rules.addRecords(records);
}

interface SharedMining {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
  readonly task: MiningTask & { readonly maxRules: number };
}

export interface MinedRules {
  /** More than were asked for when some are missing. */
  readonly count: number;
  readonly records: Int32Array;
}

/** A part is an item: all rules whose antecedent begins with it. */
export const miningJob: Job<SharedMining, number, MinedRules> = {
  name: "mining",
  threadBytes: ({ table, predicates, task }) => miningBytes(table, predicates.length, task),
  prepare({ table, predicates, task }, { kernel, tick }) {
    const watch = { tick, maxRules: task.maxRules };
    const miner =
      (kernel === null ? null : createCompiledMiner(kernel, table, predicates, task, watch)) ??
      createTwinMiner(table, predicates, task, watch);
    return (item) => {
      const rules = new RuleRecords();
      miner.mine(item, rules);
      return { count: rules.count, records: rules.take() };
    };
  },
};

/** Operations below which three predicates per rule are mined within about a minute in plain TypeScript. */
const COMFORTABLE_WORK = 1e10;

/** Whether rules of three predicates would take longer than a user waits who did not ask for them by name. */
export function isLongWork(predicateCount: number, rowCount: number): boolean {
  const pairs = (predicateCount * predicateCount) / 2;
  return pairs * (predicateCount + rowCount / 32) > COMFORTABLE_WORK;
}

function tooManyPredicates(count: number, rowCount: number): InputError {
  return new InputError(
    "PREDICATE_LIMIT",
    `there are ${count} predicates over ${rowCount} rows, more than can be mined at once`,
    `At most ${MAX_PREDICATES} predicates fit, and at most ${MAX_SET_BYTES} bytes of one bit for each row. Cut numbers into fewer cells (cells), raise minSupport, or leave columns out (exclude).`,
  );
}

function tooManyRules(options: MiningOptions): InputError {
  return new InputError(
    "RULE_LIMIT",
    `mining stopped at ${options.maxRules} rules (maxRules)`,
    `Raise minSupport above ${options.minSupport} or minConfidence above ${options.minConfidence}, ` +
      `lower maxPredicates below ${options.maxPredicates}${options.redundancy === "all" ? ', use redundancy "productive"' : ""}, ` +
      "cut numbers into fewer cells (cells), or raise maxRules. No partial model was kept.",
  );
}
