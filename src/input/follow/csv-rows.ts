/**
 * CSV that arrives over time → rows. The first line names the columns, and is all that delimiter and quotes are found
 * from; a cell is read by itself, without those that come later.
 */
import { type CellValue, MISSING_NUMBER_WORDS } from "../../core/table/index.js";
import { checkColumnNames, checkKnownNames, nameColumns } from "../csv/column-names.js";
import { parseBoolean, parseNumber, trimSpaces } from "../csv/csv-cells.js";
import { missingWordsFor } from "../csv/csv-columns.js";
import { findCsvLayout } from "../csv/csv-dialect.js";
import { lineSizeError, quoteError, widthError } from "../csv/csv-errors.js";
import type { CurrentRecord } from "../csv/csv-record.js";
import type { CsvSyntax } from "../csv/csv-tokenizer.js";
import { isExactNumber } from "../csv/exact-numbers.js";
import { checkHeaderLine } from "../csv/first-lines.js";
import { headerError, namesToRepeat, repeatsHeader } from "../csv/repeated-header.js";
import {
  type CellReading,
  type FollowedColumn,
  MAX_LINE_LENGTH,
  type OddValue,
  type RowListener,
  type RowParser,
  type RowValues,
  refuseOtherEncoding,
  STANDARD_INPUT,
  tellLine,
} from "./followed-row.js";
import { createRecordLines, MAX_QUOTED_LINES, type RecordReader } from "./record-lines.js";

interface CsvRowOptions {
  readonly columns: readonly FollowedColumn[];
  /** null: found from the first line. */
  readonly delimiter: string | null;
  /** Whether the first line names the columns. */
  readonly hasHeader: boolean;
}

export function createCsvRows(options: CsvRowOptions, listener: RowListener): RowParser {
  let head = "";
  let lines: ReturnType<typeof createRecordLines> | null = null;

  function begin(isWhole: boolean): void {
    const { dialect, first } = findCsvLayout({ head, isWhole: true }, options.delimiter);
    const isComplete = isWhole || (first?.lineEnd ?? null) !== null;
    if (!isComplete && head.length > MAX_LINE_LENGTH) throw lineSizeError(STANDARD_INPUT, 1);
    if (first?.problem?.kind === "open quote" && (isWhole || hasTooManyLines(head)))
      throw quoteError(STANDARD_INPUT, first.problem.line, "open quote");
    if (first === null || !isComplete) return; // blank so far, or a name in quotes goes on
    if (options.hasHeader) checkHeaderLine(first, STANDARD_INPUT);
    const names = nameColumns(first.cells, options.hasHeader);
    checkColumnNames(names, STANDARD_INPUT);
    const headerLine = options.hasHeader ? first.line : 0;
    const records = createRecordReader({ ...options, names, dialect, headerLine }, listener);
    listener.onColumns(options.columns.map(({ name }) => name).filter((name) => names.includes(name)));
    lines = createRecordLines(dialect, records);
    lines.push(head);
    head = "";
  }

  return {
    push(text) {
      if (lines !== null) return lines.push(text);
      head += text;
      if (/[\r\n]./s.test(head) || head.endsWith("\n")) begin(false);
    },
    end() {
      if (lines === null) begin(true);
      lines?.end();
    },
    stop: () => lines?.stop(),
  };
}

function hasTooManyLines(head: string): boolean {
  return head.split(/\r\n|\n|\r/).length > MAX_QUOTED_LINES;
}

/** A sentence within quotes often has one comma, seldom just as many as a row of more columns. */
const ENOUGH_COLUMNS = 3;

interface RecordOptions extends CsvRowOptions {
  readonly names: readonly string[];
  readonly dialect: CsvSyntax;
  /** From 1; 0: there is none. */
  readonly headerLine: number;
}

function createRecordReader(options: RecordOptions, listener: RowListener): RecordReader {
  const { columns, names, dialect, headerLine } = options;
  const required = columns.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  checkKnownNames(required, names, STANDARD_INPUT);
  const repeated = headerLine > 0 ? namesToRepeat(names) : null;
  const places = columns.map(({ name }) => names.indexOf(name));
  const missing = missingWordsFor([dialect.delimiter, dialect.quote, dialect.escape]);
  const readers = columns.map(({ reading }) => cellReader(reading, missing));
  const expected = {
    width: names.length,
    of: headerLine === 0 ? "the first line" : "the header",
    delimiter: dialect.delimiter,
  } as const;

  function read(record: CurrentRecord): RowValues {
    const { line, problem } = record;
    if (problem !== null) throw quoteError(STANDARD_INPUT, problem.line, problem.kind);
    if (record.width !== names.length) throw widthError({ name: STANDARD_INPUT, line }, record.cells(), expected);
    const odd: OddValue[] = [];
    const values = places.map((place, index) => {
      if (place < 0) return null;
      const cell = record.cell(place);
      refuseOtherEncoding(cell, line);
      return readers[index]!(cell, () => odd.push({ column: columns[index]!.name, cell }));
    });
    return { values, odd };
  }

  const numberPlaces = places.filter((_, index) => columns[index]!.reading === "number");
  const readNumber = cellReader("number", missing);

  return {
    width: names.length,
    onRecord(record) {
      if (record.line <= headerLine || (record.isBlank && names.length > 1)) return;
      if (repeated !== null && record.width === names.length && repeatsHeader(record, repeated))
        return listener.onRepeatedHeader(headerError(STANDARD_INPUT, record.line));
      tellLine(listener, record.line, () => read(record));
    },
    onStrayQuote: (reason) => listener.onBadLine(reason),
    evidenceOfRow(line) {
      const cells = line.replace(/[\r\n]+$/, "").split(dialect.delimiter);
      if (cells.length !== names.length || line.includes(dialect.quote)) return 0;
      let isOdd = false;
      const numbers = numberPlaces.map((place) => readNumber(cells[place]!, () => (isOdd = true)));
      if (isOdd) return 0;
      const count = numbers.filter((number) => number !== null).length;
      return count === 0 && names.length >= ENOUGH_COLUMNS ? 1 : count;
    },
  };
}

/** Told `onOdd` of a text among numbers. */
type CellReader = (cell: string, onOdd: () => void) => CellValue;

const MISSING_NUMBER: ReadonlySet<string> = new Set(MISSING_NUMBER_WORDS);

function cellReader(reading: CellReading, missing: ReadonlySet<string>): CellReader {
  const isMissing = (cell: string): boolean => missing.has(cell) || cell.trim() === "";
  switch (reading) {
    case "number":
      return (cell, onOdd) => {
        const number = parseNumber(cell);
        if (number === undefined && !MISSING_NUMBER.has(trimSpaces(cell))) onOdd();
        return number ?? null;
      };
    case "text":
      return (cell) => (isMissing(cell) ? null : cell);
    case "value":
      return (cell) => (isMissing(cell) ? null : plainValue(cell));
    case "name":
      return (cell) => (isMissing(cell) ? null : isExactNumber(cell) ? Number(cell) : cell);
  }
}

/** A number, a truth value, or the text that it is. */
function plainValue(cell: string): CellValue {
  const truth = parseBoolean(cell);
  return parseNumber(cell) ?? (truth === undefined ? cell : truth === 1);
}
