/**
 * Rules that have to be counted where rows lie elsewhere: all pairs of predicates, and of longer rules those that the
 * shorter ones do not rule out.
 */
import { featuresOf, type Predicate } from "../../predicates/index.js";
import { columnTallies, type EncodedTable } from "../../table/index.js";
import { countsAt, type FrequentLevel } from "./counted-rules.js";
import type { MiningTask } from "./mining-task.js";
import { partners } from "./partners.js";
import type { RuleCounts } from "./rule-records.js";

/** What is mined. */
export interface CandidateQuestion {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
  readonly task: MiningTask;
}

/** An antecedent whose rules are to be counted. */
export interface Candidate {
  readonly items: readonly number[];
  /** Ascending. */
  readonly consequents: readonly number[];
}

/** Candidates in lists that are made one by one. */
export interface CandidateLists {
  readonly length: number;
  at(list: number): Candidate[];
}

export function pairCandidates({ table, predicates }: Pick<CandidateQuestion, "table" | "predicates">): CandidateLists {
  const partnersOf = partners(predicates, table.features);
  const room = new Int32Array(predicates.length);
  return {
    length: predicates.length,
    at: (item) => [{ items: [item], consequents: [...room.subarray(0, partnersOf(item, room, 0))] }],
  };
}

/**
 * Antecedents that are frequent with one more item, and the items that may be frequent with both; at the last length
 * only those that may still be the consequent of a rule. A list for each of the antecedents.
 */
export function longerCandidates(
  levels: readonly FrequentLevel[],
  { table, predicates, task }: CandidateQuestion,
): CandidateLists {
  const isLast = levels.length + 2 === task.maxPredicates;
  const tallies = columnTallies(table);
  const isKnown = predicates.map((predicate) => featuresOf(predicate).every((j) => tallies[j]!.missing === 0));
  const antecedents = [...levels.at(-1)!.values()];
  const pairs = predicates.map((_, item) => levels[0]!.get(String(item)));
  const at = (list: number): Candidate[] => {
    const antecedent = antecedents[list]!;
    const { items, consequents: others, supportCounts } = antecedent;
    const longer: Candidate[] = [];
    others.forEach((item, place) => {
      const withItem = pairs[item];
      if (item < items.at(-1)! || withItem === undefined) return;
      const consequents: number[] = [];
      forEachCommon(others, withItem.consequents, (one, two) => {
        const parts = [countsAt(antecedent, one), countsAt(withItem, two)];
        const other = others[one]!;
        if (!isLast || mayFollow(parts, isKnown[other]! ? supportCounts[place]! : null, task)) consequents.push(other);
      });
      if (consequents.length > 0) longer.push({ items: [...items, item], consequents });
    });
    return longer;
  };
  return { length: antecedents.length, at };
}

/** Places of what both have; both ascend. */
function forEachCommon(one: Uint32Array, two: Uint32Array, visit: (one: number, two: number) => void): void {
  for (let a = 0, b = 0; a < one.length && b < two.length; ) {
    if (one[a]! < two[b]!) a++;
    else if (one[a]! > two[b]!) b++;
    else visit(a++, b++);
  }
}

/**
 * Whether a rule may come of some that have parts of its antecedent. `count`: the rows of its antecedent; null where
 * the consequent is not known in all of them.
 */
function mayFollow(parts: readonly RuleCounts[], count: number | null, task: MiningTask): boolean {
  if (task.redundancy === "productive" && parts.some((part) => part.supportCount === part.antecedentCount))
    return false;
  return count === null || parts.every(({ supportCount }) => supportCount / count > task.minConfidence);
}

/** Number of rules. */
export function lengthOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { consequents }) => sum + consequents.length, 0);
}
