/**
 * Gathers the cells of one CSV column whose type is known: text, numbers, or numbers that may be written with commas.
 * Cells that are no numbers are odd; they are counted, and the first few remembered. When all cells are known the
 * column may have turned out to be something else; only then the file is read once more for it (`reread`).
 */
import { MISSING_NUMBER_WORDS, MISSING_WORDS } from "../../core/table/missing-words.js";
import { areMostlyFit, FEW_CELLS } from "../../core/table/odd-cells.js";
import type { Column } from "../../core/table/table.js";
import { isDoubtful, parseNumber, trimSpaces } from "./csv-cells.js";
import { createTexts, GrowingNumbers } from "./growing-columns.js";
import {
  addCounts,
  chooseWriting,
  countCell,
  countNumbers,
  mayHaveComma,
  NO_NUMBERS,
  type NumberWriting,
  writtenNumberParser,
} from "./number-writing.js";
import type { UniqueTexts } from "./text-codes.js";

export interface CellColumn {
  /** Contract: line by line, `line` from 1. */
  add(cell: string, line: number): void;
  /** Where the numbers of plain cells (see `plainDecimal`) may go without `add`; null where `add` must see the cell. */
  readonly numbers: GrowingNumbers | null;
  /** After the last cell: who has to read all of them again; null: the column is complete. */
  reread(): CellColumn | null;
  finish(): Column;
  /** What is to be said about a complete column of numbers; null: nothing. */
  noticed(): CellsNoticed | null;
}

export interface CellsNoticed {
  readonly writing: NumberWriting;
  readonly example: string | null;
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
  readonly delimiter: string;
  /** Whether a column of numbers may hold cells that are none, where it was not asked for as numbers. */
  readonly oddCells: "few" | "none";
  /** Called with a cell that might have been read otherwise (see `isDoubtful`), where that can matter. It may throw. */
  readonly onDoubt: (cell: string) => void;
}

export function missingWordsFor(special: readonly string[]): ReadonlySet<string> {
  return new Set(MISSING_WORDS.filter((word) => !special.some((character) => word.includes(character))));
}

export function createTextColumn(name: string, { missing, uniqueTexts }: ColumnRules): CellColumn {
  const texts = createTexts(name, uniqueTexts);
  const isMissing = (cell: string): boolean => uniqueTexts !== "as written" && missing.has(cell);
  return {
    numbers: null,
    reread: () => null,
    noticed: () => null,
    add: (cell) => texts.add(isMissing(cell) ? null : cell),
    finish: () => texts.finish(),
  };
}

/** Every cell is a number or missing; others are odd, and count as missing, too. */
export function createNumberColumn(name: string, rules: ColumnRules): CellColumn {
  const numbers = new GrowingNumbers();
  const odd = createOddCells();
  let missingCount = 0;
  return {
    numbers,
    reread: () => (odd.commaCount() > 0 ? createCommaColumn(name, rules, "numbers") : null),
    add(cell, line) {
      const value = parseNumber(cell);
      numbers.add(value ?? NaN);
      if (value !== undefined) return;
      if (isMissingNumber(cell, rules)) missingCount++;
      else odd.add(cell, line);
    },
    finish: () => ({ name, type: "number", values: numbers.finish() }),
    noticed: () => odd.notice(numbers.length - missingCount - odd.count()),
  };
}

/** A cell that is no number. */
function isMissingNumber(cell: string, { onDoubt }: ColumnRules): boolean {
  if (MISSING.has(cell)) return true;
  if (isDoubtful(cell)) onDoubt(cell);
  return MISSING_NUMBER.has(trimSpaces(cell));
}

/**
 * A column with commas in what may be numbers: it is read in all writings at once, and the counts of all cells choose.
 * `mayBe`: what it is when they are too few.
 */
export function createCommaColumn(name: string, rules: ColumnRules, mayBe: "numbers" | "numbers or text"): CellColumn {
  const WRITINGS = ["plain", "decimal comma", "thousands comma"] as const;
  const readings = WRITINGS.map((writing) => ({
    writing,
    parse: writtenNumberParser(writing),
    numbers: new GrowingNumbers(),
    odd: createOddCells(),
    example: null as string | null,
  }));
  const isEnough = enoughNumbers(rules);
  let counts = NO_NUMBERS;
  const chosen = () => readings.find(({ writing }) => writing === chooseWriting(counts, rules.delimiter))!;
  return {
    numbers: null,
    reread() {
      const numbers = countNumbers(counts, chosen().writing);
      const isText = mayBe === "numbers or text" && !isEnough(numbers, counts.values);
      return isText ? createTextColumn(name, rules) : null;
    },
    add(cell, line) {
      const plain = parseNumber(cell);
      const isMissing = plain === undefined && isMissingNumber(cell, rules);
      if (!isMissing) counts = addCounts(counts, countCell(cell, plain));
      for (const reading of readings) {
        const value = isMissing ? NaN : reading.parse(cell);
        reading.numbers.add(value ?? NaN);
        if (value === undefined) reading.odd.add(cell, line);
        else if (!isMissing && plain === undefined) reading.example ??= cell;
      }
    },
    finish: () => ({ name, type: "number", values: chosen().numbers.finish() }),
    noticed() {
      const { writing, odd, example } = chosen();
      const notice = odd.notice(countNumbers(counts, writing));
      if (writing === "plain") return notice;
      return { first: [], odd: 0, numbers: 0, ...notice, writing, example };
    },
  };
}

/** Whether so many numbers among so many values make a column one of numbers. */
export function enoughNumbers({ oddCells }: ColumnRules): (numbers: number, values: number) => boolean {
  return oddCells === "few" ? areMostlyFit : (numbers, values) => numbers > 0 && numbers === values;
}

export interface OddCells {
  add(cell: string, line: number): void;
  count(): number;
  /** Those of them that may be numbers with a comma. */
  commaCount(): number;
  notice(numbers: number): CellsNoticed | null;
}

export function createOddCells(): OddCells {
  const first: { readonly line: number; readonly cell: string }[] = [];
  let count = 0;
  let commaCount = 0;
  return {
    add(cell, line) {
      if (first.length < FEW_CELLS) first.push({ line, cell });
      count++;
      if (mayHaveComma(cell)) commaCount++;
    },
    count: () => count,
    commaCount: () => commaCount,
    notice: (numbers) => (count === 0 ? null : { writing: "plain", example: null, odd: count, numbers, first }),
  };
}
