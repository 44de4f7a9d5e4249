/**
 * A CSV file → a Table: how it is written, its header, then its rows, once or, where a column deceived us, once more.
 */
import { InputError } from "../../core/base/index.js";
import { FEW_CELLS, type Table } from "../../core/table/index.js";
import { checkColumnNames, nameColumns } from "./column-names.js";
import { createCountedColumn } from "./counted-column.js";
import {
  type CellColumn,
  type CellsNoticed,
  type ColumnRules,
  createTextColumn,
  missingWordsFor,
} from "./csv-columns.js";
import { type CsvDialect, findCsvLayout } from "./csv-dialect.js";
import { lineEndsError, lineSizeError, quoteError, widthError } from "./csv-errors.js";
import type { CurrentRecord, LineEnd, RecordFacts } from "./csv-record.js";
import { CsvTokenizer } from "./csv-tokenizer.js";
import { firstLineOf, placeOf } from "./file-places.js";
import { checkFirstLines, type HeaderDoubt, warnAboutDoubt } from "./first-lines.js";
import { InferredColumn } from "./inferred-column.js";
import { createNumberColumn } from "./number-column.js";
import type { NumberRange } from "./number-writing.js";
import { type NumbersNoticed, type ReadWarning, refusedNumbers, warnAboutNumbers } from "./odd-cells.js";
import { type HeaderLines, namesToRepeat, refusedHeader, repeatsHeader, warnAboutHeaders } from "./repeated-header.js";
import { createRereading } from "./settle-writings.js";
import type { UniqueTexts } from "./text-codes.js";

/** A file as text, in pieces. */
export interface FileText {
  readonly name: string;
  readHead(): Promise<{ readonly head: string; readonly isWhole: boolean }>;
  /** From the start each time; `share` of the file read so far, in [0, 1]. */
  pieces(): AsyncIterable<{ readonly text: string; readonly share: number }>;
}

/** How a model wants a column to be read. */
export type AskedType = "number" | "text";

interface CsvOptions {
  /** Columns that a model wants as this type. */
  readonly types: ReadonlyMap<string, AskedType>;
  /** From where to where a model has seen the numbers of columns. */
  readonly ranges: ReadonlyMap<string, NumberRange>;
  /** Columns that are text as soon as one of their cells is no number. */
  readonly mayBeText: (column: string) => boolean;
  /** Whether a column's texts are kept however many of them differ. */
  readonly uniqueTexts: (column: string) => UniqueTexts;
  readonly isWanted: (column: string) => boolean;
  /** Whether the numbers of other columns are looked at: they tell how those of the file are written. */
  readonly unwanted: "looked at" | "skipped";
  /** Cells among numbers that are none: missing, with a warning, or an error. */
  readonly oddCells: "missing" | "refuse";
  /** Called after each piece with the share of the file read, in [0, 1], and the number of rows so far. */
  readonly onProgress: (share: number, rows: number) => void;
  /** Called where another reader might take a cell or a line otherwise; see `isDoubtful`. It may throw. */
  readonly onDoubt: () => void;
}

/** How a file is written, and what its columns are called. */
export interface CsvHeader {
  readonly dialect: CsvDialect;
  readonly names: readonly string[];
  /** From 1. */
  readonly headerLine: number;
  readonly doubt: HeaderDoubt | null;
}

/** `delimiter`: null to find it. */
export async function readCsvHeader(file: FileText, delimiter: string | null): Promise<CsvHeader> {
  const { head, isWhole } = await file.readHead();
  const sample = { head, isWhole };
  const layout = findCsvLayout(sample, delimiter);
  const { dialect, first } = layout;
  if (first === null)
    throw new InputError("FILE_EMPTY", `${file.name} holds only empty lines`, "Check how it was written.");
  const doubt = checkFirstLines(layout, { sample, delimiter, hasHeader: true, shown: file.name });
  const names = nameColumns(first.cells, true);
  checkColumnNames(names, file.name, doubt);
  return { dialect, names, headerLine: first.line, doubt };
}

interface CsvRead {
  /** The wanted columns, in the order of the file. */
  readonly table: Table;
  /** Rows of each file. */
  readonly rowCounts: readonly number[];
  readonly warnings: readonly ReadWarning[];
  /** Columns that were to be numbers and hold none. */
  readonly withoutNumbers: readonly string[];
}

