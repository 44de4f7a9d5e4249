/** A record of a CSV text, as the tokenizer hands it on. */
import { plainDecimal } from "./csv-cells.js";

export type LineEnd = "\n" | "\r\n" | "\r";

export interface QuoteProblem {
  readonly kind: "open quote" | "text after quote";
  readonly line: number;
}

/** What is known of a record beside its cells. */
export interface RecordFacts {
  /** Line of its first character, from 1. */
  readonly line: number;
  /** An empty line. DuckDB skips it, except in a table of one column. */
  readonly isBlank: boolean;
  /** What is wrong with a quote in it, and on which line; null when nothing is. */
  readonly problem: QuoteProblem | null;
  /** A quote that DuckDB may take otherwise: inside a cell that did not begin with one, or before spaces. */
  readonly isDoubtful: boolean;
  /** How its line ends; null: as the text does. */
  readonly lineEnd: LineEnd | null;
}

/** A record by itself. */
export interface CsvRecord extends RecordFacts {
  readonly cells: readonly string[];
}

/**
 * The record at hand: the same object for every record of a text, so take from it what is to stay. Its cells are places
 * in the text, and become strings when they are asked for; only those of a record with quotes, or one cut between two
 * pieces, are strings already.
 */
export class CurrentRecord implements RecordFacts {
  line = 1;
  isBlank = false;
  problem: QuoteProblem | null = null;
  isDoubtful = false;
  lineEnd: LineEnd | null = null;
  /** Number of its cells. */
  width = 0;
  #text = "";
  /** Begin and end of each cell in the text. */
  #places = new Int32Array(128);
  #cells: readonly string[] | null = null;

  constructor(private readonly mostLength: number) {}

  cell(place: number): string {
    if (this.#cells !== null) return this.#cells[place]!;
    const from = this.#places[2 * place]!;
    return this.#text.slice(from, Math.min(this.#places[2 * place + 1]!, from + this.mostLength));
  }

  /** Whether a cell is this text, told where it stands, but for these characters before and behind it. */
  isCell(place: number, text: string, around: string): boolean {
    const whole = this.#cells === null ? this.#text : this.#cells[place]!;
    let [from, to] =
      this.#cells === null ? [this.#places[2 * place]!, this.#places[2 * place + 1]!] : [0, whole.length];
    while (to - from > text.length && around.includes(whole[from]!)) from++;
    while (to - from > text.length && around.includes(whole[to - 1]!)) to--;
    return to - from === text.length && whole.startsWith(text, from);
  }

  /** The number in a cell such as 12 or -0.5, read where it stands; NaN for every other cell (see `plainDecimal`). */
  plainNumber(place: number): number {
    if (this.#cells !== null) return plainDecimal(this.#cells[place]!, 0, this.#cells[place]!.length);
    return plainDecimal(this.#text, this.#places[2 * place]!, this.#places[2 * place + 1]!);
  }

  cells(): readonly string[] {
    return this.#cells ?? Array.from({ length: this.width }, (_, place) => this.cell(place));
  }

  copy(): CsvRecord {
    const { line, isBlank, problem, isDoubtful, lineEnd } = this;
    return { cells: this.cells(), line, isBlank, problem, isDoubtful, lineEnd };
  }

  /** For the tokenizer: a record without quotes, whose cells are places in this text, begins. */
  beginIn(text: string): void {
    this.#text = text;
    this.#cells = null;
    this.width = 0;
    this.problem = null;
    this.isDoubtful = false;
  }

  addPlace(from: number, to: number): void {
    const at = 2 * this.width++;
    if (at === this.#places.length) {
      const larger = new Int32Array(2 * at);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[at] = from;
    this.#places[at + 1] = to;
  }

  /** For the tokenizer: a record of these cells. */
  take({ cells, ...facts }: CsvRecord): void {
    this.#cells = cells;
    this.width = cells.length;
    Object.assign(this, facts);
  }
}
