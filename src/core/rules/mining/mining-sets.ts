/** Fills row sets in the kernel's memory: columns pass through a block of it, and their predicates are asked there. */
import { wordsFor } from "../../base/index.js";
import { f64, i32, type Kernel, type Laid, u32 } from "../../compute/index.js";
import type { CategoryPredicate, IntervalPredicate, Predicate } from "../../predicates/index.js";
import { codesBetween, type EncodedColumn, type EncodedTable, numbersBetween } from "../../table/index.js";
import { fillHolds, fillSets, type KnownGroups } from "../predicate-sets.js";

/** Rows of a block. */
const BLOCK = 1 << 16;
/** What the rows of a set are rounded up to. */
const VECTOR_ROWS = 128;

/** Words of 32 bits from one set to the next. */
export function setWords(rowCount: number): number {
  return wordsFor(paddedRows(rowCount));
}

function paddedRows(rowCount: number): number {
  return Math.ceil(rowCount / VECTOR_ROWS) * VECTOR_ROWS;
}

/** The sets of predicates and groups, one behind the other. */
export function setLayout(rowCount: number, setCount: number) {
  return { words: u32(setCount * setWords(rowCount)) };
}

/** Room for a block of rows of one column, which is free again once the sets are filled. */
export function blockLayout(rowCount: number) {
  const rows = paddedRows(Math.min(BLOCK, rowCount));
  return { numbers: f64(rows), codes: i32(rows) };
}

type Block = Laid<ReturnType<typeof blockLayout>>;

/** The sets to fill, and the block that columns pass through. */
interface SetMemory {
  readonly sets: Laid<ReturnType<typeof setLayout>>;
  readonly block: Block;
}

/** Predicates, and the groups of features in whose rows they are known. */
interface SetMaterial {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
  readonly known: KnownGroups;
}

export function fillMiningSets(
  kernel: Kernel,
  { table, predicates, known }: SetMaterial,
  { sets: { words }, block }: SetMemory,
): void {
  const stride = setWords(table.rowCount);
  const filledWords = wordsFor(table.rowCount);
  const ofFeature = table.features.map((): { item: number; predicate: SimplePredicate }[] => []);
  predicates.forEach((predicate, item) => {
    if (isSimple(predicate)) ofFeature[predicate.feature]!.push({ item, predicate });
  });
  const wordsOf = (set: number): Uint32Array => words.subarray(set * stride, set * stride + filledWords);
  fillSets(table, predicates, {
    known,
    words: wordsOf,
    fillPredicate: (predicate, holds) => {
      if (!isSimple(predicate)) fillHolds(predicate, table, holds);
    },
  });
  table.columns.forEach((column, feature) => {
    for (let start = 0; start < table.rowCount; start += BLOCK) {
      const rows = loadBlock(column, { start, end: Math.min(table.rowCount, start + BLOCK) }, block);
      for (const { item, predicate } of ofFeature[feature]!) {
        const set = words.byteOffset + 4 * item * stride + start / 8;
        if (predicate.kind === "interval") {
          const isClosed = Number(predicate.maxInclusive || predicate.max === Number.POSITIVE_INFINITY);
          kernel.run.fillInterval(block.numbers.byteOffset, set, rows / 8, predicate.min, predicate.max, isClosed);
        } else kernel.run.fillCode(block.codes.byteOffset, set, rows / 8, predicate.codes[0]!);
      }
    }
  });
}

type SimplePredicate = IntervalPredicate | CategoryPredicate;

/** Asked by one comparison or two. */
function isSimple(predicate: Predicate): predicate is SimplePredicate {
  return predicate.kind === "interval" || (predicate.kind === "in" && predicate.codes.length === 1);
}

/** No code of a category: rows behind the last one are in no set. */
const NO_CODE = -3;

/** Rows from `start` to `end` - 1. */
interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** Copies rows of a column; returns how many, up to whole vectors. */
function loadBlock(column: EncodedColumn, { start, end }: RowRange, { numbers, codes }: Block): number {
  const count = end - start;
  const rows = paddedRows(count);
  if (column.kind === "numeric") {
    numbers.set(numbersBetween(column, start, end));
    numbers.fill(Number.NaN, count, rows);
  } else {
    codes.set(codesBetween(column, start, end));
    codes.fill(NO_CODE, count, rows);
  }
  return rows;
}
