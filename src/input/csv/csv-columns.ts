/**
 * Gathers the cells of one CSV column whose type is known: text; number-column.ts has numbers, and written-column.ts
 * those that may have commas. Cells that are no numbers are odd; they are counted, and the first few remembered. When
 * all cells are known the column may have turned out to be something else; only then the file is
 * read once more for it (`reread`).
 */
import { areMostlyFit, type Column, FEW_CELLS, MISSING_NUMBER_WORDS, MISSING_WORDS } from "../../core/table/index.js";
import { isDoubtful, trimSpaces } from "./csv-cells.js";
import { createTexts, type GrowingNumbers } from "./growing-columns.js";
import { type ChosenWriting, isWrittenOtherwise, type NumberCounts } from "./number-writing.js";
import type { UniqueTexts } from "./text-codes.js";

export interface CellColumn {
  /** Contract: line by line, `line` from 1. */
  add(cell: string, line: number): void;
  /** Where the numbers of plain cells (see `plainDecimal`) may go without `add`; null where `add` must see the cell. */
  readonly numbers: GrowingNumbers | null;
  /** Of a column that is read in all writings: what its cells are, by their file; null: it is plain. */
  counts(): ReadonlyMap<number, NumberCounts> | null;
  /** Told how the numbers of each file are written. */
  settle(writings: ReadonlyMap<number, ChosenWriting>): void;
  /** Of a column of plain numbers where others are not plain: who counts its points; null: it holds none. */
  recount(): CellColumn | null;
  /** After the last cell: who has to read all of them again; null: the column is complete. */
  reread(): CellColumn | null;
  finish(): Column;
  /** What is to be said about a complete column of numbers; null: nothing. */
  noticed(): CellsNoticed | null;
}

/** How the numbers of some files are written, where that is to be said. */
interface WritingFound extends ChosenWriting {
  readonly files: readonly number[];
  /** A cell that shows it. */
  readonly example: string;
}

export interface CellsNoticed {
  readonly writings: readonly WritingFound[];
  readonly odd: number;
  readonly numbers: number;
  readonly first: readonly { readonly line: number; readonly cell: string }[];
}

const MISSING: ReadonlySet<string> = new Set(MISSING_WORDS);
export const MISSING_NUMBER: ReadonlySet<string> = new Set(MISSING_NUMBER_WORDS);

export interface ColumnRules {
  /** Words that mean missing: those that do not hold a character of the dialect. */
  readonly missing: ReadonlySet<string>;
  readonly uniqueTexts: UniqueTexts;
  /** Whether a column of numbers may hold cells that are none, where it was not asked for as numbers. */
  readonly oddCells: "few" | "none";
  /** Called with a cell that might have been read otherwise (see `isDoubtful`), where that can matter. It may throw. */
  readonly onDoubt: (cell: string) => void;
}

export function missingWordsFor(special: readonly string[]): ReadonlySet<string> {
  return new Set(MISSING_WORDS.filter((word) => !special.some((character) => word.includes(character))));
}

/** What a column is that has no other writings. */
export const PLAIN = { counts: () => null, settle: () => {}, recount: () => null } as const;

export function createTextColumn(name: string, { missing, uniqueTexts }: ColumnRules): CellColumn {
  const texts = createTexts(name, uniqueTexts);
  const isMissing = (cell: string): boolean => uniqueTexts !== "as written" && missing.has(cell);
  return {
    ...PLAIN,
    numbers: null,
    reread: () => null,
    noticed: () => null,
    add: (cell) => texts.add(isMissing(cell) ? null : cell),
    finish: () => texts.finish(),
  };
}

/** Of a cell that is no number. */
export function isMissingNumber(cell: string, { onDoubt }: ColumnRules): boolean {
  if (MISSING.has(cell)) return true;
  if (isDoubtful(cell)) onDoubt(cell);
  return MISSING_NUMBER.has(trimSpaces(cell));
}

/** Whether so many numbers among so many values make a column one of numbers. */
export function enoughNumbers({ oddCells }: ColumnRules): (numbers: number, values: number) => boolean {
  return oddCells === "few" ? areMostlyFit : (numbers, values) => numbers > 0 && numbers === values;
}

export interface OddCells {
  add(cell: string, line: number): void;
  /** One that is known to be a number in another writing. */
  addWritten(cell: string, line: number): void;
  count(): number;
  /** Those of them that are numbers in another writing. */
  writtenCount(): number;
  notice(numbers: number): CellsNoticed | null;
}

export function createOddCells(): OddCells {
  const first: { readonly line: number; readonly cell: string }[] = [];
  let count = 0;
  let writtenCount = 0;
  const remember = (cell: string, line: number): void => {
    if (first.length < FEW_CELLS) first.push({ line, cell });
    count++;
  };
  return {
    add(cell, line) {
      remember(cell, line);
      if (isWrittenOtherwise(cell)) writtenCount++;
    },
    addWritten(cell, line) {
      remember(cell, line);
      writtenCount++;
    },
    count: () => count,
    writtenCount: () => writtenCount,
    notice: (numbers) => (count === 0 ? null : { writings: [], odd: count, numbers, first }),
  };
}
