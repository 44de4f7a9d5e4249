/**
 * Finds all rules X → p between predicates: at most `maxPredicates` predicates in all, support > θ, confidence > γ, no
 * feature twice. Complete and exact; nothing is sampled.
 *
 * The miner (miner.ts, kernel/mining/walk.ts) goes depth-first over antecedents with rows as bits, and is fast by not
 * counting: p is counted only where bounds from parts of X still allow confidence > γ, and in `productive` mode not
 * where a part implies it without exception. Predicates whose rows do not fit into one memory are mined in pieces
 * (mining-pieces.ts).
 *
 * `productive` keeps X → p only if no non-empty proper part of X gives p with at least the same confidence. Nothing is
 * lost for explaining: a dropped rule is broken only together with the shorter one, which has at least its score. The
 * empty part counts where always → p is itself a range rule (p covers every category seen).
 *
 * Cost: O(frequent antecedents × open consequents × rows / bits of a word). Memory: see miner.ts.
 */

import { InputError, StoppedError } from "../../base/index.js";
import { type Job, MAX_BYTES, type Pool } from "../../compute/index.js";
import { leastCountAbove, type Predicate } from "../../predicates/index.js";
import type { EncodedTable } from "../../table/index.js";
import type { RuleListBuilder } from "../rule-list.js";
import { type BestRules, bestPlaces, keepBest } from "./best-rules.js";
import { type ChooseRules, mineByCounts } from "./mine-by-counts.js";
import { createMiner, miningBytes, mostMiningBytes } from "./miner.js";
import { bestInPieces, cutIntoPieces, minePieces, type Piece } from "./mining-pieces.js";
import type { MinedRules, Miner, MiningTask, Redundancy } from "./mining-task.js";
import { RuleRecords } from "./rule-records.js";

export interface MiningOptions {
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly maxPredicates: number;
  readonly redundancy: Redundancy;
  readonly maxRules: number;
}

export interface MiningHooks {
  readonly pool: Pool;
  readonly step: (done: number, total: number) => void;
  readonly shouldStop: () => boolean;
  /** What a miner may reserve; default: what there is in a kernel. */
  readonly memoryBytes?: number;
  /** Most predicates; beyond those that are mined at once, in pieces. Default: those. */
  readonly mostPredicates?: number;
  /** Rules of one length that rows elsewhere are asked for, at most; default: MOST_COUNTED. */
  readonly mostCounted?: number;
  /** Of each antecedent only the rules that say most; default: all. */
  readonly best?: BestRules;
}

/** Pair counts of more predicates than this would take over half a gigabyte. */
const MAX_PREDICATES = 11_000;

/** What a miner of more predicates than are mined at once may reserve: as much as their pair counts. */
const PIECE_BYTES = 0x2000_0000;

/** Most bytes that the predicates' row sets may take together. */
const MAX_SET_BYTES = 0x1_0000_0000;

/** Most predicates that are mined at once; of rows that lie elsewhere no bits are held here, however many there are. */
export function predicatesAtOnce({ rowCount, elsewhere }: EncodedTable): number {
  return elsewhere === undefined
    ? Math.min(MAX_PREDICATES, Math.floor((8 * MAX_SET_BYTES) / rowCount))
    : MAX_PREDICATES;
}

/** All that a kernel has, but for its own data and a block of rows in the making. */
const MEMORY_BYTES = MAX_BYTES - 0x40_0000;

/** What is mined, and where the rules go. */
interface MiningInput {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
  readonly rules: RuleListBuilder;
}

