/**
 * Splits CSV text into records of cells, piece by piece. It is the only place that knows where a cell, a quote or a
 * line ends: header and dialect, rows, and the line of a mistake all come from here, in the page and in Node.
 *
 * Rules as RFC 4180: a quote opens only at the start of a cell, the escape character before a quote keeps it, and
 * spaces behind a closing quote belong to nothing. Lines end in \n, \r\n or \r; each record says in which, and who
 * wants them alike compares.
 *
 * A record without quotes that is whole in one piece is cut at a glance: one look at each character, and no cell is
 * copied. Any other is walked cell by cell, with a state that outlives the piece.
 */
import { CurrentRecord, type LineEnd, type QuoteProblem } from "./csv-record.js";

/** The characters that separate cells and keep them together. */
export interface CsvSyntax {
  /** One character or more. */
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
}

export interface TokenizerOptions {
  /** Characters of a cell that are stored; the rest is only passed over. Default: all. */
  readonly mostLength?: number;
  /** Number of the first line. Default: 1. */
  readonly firstLine?: number;
}

type State = "cell start" | "plain" | "quoted" | "after quote";

const [LINE_FEED, RETURN, SPACE] = [10, 13, 32];

/** State over a stream: feed `push` and call `end` once; each record is handed on as soon as it is complete. */
export class CsvTokenizer {
  readonly #delimiter: string;
  readonly #codes: { readonly delimiter: number; readonly quote: number; readonly escape: number };
  /** Characters above it are part of a cell without a second look. */
  readonly #highest: number;
  /** So many characters are known whenever one is looked at, but at the end. */
  readonly #lookAhead: number;
  readonly #mostLength: number;
  readonly #record: CurrentRecord;

  #carry = "";
  /** Of the next character. */
  #line: number;
  /** Characters before those carried, and before the record that is not complete. */
  #passed = 0;
  #recordStart = 0;

  // The record that is walked, if there is one.
  #isWalking = false;
  #state: State = "cell start";
  #cells: string[] = [];
  #cell = "";
  #firstLine = 1;
  #quoteLine = 1;
  #hasQuotes = false;
  #isDoubtful = false;
  #problem: QuoteProblem | null = null;

