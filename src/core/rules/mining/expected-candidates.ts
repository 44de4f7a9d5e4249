/**
 * How many rules of three predicates would have to be counted one by one, if the rows lay elsewhere: told by the pairs
 * of a sample, which is the same sample wherever the rows lie.
 */
import type { Kernel } from "../../compute/index.js";
import { type CandidateQuestion, lengthOf, longerCandidates, pairCandidates } from "./candidates.js";
import { countRules } from "./count-rules.js";
import type { FrequentLevel, FrequentRules } from "./counted-rules.js";
import { COUNTED_AT_ONCE, frequentRules, listRules, takeLists } from "./frequent-rules.js";

/** Antecedents that are looked at, evenly spread. */
const LOOKED_AT = 16;

/** Contract: `table` holds a sample of the rows, and `leastCount` is meant for it. */
export function expectedCandidates(question: CandidateQuestion, kernel: Kernel, lookedAt = LOOKED_AT): number {
  const pairs = countPairs(question, kernel);
  const lists = longerCandidates([pairs], { ...question, task: { ...question.task, maxPredicates: 3 } });
  const count = Math.min(lookedAt, lists.length);
  let seen = 0;
  for (let i = 0; i < count; i++) seen += lengthOf(lists.at(Math.floor(((i + 0.5) * lists.length) / count)));
  return count === 0 ? 0 : (seen * lists.length) / count;
}

/** Frequent pairs, both ways. */
function countPairs({ table, predicates, task }: CandidateQuestion, kernel: Kernel): FrequentLevel {
  const lists = pairCandidates({ table, predicates });
  const level = new Map<string, FrequentRules>();
  for (let first = 0; first < lists.length; ) {
    const { candidates, next } = takeLists(lists, first, COUNTED_AT_ONCE);
    const counted = countRules(table, { ...listRules(candidates), predicates }, kernel);
    for (const each of frequentRules(candidates, counted, task.leastCount)) level.set(each.items.join(), each);
    first = next;
  }
  return level;
}
