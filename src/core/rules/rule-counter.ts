/**
 * Counts in stretches of rows how many have the antecedent of a rule and a known consequent, and in how many of these
 * it holds. Row sets lie in the kernel's memory, and vectors of them are counted at a time.
 */
import { setBit, wordsFor } from "../base/index.js";
import { type Kernel, layOut, u32 } from "../compute/index.js";
import type { Predicate } from "../predicates/index.js";
import type { EncodedTable } from "../table/index.js";
import { fillSets, type KnownGroups, knownGroups } from "./predicate-sets.js";
import type { RuleList } from "./rule-list.js";

export interface RulesToCount {
  readonly rows: EncodedTable;
  /**
   * Rows of stretch s are [starts[s], starts[s] + lengths[s]); others do not count. Starts are multiples of
   * VECTOR_ROWS.
   */
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
  readonly predicates: readonly Predicate[];
  readonly rules: Antecedents & Pick<RuleList, "consequents">;
}

type Antecedents = Pick<RuleList, "offsets" | "items">;

/** For each rule as many numbers as there are stretches. */
export interface RuleCounts {
  readonly antecedentCounts: Uint32Array;
  readonly supportCounts: Uint32Array;
}

export const VECTOR_ROWS = 128;

/** Counts rules from `start` to `end` - 1. */
export function createRuleCounter(task: RulesToCount, kernel: Kernel): (start: number, end: number) => RuleCounts {
  const { rules, starts } = task;
  const sets = layOutSets(task, kernel);
  const stretchCount = task.lengths.length;
  const stretches = task.lengths.map((_, stretch) => ({
    first: starts[stretch]! >>> 5,
    last: starts[stretch + 1]! >>> 5,
  }));
  return (start, end) => {
    const antecedentCounts = new Uint32Array((end - start) * stretchCount);
    const supportCounts = new Uint32Array((end - start) * stretchCount);
    let knownBefore = -1;
    for (let rule = start; rule < end; rule++) {
      const isSame = rule > start && hasAntecedentOf(rules, rule, rule - 1);
      if (!isSame) intersectAntecedent(sets, rules, rule);
      const { holds, known } = consequentSets(task, sets, rules.consequents[rule]!);
      for (let stretch = 0; stretch < stretchCount; stretch++) {
        const at = (rule - start) * stretchCount + stretch;
        const words = stretches[stretch]!;
        supportCounts[at] = sets.countCommon(sets.antecedent, holds, words);
        antecedentCounts[at] =
          isSame && known === knownBefore
            ? antecedentCounts[at - stretchCount]!
            : sets.countCommon(sets.antecedent, known, words);
      }
      knownBefore = known;
    }
    return { antecedentCounts, supportCounts };
  };
}

interface WordRange {
  readonly first: number;
  /** Not among them. */
  readonly last: number;
}

/**
 * Row sets by number: of predicates, of groups of known rows, of all rows that count, and of those of the antecedent at
 * hand.
 */
interface CountingSets {
  readonly known: KnownGroups;
  readonly all: number;
  readonly antecedent: number;
  /** Rows of both sets in some of their words. */
  countCommon(a: number, b: number, words: WordRange): number;
  intersect(a: number, b: number, into: number): void;
}

function layOutSets({ rows, starts, lengths, predicates }: RulesToCount, kernel: Kernel): CountingSets {
  const known = knownGroups(rows, predicates);
  const all = predicates.length + known.features.length;
  const antecedent = all + 1;
  const stride = wordsFor(rows.rowCount);
  const size = (antecedent + 1) * stride;
  const { words } = layOut(kernel, { sets: { words: u32(size) } }).sets;
  const setOf = (set: number): Uint32Array => words.subarray(set * stride, (set + 1) * stride);
  fillSets(rows, predicates, { known, words: setOf });
  const rowsThatCount = setOf(all);
  lengths.forEach((length, stretch) => {
    for (let row = starts[stretch]!; row < starts[stretch]! + length; row++) setBit(rowsThatCount, row);
  });
  const { run } = kernel;
  const pointer = (set: number): number => words.byteOffset + 4 * stride * set;
  return {
    known,
    all,
    antecedent,
    countCommon: (a, b, { first, last }) =>
      run.countCommon(pointer(a) + 4 * first, pointer(b) + 4 * first, 4 * (last - first)),
    intersect: (a, b, into) => run.intersect(pointer(a), pointer(b), pointer(into), 4 * stride),
  };
}

function hasAntecedentOf({ offsets, items }: Antecedents, rule: number, other: number): boolean {
  const [start, end, otherStart] = [offsets[rule]!, offsets[rule + 1]!, offsets[other]!];
  if (end - start !== offsets[other + 1]! - otherStart) return false;
  for (let at = start; at < end; at++) if (items[at] !== items[otherStart + at - start]) return false;
  return true;
}

function intersectAntecedent(sets: CountingSets, { offsets, items }: Antecedents, rule: number): void {
  const [start, end] = [offsets[rule]!, offsets[rule + 1]!];
  sets.intersect(sets.all, start === end ? sets.all : items[start]!, sets.antecedent);
  for (let at = start + 1; at < end; at++) sets.intersect(sets.antecedent, items[at]!, sets.antecedent);
}

/** Rows in which a consequent holds, and those in which it holds or fails; whether a value is there is always known. */
function consequentSets({ predicates }: RulesToCount, { known, all }: CountingSets, item: number) {
  const group = known.groupOf[item]!;
  const isAlwaysKnown = group < 0 || predicates[item]!.kind === "present";
  return { holds: item, known: isAlwaysKnown ? all : predicates.length + group };
}
