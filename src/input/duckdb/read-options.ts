/**
 * What a caller may say about a read. Defaults are filled here once; the code behind never asks again.
 */
import { InputError, showValue } from "../../core/base/index.js";
import { checkOptions, type HookSpec, type OptionSpec } from "../../core/model/index.js";
import type { RowSources } from "../../core/presenting/index.js";
import type { Table } from "../../core/table/index.js";
import type { NumberRange } from "../csv/number-writing.js";
import type { ReadWarning } from "../csv/odd-cells.js";
import type { NoMatch } from "./no-match.js";

export type { ReadWarning } from "../csv/odd-cells.js";

/** One or several of: a path, a glob, `-` for standard input. May be empty when `sql` names its files itself. */
export type Source = string | readonly string[];

/** How a model wants a column to be read. */
export type AskedType = "number" | "text" | "boolean";

/**
 * Rows whose value in `column` reads as `value`: "0" matches 0, 0.0 and "0"; "" matches missing
 * (core/table/select-rows.ts has all).
 */
export interface ValueFilter {
  readonly column: string;
  readonly value: string;
}

/** The same with a value of any kind, as learning and explaining take it. */
interface LooseFilter {
  readonly column: string;
  readonly value: string | number | boolean;
}

/** A column by which rows are named. One that is not required may be absent. */
export interface NameColumn {
  readonly name: string;
  readonly isRequired: boolean;
  /** The column of days whose times of day it holds: batches have the two as one, under the name of the days. */
  readonly isClockOf?: string;
}

/**
 * Numbers where every value is written as a number exactly is, else text: 007 and 12345678901234567890 stay as they
 * are.
 */
export type NameType = "number" | "text" | "boolean";

export interface OpenedInput {
  /** As the caller wrote them; of a glob each one. */
  readonly files: readonly string[];
  /** The named columns that are there. */
  readonly names: readonly { readonly name: string; readonly type: NameType }[];
  /** Whether batches say which file a row is from: there are several, and no SQL has mixed them. */
  readonly hasSources: boolean;
}

export interface ReadProgress {
  /** `check`: types are inferred or a packed file is tested, no row is kept yet; `read`: rows arrive. */
  readonly phase: "check" | "read";
  /** Rows read so far, before any filter. */
  readonly rows: number;
  /** Share of the input done, in [0, 1]; null when unknown. */
  readonly share: number | null;
}

