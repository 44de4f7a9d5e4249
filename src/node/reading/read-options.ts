/**
 * What a caller may say about a read. Defaults are filled here once; the code behind never asks again.
 */
import { InputError } from "../../core/errors/input-error.js";
import { showValue } from "../../core/errors/show-value.js";
import type { Table } from "../../core/table/table.js";
import type { NoMatch } from "./no-match.js";

/** One or several of: a path, a glob, `-` for standard input. May be empty when `sql` names its files itself. */
export type Source = string | readonly string[];

/** How a model wants a column to be read. */
export type GivenType = "number" | "text" | "boolean";

/** Rows whose value in `column` reads as `value`: "0" matches 0, 0.0 and "0"; "" matches missing (core/table/select-rows.ts has all). */
export interface ValueFilter {
  readonly column: string;
  readonly value: string;
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
   * A query whose result is read instead of the source. In it the view `input` holds all sources, `input1`, `input2`, … each one,
   * a database's tables have their own names, and any file can be named by its path: `FROM 'more.csv'` (typed by DuckDB's rules).
   */
  readonly sql?: string | undefined;
  /** SQL condition over the rows, e.g. `"Level" > 10 AND Pump = 'ON'`. */
  readonly where?: string | undefined;
  /** Keep only these rows. */
  readonly normal?: ValueFilter | undefined;
  /** Keep only these rows. */
  readonly anomaly?: ValueFilter | undefined;
  /** CSV: false when the first line is data; the columns are then called column0, column1, … Default true. */
  readonly header?: boolean | undefined;
  /** CSV: the delimiter, 1 to 4 bytes. Default: found from the first lines, among , ; tab | ^ ~ and two control characters. */
  readonly delimiter?: string | undefined;
  /** Columns to read as this type whatever they look like; others are inferred from all rows. */
  readonly types?: ReadonlyMap<string, GivenType> | undefined;
  /** `readTable`: columns whose texts are kept however many of them differ; others are dropped when nearly all do. */
  readonly keepTexts?: readonly string[] | undefined;
  /** The only columns wanted; one that is absent is an error. Default: all. The Table keeps the order of the input. */
  readonly columns?: readonly string[] | undefined;
  /** `readBatches`: rows per batch, 1 to 1,000,000; the last may be smaller. Default 8,192. */
  readonly batchRows?: number | undefined;
  /** What `-` reads. Default: the process's standard input. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** `readBatches`: told at the end when there was no batch since no row has the value of `normal` or `anomaly`. */
  readonly onNoMatch?: ((missed: NoMatch) => void) | undefined;
  /** Asked between chunks, and ten times a second during a check; true ends the read with StoppedError. */
  readonly shouldStop?: (() => boolean) | undefined;
}

export interface ReadWarning {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface ReadResult {
  readonly table: Table;
  /** Rows of the input before any filter. */
  readonly inputRows: number;
  readonly warnings: readonly ReadWarning[];
}

export interface Batch {
  readonly table: Table;
  /** For each row of the table its number in the input, from 0, counted before any filter and on through several files. */
  readonly rows: Float64Array;
}

export interface ResolvedReadOptions {
  readonly sources: readonly string[];
  readonly table: string | null;
  readonly sql: string | null;
  readonly where: string | null;
  readonly filters: readonly ValueFilter[];
  readonly header: boolean;
  readonly delimiter: string | null;
  readonly types: ReadonlyMap<string, GivenType>;
  readonly keepTexts: ReadonlySet<string>;
  readonly columns: readonly string[] | null;
  readonly batchRows: number;
  readonly stdin: AsyncIterable<Uint8Array> | null;
  readonly onProgress: (progress: ReadProgress) => void;
  readonly onNoMatch: (missed: NoMatch) => void;
  readonly shouldStop: () => boolean;
}

const DEFAULT_BATCH_ROWS = 8192;
const MAX_BATCH_ROWS = 1_000_000;

export function resolveReadOptions(source: Source, options: ReadOptions): ResolvedReadOptions {
  const sources = listSources(source);
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
    filters: [options.normal, options.anomaly].filter((filter) => filter !== undefined),
    header: options.header ?? true,
    delimiter: options.delimiter ?? null,
    types: options.types ?? new Map(),
    keepTexts: new Set(options.keepTexts),
    columns: options.columns ?? null,
    batchRows,
    stdin: options.stdin ?? null,
    onProgress: options.onProgress ?? (() => {}),
    onNoMatch: options.onNoMatch ?? (() => {}),
    shouldStop: options.shouldStop ?? (() => false),
  };
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

function checkBatchRows(batchRows: number): void {
  if (Number.isInteger(batchRows) && batchRows >= 1 && batchRows <= MAX_BATCH_ROWS) return;
  throw new InputError(
    "BATCH_ROWS_RANGE",
    `batchRows must be an integer in [1, ${MAX_BATCH_ROWS}], got ${batchRows}`,
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
