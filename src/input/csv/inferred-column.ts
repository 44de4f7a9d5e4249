/**
 * A CSV column whose type its cells tell.
 *
 * The first cell with a value decides what the column seems to be, and its values are gathered as that, while numbers
 * are counted whatever it seems to be. When all cells are known it may have turned out to be something else: mostly
 * numbers after all, numbers with commas, or text. Only then the file is read once more for it (`reread`).
 */
import { type Column, isCodeName } from "../../core/table/index.js";
import { hasZerosBefore, isCodeInDigits } from "./codes-in-digits.js";
import {
  type CellParser,
  isDoubtful,
  momentParser,
  parseBoolean,
  parseNumber,
  parseTimeOfDay,
  plainDecimalComma,
  trimSpaces,
} from "./csv-cells.js";
import {
  type CellColumn,
  type CellsNoticed,
  type ColumnRules,
  createOddCells,
  createTextColumn,
  enoughNumbers,
  MISSING_NUMBER,
  PLAIN,
} from "./csv-columns.js";
import { GrowingNumbers } from "./growing-columns.js";
import { createNumberColumn } from "./number-column.js";
import { WrittenColumn } from "./written-column.js";

type ValueType = "number" | "boolean" | "moment" | "clock";

const TYPES: readonly ValueType[] = ["number", "boolean", "moment", "clock"];

export class InferredColumn implements CellColumn {
  private readonly parsers: Readonly<Record<ValueType, CellParser>> = {
    number: parseNumber,
    boolean: parseBoolean,
    moment: momentParser(),
    clock: parseTimeOfDay,
  };
  private readonly values = new GrowingNumbers();
  private readonly odd = createOddCells();
  private type: ValueType | null = null;
  private texts: CellColumn | null = null;
  private parse: CellParser = () => undefined;
  /** Cells so far that mean missing in every column, and those that do where a number is expected. */
  private missingCount = 0;
  private wordCount = 0;
  /** A value contradicts the type: no more are gathered, but numbers are still counted. */
  private isBroken = false;
  /** Where values are not gathered as numbers: cells that are numbers, and cells that might be. */
  private otherNumbers = 0;
  private doubtCount = 0;
  /** Whether a number would lose digits, in a column that may be text. */
  private hasCode = false;
  private readonly watchesZeros: boolean;
  /** The least cell with zeros before its digits, where the column is called a code and may not be text. */
  zeros: string | null = null;

  constructor(
    private readonly name: string,
    private readonly rules: ColumnRules,
  ) {
    this.watchesZeros = rules.oddCells === "few" && isCodeName(name);
  }

  get numbers(): GrowingNumbers | null {
    const mustSee = this.rules.oddCells === "none" || this.watchesZeros;
    return !mustSee && this.holdsNumbers() ? this.values : null;
  }

  add(cell: string, line: number): void {
    if (this.rules.oddCells === "none") this.hasCode ||= isCodeInDigits(cell);
    if (this.watchesZeros && hasZerosBefore(cell)) this.noteZeros(cell.trim());
    if (this.isBroken || this.texts !== null) {
      this.tally(cell, line);
      this.texts?.add(cell, line); // a broken column has none
      return;
    }
    const value = this.parse(cell);
    if (value !== undefined) this.values.add(value);
    else if (this.rules.missing.has(cell)) {
      this.missingCount++;
      this.values.add(NaN);
    } else this.addOther(cell, line);
  }

  readonly counts = PLAIN.counts;
  readonly settle = PLAIN.settle;

  recount(): CellColumn | null {
    return this.holdsNumbers() ? new WrittenColumn(this.name, this.rules, "numbers or text") : null;
  }

  reread(): CellColumn | null {
    const { name, rules, odd, texts } = this;
    const isOnlyWords = this.type === null && texts === null && !this.isBroken && this.wordCount > 0;
    if (isOnlyWords) return createTextColumn(name, rules);
    if (this.hasCode) return texts === null ? createTextColumn(name, rules) : null;
    if (odd.count() === 0 && !this.isBroken) return null;
    const isEnough = enoughNumbers(rules);
    const numbers = this.numberCount();
    const values = numbers + odd.count() + this.otherValues();
    const written = numbers + odd.writtenCount();
    const doubts = this.holdsNumbers() ? 0 : this.doubtCount;
    if (doubts > 0 && isEnough(written + doubts, values)) rules.onDoubt("");
    if (isEnough(written, values)) {
      if (odd.writtenCount() > 0) return new WrittenColumn(name, rules, "numbers or text");
      return this.holdsNumbers() ? null : createNumberColumn(name, rules);
    }
    return texts === null ? createTextColumn(name, rules) : null;
  }