  constructor(
    { delimiter, quote, escape: escaping }: CsvSyntax,
    private readonly onRecord: (record: CurrentRecord) => void,
    { mostLength = Number.POSITIVE_INFINITY, firstLine = 1 }: TokenizerOptions = {},
  ) {
    this.#line = firstLine;
    this.#delimiter = delimiter;
    this.#codes = {
      delimiter: delimiter.charCodeAt(0),
      quote: quote.charCodeAt(0),
      escape: escaping.charCodeAt(0),
    };
    this.#highest = Math.max(LINE_FEED, RETURN, this.#codes.delimiter, this.#codes.quote);
    this.#lookAhead = Math.max(2, delimiter.length);
    this.#mostLength = mostLength;
    this.#record = new CurrentRecord(mostLength);
  }

  /** Where the record that is not complete yet begins, and how many characters of it have come. */
  get pending(): { readonly line: number; readonly length: number } {
    const line = this.#isWalking ? this.#firstLine : this.#line;
    return { line, length: this.#passed + this.#carry.length - this.#recordStart };
  }

  push(text: string): void {
    const all = this.#carry + text;
    // Nothing that is longer than one character begins with \n. To carry nothing is faster than to add to what was
    // carried.
    const isWhole = all.charCodeAt(all.length - 1) === LINE_FEED;
    const done = this.#tokenize(all, isWhole ? all.length : all.length - this.#lookAhead + 1);
    this.#passed += done;
    this.#carry = all.slice(done);
  }

  /** A line with its line end, after lines alone: nothing waits for the next one. */
  pushLine(line: string): void {
    this.#passed += this.#tokenize(line, line.length);
  }

  end(): void {
    this.#tokenize(this.#carry, this.#carry.length);
    if (this.#state === "quoted") this.#problem = { kind: "open quote", line: this.#quoteLine };
    if (this.#isWalking) this.#endRecord(null);
  }

  /** From 0 while the position is below `limit`; returns where it stopped. */
  #tokenize(text: string, limit: number): number {
    let at = 0;
    while (at < limit) {
      const next = this.#isWalking ? at : this.#cut(text, at, limit);
      if (next === at) at = this.#walk(text, at, limit);
      else at = next;
      if (!this.#isWalking) this.#recordStart = this.#passed + at;
    }
    return at;
  }

  /**
   * Hands on the record that begins at `start`, if it is whole and has no quotes; returns where the next one begins, or
   * `start`.
   */
  #cut(text: string, start: number, limit: number): number {
    const record = this.#record;
    const { delimiter, quote } = this.#codes;
    const highest = this.#highest;
    const step = this.#delimiter.length;
    record.beginIn(text);
    for (let at = start, from = start; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (code > highest) continue;
      if (code === delimiter && (step === 1 || text.startsWith(this.#delimiter, at))) {
        record.addPlace(from, at);
        from = at + step;
        at = from - 1;
      } else if (code === quote) {
        return start;
      } else if (code === LINE_FEED || code === RETURN) {
        record.addPlace(from, at);
        record.line = this.#line++;
        record.isBlank = at === start;
        record.lineEnd = lineEndAt(text, at);
        this.onRecord(record);
        return at + record.lineEnd.length;
      }
    }
    return start;
  }

  /** Goes on with a record, to its end or the limit; returns where it stopped. */
  #walk(text: string, start: number, limit: number): number {
    if (!this.#isWalking) this.#firstLine = this.#line;
    this.#isWalking = true;
    let at = start;
    while (at < limit && this.#isWalking) {
      if (this.#state === "quoted") at = this.#walkQuoted(text, at, limit);
      else if (this.#isCellEnd(text, at)) at = this.#endCellAt(text, at);
      else if (this.#state === "after quote") at = this.#walkAfterQuote(text, at);
      else at = this.#walkPlain(text, at, limit);
    }
    return at;
  }

  #isCellEnd(text: string, at: number): boolean {
    const code = text.charCodeAt(at);
    if (code > this.#highest) return false;
    return code === LINE_FEED || code === RETURN || this.#isDelimiter(text, at);
  }

  #isDelimiter(text: string, at: number): boolean {
    return (
      text.charCodeAt(at) === this.#codes.delimiter &&
      (this.#delimiter.length === 1 || text.startsWith(this.#delimiter, at))
    );
  }

  #endCellAt(text: string, at: number): number {
    if (this.#isDelimiter(text, at)) {
      this.#endCell();
      return at + this.#delimiter.length;
    }
    const lineEnd = lineEndAt(text, at);
    this.#endRecord(lineEnd);
    this.#line++;
    return at + lineEnd.length;
  }

  #walkPlain(text: string, start: number, limit: number): number {
    const { quote } = this.#codes;
    if (this.#state === "cell start" && text.charCodeAt(start) === quote) {
      this.#state = "quoted";
      this.#hasQuotes = true;
      this.#quoteLine = this.#line;
      return start + 1;
    }
    this.#state = "plain";
    let at = start;
    for (; at < limit && !this.#isCellEnd(text, at); at++) if (text.charCodeAt(at) === quote) this.#isDoubtful = true;
    this.#append(text, start, at);
    return at;
  }

  #walkQuoted(text: string, start: number, limit: number): number {
    const { quote, escape: escaping } = this.#codes;
    let at = start;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (code === quote || code === escaping) break;
      if (code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) this.#line++;
    }
    this.#append(text, start, at);
    if (at >= limit) return at;
    const [code, next] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    if (code === escaping && (next === quote || (next === escaping && escaping !== quote))) {
      this.#append(text, at + 1, at + 2);
      return at + 2;
    }
    if (code === quote) this.#state = "after quote";
    else this.#append(text, at, at + 1);
    return at + 1;
  }

  #walkAfterQuote(text: string, at: number): number {
    if (text.charCodeAt(at) === SPACE) {
      this.#isDoubtful = true;
    } else {
      this.#problem ??= { kind: "text after quote", line: this.#line };
      this.#append(text, at, at + 1);
    }
    return at + 1;
  }

  #append(text: string, from: number, to: number): void {
    const room = this.#mostLength - this.#cell.length;
    if (room > 0) this.#cell += text.slice(from, Math.min(to, from + room));
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#state = "cell start";
  }

  #endRecord(lineEnd: LineEnd | null): void {
    this.#endCell();
    const cells = this.#cells;
    this.#record.take({
      cells,
      line: this.#firstLine,
      isBlank: cells.length === 1 && cells[0] === "" && !this.#hasQuotes,
      problem: this.#problem,
      isDoubtful: this.#isDoubtful,
      lineEnd,
    });
    [this.#cells, this.#problem] = [[], null];
    this.#isWalking = this.#hasQuotes = this.#isDoubtful = false;
    this.onRecord(this.#record);
  }
}

function lineEndAt(text: string, at: number): LineEnd {
  if (text.charCodeAt(at) === LINE_FEED) return "\n";
  return text.charCodeAt(at + 1) === LINE_FEED ? "\r\n" : "\r";
}