/** A file, how it is written, and its columns. */
export interface CsvFile {
  readonly file: FileText;
  readonly header: CsvHeader;
}

export async function readCsvRows(file: FileText, header: CsvHeader, options: CsvOptions): Promise<CsvRead> {
  return readCsvFiles([{ file, header }], options);
}

/** Several files as one table. Contract: they have the same columns, in any order. */
export async function readCsvFiles(files: readonly CsvFile[], options: CsvOptions): Promise<CsvRead> {
  const { header } = files[0]!;
  const names = options.unwanted === "skipped" ? header.names.filter(options.isWanted) : header.names;
  let columns = names.map((name) => createColumn(name, header, options));
  const sources: readonly CsvPart[] = files.map((file, place) => ({ ...file, place, options }));
  const first = columns;
  const placed = (each: readonly (CellColumn | null)[]) => new Map(names.map((name, place) => [name, each[place]!]));
  const parts = await gatherFiles(placed(columns), sources);
  const reread = createRereading(
    files.map((file) => file.header.dialect.delimiter),
    names.map((name) => options.ranges.get(name)),
  );
  for (;;) {
    const again = reread(columns);
    if (again.every((column) => column === null)) break;
    await gatherFiles(placed(again), sources);
    columns = columns.map((column, place) => again[place] ?? column);
  }
  const wanted = columns.filter((_, place) => options.isWanted(names[place]!));
  const wantedNames = names.filter(options.isWanted);
  const zeros = first.filter((_, place) => options.isWanted(names[place]!)).map(zerosIn);
  const finished = wanted.map((column) => ({ noticed: column.noticed(), column: column.finish() }));
  const noticed = finished.flatMap(({ noticed, column }, place) =>
    noticedIn({ noticed, zeros: column.type === "number" ? zeros[place]! : null }, wantedNames[place]!, files),
  );
  const headers = parts.map((part) => part.headers);
  const refused = options.oddCells === "refuse" ? (refusedHeader(headers) ?? refusedNumbers(noticed)) : null;
  if (refused !== null) throw refused;
  const rowCounts = parts.map(({ rows }) => rows);
  const rowCount = rowCounts.reduce((sum, count) => sum + count, 0);
  return {
    table: { rowCount, columns: finished.map(({ column }) => column) },
    rowCounts,
    warnings: [
      ...files.flatMap(({ file, header }) => warnAboutDoubt(header.doubt, header.names, file.name)),
      ...warnAboutHeaders(headers),
      ...warnAboutNumbers(noticed, files.length),
    ],
    withoutNumbers: noticed.filter(({ odd, numbers }) => odd > 0 && numbers === 0).map(({ name }) => name),
  };
}

/** Of the column that looked at all cells first. */
function zerosIn(column: CellColumn): string | null {
  return column instanceof InferredColumn ? column.zeros : null;
}

interface ColumnNoticed {
  readonly noticed: CellsNoticed | null;
  readonly zeros: string | null;
}

function noticedIn(
  { noticed: found, zeros }: ColumnNoticed,
  name: string,
  files: readonly CsvFile[],
): NumbersNoticed[] {
  if (found === null && zeros === null) return [];
  const noticed = found ?? { writings: [], odd: 0, numbers: 0, first: [] };
  const first = noticed.first.map(({ line, cell }) => {
    const place = placeOf(line);
    return { place: `${files[place.file]!.file.name} line ${place.line}`, cell };
  });
  const writings = noticed.writings.map((each) => ({
    ...each,
    files: each.files.map((place) => files[place]!.file.name),
  }));
  return [{ ...noticed, name, first, writings, zeros }];
}

function createColumn(name: string, header: CsvHeader, options: CsvOptions): CellColumn {
  const asked = options.types.get(name);
  const rules = columnRules(name, header, options);
  if (!options.isWanted(name)) return createCountedColumn(name, rules);
  if (asked === "number") return createNumberColumn(name, rules);
  return asked === "text" ? createTextColumn(name, rules) : new InferredColumn(name, rules);
}

