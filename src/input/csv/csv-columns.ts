/**
 * Gathers the cells of one CSV column and finds its type on the way.
 *
 * The first cell with a value decides what the column seems to be, and its values are kept as that, while numbers are
 * counted whatever it seems to be. When all cells are known the column may have turned out to be something else: mostly
 * numbers after all, numbers with commas, or text. Only then the file is read once more for it (`reread`).
 */
import { MISSING_NUMBER_WORDS, MISSING_WORDS } from "../../core/table/missing-words.js";
import { areMostlyFit, FEW_CELLS } from "../../core/table/odd-cells.js";
import type { Column } from "../../core/table/table.js";
import {
  type CellParser,
  isDoubtful,
  momentParser,
  parseBoolean,
  parseNumber,
  parseTimeOfDay,
  trimSpaces,
} from "./csv-cells.js";
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

interface CellsNoticed {
  readonly writing: NumberWriting;
  readonly example: string | null;
  readonly odd: number;
  readonly numbers: number;
  readonly first: readonly { readonly line: number; readonly cell: string }[];
}

const MISSING: ReadonlySet<string> = new Set(MISSING_WORDS);
const MISSING_NUMBER: ReadonlySet<string> = new Set(MISSING_NUMBER_WORDS);

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
function createCommaColumn(name: string, rules: ColumnRules, mayBe: "numbers" | "numbers or text"): CellColumn {
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
function enoughNumbers({ oddCells }: ColumnRules): (numbers: number, values: number) => boolean {
  return oddCells === "few" ? areMostlyFit : (numbers, values) => numbers > 0 && numbers === values;
}

interface OddCells {
  add(cell: string, line: number): void;
  count(): number;
  /** Those of them that may be numbers with a comma. */
  commaCount(): number;
  notice(numbers: number): CellsNoticed | null;
}

function createOddCells(): OddCells {
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

type ValueType = "number" | "boolean" | "moment" | "clock";

/** What the cells make of it. */
export function createInferredColumn(name: string, rules: ColumnRules): CellColumn {
  const parsers: Readonly<Record<ValueType, CellParser>> = {
    number: parseNumber,
    boolean: parseBoolean,
    moment: momentParser(),
    clock: parseTimeOfDay,
  };
  const numbers = new GrowingNumbers();
  const odd = createOddCells();
  const isEnough = enoughNumbers(rules);
  let type: ValueType | null = null;
  let texts: CellColumn | null = null;
  let parse: CellParser = () => undefined;
  /** Cells so far that mean missing in every column, and those that do where a number is expected. */
  let missingCount = 0;
  let wordCount = 0;
  /** A value contradicts the type: nothing is kept any more, but numbers are still counted. */
  let isBroken = false;
  /** Where values are not kept as numbers: cells that are numbers, and cells that might be. */
  let otherNumbers = 0;
  let doubtCount = 0;

  /** The first cell with a value. */
  function decide(cell: string, line: number): void {
    if (isDoubtful(cell)) rules.onDoubt(cell);
    type = TYPES.find((candidate) => parsers[candidate](cell) !== undefined) ?? null;
    if (type !== null) {
      parse = parsers[type];
      numbers.add(parse(cell)!);
      return;
    }
    tally(cell, line);
    if (wordCount > 0) {
      isBroken = true; // "None" before the first word is a value after all
    } else {
      texts = createTextColumn(name, rules);
      for (let row = 0; row < numbers.length; row++) texts.add("", 0);
      texts.add(cell, line);
    }
  }

  /** Counts a cell that is not kept as a number. */
  function tally(cell: string, line: number): void {
    if (rules.missing.has(cell)) return;
    if (isPlainWord(cell))
      odd.add(cell, line); // a short cut: most texts
    else if (parseNumber(cell) !== undefined) otherNumbers++;
    else if (!MISSING_NUMBER.has(trimSpaces(cell))) {
      odd.add(cell, line);
      if (isDoubtful(cell)) doubtCount++;
    }
  }

  /** A cell that is neither a value of the type nor missing in every column. */
  function addOther(cell: string, line: number): void {
    if (MISSING_NUMBER.has(trimSpaces(cell))) {
      if (isDoubtful(cell)) rules.onDoubt(cell);
      wordCount++;
      numbers.add(NaN);
    } else if (type === null) decide(cell, line);
    else {
      if (isDoubtful(cell)) rules.onDoubt(cell);
      if (type === "number") {
        odd.add(cell, line);
        numbers.add(NaN);
        return;
      }
      isBroken = true;
      tally(cell, line);
    }
  }

  /** Values before the column broke that are no numbers: truth values, moments. */
  const otherValues = (): number => (isBroken && type !== "number" ? numbers.length - missingCount - wordCount : 0);
  const holdsNumbers = (): boolean => type === "number" && !isBroken;
  const numberCount = (): number =>
    holdsNumbers() ? numbers.length - missingCount - wordCount - odd.count() : otherNumbers;

  /** What the column is made of all cells, where that is not what it seemed to be. */
  function reread(): CellColumn | null {
    const isOnlyWords = type === null && texts === null && !isBroken && wordCount > 0;
    if (isOnlyWords) return createTextColumn(name, rules);
    if (odd.count() === 0 && !isBroken) return null;
    const values = numberCount() + odd.count() + otherValues();
    const found = numberCount() + (holdsNumbers() ? 0 : doubtCount);
    if (isEnough(found + odd.commaCount(), values)) {
      if (!holdsNumbers() && doubtCount > 0) rules.onDoubt("");
      if (odd.commaCount() > 0) return createCommaColumn(name, rules, "numbers or text");
      if (isEnough(numberCount(), values)) return holdsNumbers() ? null : createNumberColumn(name, rules);
    }
    return texts === null ? createTextColumn(name, rules) : null;
  }

  return {
    get numbers() {
      return holdsNumbers() ? numbers : null;
    },
    reread,
    add(cell, line) {
      if (isBroken) return tally(cell, line);
      if (texts !== null) {
        tally(cell, line);
        return texts.add(cell, line);
      }
      const value = parse(cell);
      if (value !== undefined) numbers.add(value);
      else if (rules.missing.has(cell)) {
        missingCount++;
        numbers.add(NaN);
      } else addOther(cell, line);
    },
    finish() {
      if (texts !== null) return texts.finish();
      const values = numbers.finish();
      if (type === null) return { name, type: "text", dictionary: [], codes: new Int32Array(values.length).fill(-1) };
      if (type === "number") return { name, type, values };
      if (type !== "boolean") return { name, type: "time", values };
      return { name, type, codes: Int8Array.from(values, (value) => (Number.isNaN(value) ? -1 : value)) };
    },
    noticed: () => (holdsNumbers() ? odd.notice(numberCount()) : null),
  };
}

/** A text that begins with a letter, and with none of a word for infinite or missing. */
function isPlainWord(cell: string): boolean {
  const letter = cell.charCodeAt(0) | 0x20;
  return letter >= LETTER_A && letter <= LETTER_Z && letter !== LETTER_I && letter !== LETTER_N;
}

const [LETTER_A, LETTER_I, LETTER_N, LETTER_Z] = [97, 105, 110, 122];

const TYPES: readonly ValueType[] = ["number", "boolean", "moment", "clock"];
