/**
 * How many rules of three predicates would have to be counted one by one, if the rows lay elsewhere: told by the pairs
 * of a sample, which is the same sample wherever the rows lie.
 */
import { popcount32, uniteInto, wordsFor } from "../../base/bits/bits.js";
import { fillRowSets, type Predicate } from "../../predicates/predicate.js";
import type { EncodedTable } from "../../table/encode-table.js";
import { type CandidateQuestion, lengthOf, longerCandidates, pairCandidates } from "./candidates.js";
import type { CountedAntecedent, Level } from "./counted-rules.js";

/** Antecedents that are looked at, evenly spread. */
const LOOKED_AT = 16;

/** Contract: `table` holds a sample of the rows, and `leastCount` is meant for it. */
export function expectedCandidates(question: CandidateQuestion, lookedAt = LOOKED_AT): number {
  const pairs = countPairs(question);
  const lists = longerCandidates([pairs], { ...question, task: { ...question.task, maxPredicates: 3 } });
  const count = Math.min(lookedAt, lists.length);
  let seen = 0;
  for (let i = 0; i < count; i++) seen += lengthOf(lists.at(Math.floor(((i + 0.5) * lists.length) / count)));
  return count === 0 ? 0 : (seen * lists.length) / count;
}

/** Frequent pairs, both ways. */
function countPairs({ table, predicates, task }: CandidateQuestion): Level {
  const sets = predicates.map((predicate) => rowSetsOf(predicate, table));
  const lists = pairCandidates({ table, predicates });
  const level = new Map<string, CountedAntecedent>();
  predicates.forEach((_, item) => {
    const { holds } = sets[item]!;
    const frequent = lists
      .at(item)[0]!
      .consequents.map((other) => ({ other, count: countBoth(holds, sets[other]!.holds) }))
      .filter(({ count }) => count >= task.leastCount);
    if (frequent.length === 0) return;
    level.set(String(item), {
      items: [item],
      consequents: Uint32Array.from(frequent, ({ other }) => other),
      supportCounts: Float64Array.from(frequent, ({ count }) => count),
      antecedentCounts: Float64Array.from(frequent, ({ other }) => countBoth(holds, sets[other]!.known)),
      areFound: new Uint8Array(frequent.length),
    });
  });
  return level;
}

interface KnownRows {
  readonly holds: Uint32Array;
  /** Rows in which it holds or fails. */
  readonly known: Uint32Array;
}

function rowSetsOf(predicate: Predicate, table: EncodedTable): KnownRows {
  const words = wordsFor(table.rowCount);
  const [holds, fails] = [new Uint32Array(words), new Uint32Array(words)];
  fillRowSets(predicate, table, { holds, fails });
  uniteInto(fails, holds);
  return { holds, known: fails };
}

function countBoth(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < a.length; word++) count += popcount32(a[word]! & b[word]!);
  return count;
}
