/**
 * Mines rules of rows that lie elsewhere, by counts alone: all pairs are counted, then antecedents of two predicates
 * with what may follow from them, and so on. What the lengths before rule out is not counted. What comes of it is what
 * a miner with the rows at hand finds (mine-rules.ts), in the same order.
 *
 * A look at all rows counts up to COUNTED_AT_ONCE rules, 16 bytes of a state for each; longer lists take several looks,
 * of each of which only frequent rules stay, and of the longest only those that are found.
 */
import { groupDigits, InputError } from "../../base/index.js";
import type { Predicate } from "../../predicates/index.js";
import { askRows, type EncodedTable, type RowsElsewhere } from "../../table/index.js";
import type { RulesOfOne } from "./best-rules.js";
import { type Candidate, type CandidateLists, lengthOf, longerCandidates, pairCandidates } from "./candidates.js";
import { countRulesFold } from "./count-rules.js";
import {
  type CountedAntecedent,
  countsAt,
  type FrequentRules,
  isFound,
  type Judging,
  type Level,
} from "./counted-rules.js";
import { COUNTED_AT_ONCE, frequentRules, listRules, takeLists } from "./frequent-rules.js";
import { alwaysTrue, type MinedRules, type MiningTask } from "./mining-task.js";

interface ToMine {
  readonly table: EncodedTable & { readonly elsewhere: RowsElsewhere };
  readonly predicates: readonly Predicate[];
  readonly task: MiningTask;
  /** More rules than this are not wanted: not all need be found then. */
  readonly maxRules: number;
  /** Which of the rules of an antecedent of one item stay; null: all. */
  readonly choose?: ChooseRules | null;
  /** Rules that are counted in one look at the rows, at most; default: COUNTED_AT_ONCE. */
  readonly countedAtOnce?: number;
  /** More rules of one length than this are an error; default: MOST_COUNTED. */
  readonly mostCounted?: number;
}

/** The places of those that stay, ascending. */
export type ChooseRules = (item: number, rules: RulesOfOne) => readonly number[];

/** Rules of one length: a hundred looks at the rows. */
export const MOST_COUNTED = 100 * COUNTED_AT_ONCE;
/** Lists of candidates by which it is told whether there are so many times too many that none need be counted. */
const SAMPLED_LISTS = 256;
const FAR_TOO_MANY = 4;

/** Of each item the rules whose antecedent begins with it, antecedents ascending. */
export function mineByCounts(mining: ToMine): MinedRules<Float64Array>[] {
  const { table, predicates, task, maxRules } = mining;
  const judging = {
    minConfidence: task.minConfidence,
    isNoNews: task.redundancy === "all" ? null : alwaysTrue(table, predicates),
  };
  const levels: Level[] = [];
  let left = maxRules;
  while (levels.length + 1 < task.maxPredicates && left >= 0) {
    const level = countLevel(mining, { levels, judging, mostFound: left });
    if (level.size === 0) break;
    for (const { areFound } of level.values()) left -= countFound(areFound);
    levels.push(level);
  }
  const byFirst = predicates.map((): CountedAntecedent[] => []);
  for (const level of levels) for (const each of level.values()) byFirst[each.items[0]!]!.push(each);
  return byFirst.map(left < 0 ? countOf : recordsOf);
}

interface LevelWork {
  /** Those of shorter antecedents. */
  readonly levels: readonly Level[];
  readonly judging: Judging;
  /** Once more are found, no more are looked for. */
  readonly mostFound: number;
}

function countLevel(mining: ToMine, { levels, judging, mostFound }: LevelWork): Level {
  const { elsewhere } = mining.table;
  const { countedAtOnce = COUNTED_AT_ONCE, mostCounted = MOST_COUNTED } = mining;
  const size = levels.length + 1;
  const isLast = size + 1 === mining.task.maxPredicates;
  const lists = size === 1 ? pairCandidates(mining) : longerCandidates(levels, mining);
  const { choose = null } = mining;
  const name = `rules of ${size} of ${mining.task.maxPredicates} predicates${choose === null ? "" : ", the best"}`;
  if (elsewhere.once(`${name}: too many`, () => areMore(lists, mostCounted))) throw tooMany(mostCounted);
  const level = new Map<string, CountedAntecedent>();
  let found = 0;
  for (let list = 0; list < lists.length && found <= mostFound; ) {
    const piece = elsewhere.once(`${name}, from ${list}`, () => {
      const { candidates, next } = takeLists(lists, list, countedAtOnce);
      const counted = countCandidates(candidates, mining, { levels, judging, isLast });
      return { counted: choose === null ? counted : counted.map((each) => chosenOf(each, choose)), next };
    });
    for (const each of piece.counted) {
      level.set(each.items.join(), each);
      found += countFound(each.areFound);
    }
    list = piece.next;
  }
  return level;
}

