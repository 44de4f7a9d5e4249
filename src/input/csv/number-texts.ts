/**
 * Texts of typed sources (JSON, Parquet, databases) that are numbers: at least 95 % of them, in one writing, and none
 * with a zero before its digits, as codes have. The Node reader counts by SQL (src/input/duckdb/number-texts.ts).
 */
import { areMostlyFit, MISSING_NUMBER_WORDS } from "../../core/table/index.js";
import { parseNumber } from "./csv-cells.js";
import {
  addCounts,
  CellTally,
  countInOneWriting,
  isWrittenOtherwise,
  LEADING_ZERO,
  NO_NUMBERS,
  type NumberCounts,
  wholeCell,
} from "./number-writing.js";

const HAS_LEADING_ZERO = wholeCell(LEADING_ZERO);
const WORDS: ReadonlySet<string> = new Set(MISSING_NUMBER_WORDS);

/** Whether a text means that there is no number. */
export function isMissingWord(text: string): boolean {
  return WORDS.has(text.trim());
}

/** Looks at all texts of a column. */
export class NumberTexts {
  readonly #numbers = new CellTally();
  #values = 0;
  #hasLeadingZero = false;

  add(text: string): void {
    if (isMissingWord(text)) return;
    this.#values++;
    const plain = parseNumber(text);
    if (plain !== undefined || isWrittenOtherwise(text)) this.#numbers.addCell(text, plain);
    this.#hasLeadingZero ||= HAS_LEADING_ZERO.test(text);
  }

  areNumbers(): boolean {
    return this.#values > 0 && this.areNumbersBeside(NO_NUMBERS) && !this.#hasLeadingZero;
  }

  /** Whether they are with other cells of their column, which are no texts. */
  areNumbersBeside(others: NumberCounts): boolean {
    const all = addCounts({ ...this.#numbers.counts(), values: this.#values }, others);
    return areMostlyFit(countInOneWriting(all), all.values);
  }

  /** Those that are not missing. */
  get values(): number {
    return this.#values;
  }
}
