/**
 * Mines rules of rows that lie elsewhere, by counts alone: all pairs are counted, then antecedents of two predicates
 * with what may follow from them, and so on. Each length is one look at all rows, and what the lengths before rule out
 * is not counted. What comes of it is what a miner with the rows at hand finds (mine-rules.ts), in the same order.
 *
 * A state has 16 bytes for each rule that is counted; too many of them are an error.
 */
import { InputError } from "../../base/errors/input-error.js";
import { featuresOf, type Predicate } from "../../predicates/predicate.js";
import { columnTallies } from "../../table/column-tallies.js";
import type { EncodedTable } from "../../table/encode-table.js";
import { askRows } from "../../table/fold-rows.js";
import type { RowsElsewhere } from "../../table/rows-elsewhere.js";
import { countRulesFold, type RulesToCount } from "./count-rules.js";
import { alwaysTrue, type MinedRules, type MiningTask } from "./mining-task.js";
import { partners } from "./partners.js";
import { RuleRecords } from "./rule-records.js";

interface ToMine {
  readonly table: EncodedTable & { readonly elsewhere: RowsElsewhere };
  readonly predicates: readonly Predicate[];
  readonly task: MiningTask;
}

/** An antecedent, and what is known of the rules that have it. */
interface Antecedent {
  /** Ascending. */
  readonly items: readonly number[];
  /** Those of its rules that were counted: by their consequent, ascending. */
  readonly rules: ReadonlyMap<number, Counted>;
}

interface Counted {
  readonly antecedentCount: number;
  readonly supportCount: number;
}

/** Rules that are counted at once, at most. */
const MOST_COUNTED = 4_000_000;

/** Of each item the rules whose antecedent begins with it, antecedents ascending. */
export function mineByCounts(mining: ToMine): MinedRules[] {
  const { predicates, task } = mining;
  const levels: Level[] = [];
  let candidates = pairCandidates(mining);
  while (candidates.length > 0) {
    levels.push(countLevel(mining, candidates));
    candidates = levels.length + 1 < task.maxPredicates ? longerCandidates(levels, mining) : [];
  }
  const isAlwaysTrue = alwaysTrue(mining.table, predicates);
  return predicates.map((_, item) => minedFrom(levels, item, { task, isAlwaysTrue }));
}

/** Antecedents of one length by their items, ascending. */
type Level = ReadonlyMap<string, Antecedent>;

/** An antecedent whose rules are to be counted. */
interface Candidate {
  readonly items: readonly number[];
  /** Ascending. */
  readonly consequents: readonly number[];
}

function pairCandidates({ table, predicates }: ToMine): Candidate[] {
  const behind = partners(predicates, table.features);
  const room = new Int32Array(predicates.length);
  const partnersOf = predicates.map((): number[] => []);
  predicates.forEach((_, item) => {
    for (const other of room.subarray(0, behind(item, room))) {
      partnersOf[item]!.push(other);
      partnersOf[other]!.push(item);
    }
  });
  return partnersOf.map((others, item) => ({ items: [item], consequents: others.sort((a, b) => a - b) }));
}

function countLevel({ table, predicates }: ToMine, candidates: readonly Candidate[]): Level {
  const rules = listRules(candidates);
  if (rules.length > MOST_COUNTED) throw tooMany(rules.length);
  const { antecedentCounts, supportCounts } = askRows(table.elsewhere, countRulesFold, { ...rules, predicates });
  let rule = 0;
  return new Map(
    candidates.map(({ items, consequents }) => {
      const counted = new Map<number, Counted>();
      for (const consequent of consequents) {
        counted.set(consequent, { antecedentCount: antecedentCounts[rule]!, supportCount: supportCounts[rule]! });
        rule++;
      }
      return [items.join(), { items, rules: counted }];
    }),
  );
}

function listRules(candidates: readonly Candidate[]): Omit<RulesToCount, "predicates"> {
  const length = candidates.reduce((sum, { consequents }) => sum + consequents.length, 0);
  const size = candidates[0]!.items.length;
  const items = new Uint32Array(length * size);
  const consequents = new Uint32Array(length);
  let rule = 0;
  for (const candidate of candidates) {
    for (const consequent of candidate.consequents) {
      items.set(candidate.items, rule * size);
      consequents[rule++] = consequent;
    }
  }
  return { length, offsets: Uint32Array.from({ length: length + 1 }, (_, at) => at * size), items, consequents };
}