/** Adds the mined rules to `rules`, antecedents ascending. Items are places in `predicates`. */
export function mineRules(
  { table, predicates, rules }: MiningInput,
  options: MiningOptions,
  {
    pool,
    step,
    shouldStop,
    memoryBytes = MEMORY_BYTES,
    mostPredicates = MAX_PREDICATES,
    mostCounted,
    best,
  }: MiningHooks,
): void {
  if (options.maxPredicates < 2 || predicates.length < 2) return; // there is nothing to mine, however many there are
  if (predicates.length > mostPredicates) throw tooManyPredicates(predicates.length, table.rowCount);
  if (table.elsewhere === undefined && (predicates.length * table.rowCount) / 8 > MAX_SET_BYTES)
    throw tooManyPredicates(predicates.length, table.rowCount);
  const task: SharedMining["task"] = {
    leastCount: leastCountAbove(options.minSupport, table.rowCount),
    minConfidence: options.minConfidence,
    maxPredicates: options.maxPredicates,
    redundancy: options.redundancy,
    maxRules: options.maxRules,
  };
  const tick = (): void => {
    if (shouldStop()) throw new StoppedError();
  };
  const mine = (items: Int32Array, onResult: (mined: MinedRules) => void, onPart: typeof step) => {
    const mining = {
      table,
      predicates: Array.from(items, (item) => predicates[item]!),
      task,
      best: bestAmong(best, items),
    };
    return pool.run(miningJob, mining, [...items.keys()], { onPart, onResult, tick });
  };
  let found = rules.length;
  const count = (more: number): void => {
    if ((found += more) > options.maxRules) throw tooManyRules(options);
  };
  const bytes = predicates.length > MAX_PREDICATES ? Math.min(memoryBytes, PIECE_BYTES) : memoryBytes;
  const fits = (size: number): boolean => mostMiningBytes(table, size, task) <= bytes;
  const pieces = (): Generator<Piece> => cutIntoPieces(predicates.length, options.maxPredicates, fits);
  const { elsewhere } = table;
  if (elsewhere !== undefined) {
    const maxRules = best === undefined ? options.maxRules : Number.POSITIVE_INFINITY;
    const choose = best === undefined ? null : chooser(best, fits(predicates.length) ? null : pieces());
    const mining = { table: { ...table, elsewhere }, predicates, task, maxRules, choose };
    const mined = mineByCounts(mostCounted === undefined ? mining : { ...mining, mostCounted });
    for (const { count: more } of mined) count(more);
    for (const { records } of mined) rules.addRecords(records);
    return;
  }
  if (fits(predicates.length)) {
    const all = Int32Array.from(predicates.keys());
    for (const { records } of mine(all, (mined) => count(mined.count), step)) rules.addRecords(records);
    return;
  }
  const records = minePieces(pieces(), {
    onRules: count,
    mine: (piece) => mine(piece.items, refuseMany(options), pieceSteps(step, piece)).map((mined) => mined.records),
  });
  rules.addRecords(records);
}

/** As in memory, where what does not fit is mined in pieces. */
function chooser(best: BestRules, pieces: Iterable<Piece> | null): ChooseRules {
  return pieces === null ? (_, rules) => bestPlaces(rules, best) : bestInPieces(best, [...pieces]);
}

/** A part that found more than are wanted has stopped before its end. */
function refuseMany(options: MiningOptions): (mined: MinedRules) => void {
  return ({ count }) => {
    if (count > options.maxRules) throw tooManyRules(options);
  };
}

function pieceSteps(step: MiningHooks["step"], { number, count }: Piece): MiningHooks["step"] {
  return (done, total) => step(number * total + done, count * total);
}

interface SharedMining {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
  readonly task: MiningTask & { readonly maxRules: number };
  /** Null: all rules. */
  readonly best: BestRules | null;
}

/** The same about the items of a piece. */
function bestAmong(best: BestRules | undefined, items: Int32Array): BestRules | null {
  if (best === undefined) return null;
  return { most: best.most, shares: Float64Array.from(items, (item) => best.shares[item]!) };
}

/** A part is an item: all rules whose antecedent begins with it. */
export const miningJob: Job<SharedMining, number, MinedRules> = {
  name: "mining",
  threadBytes: ({ table, predicates, task }) => miningBytes(table, predicates.length, task),
  prepare(mining, { kernel, tick }) {
    const mined = minedBy(createMiner(kernel, mining, { tick, maxRules: mining.task.maxRules }));
    const { best } = mining;
    return best === null ? mined : (item) => keepBest(mined(item), best);
  },
};

export function minedBy(miner: Miner): (item: number) => MinedRules {
  return (item) => {
    const rules = new RuleRecords();
    miner.mine(item, rules);
    return { count: rules.count, records: rules.take() };
  };
}

/** Operations below which three predicates per rule are mined within a few seconds. */
const COMFORTABLE_WORK = 1e10;

/** Whether rules of three predicates would take longer than a user waits who did not ask for them by name. */
export function isLongWork(predicateCount: number, rowCount: number): boolean {
  const pairs = (predicateCount * predicateCount) / 2;
  return pairs * (predicateCount + rowCount / 32) > COMFORTABLE_WORK;
}

export function tooManyPredicates(count: number, rowCount: number): InputError {
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
