/**
 * Predicates of categorical features: Algorithm 1 of the paper.
 *
 * A value more frequent than θ stands alone. A feature's rarer values are joined by "or". What is still too rare is
 * joined across features, walking the features in the order of their names, so that the order of columns does not
 * matter; the last group takes the rest when the rest could not stand alone. A rest that never gets frequent enough
 * gives no predicate.
 */
import { compareNames } from "../base/index.js";
import { columnTallies, type EncodedTable } from "../table/index.js";
import { leastCountAbove } from "./least-count.js";
import type { CategoryPredicate, Predicate } from "./predicate.js";
import { unionCounts } from "./union-counts.js";

/** In the order of features; joined predicates of several features last. */
export function categoricalPredicates(table: EncodedTable, minSupport: number): Predicate[] {
  const leastCount = leastCountAbove(minSupport, table.rowCount);
  const alone: Predicate[] = [];
  const rare: CategoryPredicate[] = [];
  columnTallies(table).forEach(({ categories: counts }, feature) => {
    const few: number[] = [];
    let fewCount = 0;
    counts.forEach((count, code) => {
      if (count >= leastCount) alone.push({ kind: "in", feature, codes: [code] });
      else if (count > 0) {
        few.push(code);
        fewCount += count;
      }
    });
    if (few.length === 0) return;
    const joined: CategoryPredicate = { kind: "in", feature, codes: few };
    if (fewCount >= leastCount) alone.push(joined);
    else rare.push(joined);
  });
  rare.sort((a, b) => compareNames(table.features[a.feature]!.name, table.features[b.feature]!.name));
  return [...alone, ...joinAcrossFeatures(rare, table, leastCount)];
}

function joinAcrossFeatures(rare: readonly CategoryPredicate[], table: EncodedTable, leastCount: number): Predicate[] {
  if (rare.length === 0) return [];
  const joined: Predicate[] = [];
  const countUnion = unionCounts(table, rare);
  let first = 0;
  for (let last = 0; last < rare.length; last++) {
    if (countUnion(first, last) < leastCount) continue; // always so for a single one: it is rare
    if (last + 1 === rare.length || countUnion(last + 1, rare.length - 1) < leastCount) {
      joined.push(joinPredicates(rare.slice(first)));
      break;
    }
    joined.push(joinPredicates(rare.slice(first, last + 1)));
    first = last + 1;
  }
  return joined;
}

function joinPredicates(parts: readonly CategoryPredicate[]): Predicate {
  return { kind: "anyOf", parts: [...parts].sort((a, b) => a.feature - b.feature) };
}
