/**
 * Finds all rules X → p between predicates: at most `maxPredicates` predicates in all, support > θ, confidence > γ, no
 * feature twice. Complete and exact; nothing is sampled.
 *
 * Depth-first over antecedents with one row set per level (Eclat's vertical layout). An FP-tree was not chosen: it shares
 * prefixes of rows, and here every row holds exactly one predicate of each feature, so there is little to share, while
 * the row sets are few, dense and meet in one pass of words. What makes it fast is not counting: at the last level
 * |X ∧ p| ≤ min over i in X of |{i} ∧ p|, so p is counted only where that bound still allows confidence > γ; and in
 * `productive` mode a consequent is closed below X once a part of X implies it without exception.
 *
 * `productive` keeps X → p only if no non-empty proper part of X gives p with at least the same confidence. Nothing is
 * lost for explaining: a dropped rule is broken only together with the shorter one, which has at least its score. The
 * empty part counts where ∅ → p is itself a range rule (p covers every category seen).
 *
 * Cost: O(frequent antecedents × open consequents × rows / 32). Memory: the predicates' row sets, one set per level, and
 * the pair counts, 4 bytes for each pair of predicates.
 */

import { countBits, uniteInto } from "../bits/bits.js";
import type { CreateRowSetStore, RowSetStore } from "../bits/row-set-store.js";
import { InputError, StoppedError } from "../errors/input-error.js";
import { leastCountAbove } from "../predicates/least-count.js";
import { featuresOf, fillRowSets, type Predicate } from "../predicates/predicate.js";
import { type EncodedTable, MISSING } from "../table/encode-table.js";
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

/** Adds the mined rules to `rules`, antecedents ascending. Items are places in `predicates`. */
export function mineRules(
  table: EncodedTable,
  predicates: readonly Predicate[],
  options: MiningOptions,
  hooks: MiningHooks,
  rules: RuleListBuilder,
): void {
  if (predicates.length > MAX_PREDICATES) throw tooManyPredicates(predicates.length);
  if (options.maxPredicates < 2 || predicates.length < 2) return;
  const miner = createMiner(table, predicates, options, hooks, rules);
  for (let item = 0; item < predicates.length; item++) {
    hooks.step(item, predicates.length);
    if (hooks.shouldStop()) throw new StoppedError();
    mineBelow(miner, item);
  }
}

/** Operations below which three predicates per rule are mined within about a minute in plain TypeScript. */
const COMFORTABLE_WORK = 3e10;

/** Whether rules of three predicates would take longer than a user waits who did not ask for them by name. */
export function isLongWork(predicateCount: number, rowCount: number): boolean {
  const pairs = (predicateCount * predicateCount) / 2;
  return pairs * (predicateCount + rowCount / 32) > COMFORTABLE_WORK;
}

interface Miner {
  readonly predicateCount: number;
  readonly options: MiningOptions;
  readonly hooks: MiningHooks;
  readonly rules: RuleListBuilder;
  readonly leastCount: number;
  readonly maxAntecedent: number;
  readonly store: RowSetStore;
  /** Rows with each predicate. */
  readonly itemCounts: Int32Array;
  /** |a ∧ b| at a · predicateCount + b; 0 where the two share a feature, so such pairs are never formed. */
  readonly pairCounts: Int32Array;
  /** For each item the place of its known-set in `knownSets`, or -1 when no row misses its feature. */
  readonly knownGroup: Int32Array;
  readonly knownSets: Int32Array;
  /** |a ∧ known set g| at a · knownSets.length + g. */
  readonly knownPairCounts: Int32Array;
  /** Items whose range rule says the same: they hold wherever they are known. */
  readonly alwaysTrue: Uint8Array;
  /** The antecedent at hand; [0, depth) is in use. */
  readonly path: Int32Array;
  /** levels[d] belongs to antecedents of d items. */
  readonly levels: readonly Level[];
  /** First of the row sets for parts of an antecedent, one for each subset of its places. */
  readonly partSets: number;
  readonly partCounts: Float64Array;
}

interface Level {
  /** The row set of the antecedent. */
  readonly set: number;
  readonly candidates: Int32Array;
  readonly counts: Int32Array;
  readonly knownCounts: Int32Array;
}

