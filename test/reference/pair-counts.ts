/**
 * The row sets that mining works on and the counts it starts from: each predicate's rows, the rows where a predicate
 * with missing values is known, and how often each pair of predicates holds together.
 *
 * Row sets are laid out as: predicates, known sets, then whatever room the caller asks for.
 */
import { countBits } from "../../src/core/base/index.js";
import type { Predicate } from "../../src/core/predicates/index.js";
import { fillSets, knownGroups, partners } from "../../src/core/rules/index.js";
import type { EncodedTable } from "../../src/core/table/index.js";
import { createRowSetStore, type RowSetStore } from "./row-set-store.js";

export interface PairCounts {
  readonly store: RowSetStore;
  /** First row set that is free for the caller. */
  readonly freeSets: number;
  /** Rows with each predicate. */
  readonly itemCounts: Int32Array;
  /** |a ∧ b| at a · predicates + b; 0 where the two share a feature, so such pairs are never formed. */
  readonly pairCounts: Int32Array;
  /** For each item the place of its known-set in `knownSets`, or -1 when no row misses its feature. */
  readonly knownGroup: Int32Array;
  readonly knownSets: Int32Array;
  /** |a ∧ known set g| at a · knownSets.length + g. */
  readonly knownPairCounts: Int32Array;
}

export interface PairCountOptions {
  /** Row sets to reserve for the caller. */
  readonly room: number;
  /** Called before each predicate's pairs are counted; may throw to stop. */
  readonly step: () => void;
}

export function countPairs(
  table: EncodedTable,
  predicates: readonly Predicate[],
  options: PairCountOptions,
): PairCounts {
  const known = knownGroups(table, predicates);
  const freeSets = predicates.length + known.features.length;
  const store = createRowSetStore(table.rowCount, freeSets + options.room);
  fillSets(table, predicates, { known, words: (set) => store.words(set) });
  const itemCounts = Int32Array.from(predicates, (_, item) => countBits(store.words(item)));
  const knownSets = Int32Array.from(known.features, (_, group) => predicates.length + group);
  const pairs = intersectPairs(store, partners(predicates, table.features), {
    count: predicates.length,
    knownSets,
    step: options.step,
  });
  return { store, freeSets, itemCounts, knownGroup: known.groupOf, knownSets, ...pairs };
}

function intersectPairs(
  store: RowSetStore,
  meets: ReturnType<typeof partners>,
  { count, knownSets, step }: { readonly count: number; readonly knownSets: Int32Array; readonly step: () => void },
) {
  const pairCounts = new Int32Array(count * count);
  const knownPairCounts = new Int32Array(count * knownSets.length);
  const others = new Int32Array(count);
  const counts = new Int32Array(Math.max(count, knownSets.length));
  for (let a = 0; a < count; a++) {
    step();
    const length = meets(a, others);
    store.countEach(a, others, length, counts);
    for (let i = 0; i < length; i++) {
      pairCounts[a * count + others[i]!] = counts[i]!;
      pairCounts[others[i]! * count + a] = counts[i]!;
    }
    store.countEach(a, knownSets, knownSets.length, counts);
    knownPairCounts.set(counts.subarray(0, knownSets.length), a * knownSets.length);
  }
  return { pairCounts, knownPairCounts };
}
