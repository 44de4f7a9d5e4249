/**
 * Finds all rules X → p between predicates: at most `maxPredicates` predicates in all, support > θ, confidence > γ, no
 * feature twice. Complete and exact; nothing is sampled.
 *
 * Depth-first over antecedents with one row set per level (Eclat's vertical layout). An FP-tree was not chosen: it shares
 * prefixes of rows, and here every row holds exactly one predicate of each feature, so there is little to share, while
 * the row sets are few, dense and meet in one pass of words. What makes it fast is not counting: at the last level
 * |X ∧ p| ≤ min over i in X of |{i} ∧ p|, so p is counted only where that bound still allows confidence > γ; and in
 * `productive` mode p is not counted there either once X less its last item, or that item alone, implies it without exception.
 *
 * `productive` keeps X → p only if no non-empty proper part of X gives p with at least the same confidence. Nothing is
 * lost for explaining: a dropped rule is broken only together with the shorter one, which has at least its score. The
 * empty part counts where ∅ → p is itself a range rule (p covers every category seen).
 *
 * Cost: O(frequent antecedents × open consequents × rows / 32). Memory: the predicates' row sets, one set per level, and
 * the pair counts, 4 bytes for each pair of predicates.
 */

import type { CreateRowSetStore, RowSetStore } from "../bits/row-set-store.js";
import { InputError, StoppedError } from "../errors/input-error.js";
import { leastCountAbove } from "../predicates/least-count.js";
import type { Predicate } from "../predicates/predicate.js";
import type { EncodedTable } from "../table/encode-table.js";
import { countPairs, type PairCounts } from "./pair-counts.js";
import type { RuleListBuilder } from "./rule-list.js";

export type Redundancy = "productive" | "all";

export interface MiningOptions {
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly maxPredicates: number;
  readonly redundancy: Redundancy;
  readonly maxRules: number;
}

export interface MiningHooks {
  readonly createStore: CreateRowSetStore;
  readonly step: (done: number, total: number) => void;
  readonly shouldStop: () => boolean;
}

/** Pair counts of more predicates than this would take over half a gigabyte. */
const MAX_PREDICATES = 11_000;

/** Most bytes that the predicates' row sets may take together. */
const MAX_SET_BYTES = 2 ** 32;

/** Adds the mined rules to `rules`, antecedents ascending. Items are places in `predicates`. */
export function mineRules(
  table: EncodedTable,
  predicates: readonly Predicate[],
  options: MiningOptions,
  hooks: MiningHooks,
  rules: RuleListBuilder,
): void {
  if (predicates.length > MAX_PREDICATES) throw tooManyPredicates(predicates.length, table.rowCount);
  if ((predicates.length * table.rowCount) / 8 > MAX_SET_BYTES)
    throw tooManyPredicates(predicates.length, table.rowCount);
  if (options.maxPredicates < 2 || predicates.length < 2) return;
  hooks.step(0, predicates.length);
  const miner = createMiner(table, predicates, options, hooks, rules);
  for (let item = 0; item < predicates.length; item++) {
    if (item > 0) hooks.step(item, predicates.length);
    mineBelow(miner, item);
  }
}

/** Operations below which three predicates per rule are mined within about a minute in plain TypeScript. */
const COMFORTABLE_WORK = 1e10;

/** Whether rules of three predicates would take longer than a user waits who did not ask for them by name. */
export function isLongWork(predicateCount: number, rowCount: number): boolean {
  const pairs = (predicateCount * predicateCount) / 2;
  return pairs * (predicateCount + rowCount / 32) > COMFORTABLE_WORK;
}

interface Miner extends PairCounts {
  readonly predicateCount: number;
  readonly options: MiningOptions;
  readonly hooks: MiningHooks;
  readonly rules: RuleListBuilder;
  readonly leastCount: number;
  readonly maxAntecedent: number;
  /** Items whose range rule says the same: they hold wherever they are known. */
  readonly alwaysTrue: Uint8Array;
  /** The antecedent at hand; [0, depth) is in use. */
  readonly path: Int32Array;
  /** levels[d] belongs to antecedents of d items. */
  readonly levels: readonly Level[];
  /** First of the row sets for parts of an antecedent, one for each subset of its places. */
  readonly partSets: number;
  /** Rows of each part; -1 where its row set is not made yet. */
  readonly partCounts: Float64Array;
}

interface Level {
  /** The row set of the antecedent. */
  readonly set: number;
  readonly candidates: Int32Array;
  readonly counts: Int32Array;
  readonly knownCounts: Int32Array;
}

