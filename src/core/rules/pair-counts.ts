/**
 * The row sets that mining works on and the counts it starts from: each predicate's rows, the rows where a predicate with
 * missing values is known, and how often each pair of predicates holds together.
 *
 * Row sets are laid out as: predicates, known sets, then whatever room the caller asks for.
 */
import { countBits, uniteInto } from "../bits/bits.js";
import type { CreateRowSetStore, RowSetStore } from "../bits/row-set-store.js";
import { featuresOf, fillRowSets, type Predicate } from "../predicates/predicate.js";
import { type EncodedTable, MISSING } from "../table/encode-table.js";

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
  readonly createStore: CreateRowSetStore;
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
  const store = options.createStore(table.rowCount, freeSets + options.room);
  const itemCounts = fillStore(table, predicates, known, store);
  const knownSets = Int32Array.from(known.features, (_, group) => predicates.length + group);
  const pairs = intersectPairs(store, predicates, knownSets, options.step);
  return { store, freeSets, itemCounts, knownGroup: known.groupOf, knownSets, ...pairs };
}

interface KnownGroups {
  readonly groupOf: Int32Array;
  /** The features (one, or several of an anyOf) whose common known rows a group stands for. */
  readonly features: readonly (readonly number[])[];
}

/** Predicates that fail or hold in every row need no group; the others share one per set of features. */
function knownGroups(table: EncodedTable, predicates: readonly Predicate[]): KnownGroups {
  const hasMissing = table.columns.map((column) =>
    column.kind === "numeric" ? column.values.some(Number.isNaN) : column.codes.some((code) => code === MISSING),
  );
  const groups = new Map<string, number>();
  const features: (readonly number[])[] = [];
  const groupOf = Int32Array.from(predicates, (predicate, item) => {
    const own = featuresOf(predicate);
    if (!own.some((feature) => hasMissing[feature])) return -1;
    // An anyOf is known where one part holds, even if another is missing: its known rows are its own.
    const key = predicate.kind === "anyOf" ? `anyOf ${item}` : own.join();
    let group = groups.get(key);
    if (group === undefined) {
      groups.set(key, (group = features.length));
      features.push(own);
    }
    return group;
  });
  return { groupOf, features };
}

/** Fills the sets of predicates and of known rows; returns the predicates' counts. */
function fillStore(
  table: EncodedTable,
  predicates: readonly Predicate[],
  known: KnownGroups,
  store: RowSetStore,
): Int32Array {
  return Int32Array.from(predicates, (predicate, item) => {
    const holds = store.words(item);
    const fails = new Uint32Array(holds.length);
    fillRowSets(predicate, table, holds, fails);
    const group = known.groupOf[item]!;
    if (group >= 0) {
      const knownRows = store.words(predicates.length + group);
      uniteInto(knownRows, holds);
      uniteInto(knownRows, fails);
    }
    return countBits(holds);
  });
}

function intersectPairs(store: RowSetStore, predicates: readonly Predicate[], knownSets: Int32Array, step: () => void) {
  const count = predicates.length;
  const features = predicates.map(featuresOf);
  const pairCounts = new Int32Array(count * count);
  const knownPairCounts = new Int32Array(count * knownSets.length);
  const others = new Int32Array(count);
  const counts = new Int32Array(Math.max(count, knownSets.length));
  for (let a = 0; a < count; a++) {
    step();
    let length = 0;
    for (let b = a + 1; b < count; b++) if (areDisjoint(features[a]!, features[b]!)) others[length++] = b;
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

function areDisjoint(a: readonly number[], b: readonly number[]): boolean {
  return !a.some((feature) => b.includes(feature));
}
