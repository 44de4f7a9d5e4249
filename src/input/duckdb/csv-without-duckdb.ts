/**
 * Reads one plain CSV file without DuckDB, by the reader that the page has too (src/input/csv): loading DuckDB and
 * opening it takes longer than reading 100,000 cells.
 *
 * It gives exactly the table that DuckDB gives, or null. Null is the answer to everything unusual: several files, SQL,
 * a packed or large file, an odd dialect, a mistake anywhere, a cell that DuckDB may read otherwise. DuckDB then reads
 * the file from its start and says what there is to say, so a mistake has one wording and nothing is guessed here.
 * Cost: one pass, about 10 ns for each byte of numbers.
 */
import { isUtf8 } from "node:buffer";
import { type FileHandle, open, stat } from "node:fs/promises";
import { InputError, StoppedError } from "../../core/base/index.js";
import { type Table, tellDays } from "../../core/table/index.js";
import { TrailingCellError } from "../csv/csv-errors.js";
import { type AskedType, type CsvHeader, type FileText, readCsvHeader, readCsvRows } from "../csv/csv-table.js";
import { asExactNumbers } from "../csv/exact-numbers.js";
import type { TableUse } from "./column-builders.js";
import { lookAtPlainFile } from "./file-content.js";
import { findFilteredRows } from "./filters-without-duckdb.js";
import { namesThere, nameTypeOf } from "./name-columns.js";
import { HEAD_BYTES } from "./packed-bytes.js";
import type { ReadWarning, ResolvedReadOptions, WideTable } from "./read-options.js";
import { toLearningTable } from "./tables-without-duckdb.js";
import { drawColumns, LOT_ROWS, WIDE } from "./wide-lot.js";

export interface PlainCsv {
  /** The wanted columns; if `rows` is not null, with further columns' rows still to be chosen. */
  readonly table: Table;
  /** Numbers of the rows that are kept, ascending; null: all of them. */
  readonly rows: Int32Array | null;
  readonly warnings: readonly ReadWarning[];
}

/** Beyond it DuckDB has the advantage: many threads, and memory that does not grow with the file. */
const MAX_BYTES = 64 * 1024 * 1024;
/** DuckDB plans a query in the square of its columns: 2,000 of 300 rows took 49 s, and .3 s here. */
const MAX_WIDE_BYTES = 256 * 1024 * 1024;
const WIDE_COLUMNS = 256;

/** Bytes of a table for each of its file, at most: a number of one digit and its comma become eight. */
const BYTES_PER_BYTE = 4;

const PLAIN_NAME = /\.(csv|tsv|txt|tab)$/i;
const PLAIN_DELIMITERS: readonly string[] = [",", ";", "\t", "|"];

export async function readCsvWithoutDuckdb(options: ResolvedReadOptions, tables: TableUse): Promise<PlainCsv | null> {
  const [shown] = options.sources;
  if (shown === undefined || !isPlain(options)) return null;
  const bytes = await readBytes(shown, options.tableBytes / BYTES_PER_BYTE);
  if (bytes === null) return null;
  const file = await orNull(async () => openText(shown, bytes));
  if (file === null) return null;
  const some = options.onWide === null ? null : await orNull(() => readSome(file, options));
  if (some !== null) options.onWide!(some); // which may end it with an error of its own
  return orNull(() => readPlainTable(file, options, tables));
}

async function orNull<Result>(read: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TrailingCellError) throw error; // DuckDB would pass over it without a word
    if (error instanceof Doubt || error instanceof InputError) return null;
    throw error;
  }
}

/** Thrown where DuckDB may read otherwise. */
class Doubt extends Error {}

function doubt(): never {
  throw new Doubt();
}

function isPlain({ sources, table, sql, where, header, delimiter, types, columns }: ResolvedReadOptions): boolean {
  if (sources.length !== 1 || !PLAIN_NAME.test(sources[0]!)) return false;
  if (table !== null || sql !== null || where !== null || !header) return false;
  if (delimiter !== null && !PLAIN_DELIMITERS.includes(delimiter)) return false;
  return columns?.length !== 0 && ![...types.values()].includes("boolean");
}

