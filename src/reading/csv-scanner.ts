/**
 * Splits CSV text into records, piece by piece, knowing the line of each.
 *
 * DuckDB reads the rows; this scanner reads the header, compares dialects on the first text, and finds the line of a mistake
 * DuckDB stumbled over (DuckDB counts records, not lines). Rules as RFC 4180: a quote opens only at the start of a cell, the escape
 * character before a quote keeps it, lines end in \n, \r\n or \r. Cost: one look at each character; a cell keeps its first 1,000.
 */

export type LineEnd = "\n" | "\r\n" | "\r";

export interface CsvDialect {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  /** How lines end, where the first row holds line breaks that could be taken for it; else null: the first one tells. */
  readonly lineEnd: LineEnd | null;
}

export interface CsvRecord {
  readonly cells: readonly string[];
  /** Line of its first character, from 1. */
  readonly line: number;
  /** An empty line. DuckDB skips it, except in a table of one column. */
  readonly isBlank: boolean;
  /** What is wrong with a quote in it, and on which line; null when nothing is. */
  readonly problem: { readonly kind: "open quote" | "text after quote"; readonly line: number } | null;
  /** How its line ends; null: as the text does. */
  readonly lineEnd: LineEnd | null;
}

const MAX_CELL_LENGTH = 1000;

type State = "cell start" | "plain" | "quoted" | "after quote";

/** State over a stream: feed `push` and call `end` once; each record is handed on as soon as it is complete. */
export class CsvScanner {
  #carry = "";
  #state: State = "cell start";
  #cell = "";
  #cells: string[] = [];
  #line = 1;
  #recordLine = 1;
  #quoteLine = 1;
  #problem: CsvRecord["problem"] = null;
  #wasQuoted = false;
  readonly #lineEnds = new Set<string>();
  readonly #lookAhead: number;

  constructor(
    private readonly dialect: Pick<CsvDialect, "delimiter" | "quote" | "escape">,
    private readonly onRecord: (record: CsvRecord) => void,
  ) {
    this.#lookAhead = Math.max(2, dialect.delimiter.length);
  }

  /** Kinds of line end met so far, outside quotes. */
  get lineEnds(): ReadonlySet<string> {
    return this.#lineEnds;
  }

  push(text: string): void {
    const all = this.#carry + text;
    const done = this.#scan(all, all.length - this.#lookAhead + 1);
    this.#carry = all.slice(done);
  }

  end(): void {
    this.#scan(this.#carry, this.#carry.length);
    this.#carry = "";
    if (this.#state === "quoted") this.#problem = { kind: "open quote", line: this.#quoteLine };
    const hasStarted = this.#cells.length > 0 || this.#cell !== "" || this.#wasQuoted;
    if (hasStarted) this.#endRecord(null);
  }

  /** Scan from 0 while the position is below `limit`; returns where it stopped. */
  #scan(text: string, limit: number): number {
    let at = 0;
    while (at < limit) at += this.#state === "quoted" ? this.#stepQuoted(text, at) : this.#stepPlain(text, at);
    return at;
  }

  #stepQuoted(text: string, at: number): number {
    const { dialect } = this;
    const character = text[at]!;
    const next = text[at + 1];
    const canEscapeNext = next === dialect.quote || (next === dialect.escape && dialect.escape !== dialect.quote);
    if (character === dialect.escape && canEscapeNext) {
      this.#add(next!);
      return 2;
    }
    if (character === dialect.quote) this.#state = "after quote";
    else this.#add(character);
    if (character === "\n" || (character === "\r" && next !== "\n")) this.#line++;
    return 1;
  }

  #stepPlain(text: string, at: number): number {
    const character = text[at]!;
    if (text.startsWith(this.dialect.delimiter, at)) {
      this.#endCell();
      return this.dialect.delimiter.length;
    }
    if (character === "\n" || character === "\r") {
      const lineEnd = character === "\r" && text[at + 1] === "\n" ? "\r\n" : character;
      this.#endRecord(lineEnd);
      this.#lineEnds.add(lineEnd);
      this.#recordLine = ++this.#line;
      return lineEnd.length;
    }
    if (this.#state === "cell start" && character === this.dialect.quote) {
      this.#state = "quoted";
      this.#wasQuoted = true;
      this.#quoteLine = this.#line;
      return 1;
    }
    if (this.#state === "after quote" && character !== " ") {
      this.#problem ??= { kind: "text after quote", line: this.#line };
    }
    if (this.#state === "cell start") this.#state = "plain";
    this.#add(character);
    return 1;
  }

  #add(character: string): void {
    if (this.#cell.length < MAX_CELL_LENGTH) this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#state = "cell start";
  }

  #endRecord(lineEnd: LineEnd | null): void {
    this.#endCell();
    const isBlank = this.#cells.length === 1 && this.#cells[0] === "" && !this.#wasQuoted;
    this.onRecord({ cells: this.#cells, line: this.#recordLine, isBlank, problem: this.#problem, lineEnd });
    this.#cells = [];
    this.#problem = null;
    this.#wasQuoted = false;
  }
}