function columnRules(name: string, { dialect }: CsvHeader, options: CsvOptions): ColumnRules {
  const { uniqueTexts, mayBeText, onDoubt } = options;
  const oddCells = mayBeText(name) ? "none" : "few";
  const missing = missingWordsFor([dialect.delimiter, dialect.quote, dialect.escape]);
  return { missing, uniqueTexts: uniqueTexts(name), oddCells, onDoubt };
}

interface CsvPart extends CsvFile {
  /** Among the files. */
  readonly place: number;
  readonly options: CsvOptions;
}

/** What was read of a file. */
interface PartRead {
  readonly rows: number;
  readonly headers: HeaderLines;
}

/** Feeds every row to the columns, by their names; null or none: not wanted this time. */
async function gatherFiles(
  columns: ReadonlyMap<string, CellColumn | null>,
  parts: readonly CsvPart[],
): Promise<PartRead[]> {
  const read: PartRead[] = [];
  let before = 0;
  for (const part of parts) {
    const { place, header, options } = part;
    const ordered = header.names.map((name) => columns.get(name) ?? null);
    const onProgress: CsvOptions["onProgress"] = (share, rows) =>
      options.onProgress((place + share) / parts.length, before + rows);
    read.push(await gather(ordered, { ...part, options: { ...options, onProgress } }));
    before += read[place]!.rows;
  }
  return read;
}

/** Contract: a column for each of the header's. */
async function gather(columns: readonly (CellColumn | null)[], part: CsvPart): Promise<PartRead> {
  const { file, header, options } = part;
  const { dialect, names, headerLine } = header;
  const { onProgress, onDoubt } = options;
  const width = names.length;
  const expected = { width, of: "the header", delimiter: dialect.delimiter } as const;
  const check = createCheck(file.name);
  const addRow = createRowSink(columns, firstLineOf(part.place));
  const repeated = namesToRepeat(names);
  const firstHeaders: number[] = [];
  let [rows, headerCount] = [0, 0];
  const tokenizer = new CsvTokenizer(dialect, (record) => {
    check(record);
    if (record.isDoubtful) onDoubt();
    if (record.line <= headerLine || (record.isBlank && width > 1)) return;
    if (record.isBlank) onDoubt();
    if (record.width !== width) throw widthError({ name: file.name, line: record.line }, record.cells(), expected);
    if (repeated !== null && repeatsHeader(record, repeated)) {
      if (headerCount++ < FEW_CELLS) firstHeaders.push(record.line);
      return;
    }
    addRow(record);
    rows++;
  });
  for await (const { text, share } of file.pieces()) {
    tokenizer.push(text);
    if (tokenizer.pending.length > MAX_ROW_LENGTH) throw lineSizeError(file.name, tokenizer.pending.line);
    onProgress(share, rows);
  }
  tokenizer.end();
  return { rows, headers: { file: file.name, count: headerCount, first: firstHeaders } };
}

/** Refuses quotes that do not fit, and a line that ends otherwise than the first one. */
function createCheck(name: string): (record: RecordFacts) => void {
  let first: LineEnd | null = null;
  return ({ problem, lineEnd }) => {
    if (problem !== null) throw quoteError(name, problem.line, problem.kind);
    first ??= lineEnd;
    if (lineEnd !== null && lineEnd !== first) throw lineEndsError(name);
  };
}

/**
 * Adds the cells of a record to their columns; plain numbers go where they can be added without making a string of
 * them.
 */
function createRowSink(columns: readonly (CellColumn | null)[], firstLine: number): (record: CurrentRecord) => void {
  const numbersOf = columns.map((column) => column?.numbers ?? null); // changes only when a cell is added as a string
  return (record) => {
    for (let place = 0; place < columns.length; place++) {
      const column = columns[place]!;
      if (column === null) continue;
      const numbers = numbersOf[place]!;
      const value = numbers === null ? NaN : record.plainNumber(place);
      if (numbers !== null && !Number.isNaN(value)) {
        numbers.add(value);
      } else {
        column.add(record.cell(place), firstLine + record.line);
        numbersOf[place] = column.numbers;
      }
    }
  };
}

const MAX_ROW_LENGTH = 16 * 1024 * 1024;
