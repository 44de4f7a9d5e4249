/** Fills row sets in the kernel's memory: columns pass through a block of it, and their predicates are asked there. */
import { wordsFor } from "../bits/bits.js";
import type { Kernel } from "../kernel/kernel.js";
import type { CategoryPredicate, IntervalPredicate, Predicate } from "../predicates/predicate.js";
import type { EncodedColumn, EncodedTable } from "../table/encode-table.js";
import { fillHolds, fillSets, type KnownGroups } from "./predicate-sets.js";

/** Rows of a block. */
const BLOCK = 1 << 16;
/** What the rows of a set are rounded up to. */
const VECTOR_ROWS = 128;

/** Where the sets of predicates and groups stand: set s is at sets + s · setBytes. */
export interface SetPlace {
  readonly sets: number;
  readonly setBytes: number;
}

/** `scratch` has room for `blockBytes(table)`. */
export function fillSetsCompiled(
  kernel: Kernel,
  table: EncodedTable,
  predicates: readonly Predicate[],
  known: KnownGroups,
  { sets, setBytes }: SetPlace,
  scratch: number,
): void {
  const words = (set: number): Uint32Array => kernel.u32(sets + set * setBytes, wordsFor(table.rowCount));
  const ofFeature = table.features.map((): { item: number; predicate: SimplePredicate }[] => []);
  predicates.forEach((predicate, item) => {
    if (isSimple(predicate)) ofFeature[predicate.feature]!.push({ item, predicate });
  });
  fillSets(table, predicates, known, words, (predicate, holds) => {
    if (!isSimple(predicate)) fillHolds(predicate, table, holds);
  });
  table.columns.forEach((column, feature) => {
    for (let start = 0; start < table.rowCount; start += BLOCK) {
      const bytes = loadBlock(kernel, column, start, scratch);
      for (const { item, predicate } of ofFeature[feature]!) {
        const set = sets + item * setBytes + start / 8;
        if (predicate.kind === "interval") {
          const isClosed = Number(predicate.maxInclusive || predicate.max === Number.POSITIVE_INFINITY);
          kernel.run.fillInterval(scratch, set, bytes, predicate.min, predicate.max, isClosed);
        } else kernel.run.fillCode(scratch, set, bytes, predicate.codes[0]!);
      }
    }
  });
}

export function blockBytes(table: EncodedTable): number {
  return Math.ceil(Math.min(BLOCK, table.rowCount) / VECTOR_ROWS) * VECTOR_ROWS * Float64Array.BYTES_PER_ELEMENT;
}

type SimplePredicate = IntervalPredicate | CategoryPredicate;

/** Asked by one comparison or two. */
function isSimple(predicate: Predicate): predicate is SimplePredicate {
  return predicate.kind === "interval" || (predicate.kind === "in" && predicate.codes.length === 1);
}

/** No code, and not a number: rows behind the last one are in no set. */
const NO_CODE = -3;

/** Copies rows of a column; returns the bytes of their bits. */
function loadBlock(kernel: Kernel, column: EncodedColumn, start: number, scratch: number): number {
  const given = column.kind === "numeric" ? column.values : column.codes;
  const end = Math.min(given.length, start + BLOCK);
  const rows = Math.ceil((end - start) / VECTOR_ROWS) * VECTOR_ROWS;
  if (column.kind === "numeric") {
    const block = kernel.f64(scratch, rows);
    block.set(column.values.subarray(start, end));
    block.fill(Number.NaN, end - start);
  } else {
    const block = kernel.i32(scratch, rows);
    block.set(column.codes.subarray(start, end));
    block.fill(NO_CODE, end - start);
  }
  return rows / 8;
}
