/**
 * CSV that arrives over time, line by line → records. A stray quote must not swallow the rows after it: where a quoted
 * record of several lines cannot be right, its first line alone is malformed, and the lines after it are read again.
 */
import { InputError } from "../../core/base/index.js";
import { lineSizeError } from "../csv/csv-errors.js";
import type { CurrentRecord } from "../csv/csv-record.js";
import { type CsvSyntax, CsvTokenizer } from "../csv/csv-tokenizer.js";
import { MAX_LINE_LENGTH, STANDARD_INPUT } from "./followed-row.js";

/** Lines of a quoted record. */
export const MAX_QUOTED_LINES = 100;
/** Points of evidence, by lines within quotes, that these lines are rows and the quote before them is stray. */
const ENOUGH_EVIDENCE = 3;

/** What reads records into rows. */
export interface RecordReader {
  onRecord(record: CurrentRecord): void;
  /** Called once for the line, before the lines after it are read again. */
  onStrayQuote(reason: InputError): void;
  /** Cells of a row. */
  readonly width: number;
  /** Evidence that a line by itself is a row: a point for each number in a column of numbers. */
  evidenceOfRow(line: string): number;
}

interface RecordLines {
  push(text: string): void;
  /** The last line may lack its line end. */
  end(): void;
  /** The last line is cut. */
  stop(): void;
}

export function createRecordLines(
  syntax: CsvSyntax,
  { onRecord, onStrayQuote, width, evidenceOfRow }: RecordReader,
): RecordLines {
  /** Of the record that is not complete. */
  let lines: string[] = [];
  let firstLine = 1;
  /** In its lines after the first. */
  let evidence = 0;
  let isStray = false;
  let tokenizer = begin();
  /** Of the line that is not complete. */
  let rest = "";
  let endsInReturn = false;

  function begin(): CsvTokenizer {
    return new CsvTokenizer(syntax, take, { firstLine });
  }

  function take(record: CurrentRecord): void {
    isStray = lines.length > 1 && (record.problem !== null || (record.width !== width && evidence > 0));
    if (!isStray) onRecord(record);
  }

  function addLine(line: string): void {
    if (lines.length > 0) evidence += evidenceOfRow(line);
    lines.push(line);
    tokenizer.pushLine(line);
    if (tokenizer.pending.length === 0) endRecord();
    else if (lines.length >= MAX_QUOTED_LINES || evidence >= ENOUGH_EVIDENCE) skipFirst();
  }

  function endRecord(): void {
    if (isStray) skipFirst();
    else {
      firstLine += lines.length;
      [lines, evidence] = [[], 0];
    }
  }

  /** Each call skips a line for good, so re-reading ends. */
  function skipFirst(): void {
    onStrayQuote(strayQuoteError(firstLine));
    const [, ...again] = lines;
    firstLine++;
    [lines, evidence, tokenizer] = [[], 0, begin()];
    for (const line of again) addLine(line);
  }

  function endAll(): void {
    while (lines.length > 0) {
      tokenizer.end();
      endRecord();
    }
  }

  return {
    push(text) {
      const hasLineEnd = endsInReturn || /[\r\n]/.test(text); // a long line in many pieces is looked at once
      rest += text;
      endsInReturn = text === "" ? endsInReturn : text.endsWith("\r");
      if (hasLineEnd) {
        const whole = rest.match(/[^\r\n]*(?:\n|\r\n|\r(?=[^\n]))/g) ?? [];
        rest = rest.slice(whole.reduce((length, line) => length + line.length, 0));
        for (const line of whole) addLine(line);
      }
      if (rest.length + tokenizer.pending.length > MAX_LINE_LENGTH)
        throw lineSizeError(STANDARD_INPUT, tokenizer.pending.line);
    },
    end() {
      if (rest !== "") addLine(rest);
      rest = "";
      endAll();
    },
    stop() {
      if (evidence > 0) endAll(); // without evidence of a stray quote, what is open is the row that is cut
    },
  };
}

function strayQuoteError(line: number): InputError {
  return new InputError(
    "CSV_QUOTE",
    `${STANDARD_INPUT} line ${line} has a stray quote`,
    `Write a quote inside a cell twice: "a ""word"" in quotes". In a stream a quoted row has at most ${MAX_QUOTED_LINES} lines.`,
  );
}