  finish(): Column {
    const { name, type } = this;
    if (this.texts !== null) return this.texts.finish();
    const values = this.values.finish();
    if (type === null) return { name, type: "text", dictionary: [], codes: new Int32Array(values.length).fill(-1) };
    if (type === "number") return { name, type, values };
    if (type !== "boolean") return { name, type: "time", values };
    return { name, type, codes: Int8Array.from(values, (value) => (Number.isNaN(value) ? -1 : value)) };
  }

  noticed(): CellsNoticed | null {
    return this.holdsNumbers() ? this.odd.notice(this.numberCount()) : null;
  }

  private noteZeros(cell: string): void {
    if (this.zeros === null || cell < this.zeros) this.zeros = cell;
  }

  /** A cell that is neither a value of the type nor missing in every column. */
  private addOther(cell: string, line: number): void {
    const isWord = MISSING_NUMBER.has(trimSpaces(cell));
    if (!isWord && this.type === null) {
      this.decide(cell, line);
      return;
    }
    if (isDoubtful(cell)) this.rules.onDoubt(cell);
    if (isWord) {
      this.wordCount++;
      this.values.add(NaN);
    } else if (this.type === "number") {
      this.odd.add(cell, line);
      this.values.add(NaN);
    } else {
      this.isBroken = true;
      this.tally(cell, line);
    }
  }

  /** The first cell with a value. */
  private decide(cell: string, line: number): void {
    if (isDoubtful(cell)) this.rules.onDoubt(cell);
    this.type = TYPES.find((candidate) => this.parsers[candidate](cell) !== undefined) ?? null;
    if (this.type !== null) {
      this.parse = this.parsers[this.type];
      this.values.add(this.parse(cell)!);
      return;
    }
    this.tally(cell, line);
    if (this.wordCount > 0 || !Number.isNaN(plainDecimalComma(cell))) {
      this.isBroken = true; // "None" before the first word is a value after all; after 3,14 numbers are likely
      return;
    }
    this.texts = createTextColumn(this.name, this.rules);
    for (let row = 0; row < this.values.length; row++) this.texts.add("", 0);
    this.texts.add(cell, line);
  }

  /** Counts a cell that is not gathered as a number. */
  private tally(cell: string, line: number): void {
    if (this.rules.missing.has(cell)) return;
    if (isPlainWord(cell)) {
      this.odd.add(cell, line); // a short cut: most texts
    } else if (!Number.isNaN(plainDecimalComma(cell))) {
      this.odd.addWritten(cell, line); // another: 3,14
    } else if (parseNumber(cell) !== undefined) this.otherNumbers++;
    else if (!MISSING_NUMBER.has(trimSpaces(cell))) {
      this.odd.add(cell, line);
      if (isDoubtful(cell)) this.doubtCount++;
    }
  }

  private holdsNumbers(): boolean {
    return this.type === "number" && !this.isBroken;
  }

  private numberCount(): number {
    return this.holdsNumbers() ? this.knownCount() - this.odd.count() : this.otherNumbers;
  }

  /** Values before the column broke that are no numbers: truth values, moments. */
  private otherValues(): number {
    return this.isBroken && this.type !== "number" ? this.knownCount() : 0;
  }

  /** Cells that were gathered and are not missing. */
  private knownCount(): number {
    return this.values.length - this.missingCount - this.wordCount;
  }
}

/** A text that begins with a letter, and with none of a word for infinite or missing. */
function isPlainWord(cell: string): boolean {
  const letter = cell.charCodeAt(0) | 0x20;
  return letter >= LETTER_A && letter <= LETTER_Z && letter !== LETTER_I && letter !== LETTER_N;
}

const [LETTER_A, LETTER_I, LETTER_N, LETTER_Z] = [97, 105, 110, 122];
