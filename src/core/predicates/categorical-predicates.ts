/**
 * Predicates of categorical features: Algorithm 1 of the paper.
 *
 * A value more frequent than θ stands alone. A feature's rarer values are joined by "or". What is still too rare is
 * joined across features, walking the features in the order of their names, so that the order of columns does not
 * matter; the last group takes the rest when the rest could not stand alone. A rest that never gets frequent enough
 * gives no predicate.
 */
import { countBits, setBit, uniteInto, wordsFor } from "../base/bits/bits.js";
import { compareNames } from "../base/text/names.js";
import type { EncodedTable } from "../table/encode-table.js";
import { leastCountAbove } from "./least-count.js";
import { type CategoryPredicate, countCategories, type Predicate } from "./predicate.js";

/** In the order of features; joined predicates of several features last. */
export function categoricalPredicates(table: EncodedTable, minSupport: number): Predicate[] {
  const leastCount = leastCountAbove(minSupport, table.rowCount);
  const alone: Predicate[] = [];
  const rare: CategoryPredicate[] = [];
  table.columns.forEach((column, feature) => {
    if (column.kind !== "categorical") return;
    const counts = countCategories(column.codes, categoryCount(table, feature));
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
  const joined: Predicate[] = [];
  const sets = rare.map((predicate) => rowSet(predicate, table));
  let first = 0;
  let union = new Uint32Array(wordsFor(table.rowCount)); // of sets[first..last]
  for (let last = 0; last < rare.length; last++) {
    uniteInto(union, sets[last]!);
    if (countBits(union) < leastCount) continue; // always so for a single one: it is rare
    if (unionCount(sets.slice(last + 1), table.rowCount) < leastCount) {
      joined.push(joinPredicates(rare.slice(first)));
      break;
    }
    joined.push(joinPredicates(rare.slice(first, last + 1)));
    first = last + 1;
    union = new Uint32Array(wordsFor(table.rowCount));
  }
  return joined;
}

function joinPredicates(parts: readonly CategoryPredicate[]): Predicate {
  return { kind: "anyOf", parts: [...parts].sort((a, b) => a.feature - b.feature) };
}

function rowSet(predicate: CategoryPredicate, table: EncodedTable): Uint32Array {
  const rows = new Uint32Array(wordsFor(table.rowCount));
  const column = table.columns[predicate.feature]!;
  if (column.kind !== "categorical") return rows;
  const wanted = new Set(predicate.codes);
  column.codes.forEach((code, row) => {
    if (wanted.has(code)) setBit(rows, row);
  });
  return rows;
}

function unionCount(sets: readonly Uint32Array[], rowCount: number): number {
  const union = new Uint32Array(wordsFor(rowCount));
  for (const set of sets) uniteInto(union, set);
  return countBits(union);
}

function categoryCount(table: EncodedTable, place: number): number {
  const feature = table.features[place]!;
  return feature.kind === "categorical" ? feature.categories.length : 0;
}
