/**
 * Splits CSV text into rows of cells, piece by piece, fast enough for a big file in a browser.
 *
 * Lines are offered to somebody faster first. One without a quote is cut by `split`; only a row with quotes is walked. Rules as RFC 4180, the same as
 * csv-scanner.ts: a quote opens only at the start of a cell; lines end in \n, \r\n, or all in \r.
 */
import { InputError } from "../core/errors/input-error.js";
import { lineEndsError, quoteError } from "./csv-errors.js";
import type { CsvDialect, LineEnd } from "./csv-scanner.js";

/** A row of cells; `line` is that of its first character, from 1. `isBlank`: nothing stands on its line. */
export type OnCsvRow = (cells: readonly string[], line: number, isBlank: boolean) => void;

/** Lines that were taken, and where the next one begins. */
export interface LinesTaken {
  readonly lines: number;
  readonly end: number;
}

export interface CsvRowsHooks {
  readonly onRow: OnCsvRow;
  /**
   * Takes lines as they stand in a text from `start` on, each a row; what is not taken is cut into cells for `onRow`. It must take
   * none that is blank, has a quote or is not whole.
   */
  readonly takeLines: (text: string, start: number, lineEnd: LineEnd) => LinesTaken;
  /** Called at a quote that DuckDB may take otherwise: inside a cell that did not begin with one, or before spaces. It may throw. */
  readonly onDoubt: () => void;
}

const MAX_ROW_LENGTH = 16 * 1024 * 1024;

/** State over a stream: feed `push`, then call `end` once. */
export class CsvRows {
  #carry = "";
  #line = 1;
  #lineEnd: LineEnd | null;
  /** Line of the quote that was opened last. */
  #quoteLine = 1;

  constructor(
    private readonly name: string,
    private readonly dialect: CsvDialect,
    private readonly hooks: CsvRowsHooks,
  ) {
    this.#lineEnd = dialect.lineEnd;
  }