export interface ReadOptions {
  /** Table or view of a DuckDB database file, `name` or `schema.name`. Needed when the file has more than one. */
  readonly table?: string | undefined;
  /**
   * A query whose result is read instead of the source. In it the view `input` holds all sources, `input1`, `input2`, …
   * each one, a database's tables have their own names, and any file can be named by its path: `FROM 'more.csv'` (typed
   * by DuckDB's rules).
   */
  readonly sql?: string | undefined;
  /**
   * SQL condition over the rows, e.g. `"Level" > 10 AND Pump = 'ON'`. Without subqueries, unless `whereMayReadFiles`.
   */
  readonly where?: string | undefined;
  /**
   * Whether `where` may hold subqueries, by which SQL reads any file that this process may read. Default false: a
   * condition often comes from somebody else. `sql` may always.
   */
  readonly whereMayReadFiles?: boolean | undefined;
  /** Keep only these rows. */
  readonly normal?: LooseFilter | undefined;
  /** Keep only these rows. */
  readonly anomaly?: LooseFilter | undefined;
  /** CSV: false when the first line is data; the columns are then called column0, column1, … Default true. */
  readonly header?: boolean | undefined;
  /**
   * CSV: the delimiter, 1 to 4 bytes. Default: found from the first lines, among , ; tab | ^ ~ and two control
   * characters.
   */
  readonly delimiter?: string | undefined;
  /** Columns to read as this type whatever they look like; others are inferred from all rows. */
  readonly types?: ReadonlyMap<string, AskedType> | undefined;
  /**
   * From where to where a model has seen the numbers of columns: it decides where a file can be read in two ways, 1.500
   * as 1.5 or 1500.
   */
  readonly ranges?: ReadonlyMap<string, readonly [least: number, greatest: number]> | undefined;
  /** `readTable`: columns whose texts are kept however many of them differ; others are dropped when nearly all do. */
  readonly keepTexts?: readonly string[] | undefined;
  /**
   * `readBatches`: texts of CSV files as they are written: `n/a`, NULL and blanks are texts, too. Default false: they
   * are missing.
   */
  readonly asWritten?: boolean | undefined;
  /**
   * True when a cell that is no number, in a column of numbers, is an error, and so are numbers that can be read in two
   * ways and a repeated header. By default such a cell is missing, and warnings say where each of them stands. A column
   * is one of numbers when at least 95 % of its cells are, or when `types` says so.
   */
  readonly strict?: boolean | undefined;
  /** The only columns wanted; one that is absent is an error. Default: all. The Table keeps the order of the input. */
  readonly columns?: readonly string[] | undefined;
  /** `readBatches`: columns by which rows are named, as they are written. They come with the others, after them. */
  readonly names?: readonly NameColumn[] | undefined;
  /** `readBatches`: rows per batch, 1 to 1,000,000; the last may be smaller. Default 8,192. */
  readonly batchRows?: number | undefined;
  /** What `-` reads. Default: the process's standard input. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** `readBatches`: told once, before the first batch, what there is to read. */
  readonly onOpen?: ((opened: OpenedInput) => void) | undefined;
  /** `readTable`: told before a file of many columns is read what some of them hold; may throw. */
  readonly onWide?: ((wide: WideTable) => void) | undefined;
  /** `readBatches`: told of each warning before the first batch; `readTable` returns them. */
  readonly onWarning?: ((warning: ReadWarning) => void) | undefined;
  /** `readBatches`: told at the end when there was no batch since no row has the value of `normal` or `anomaly`. */
  readonly onNoMatch?: ((missed: NoMatch) => void) | undefined;
  /** Asked between chunks, and ten times a second during a check; true ends the read with StoppedError. */
  readonly shouldStop?: (() => boolean) | undefined;
}

export interface ReadResult {
  readonly table: Table;
  /** Rows of the input before any filter. */
  readonly inputRows: number;
  readonly warnings: readonly ReadWarning[];
}

/** A table that may be too large for memory. */
export interface LargeReadResult extends ReadResult {
  /** The temporary folder with its columns, which the caller removes in the end; null: they are in memory. */
  readonly folder: string | null;
}

export interface Batch {
  readonly table: Table;
  /**
   * For each row of the table its number in the input, from 0, counted before any filter and on through several files.
   */
  readonly rows: Float64Array;
  /** Where each row was read, when there are several files; else null. */
  readonly sources: RowSources | null;
}

/** A table of many columns that was not read yet, but for some of them. */
export interface WideTable {
  /** How many it has. */
  readonly columnCount: number;
  /** All rows of some columns, drawn by lot. */
  readonly lot: Table;
}

export interface ResolvedReadOptions {
  readonly sources: readonly string[];
  readonly table: string | null;
  readonly sql: string | null;
  readonly where: string | null;
  readonly whereMayReadFiles: boolean;
  readonly filters: readonly ValueFilter[];
  readonly header: boolean;
  readonly delimiter: string | null;
  readonly types: ReadonlyMap<string, AskedType>;
  readonly ranges: ReadonlyMap<string, NumberRange>;
  readonly keepTexts: ReadonlySet<string>;
  readonly asWritten: boolean;
  readonly strict: boolean;
  readonly columns: readonly string[] | null;
  readonly names: readonly NameColumn[];
  readonly tableBytes: number;
  readonly batchRows: number;
  readonly stdin: AsyncIterable<Uint8Array> | null;
  readonly onProgress: (progress: ReadProgress) => void;
  readonly onOpen: (opened: OpenedInput) => void;
  /** Null: nobody wants to know. */
  readonly onWide: ((wide: WideTable) => void) | null;
  readonly onWarning: (warning: ReadWarning) => void;
  readonly onNoMatch: (missed: NoMatch) => void;
  readonly shouldStop: () => boolean;
}