function countFound(areFound: Uint8Array): number {
  let count = 0;
  for (const isFound of areFound) count += isFound;
  return count;
}

/** Some lists, evenly spread, are looked at first. */
function areMore(lists: CandidateLists, most: number): boolean {
  const sampled = Math.min(SAMPLED_LISTS, lists.length);
  let seen = 0;
  for (let i = 0; i < sampled; i++) seen += lengthOf(lists.at(Math.floor((i * lists.length) / sampled)));
  if (seen * lists.length > FAR_TOO_MANY * most * sampled) return true;
  let total = 0;
  for (let list = 0; list < lists.length && total <= most; list++) total += lengthOf(lists.at(list));
  return total > most;
}

interface PieceWork extends Pick<LevelWork, "levels" | "judging"> {
  /** Whether no longer rules come of these. */
  readonly isLast: boolean;
}

/** What stays of them once they are counted. */
function countCandidates(
  candidates: readonly Candidate[],
  { table, predicates, task }: ToMine,
  { levels, judging, isLast }: PieceWork,
): CountedAntecedent[] {
  if (candidates.length === 0) return [];
  const counted = askRows(table.elsewhere, countRulesFold, { ...listRules(candidates), predicates });
  return frequentRules(candidates, counted, task.leastCount).flatMap((frequent) => {
    const areFound = Uint8Array.from(frequent.consequents, (consequent, place) =>
      Number(isFound({ items: frequent.items, consequent, counts: countsAt(frequent, place) }, judging, levels)),
    );
    if (!isLast) return { ...frequent, areFound };
    const places = [...areFound.keys()].filter((place) => areFound[place] === 1);
    return places.length === 0 ? [] : foundAt(frequent, places);
  });
}

/** Contract: an antecedent of one item, of the longest that there are. */
function chosenOf(antecedent: CountedAntecedent, choose: ChooseRules): CountedAntecedent {
  return foundAt(antecedent, choose(antecedent.items[0]!, antecedent));
}

/** With the rules at these places alone, all of which are found. */
function foundAt(antecedent: FrequentRules, places: readonly number[]): CountedAntecedent {
  const { items, consequents, supportCounts, antecedentCounts } = antecedent;
  return {
    items,
    consequents: Uint32Array.from(places, (place) => consequents[place]!),
    supportCounts: Float64Array.from(places, (place) => supportCounts[place]!),
    antecedentCounts: Float64Array.from(places, (place) => antecedentCounts[place]!),
    areFound: new Uint8Array(places.length).fill(1),
  };
}

/** Where there are more than are wanted, none is written. */
function countOf(antecedents: readonly CountedAntecedent[]): MinedRules<Float64Array> {
  const count = antecedents.reduce((sum, { areFound }) => sum + countFound(areFound), 0);
  return { count, records: new Float64Array() };
}

/** Each antecedent before those that begin with it. */
function recordsOf(antecedents: CountedAntecedent[]): MinedRules<Float64Array> {
  const records: number[] = [];
  let count = 0;
  for (const antecedent of antecedents.sort((a, b) => compareItems(a.items, b.items))) {
    const { items, consequents, areFound } = antecedent;
    consequents.forEach((consequent, place) => {
      if (areFound[place] === 0) return;
      const { supportCount, antecedentCount } = countsAt(antecedent, place);
      records.push(items.length, ...items, consequent, supportCount, antecedentCount);
      count++;
    });
  }
  return { count, records: Float64Array.from(records) };
}

function compareItems(a: readonly number[], b: readonly number[]): number {
  const common = Math.min(a.length, b.length);
  for (let place = 0; place < common; place++) if (a[place] !== b[place]) return a[place]! - b[place]!;
  return a.length - b.length;
}

function tooMany(most: number): InputError {
  return new InputError(
    "CANDIDATE_LIMIT",
    `more than ${groupDigits(most)} rules of one length would have to be counted in rows that lie in parts`,
    "Lower maxPredicates, cut numbers into fewer cells (cells), raise minSupport, or leave columns out (exclude).",
  );
}