/** Row sets are laid out as: predicates, known sets, one per level, parts. */
function createMiner(
  table: EncodedTable,
  predicates: readonly Predicate[],
  options: MiningOptions,
  hooks: MiningHooks,
  rules: RuleListBuilder,
): Miner {
  const count = predicates.length;
  const maxAntecedent = options.maxPredicates - 1;
  const known = knownGroups(table, predicates);
  const levelSets = count + known.features.length;
  const partSets = levelSets + maxAntecedent + 1;
  const partSetCount = maxAntecedent > 2 ? 1 << maxAntecedent : 0;
  const store = hooks.createStore(table.rowCount, partSets + partSetCount);
  const itemCounts = fillStore(table, predicates, known, store);
  const knownSets = Int32Array.from(known.features, (_, group) => count + group);
  const { pairCounts, knownPairCounts } = countPairs(store, predicates, knownSets, hooks);
  return {
    predicateCount: count,
    options,
    hooks,
    rules,
    leastCount: leastCountAbove(options.minSupport, table.rowCount),
    maxAntecedent,
    store,
    itemCounts,
    pairCounts,
    knownGroup: known.groupOf,
    knownSets,
    knownPairCounts,
    alwaysTrue: Uint8Array.from(predicates, (predicate) => Number(coversAllCategories(predicate, table))),
    path: new Int32Array(maxAntecedent),
    levels: Array.from({ length: maxAntecedent + 1 }, (_, depth) => ({
      set: levelSets + depth,
      candidates: new Int32Array(count),
      counts: new Int32Array(count),
      knownCounts: new Int32Array(knownSets.length),
    })),
    partSets,
    partCounts: new Float64Array(partSetCount),
  };
}

interface KnownGroups {
  readonly groupOf: Int32Array;
  /** The features (one, or several of an anyOf) whose common known rows a group stands for. */
  readonly features: readonly (readonly number[])[];
}

/** Predicates that fail or hold in every row need no group; the others share one per set of features. */
function knownGroups(table: EncodedTable, predicates: readonly Predicate[]): KnownGroups {
  const hasMissing = table.columns.map((column) =>
    column.kind === "numeric" ? column.values.some(Number.isNaN) : column.codes.some((code) => code === MISSING),
  );
  const groups = new Map<string, number>();
  const features: (readonly number[])[] = [];
  const groupOf = Int32Array.from(predicates, (predicate, item) => {
    const own = featuresOf(predicate);
    if (!own.some((feature) => hasMissing[feature])) return -1;
    // An anyOf is known where one part holds, even if another is missing: its known rows are its own.
    const key = predicate.kind === "anyOf" ? `anyOf ${item}` : own.join();
    let group = groups.get(key);
    if (group === undefined) {
      groups.set(key, (group = features.length));
      features.push(own);
    }
    return group;
  });
  return { groupOf, features };
}

/** Fills the sets of predicates and of known rows; returns the predicates' counts. */
function fillStore(
  table: EncodedTable,
  predicates: readonly Predicate[],
  known: KnownGroups,
  store: RowSetStore,
): Int32Array {
  return Int32Array.from(predicates, (predicate, item) => {
    const holds = store.words(item);
    const fails = new Uint32Array(holds.length);
    fillRowSets(predicate, table, holds, fails);
    const group = known.groupOf[item]!;
    if (group >= 0) {
      const knownRows = store.words(predicates.length + group);
      uniteInto(knownRows, holds);
      uniteInto(knownRows, fails);
    }
    return countBits(holds);
  });
}

function countPairs(store: RowSetStore, predicates: readonly Predicate[], knownSets: Int32Array, hooks: MiningHooks) {
  const count = predicates.length;
  const features = predicates.map(featuresOf);
  const pairCounts = new Int32Array(count * count);
  const knownPairCounts = new Int32Array(count * knownSets.length);
  const others = new Int32Array(count);
  const counts = new Int32Array(Math.max(count, knownSets.length));
  for (let a = 0; a < count; a++) {
    if (hooks.shouldStop()) throw new StoppedError();
    let length = 0;
    for (let b = a + 1; b < count; b++) if (areDisjoint(features[a]!, features[b]!)) others[length++] = b;
    store.countEach(a, others, length, counts);
    for (let i = 0; i < length; i++) {
      pairCounts[a * count + others[i]!] = counts[i]!;
      pairCounts[others[i]! * count + a] = counts[i]!;
    }
    store.countEach(a, knownSets, knownSets.length, counts);
    knownPairCounts.set(counts.subarray(0, knownSets.length), a * knownSets.length);
  }
  return { pairCounts, knownPairCounts };
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
    if (depth === 1 && miner.hooks.shouldStop()) throw new StoppedError();
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

function areDisjoint(a: readonly number[], b: readonly number[]): boolean {
  return !a.some((feature) => b.includes(feature));
}

function tooManyPredicates(count: number): InputError {
  return new InputError(
    "PREDICATE_LIMIT",
    `there are ${count} predicates, more than the ${MAX_PREDICATES} that can be mined at once`,
    "Lower cells, raise minSupport, or exclude columns.",
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