const READ_OPTIONS: Readonly<Record<keyof ReadOptions, OptionSpec | HookSpec>> = {
  table: { kind: "text", help: "the table or view of a database file" },
  sql: { kind: "text", help: "a query whose result is read instead of the source" },
  where: { kind: "text", help: "an SQL condition over the rows" },
  whereMayReadFiles: { kind: "flag", help: "whether the condition may hold subqueries, which can read any file" },
  normal: { kind: "filter", help: "keep only rows with this value in this column" },
  anomaly: { kind: "filter", help: "keep only rows with this value in this column" },
  header: { kind: "flag", help: "whether the first line of a CSV file holds the names of its columns" },
  delimiter: { kind: "text", help: "the delimiter of a CSV file" },
  types: { kind: "object", help: 'a Map of column names to "number", "text" or "boolean"' },
  ranges: { kind: "object", help: "a Map of column names to [least, greatest] of the numbers that were learnt" },
  keepTexts: { kind: "names", help: "columns whose texts are kept however many of them differ" },
  asWritten: { kind: "flag", help: "whether texts of CSV files are taken as they are written, n/a and blanks too" },
  strict: { kind: "flag", help: "whether a cell that is no number, in a column of numbers, is an error" },
  columns: { kind: "names", help: "the only columns wanted" },
  names: { kind: "object", help: "a list of columns by which rows are named, each {name, isRequired}" },
  batchRows: { kind: "checked elsewhere", help: "rows in a batch" },
  stdin: { kind: "object", help: "what - reads: chunks of bytes, as a stream has them" },
  onProgress: { kind: "function", help: "told how far the read is" },
  onOpen: { kind: "function", help: "told which files and named columns there are" },
  onWide: { kind: "function", help: "told what some columns of a wide file hold, before the others are read" },
  onWarning: { kind: "function", help: "told of each warning before the first batch" },
  onNoMatch: { kind: "function", help: "told at the end when no row has the value of a filter" },
  shouldStop: { kind: "function", help: "asked whether to stop" },
};

const DEFAULT_BATCH_ROWS = 8192;
const MAX_BATCH_ROWS = 1_000_000;

export function resolveReadOptions(source: Source, options: ReadOptions): ResolvedReadOptions {
  const sources = listSources(source);
  checkOptions(options, READ_OPTIONS);
  checkTypes(options.types);
  checkRanges(options.ranges);
  checkStdin(options.stdin);
  const sql = options.sql === undefined ? null : options.sql.trim().replace(/;\s*$/, "");
  const batchRows = options.batchRows ?? DEFAULT_BATCH_ROWS;
  checkSources(sources, sql);
  checkBatchRows(batchRows);
  checkDelimiter(options.delimiter);
  if (sql !== null && options.table !== undefined) {
    throw new InputError("TABLE_AND_SQL", "table and sql were both given", "In sql, name the table after FROM.");
  }
  return {
    sources,
    table: options.table ?? null,
    sql,
    where: options.where ?? null,
    whereMayReadFiles: options.whereMayReadFiles ?? false,
    filters: [options.normal, options.anomaly]
      .filter((filter) => filter !== undefined)
      .map(({ column, value }) => ({ column, value: String(value) })),
    header: options.header ?? true,
    delimiter: options.delimiter ?? null,
    types: options.types ?? new Map(),
    ranges: options.ranges ?? new Map(),
    keepTexts: new Set(options.keepTexts),
    asWritten: options.asWritten ?? false,
    strict: options.strict ?? false,
    columns: options.columns ?? null,
    names: namesBesides(options),
    tableBytes: Number.POSITIVE_INFINITY,
    batchRows,
    stdin: options.stdin ?? null,
    onProgress: options.onProgress ?? (() => {}),
    onOpen: options.onOpen ?? (() => {}),
    onWide: options.onWide ?? null,
    onWarning: options.onWarning ?? (() => {}),
    onNoMatch: options.onNoMatch ?? (() => {}),
    shouldStop: options.shouldStop ?? (() => false),
  };
}