/** The whole file, if it is one that can be read and is not too large. */
async function readBytes(path: string, most: number): Promise<Buffer | null> {
  try {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size === 0 || stats.size > Math.min(most, MAX_WIDE_BYTES)) return null;
    const handle = await open(path);
    try {
      if (stats.size > MAX_BYTES && !(await startsWide(handle))) return null;
      const bytes = Buffer.allocUnsafeSlow(stats.size);
      const { bytesRead } = await handle.read(bytes, 0, stats.size, 0);
      return bytesRead === stats.size ? bytes : null;
    } finally {
      await handle.close();
    }
  } catch {
    return null; // whoever looks for the file next says why it cannot be read
  }
}

/** Whether the first line has many columns, by any delimiter: who reads it then says which it is. */
async function startsWide(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const [line] = buffer.toString("latin1", 0, bytesRead).split("\n", 1);
  return PLAIN_DELIMITERS.some((delimiter) => line!.split(delimiter).length > WIDE_COLUMNS);
}

const LINE_FEED = 10;
const RETURN = 13;
/** The byte order mark. */
const MARK = Buffer.from("\ufeff");
const PIECE_BYTES = 512 * 1024;

function openText(shown: string, bytes: Buffer): FileText {
  const ends = { head: bytes.subarray(0, HEAD_BYTES), tail: null, isWhole: bytes.length <= HEAD_BYTES };
  const content = lookAtPlainFile({ path: shown, shown, bytes: bytes.length, source: 0 }, ends);
  if (content?.format !== "csv" || !isUtf8(bytes) || bytes.includes(0) || hasLoneReturn(bytes)) doubt();
  const { head, isWhole } = content;
  const start = bytes.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  if (bytes.includes(MARK, start)) doubt(); // DuckDB's texts lose one at their start

  /** Cut behind line ends, where no character is cut. Others have their turn between two pieces. */
  async function* pieces() {
    for (let from = start; from < bytes.length; ) {
      const lineEnd = bytes.indexOf(LINE_FEED, from + PIECE_BYTES);
      const to = lineEnd < 0 ? bytes.length : lineEnd + 1;
      yield { text: bytes.toString("utf8", from, to), share: to / bytes.length };
      from = to;
      if (from < bytes.length) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return { name: shown, readHead: async () => ({ head, isWhole }), pieces };
}

/** Lines that end in \r alone, or one inside quotes. */
function hasLoneReturn(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(RETURN); at >= 0; at = bytes.indexOf(RETURN, at + 1)) {
    if (bytes[at + 1] !== LINE_FEED) return true;
  }
  return false;
}

/** Columns of a wide file, drawn by lot; null: it is not wide, or whoever reads all of it has something to say. */
async function readSome(file: FileText, options: ResolvedReadOptions): Promise<WideTable | null> {
  const header = await readCsvHeader(file, options.delimiter);
  const names = options.columns ?? header.names;
  if (names.length <= WIDE || !isPlainHeader(header)) return null;
  const drawn = new Set(drawColumns(names).map((place) => names[place]!));
  const filtered = options.filters.map(({ column }) => column);
  const { table } = await readCsvRows(file, header, {
    ...rowOptions(options, { named: [], keepsAll: filtered.length > 0 }),
    isWanted: (name) => drawn.has(name) || filtered.includes(name),
    unwanted: "skipped",
    onProgress: () => {
      if (options.shouldStop()) throw new StoppedError();
    },
    onDoubt: () => {},
  });
  const rows = filtered.length === 0 ? null : findFilteredRows(table, options.filters);
  if ((rows?.length ?? table.rowCount) === 0 || table.rowCount > LOT_ROWS) return null;
  const columns = table.columns.filter(({ name }) => drawn.has(name));
  return { columnCount: names.length, lot: toLearningTable({ table: { ...table, columns }, rows }) };
}

interface RowReading {
  /** Columns that only name rows. */
  readonly named: readonly string[];
  /** Whether texts are kept however many differ. */
  readonly keepsAll: boolean;
}

function rowOptions(options: ResolvedReadOptions, { named, keepsAll }: RowReading) {
  const isNamed = (name: string): boolean => options.types.has(name) || options.keepTexts.has(name);
  return {
    types: askedTypes(options, named),
    ranges: options.ranges,
    uniqueTexts: (name: string) => (options.asWritten ? "as written" : keepsAll || isNamed(name) ? "keep" : "drop"),
    mayBeText: (name: string) => options.keepTexts.has(name) || options.asWritten,
    oddCells: options.strict ? "refuse" : "missing",
  } as const;
}

async function readPlainTable(
  file: FileText,
  options: ResolvedReadOptions,
  tables: TableUse,
): Promise<PlainCsv | null> {
  const header = await readCsvHeader(file, options.delimiter);
  if (!isPlainHeader(header)) return null;
  const filterNames = options.filters.map(({ column }) => column);
  const wanted = new Set(options.columns ?? header.names);
  const required = options.names.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const there = new Set(header.names);
  if (![...wanted, ...filterNames, ...required].every((name) => there.has(name))) return null;
  const named = namesThere(options.names, header.names);
  // Which texts are too many is a question about the rows that are kept; DuckDB answers it where there are so many.
  const keepsAll = tables === "explaining" || options.filters.length > 0;
  const { table, warnings, withoutNumbers } = await readCsvRows(file, header, {
    ...rowOptions(options, { named, keepsAll }),
    isWanted: (name) => wanted.has(name) || filterNames.includes(name) || named.includes(name),
    unwanted: "looked at",
    onProgress: (share, rows) => {
      if (options.shouldStop()) throw new StoppedError();
      options.onProgress({ phase: "read", rows, share });
    },
    onDoubt: doubt,
  });
  // Nothing is said about a column that is only filtered by, and a warning is one text about all columns.
  const isOnlyFiltered = filterNames.some((name) => !wanted.has(name) && options.types.get(name) === "number");
  if (isOnlyFiltered && warnings.length > 0) return null;
  if (table.rowCount === 0 || (tables === "learning" && withoutNumbers.length > 0)) return null;
  const rows = options.filters.length === 0 ? null : findFilteredRows(table, options.filters);
  if (rows?.length === 0) return null;
  const columns = table.columns.filter(({ name }) => wanted.has(name) && !named.includes(name));
  const names = named.map((name) => tellDays(asExactNumbers(table.columns.find((column) => column.name === name)!)));
  options.onOpen({
    files: [file.name],
    names: names.map((column) => ({ name: column.name, type: nameTypeOf(column) })),
    hasSources: false,
  });
  return { table: { ...table, columns: [...columns, ...names] }, rows, warnings };
}

function isPlainHeader({ dialect, names, headerLine }: CsvHeader): boolean {
  const isPlainDialect =
    dialect.quote === '"' && dialect.escape === '"' && PLAIN_DELIMITERS.includes(dialect.delimiter);
  return isPlainDialect && headerLine === 1 && !names.some((name) => /[\r\n]/.test(name));
}

/**
 * As `askedTypes` of source-query.ts has it: a column that is only filtered by is text, and so are cells as they are
 * written.
 */
function askedTypes(
  { types, columns, filters }: ResolvedReadOptions,
  named: readonly string[],
): ReadonlyMap<string, AskedType> {
  const asked = new Map<string, AskedType>();
  for (const [name, type] of types) if (type !== "boolean") asked.set(name, type);
  for (const { column } of columns === null ? [] : filters)
    if (!columns!.includes(column) && !asked.has(column)) asked.set(column, "text");
  for (const name of named) asked.set(name, "text");
  return asked;
}
