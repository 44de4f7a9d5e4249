/**
 * The row sets that mining works on: each predicate's rows, then, for predicates about features with missing values,
 * the rows in which they are known. Predicates about the same features share a set of known rows (a group).
 */
import { setBit, uniteInto } from "../base/index.js";
import { contains, featuresOf, fillRowSets, type Predicate } from "../predicates/index.js";
import { codeBlocks, type EncodedColumn, type EncodedTable, MISSING, numberBlocks } from "../table/index.js";

export interface KnownGroups {
  /** Group of each predicate, or -1 when no row misses its features. */
  readonly groupOf: Int32Array;
  /** The features (one, or several of an anyOf) whose common known rows a group stands for. */
  readonly features: readonly (readonly number[])[];
}

/** Predicates that fail or hold in every row need no group; the others share one per set of features. */
export function knownGroups(table: EncodedTable, predicates: readonly Predicate[]): KnownGroups {
  const hasMissing = table.columns.map(missesValues);
  const groups = new Map<string, number>();
  const features: (readonly number[])[] = [];
  const groupOf = Int32Array.from(predicates, (predicate, item) => {
    const asked = featuresOf(predicate);
    if (!asked.some((feature) => hasMissing[feature])) return -1;
    // An anyOf is known where one part holds, even if another is missing: its known rows are its own.
    const key = predicate.kind === "anyOf" ? `anyOf ${item}` : asked.join();
    let group = groups.get(key);
    if (group === undefined) {
      groups.set(key, (group = features.length));
      features.push(asked);
    }
    return group;
  });
  return { groupOf, features };
}

function missesValues(column: EncodedColumn): boolean {
  if (column.kind === "categorical") {
    for (const { values } of codeBlocks(column)) if (values.includes(MISSING)) return true;
    return false;
  }
  for (const { values } of numberBlocks(column)) {
    for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row]!)) return true;
  }
  return false;
}

/**
 * Fills the sets of predicates, numbered from 0, and behind them those of the groups. `words` gives each set's, all
 * zero.
 */
export function fillSets(
  table: EncodedTable,
  predicates: readonly Predicate[],
  {
    known,
    words,
    fillPredicate = (predicate, holds) => fillHolds(predicate, table, holds),
  }: {
    readonly known: KnownGroups;
    readonly words: (set: number) => Uint32Array;
    readonly fillPredicate?: (predicate: Predicate, holds: Uint32Array) => void;
  },
): void {
  predicates.forEach((predicate, item) => {
    const group = known.groupOf[item]!;
    if (predicate.kind === "anyOf" && group >= 0) {
      const holds = words(item);
      const rows = words(predicates.length + group);
      fillRowSets(predicate, table, { holds, fails: rows });
      uniteInto(rows, holds);
    } else fillPredicate(predicate, words(item));
  });
  known.features.forEach((features, group) => {
    const rows = words(predicates.length + group);
    if (features.length === 1) fillKnown(table, features[0]!, rows);
  });
}

/** The rows where a predicate holds. */
export function fillHolds(predicate: Predicate, table: EncodedTable, holds: Uint32Array): void {
  if (predicate.kind === "interval") {
    const column = table.columns[predicate.feature]!;
    if (column.kind !== "numeric") return;
    for (const { start, values } of numberBlocks(column)) {
      for (let row = 0; row < values.length; row++) if (contains(predicate, values[row]!)) setBit(holds, start + row);
    }
  } else if (predicate.kind === "in") {
    const column = table.columns[predicate.feature]!;
    if (column.kind !== "categorical") return;
    const isIn = new Uint8Array((predicate.codes[predicate.codes.length - 1] ?? -1) + 1);
    for (const code of predicate.codes) isIn[code] = 1;
    for (const { start, values: codes } of codeBlocks(column)) {
      for (let row = 0; row < codes.length; row++) if (isIn[codes[row]!] === 1) setBit(holds, start + row);
    }
  } else fillRowSets(predicate, table, { holds, fails: new Uint32Array(holds.length) });
}

function fillKnown(table: EncodedTable, feature: number, rows: Uint32Array): void {
  const column = table.columns[feature]!;
  if (column.kind === "numeric") {
    for (const { start, values } of numberBlocks(column)) {
      for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row]!)) setBit(rows, start + row);
    }
  } else {
    for (const { start, values } of codeBlocks(column)) {
      for (let row = 0; row < values.length; row++) if (values[row] !== MISSING) setBit(rows, start + row);
    }
  }
}
