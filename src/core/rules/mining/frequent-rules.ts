/** Candidates as lists of rules to be counted, so many at once, and those of them that are frequent. */
import { type Candidate, type CandidateLists, lengthOf } from "./candidates.js";
import type { CountedRules, RulesToCount } from "./count-rules.js";
import type { FrequentRules } from "./counted-rules.js";

/** Rules that are counted in one look at the rows: 16 bytes of a state for each. */
export const COUNTED_AT_ONCE = 2_000_000;

/** As many lists as have so many rules together at most, but one at least. */
export function takeLists(
  lists: CandidateLists,
  first: number,
  most: number,
): { readonly candidates: Candidate[]; readonly next: number } {
  const candidates = lists.at(first);
  let length = lengthOf(candidates);
  let next = first + 1;
  for (; next < lists.length; next++) {
    const more = lists.at(next);
    length += lengthOf(more);
    if (length > most) break;
    candidates.push(...more);
  }
  return { candidates, next };
}

/** One behind the other. Contract: antecedents of one length. */
export function listRules(candidates: readonly Candidate[]): Omit<RulesToCount, "predicates"> {
  const length = lengthOf(candidates);
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

/** Of each antecedent that has any. `counted`: the rules of all candidates, as listRules has them. */
export function frequentRules(
  candidates: readonly Candidate[],
  { supportCounts, antecedentCounts }: CountedRules,
  leastCount: number,
): FrequentRules[] {
  let start = 0;
  return candidates.flatMap(({ items, consequents }) => {
    const first = start;
    start += consequents.length;
    const places: number[] = [];
    for (let place = 0; place < consequents.length; place++)
      if (supportCounts[first + place]! >= leastCount) places.push(place);
    if (places.length === 0) return [];
    return {
      items,
      consequents: Uint32Array.from(places, (place) => consequents[place]!),
      supportCounts: Float64Array.from(places, (place) => supportCounts[first + place]!),
      antecedentCounts: Float64Array.from(places, (place) => antecedentCounts[first + place]!),
    };
  });
}