/** A column that is wanted for itself is read as that. */
function namesBesides({ names = [], columns = [] }: ReadOptions): readonly NameColumn[] {
  return names.filter(({ name }) => !columns.includes(name));
}

/** From plain JavaScript anything may come. */
function listSources(source: unknown): readonly string[] {
  const sources: readonly unknown[] = Array.isArray(source) ? source : [source];
  const wrong = sources.findIndex((one) => typeof one !== "string" || one.trim() === "");
  if (wrong < 0) return sources as readonly string[];
  throw new InputError(
    "SOURCE_MISSING",
    `a table was to be named by its file, got ${showValue(sources[wrong])}`,
    "Name a file, a glob, or - for standard input; rows that are already in memory go to learn and explain as they are.",
  );
}

function checkSources(sources: readonly string[], sql: string | null): void {
  if (sources.length === 0 && sql === null) {
    throw new InputError("SOURCE_MISSING", "no table was given", "Name a file, a glob, or - for standard input.");
  }
  if (sources.filter((source) => source === "-").length > 1) {
    throw new InputError("STDIN_TWICE", "- (standard input) was given twice", "It can be read once only.");
  }
}

/** A plain object in place of the Map would be passed over. */
function checkTypes(types: unknown): void {
  if (types === undefined) return;
  if (!(types instanceof Map)) {
    throw new InputError(
      "OPTION_TYPE",
      `types must be a Map, got ${showValue(types)}`,
      'For example new Map([["Level", "number"]]).',
    );
  }
  for (const [column, type] of types as ReadonlyMap<unknown, unknown>) {
    if (typeof column === "string" && ASKED_TYPES.some((each) => each === type)) continue;
    throw new InputError(
      "OPTION_CHOICE",
      `types must say ${ASKED_TYPES.join(", ")} for names of columns, got ${showValue(type)} for ${showValue(column)}`,
      "Spell it as listed.",
    );
  }
}

function checkRanges(ranges: unknown): void {
  if (ranges === undefined) return;
  const isRange = (range: unknown): boolean =>
    Array.isArray(range) && range.length === 2 && range.every(Number.isFinite) && range[0] <= range[1];
  if (ranges instanceof Map && [...ranges.values()].every(isRange)) return;
  throw new InputError(
    "OPTION_TYPE",
    `ranges must be a Map to pairs of numbers, the lesser first, got ${showValue(ranges)}`,
    'For example new Map([["Level", [8, 12]]]).',
  );
}

const ASKED_TYPES: readonly AskedType[] = ["number", "text", "boolean"];

function checkStdin(stdin: unknown): void {
  if (stdin === undefined || (typeof stdin === "object" && stdin !== null && Symbol.asyncIterator in stdin)) return;
  throw new InputError(
    "OPTION_TYPE",
    `stdin must be a stream of bytes, got ${showValue(stdin)}`,
    "For example process.stdin, or createReadStream(path).",
  );
}

function checkBatchRows(batchRows: number): void {
  if (Number.isInteger(batchRows) && batchRows >= 1 && batchRows <= MAX_BATCH_ROWS) return;
  throw new InputError(
    "BATCH_ROWS_RANGE",
    `batchRows must be an integer in [1, ${MAX_BATCH_ROWS}], got ${showValue(batchRows)}`,
    `Leave it out for ${DEFAULT_BATCH_ROWS}.`,
  );
}

function checkDelimiter(delimiter: string | undefined): void {
  if (delimiter === undefined) return;
  const bytes = Buffer.byteLength(delimiter);
  if (bytes >= 1 && bytes <= 4 && !/["\r\n]/.test(delimiter)) return;
  throw new InputError(
    "DELIMITER_RANGE",
    `delimiter must be 1 to 4 bytes without quote or line end, got ${JSON.stringify(delimiter)}`,
    "Leave it out to have it found, or give for instance a semicolon.",
  );
}

/** Without SQL of the caller's, no other column than those wanted and filtered by can matter. */
export function needsOnlyWanted(options: Pick<ResolvedReadOptions, "where" | "sql">): boolean {
  return options.where === null && options.sql === null;
}