/**
 * Antecedents that are frequent with one more item, and the items that may be frequent with both; at the last length
 * only those that may still be the consequent of a rule.
 */
function longerCandidates(levels: readonly Level[], { table, predicates, task }: ToMine): Candidate[] {
  const { leastCount } = task;
  const isLast = levels.length + 2 === task.maxPredicates;
  const tallies = columnTallies(table);
  const isKnown = predicates.map((predicate) => featuresOf(predicate).every((j) => tallies[j]!.missing === 0));
  const longer: Candidate[] = [];
  for (const { items, rules } of levels.at(-1)!.values()) {
    for (const [item, { supportCount: count }] of rules) {
      if (item < items.at(-1)! || count < leastCount) continue;
      const withItem = levels[0]!.get(String(item))!.rules;
      const consequents = [...rules.keys()].filter((other) => {
        const [one, two] = [rules.get(other)!, withItem.get(other)];
        if (two === undefined || one.supportCount < leastCount || two.supportCount < leastCount) return false;
        return !isLast || mayFollow([one, two], isKnown[other]! ? count : null, task);
      });
      if (consequents.length > 0) longer.push({ items: [...items, item], consequents });
    }
  }
  return longer;
}

/**
 * Whether a rule may come of some that have parts of its antecedent. `count`: the rows of its antecedent; null where
 * the consequent is not known in all of them.
 */
function mayFollow(parts: readonly Counted[], count: number | null, task: MiningTask): boolean {
  if (task.redundancy === "productive" && parts.some((part) => part.supportCount === part.antecedentCount))
    return false;
  return count === null || parts.every(({ supportCount }) => supportCount / count > task.minConfidence);
}

interface Judging {
  readonly task: MiningTask;
  /** 1 for items that hold wherever they are known. */
  readonly isAlwaysTrue: Uint8Array;
}

/** Each antecedent before those that begin with it. */
function minedFrom(levels: readonly Level[], item: number, judging: Judging): MinedRules {
  const records = new RuleRecords();
  const found = levels.flatMap((level) => [...level.values()].filter(({ items }) => items[0] === item));
  found.sort((a, b) => compareItems(a.items, b.items));
  for (const { items, rules } of found) {
    const antecedent = Int32Array.from(items);
    for (const [consequent, counts] of rules) {
      if (isRule(levels, { items, consequent, counts }, judging)) records.add(antecedent, consequent, counts);
    }
  }
  return { count: records.count, records: records.take() };
}

function compareItems(a: readonly number[], b: readonly number[]): number {
  const common = Math.min(a.length, b.length);
  for (let place = 0; place < common; place++) if (a[place] !== b[place]) return a[place]! - b[place]!;
  return a.length - b.length;
}

interface CountedRule {
  readonly items: readonly number[];
  readonly consequent: number;
  readonly counts: Counted;
}

function isRule(levels: readonly Level[], { items, consequent, counts }: CountedRule, judging: Judging): boolean {
  const { leastCount, minConfidence, redundancy } = judging.task;
  const { antecedentCount, supportCount } = counts;
  if (supportCount < leastCount || supportCount / antecedentCount <= minConfidence) return false;
  if (redundancy === "all") return true;
  if (judging.isAlwaysTrue[consequent] === 1) return false;
  return properParts(items).every((part) => {
    const shorter = levels[part.length - 1]!.get(part.join())!.rules.get(consequent)!;
    // Confidences compared exactly, as products of integers.
    return shorter.supportCount * antecedentCount < supportCount * shorter.antecedentCount;
  });
}

/** Non-empty, and not the whole. */
function properParts(items: readonly number[]): number[][] {
  const parts: number[][] = [[]];
  for (const item of items) parts.push(...parts.map((part) => [...part, item]));
  return parts.filter((part) => part.length > 0 && part.length < items.length);
}

function tooMany(count: number): InputError {
  return new InputError(
    "CANDIDATE_LIMIT",
    `${count} rules would have to be counted at once in rows that lie in parts, at most ${MOST_COUNTED} can be`,
    "Lower maxPredicates, cut numbers into fewer cells (cells), raise minSupport, or leave columns out (exclude).",
  );
}