  push(piece: string): void {
    const text = this.#carry + piece;
    const isCutInLineEnd = text.endsWith("\r");
    const at = this.#split(isCutInLineEnd ? text.slice(0, -1) : text);
    this.#carry = text.slice(at);
    if (this.#carry.length > MAX_ROW_LENGTH) throw lineSizeError(this.name, this.#line);
  }

  end(): void {
    const lineEnd = this.#lineEnd ?? "\n";
    const text = this.#carry.endsWith(lineEnd) || this.#carry === "" ? this.#carry : this.#carry + lineEnd;
    if (this.#split(text) < text.length) throw quoteError(this.name, this.#quoteLine, "open quote");
  }

  /** Hands on every complete row; returns where the first incomplete one begins. */
  #split(text: string): number {
    const { delimiter, quote } = this.dialect;
    this.#lineEnd ??= findLineEnd(text);
    const newline = this.#lineEnd === "\r" ? "\r" : "\n";
    let at = 0;
    while (at < text.length) {
      if (this.#lineEnd !== null) {
        const { lines, end } = this.hooks.takeLines(text, at, this.#lineEnd);
        this.#line += lines;
        at = end;
        if (lines > 0) continue;
      }
      const newlineAt = text.indexOf(newline, at);
      const line = text.slice(at, newlineAt < 0 ? text.length : newlineAt);
      // Not the place of the next quote, kept from line to line: V8 asks for it at every line, to the end of the text.
      if (line.includes(quote)) {
        const next = this.#splitQuoted(text, at);
        if (next < 0) return at;
        at = next;
        continue;
      }
      if (newlineAt < 0) return at;
      const whole = this.#withoutReturn(line);
      this.hooks.onRow(whole.split(delimiter), this.#line, whole === "");
      this.#line++;
      at = newlineAt + 1;
    }
    return at;
  }

  /** The text of a line up to its newline without the rest of its line end, which must be like the others. */
  #withoutReturn(line: string): string {
    if (this.#lineEnd === "\r") return line;
    const returnAt = line.indexOf("\r");
    const wantedAt = this.#lineEnd === "\r\n" ? line.length - 1 : -1;
    if (returnAt !== wantedAt || (line === "" && this.#lineEnd === "\r\n")) throw lineEndsError(this.name);
    return wantedAt < 0 ? line : line.slice(0, wantedAt);
  }

  /** A row with quotes from `start`; returns where the next one begins, or -1 when this one is not complete. */
  #splitQuoted(text: string, start: number): number {
    const { delimiter, quote } = this.dialect;
    const newline = this.#lineEnd === "\r" ? "\r" : "\n";
    const cells: string[] = [];
    let line = this.#line;
    let at = start;
    for (;;) {
      if (text.startsWith(quote, at)) {
        const quoted = this.#readQuoted(text, at, line);
        if (quoted === null) return -1;
        cells.push(quoted.cell);
        line += quoted.lineCount;
        at = quoted.end;
        if (text[at] === " ") this.hooks.onDoubt();
        while (text[at] === " ") at++;
      } else {
        const lineStop = text.indexOf(newline, at);
        if (lineStop < 0) return -1;
        const cellLength = text.slice(at, lineStop).indexOf(delimiter);
        const end = cellLength < 0 ? lineStop : at + cellLength;
        const isReturn = text.startsWith(newline, end) && this.#lineEnd === "\r\n";
        const cell = text.slice(at, isReturn ? end - 1 : end);
        if (cell.includes(quote)) this.hooks.onDoubt();
        cells.push(cell);
        at = isReturn ? end - 1 : end;
      }
      if (text.startsWith(delimiter, at)) {
        at += delimiter.length;
        continue;
      }
      const lineEnd = this.#lineEnd ?? newline;
      if (at + lineEnd.length > text.length) return -1;
      if (!text.startsWith(lineEnd, at)) {
        throw /[\r\n]/.test(text[at]!) ? lineEndsError(this.name) : quoteError(this.name, line, "text after quote");
      }
      this.hooks.onRow(cells, this.#line, false);
      this.#line = line + 1;
      return at + lineEnd.length;
    }
  }

  /** The cell that opens its quote at `start`; null when it is not closed yet, or may not be. */
  #readQuoted(text: string, start: number, line: number): QuotedCell | null {
    const { quote, escape: escaping } = this.dialect;
    this.#quoteLine = line;
    const pieces: string[] = [];
    let from = start + 1;
    let at = from;
    for (;;) {
      at = escaping === quote ? text.indexOf(quote, at) : firstOf(text.indexOf(quote, at), text.indexOf(escaping, at));
      const next = text[at + 1];
      if (at < 0 || next === undefined) return null;
      if (text[at] === escaping && (next === quote || next === escaping)) {
        pieces.push(text.slice(from, at), next);
        from = at += 2;
      } else if (text[at] === quote) {
        pieces.push(text.slice(from, at));
        return { cell: pieces.join(""), end: at + 1, lineCount: countLines(text, start, at) };
      } else at++;
    }
  }
}

interface QuotedCell {
  readonly cell: string;
  /** Behind the closing quote. */
  readonly end: number;
  /** Line breaks inside. */
  readonly lineCount: number;
}

function findLineEnd(text: string): LineEnd | null {
  const at = text.search(/[\r\n]/);
  if (at < 0) return null;
  if (text[at] === "\n") return "\n";
  return text[at + 1] === "\n" ? "\r\n" : "\r";
}

function firstOf(a: number, b: number): number {
  return a < 0 ? b : b < 0 ? a : Math.min(a, b);
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}

function lineSizeError(name: string, line: number): InputError {
  return new InputError(
    "CSV_LINE_SIZE",
    `${name} line ${line} is longer than 16 MB`,
    "Look for an unclosed quote before it, or whether the lines end as they should.",
  );
}