function createMiner(
  table: EncodedTable,
  predicates: readonly Predicate[],
  options: MiningOptions,
  hooks: MiningHooks,
  rules: RuleListBuilder,
): Miner {
  const maxAntecedent = options.maxPredicates - 1;
  const partSetCount = maxAntecedent > 2 ? 1 << maxAntecedent : 0;
  const pairs = countPairs(table, predicates, {
    createStore: hooks.createStore,
    room: maxAntecedent + 1 + partSetCount,
    step: () => stopIfAsked(hooks),
  });
  return {
    ...pairs,
    predicateCount: predicates.length,
    options,
    hooks,
    rules,
    leastCount: leastCountAbove(options.minSupport, table.rowCount),
    maxAntecedent,
    alwaysTrue: Uint8Array.from(predicates, (predicate) => Number(coversAllCategories(predicate, table))),
    path: new Int32Array(maxAntecedent),
    levels: Array.from({ length: maxAntecedent + 1 }, (_, depth) => ({
      set: pairs.freeSets + depth,
      candidates: new Int32Array(predicates.length),
      counts: new Int32Array(predicates.length),
      knownCounts: new Int32Array(pairs.knownSets.length),
    })),
    partSets: pairs.freeSets + maxAntecedent + 1,
    partCounts: new Float64Array(partSetCount),
  };
}

function mineBelow(miner: Miner, item: number): void {
  const { leastCount, pairCounts, predicateCount } = miner;
  const level = miner.levels[1]!;
  if (miner.itemCounts[item]! < leastCount) return;
  let length = 0;
  for (let other = 0; other < predicateCount; other++) {
    const count = pairCounts[item * predicateCount + other]!;
    if (count < leastCount) continue;
    level.candidates[length] = other;
    level.counts[length++] = count;
  }
  miner.path[0] = item;
  level.knownCounts.set(
    miner.knownPairCounts.subarray(item * miner.knownSets.length, (item + 1) * miner.knownSets.length),
  );
  visit(miner, 1, { set: item, count: miner.itemCounts[item]!, length });
}

/** An antecedent of `depth` items; its candidates stand in levels[depth], [0, length). */
interface Antecedent {
  readonly set: number;
  readonly count: number;
  readonly length: number;
}

function visit(miner: Miner, depth: number, antecedent: Antecedent): void {
  emitRules(miner, depth, antecedent);
  if (depth === miner.maxAntecedent) return;
  const { candidates, counts } = miner.levels[depth]!;
  const last = miner.path[depth - 1]!;
  const child = miner.levels[depth + 1]!;
  for (let i = 0; i < antecedent.length; i++) {
    const item = candidates[i]!;
    if (item <= last || counts[i]! < miner.leastCount) continue;
    miner.path[depth] = item;
    const count = counts[i]!;
    const length = collectCandidates(miner, depth, antecedent, item, count);
    if (length === 0) continue;
    if (depth === 1) stopIfAsked(miner.hooks);
    miner.store.intersect(antecedent.set, item, child.set);
    miner.store.countEach(child.set, child.candidates, length, child.counts);
    miner.store.countEach(child.set, miner.knownSets, miner.knownSets.length, child.knownCounts);
    visit(miner, depth + 1, { set: child.set, count, length });
  }
}

/** Items that may still be frequent with antecedent + item; at the last level only those that may still be consequents. */
function collectCandidates(miner: Miner, depth: number, antecedent: Antecedent, item: number, count: number): number {
  const { candidates, counts } = miner.levels[depth]!;
  const next = miner.levels[depth + 1]!.candidates;
  const isLast = depth + 1 === miner.maxAntecedent;
  const pairs = item * miner.predicateCount;
  let length = 0;
  for (let i = 0; i < antecedent.length; i++) {
    const other = candidates[i]!;
    const bound = Math.min(counts[i]!, miner.pairCounts[pairs + other]!);
    if (bound < miner.leastCount) continue;
    if (isLast && !mayConclude(miner, depth, antecedent, { other, bound, place: i, count })) continue;
    next[length++] = other;
  }
  return length;
}

interface Conclusion {
  readonly other: number;
  readonly bound: number;
  readonly place: number;
  readonly count: number;
}

function mayConclude(miner: Miner, depth: number, antecedent: Antecedent, conclusion: Conclusion): boolean {
  const { other, bound, place, count } = conclusion;
  const group = miner.knownGroup[other]!;
  if (group < 0 && bound / count <= miner.options.minConfidence) return false;
  if (miner.options.redundancy === "all") return true;
  const level = miner.levels[depth]!;
  if (level.counts[place] === knownCount(miner, level, antecedent.count, other)) return false;
  const item = miner.path[depth]!;
  return miner.pairCounts[item * miner.predicateCount + other] !== pairKnownCount(miner, item, other);
}

