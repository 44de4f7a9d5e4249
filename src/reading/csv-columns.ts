/**
 * Gathers the cells of one CSV column and finds its type on the way.
 *
 * The first cell with a value decides what the column seems to be, and its values are kept as that. A later cell that
 * contradicts makes the column text, and only then the file is read once more for it (`mustReread`).
 */
import { MISSING_NUMBER_WORDS, MISSING_WORDS } from "../core/table/missing-words.js";
import type { Column } from "../core/table/table.js";
import {
  type CellParser,
  isDoubtful,
  momentParser,
  numberParser,
  parseBoolean,
  parseTimeOfDay,
  trimSpaces,
} from "./csv-cells.js";
import { createTexts, GrowingNumbers } from "./growing-columns.js";
import type { UniqueTexts } from "./text-codes.js";

export interface CellColumn {
  /** False when the cell cannot be of the type that was asked for. */
  add(cell: string): boolean;
  /** Where the numbers of plain cells (see `readPlainLines`) may go without `add`; null where `add` must see the cell. */
  readonly numbers: GrowingNumbers | null;
  readonly mustReread: boolean;
  finish(): Column;
}

const MISSING: ReadonlySet<string> = new Set(MISSING_WORDS);
const MISSING_NUMBER: ReadonlySet<string> = new Set(MISSING_NUMBER_WORDS);

export interface ColumnRules {
  /** Words that mean missing: those that do not hold a character of the dialect. */
  readonly missing: ReadonlySet<string>;
  readonly uniqueTexts: UniqueTexts;
  readonly decimal: "." | ",";
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
    mustReread: false,
    add(cell) {
      texts.add(isMissing(cell) ? null : cell);
      return true;
    },
    finish: () => texts.finish(),
  };
}

/** Every cell is a number or missing. */
export function createNumberColumn(name: string, { decimal, onDoubt }: ColumnRules): CellColumn {
  const numbers = new GrowingNumbers();
  const parse = numberParser(decimal);
  return {
    numbers: decimal === "." ? numbers : null,
    mustReread: false,
    add(cell) {
      const value = parse(cell);
      if (value === undefined && !MISSING.has(cell)) {
        if (isDoubtful(cell)) onDoubt(cell);
        if (!MISSING_NUMBER.has(trimSpaces(cell))) return false;
      }
      numbers.add(value ?? NaN);
      return true;
    },
    finish: () => ({ name, type: "number", values: numbers.finish() }),
  };
}

type ValueType = "number" | "boolean" | "moment" | "clock";

/** What the cells make of it. */
export function createInferredColumn(name: string, rules: ColumnRules): CellColumn {
  const { decimal, onDoubt } = rules;
  const parsers: Readonly<Record<ValueType, CellParser>> = {
    number: numberParser(decimal),
    boolean: parseBoolean,
    moment: momentParser(),
    clock: parseTimeOfDay,
  };
  const numbers = new GrowingNumbers();
  let type: ValueType | null = null;
  let texts: CellColumn | null = null;
  let parse: CellParser = () => undefined;
  let wordCount = 0;
  let mustReread = false;

  /** The first cell with a value. */
  function decide(cell: string): void {
    if (isDoubtful(cell)) onDoubt(cell);
    type = TYPES.find((candidate) => parsers[candidate](cell) !== undefined) ?? null;
    if (type !== null) {
      parse = parsers[type];
      numbers.add(parse(cell)!);
    } else if (wordCount > 0) {
      mustReread = true; // "None" before the first word is a value after all
    } else {
      texts = createTextColumn(name, rules);
      for (let row = 0; row < numbers.length; row++) texts.add("");
      texts.add(cell);
    }
  }

  /** A cell that is neither a value of the type nor missing in every column. */
  function addOther(cell: string): void {
    if (MISSING_NUMBER.has(trimSpaces(cell))) {
      if (isDoubtful(cell)) onDoubt(cell);
      wordCount++;
      numbers.add(NaN);
    } else if (type === null) decide(cell);
    else {
      if (isDoubtful(cell)) onDoubt(cell);
      mustReread = true;
    }
  }

  return {
    get numbers() {
      return type === "number" && decimal === "." && !mustReread ? numbers : null;
    },
    get mustReread() {
      const isOnlyWords = type === null && texts === null && wordCount > 0;
      return mustReread || isOnlyWords;
    },
    add(cell) {
      if (mustReread) return true;
      if (texts !== null) return texts.add(cell);
      const value = parse(cell);
      if (value !== undefined) numbers.add(value);
      else if (rules.missing.has(cell)) numbers.add(NaN);
      else addOther(cell);
      return true;
    },
    finish() {
      if (texts !== null) return texts.finish();
      const values = numbers.finish();
      if (type === null) return { name, type: "text", dictionary: [], codes: new Int32Array(values.length).fill(-1) };
      if (type === "number") return { name, type, values };
      if (type !== "boolean") return { name, type: "time", values };
      return { name, type, codes: Int8Array.from(values, (value) => (Number.isNaN(value) ? -1 : value)) };
    },
  };
}

const TYPES: readonly ValueType[] = ["number", "boolean", "moment", "clock"];
