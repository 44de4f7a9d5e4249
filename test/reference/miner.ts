/**
 * A miner in TypeScript, against which that of the kernel is held on tables too large for enumeration (test/oracle).
 * Depth-first over antecedents with one row set per level.
 */
import type { Predicate } from "../../src/core/predicates/index.js";
import { alwaysTrue, type Miner, type MiningTask, type MiningWatch, RuleRecords } from "../../src/core/rules/index.js";
import type { EncodedTable } from "../../src/core/table/index.js";
import { countPairs, type PairCounts } from "./pair-counts.js";
import type { RowSetStore } from "./row-set-store.js";

interface Mining extends PairCounts {
  readonly predicateCount: number;
  readonly task: MiningTask;
  readonly watch: MiningWatch;
  rules: RuleRecords;
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

export function createReferenceMiner(
  table: EncodedTable,
  predicates: readonly Predicate[],
  task: MiningTask,
  watch: MiningWatch,
): Miner {
  const maxAntecedent = task.maxPredicates - 1;
  const partSetCount = maxAntecedent > 2 ? 1 << maxAntecedent : 0;
  const pairs = countPairs(table, predicates, { room: maxAntecedent + 1 + partSetCount, step: watch.tick });
  const miner: Mining = {
    ...pairs,
    predicateCount: predicates.length,
    task,
    watch,
    rules: new RuleRecords(),
    maxAntecedent,
    alwaysTrue: alwaysTrue(table, predicates),
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
  return {
    mine(item, rules) {
      miner.rules = rules;
      mineBelow(miner, item);
    },
  };
}

function mineBelow(miner: Mining, item: number): void {
  const { pairCounts, predicateCount } = miner;
  const { leastCount } = miner.task;
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

function visit(miner: Mining, depth: number, antecedent: Antecedent): void {
  emitRules(miner, depth, antecedent);
  if (depth === miner.maxAntecedent) return;
  const { candidates, counts } = miner.levels[depth]!;
  const last = miner.path[depth - 1]!;
  const child = miner.levels[depth + 1]!;
  for (let i = 0; i < antecedent.length; i++) {
    const item = candidates[i]!;
    if (item <= last || counts[i]! < miner.task.leastCount) continue;
    miner.path[depth] = item;
    const count = counts[i]!;
    const length = collectCandidates(miner, depth, antecedent, item, count);
    if (length === 0) continue;
    if (depth === 1) miner.watch.tick();
    if (miner.rules.count > miner.watch.maxRules) return;
    miner.store.intersect(antecedent.set, item, child.set);
    miner.store.countEach(child.set, child.candidates, length, child.counts);
    miner.store.countEach(child.set, miner.knownSets, miner.knownSets.length, child.knownCounts);
    visit(miner, depth + 1, { set: child.set, count, length });
  }
}

/**
 * Items that may still be frequent with antecedent + item; at the last level only those that may still be consequents.
 */
function collectCandidates(miner: Mining, depth: number, antecedent: Antecedent, item: number, count: number): number {
  const { candidates, counts } = miner.levels[depth]!;
  const next = miner.levels[depth + 1]!.candidates;
  const isLast = depth + 1 === miner.maxAntecedent;
  const pairs = item * miner.predicateCount;
  let length = 0;
  for (let i = 0; i < antecedent.length; i++) {
    const other = candidates[i]!;
    const bound = Math.min(counts[i]!, miner.pairCounts[pairs + other]!);
    if (bound < miner.task.leastCount) continue;
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

function mayConclude(miner: Mining, depth: number, antecedent: Antecedent, conclusion: Conclusion): boolean {
  const { other, bound, place, count } = conclusion;
  const group = miner.knownGroup[other]!;
  if (group < 0 && bound / count <= miner.task.minConfidence) return false;
  if (miner.task.redundancy === "all") return true;
  const level = miner.levels[depth]!;
  if (level.counts[place] === knownCount(miner, level, antecedent.count, other)) return false;
  const item = miner.path[depth]!;
  return miner.pairCounts[item * miner.predicateCount + other] !== pairKnownCount(miner, item, other);
}

function emitRules(miner: Mining, depth: number, antecedent: Antecedent): void {
  const level = miner.levels[depth]!;
  const { minConfidence, redundancy, leastCount } = miner.task;
  miner.partCounts.fill(-1);
  for (let i = 0; i < antecedent.length; i++) {
    const supportCount = level.counts[i]!;
    if (supportCount < leastCount) continue;
    const consequent = level.candidates[i]!;
    const antecedentCount = knownCount(miner, level, antecedent.count, consequent);
    if (supportCount / antecedentCount <= minConfidence) continue;
    const counts = { supportCount, antecedentCount };
    if (redundancy === "productive" && !isProductive(miner, depth, consequent, counts)) continue;
    miner.rules.add(miner.path.subarray(0, depth), consequent, { supportCount, antecedentCount });
  }
}

interface RuleCounts {
  readonly supportCount: number;
  readonly antecedentCount: number;
}

/** No non-empty proper part of the antecedent gives the consequent with at least the same confidence. */
function isProductive(miner: Mining, depth: number, consequent: number, whole: RuleCounts): boolean {
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

/**
 * Counts for the items of the path whose places are bits of `part` (two or more); its row set is made once per
 * antecedent.
 */
function countPart(miner: Mining, part: number, consequent: number): RuleCounts {
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

function knownCount(miner: Mining, level: Level, count: number, consequent: number): number {
  const group = miner.knownGroup[consequent]!;
  return group < 0 ? count : level.knownCounts[group]!;
}

function pairKnownCount(miner: Mining, item: number, consequent: number): number {
  const group = miner.knownGroup[consequent]!;
  return group < 0 ? miner.itemCounts[item]! : miner.knownPairCounts[item * miner.knownSets.length + group]!;
}