function emitRules(miner: Miner, depth: number, antecedent: Antecedent): void {
  const level = miner.levels[depth]!;
  const { minConfidence, redundancy, maxRules } = miner.options;
  miner.partCounts.fill(-1);
  for (let i = 0; i < antecedent.length; i++) {
    const supportCount = level.counts[i]!;
    if (supportCount < miner.leastCount) continue;
    const consequent = level.candidates[i]!;
    const antecedentCount = knownCount(miner, level, antecedent.count, consequent);
    if (supportCount / antecedentCount <= minConfidence) continue;
    const counts = { supportCount, antecedentCount };
    if (redundancy === "productive" && !isProductive(miner, depth, consequent, counts)) continue;
    if (miner.rules.length >= maxRules) throw tooManyRules(miner.options);
    const path = [...miner.path.subarray(0, depth)];
    miner.rules.add({ source: "mined", antecedent: path, consequent, ...counts });
  }
}

interface RuleCounts {
  readonly supportCount: number;
  readonly antecedentCount: number;
}

/** No non-empty proper part of the antecedent gives the consequent with at least the same confidence. */
function isProductive(miner: Miner, depth: number, consequent: number, whole: RuleCounts): boolean {
  if (miner.alwaysTrue[consequent] === 1) return false;
  if (depth === 1) return true;
  for (let place = 0; place < depth; place++) {
    const item = miner.path[place]!;
    const supportCount = miner.pairCounts[item * miner.predicateCount + consequent]!;
    if (isAsConfident({ supportCount, antecedentCount: pairKnownCount(miner, item, consequent) }, whole)) return false;
  }
  for (let part = 3; part < (1 << depth) - 1; part++) {
    if ((part & (part - 1)) !== 0 && isAsConfident(countPart(miner, part, consequent), whole)) return false;
  }
  return true;
}

/** Confidences compared exactly, as products of integers. */
function isAsConfident(part: RuleCounts, whole: RuleCounts): boolean {
  return part.supportCount * whole.antecedentCount >= whole.supportCount * part.antecedentCount;
}

/** Counts for the items of the path whose places are bits of `part` (two or more); its row set is made once per antecedent. */
function countPart(miner: Miner, part: number, consequent: number): RuleCounts {
  const set = miner.partSets + part;
  if (miner.partCounts[part] === -1) {
    const lowest = part & -part;
    const rest = part ^ lowest;
    const item = miner.path[31 - Math.clz32(lowest)]!;
    if ((rest & (rest - 1)) === 0) {
      miner.partCounts[part] = miner.store.intersect(item, miner.path[31 - Math.clz32(rest)]!, set);
    } else {
      if (miner.partCounts[rest] === -1) countPart(miner, rest, consequent);
      miner.partCounts[part] = miner.store.intersect(item, miner.partSets + rest, set);
    }
  }
  const group = miner.knownGroup[consequent]!;
  const supportCount = countOne(miner.store, set, consequent);
  const antecedentCount = group < 0 ? miner.partCounts[part]! : countOne(miner.store, set, miner.knownSets[group]!);
  return { supportCount, antecedentCount };
}

function countOne(store: RowSetStore, base: number, set: number): number {
  const counts = new Int32Array(1);
  store.countEach(base, Int32Array.of(set), 1, counts);
  return counts[0]!;
}

function knownCount(miner: Miner, level: Level, count: number, consequent: number): number {
  const group = miner.knownGroup[consequent]!;
  return group < 0 ? count : level.knownCounts[group]!;
}

function pairKnownCount(miner: Miner, item: number, consequent: number): number {
  const group = miner.knownGroup[consequent]!;
  return group < 0 ? miner.itemCounts[item]! : miner.knownPairCounts[item * miner.knownSets.length + group]!;
}

function coversAllCategories(predicate: Predicate, table: EncodedTable): boolean {
  if (predicate.kind !== "in") return false;
  const feature = table.features[predicate.feature]!;
  return feature.kind === "categorical" && predicate.codes.length === feature.categories.length;
}

function stopIfAsked(hooks: MiningHooks): void {
  if (hooks.shouldStop()) throw new StoppedError();
}

function tooManyPredicates(count: number, rowCount: number): InputError {
  return new InputError(
    "PREDICATE_LIMIT",
    `there are ${count} predicates over ${rowCount} rows, more than can be mined at once`,
    `At most ${MAX_PREDICATES} predicates fit, and at most ${MAX_SET_BYTES} bytes of one bit for each row. Lower cells, raise minSupport, or exclude columns.`,
  );
}

function tooManyRules(options: MiningOptions): InputError {
  return new InputError(
    "RULE_LIMIT",
    `mining stopped at ${options.maxRules} rules (maxRules)`,
    `Raise minSupport above ${options.minSupport} or minConfidence above ${options.minConfidence}, ` +
      `lower maxPredicates below ${options.maxPredicates}${options.redundancy === "all" ? ', use redundancy "productive"' : ""}, ` +
      "lower cells, or raise maxRules. No partial model was kept.",
  );
}
