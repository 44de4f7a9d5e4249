/**
 * Opens what the caller named and hands out its rows as DuckDB chunks with the rows that are kept.
 *
 * This is where the parts meet: files → tables → one query → columns and filters. It owns the database and the spooled
 * files, and every failure passes through it on its way out.
 */
import type { DuckDBVector } from "@duckdb/node-api";
import type { RowSources } from "../../core/presenting/row-names.js";
import { checkKnownNames } from "../csv/column-names.js";
import { type NumbersNoticed, oddCellError, warnAboutNumbers } from "../csv/odd-cells.js";
import { checkWhere } from "./check-sql.js";
import { countNumberCells, findOddCells } from "./count-numbers.js";
import { type Database, openDatabase } from "./duckdb.js";
import { FILE_COLUMN, type FileTable, PART_COLUMN, UNFIT_CELL } from "./file-query.js";
import { followSources } from "./follow-sources.js";
import { nameTypeOf, selectNames } from "./name-columns.js";
import type { NoMatch } from "./no-match.js";
import { explainReadFailure, explainSqlFailure } from "./read-failure.js";
import type { ReadWarning, ResolvedReadOptions } from "./read-options.js";
import { findValuesSeen, keepSql, whereSql } from "./row-filters.js";
import { checkNamedFiles, findSourceFiles, removeSpooled, type SourceFile } from "./source-files.js";
import { type Base, type Found, givenTypes, openBase } from "./source-query.js";
import { quoteName } from "./sql-text.js";
import { type SelectedColumn, selectColumn } from "./typed-select.js";
import { findUnfitInFiles, findUnfitInQuery } from "./unfit-cell.js";

export interface Input {
  /** What messages call it. */
  readonly shown: string;
  readonly columns: readonly SelectedColumn[];
  /** The files that rows may be from, by number. */
  readonly files: readonly string[];
  readonly warnings: readonly ReadWarning[];
  /** What is behind the warnings about numbers. */
  readonly noticed: readonly NumbersNoticed[];
  /** The filters in words, for a message. */
  readonly condition: string;
  /** Whether the caller named this column, by its type or as one to keep. */
  isNamed(name: string): boolean;
  /** Whether texts are wanted as the file has them. */
  readonly asWritten: boolean;
  /** Rows read so far, before any filter. */
  rowsRead(): number;
  chunks(): AsyncIterable<InputChunk>;
  /** After the last chunk: the filter by value that let no row through; null when there is none. */
  missed(): NoMatch | null;
  close(): Promise<void>;
}

export interface InputChunk {
  /** Number in the input of the chunk's row 0. */
  readonly firstRow: number;
  /** Rows of the chunk that are kept: selection[0 .. count). Valid until the next chunk. */
  readonly selection: Int32Array;
  readonly count: number;
  /** Values of `columns[index]`, which is not an "other" column. */
  readonly vector: (index: number) => DuckDBVector;
  /** Which file each row of the chunk is from; null: there is one. Valid until the next chunk. */
  readonly sources: Pick<RowSources, "file" | "row"> | null;
}

const CHUNK_ROWS = 2048;

export async function openInput(options: ResolvedReadOptions): Promise<Input> {
  const spooled: string[] = [];
  const database: Database = await openDatabase({
    purpose: purposeOf(options),
    shouldStop: options.shouldStop,
    onWait: () => options.onProgress({ phase: "check", rows: 0, share: database.share() }),
  }).catch(async (error: unknown) => {
    await checkNamedFiles(options.sources); // a misspelt name is the nearer mistake
    throw error;
  });
  const close = async (): Promise<void> => {
    database.close();
    for (const path of spooled) await removeSpooled(path);
  };
  try {
    return await openSources(options, database, (path) => spooled.push(path), close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** What DuckDB is asked to do, in words. */
function purposeOf({ sources, sql, where }: ResolvedReadOptions): string {
  if (sql !== null) return "a query (sql)";
  const shown = sources.map((source) => (source === "-" ? "standard input" : source)).join(", ");
  return where === null ? `reading ${shown}` : `a condition (where) on ${shown}`;
}

async function openSources(
  options: ResolvedReadOptions,
  database: Database,
  onTemporary: (path: string) => void,
  close: () => Promise<void>,
): Promise<Input> {
  const found: Found = { files: [], tables: [] };
  try {
    const { shouldStop, stdin } = options;
    found.files = await findSourceFiles(options.sources, { database, stdin, shouldStop, onTemporary });
    const shown = showFiles(found.files);
    const base = await openBase(options, found, database, shown);
    return await planInput(options, found, database, { shown, base, close });
  } catch (error) {
    throw await explainReadFailure(error, { ...found, database });
  }
}

interface Plan {
  readonly shown: string;
  readonly base: Base;
  readonly close: () => Promise<void>;
}

async function planInput(options: ResolvedReadOptions, found: Found, database: Database, plan: Plan): Promise<Input> {
  const { base } = plan;
  const shown = options.sql === null ? plan.shown : "the result of sql";
  const names = base.columns.map(({ name }) => name);
  checkKnownNames([...(options.columns ?? []), ...options.filters.map(({ column }) => column)], names, shown);
  const wanted = new Set(options.columns ?? names);
  const named = await selectNames(base, database);
  const columns = base.columns
    .filter(({ name }) => wanted.has(name) && !base.cells.has(name))
    .map((column) => selectColumn(column, options.types.get(column.name), shown));
  columns.push(...named);
  const files = found.files.map((file) => file.shown);
  options.onOpen({
    files,
    names: named.map((column) => ({ name: column.name, type: nameTypeOf(column) })),
    hasSources: base.hasSources,
  });
  if (options.where !== null) await checkWhere(options.where, base, database);
  const inFiles = base.noticed.filter(({ name }) => options.columns === null || wanted.has(name));
  const noticed = [...inFiles, ...(await noticeInQuery(columns, base, shown, database))];
  const firstOdd = noticed.find(({ odd }) => odd > 0);
  if (options.strict && firstOdd !== undefined) throw oddCellError(firstOdd);
  const keep = keepSql(options.where, options.filters, base.columns);
  const progress = { rows: 0, kept: 0 };
  let missed: NoMatch | null = null;

  async function* chunks(): AsyncIterable<InputChunk> {
    try {
      yield* selectChunks(database, { base, columns, keep, tables: found.tables }, progress, options);
      if (progress.rows > 0 && progress.kept === 0) missed = await findMissedFilter(options, base, database);
    } catch (error) {
      const explaining = explainChunkFailure(error, options, found, database, { columns, base, shown });
      throw await explaining.catch((later: unknown) => explainReadFailure(later, { ...found, database }));
    }
  }

  return {
    shown,
    columns,
    files,
    warnings: [...base.warnings, ...warnAboutNumbers(noticed)],
    noticed,
    condition: conditionInWords(options),
    isNamed: (name) => options.types.has(name) || options.keepTexts.has(name),
    asWritten: options.asWritten,
    rowsRead: () => progress.rows,
    chunks,
    missed: () => missed,
    close: plan.close,
  };
}

interface Selection {
  readonly base: Base;
  readonly columns: readonly SelectedColumn[];
  /** SQL of which rows are kept; null: all. */
  readonly keep: string | null;
  readonly tables: readonly FileTable[];
}

/** Texts of a query's result (Parquet, a database, SQL) that are read as numbers because a model wants them. */
async function noticeInQuery(
  columns: readonly SelectedColumn[],
  base: Base,
  shown: string,
  database: Database,
): Promise<readonly NumbersNoticed[]> {
  const texts = columns.flatMap(({ name, type, unfit }) =>
    type === "number" && unfit !== null && unfit.isUnfit !== "false" ? [{ name, cell: unfit.cell }] : [],
  );
  if (texts.length === 0) return [];
  const from = `(${base.query})`;
  const counts = await countNumberCells(
    database,
    from,
    texts.map(({ cell }) => cell),
  );
  const noticed: NumbersNoticed[] = [];
  for (const [index, { name, cell }] of texts.entries()) {
    const { values, plain } = counts[index]!;
    if (plain === values) continue;
    const found = await findOddCells(database, from, cell, "plain");
    const first = found.map((odd) => ({ place: `${shown} row ${odd.row} (the first is 0)`, cell: odd.cell }));
    noticed.push({ name, writing: "plain", example: null, odd: values - plain, numbers: plain, first });
  }
  return noticed;
}

async function* selectChunks(
  database: Database,
  { base, columns, keep, tables }: Selection,
  progress: { rows: number; kept: number },
  options: ResolvedReadOptions,
): AsyncIterable<InputChunk> {
  const read = columns.filter((column) => column.type !== "other");
  const position = new Map(read.map((column, index) => [column, index]));
  const values = [...read.map(({ sql }, index) => `${sql} AS v${index}`), `${keep ?? "true"} AS keep`];
  if (base.hasSources) values.push(quoteName(PART_COLUMN), quoteName(FILE_COLUMN));
  const follower = base.hasSources ? followSources(tables) : null;
  const all = Int32Array.from({ length: CHUNK_ROWS }, (_, row) => row);
  const kept = new Int32Array(CHUNK_ROWS);
  for await (const { chunk, rows } of database.stream(
    `SELECT ${values.join(", ")} FROM (${base.query})`,
    values.length,
  )) {
    const count = keep === null ? rows : selectKept(chunk.getColumnVector(read.length), rows, kept);
    const firstRow = progress.rows;
    progress.rows += rows;
    progress.kept += count;
    const vector = (index: number): DuckDBVector => chunk.getColumnVector(position.get(columns[index]!)!);
    const sources =
      follower?.(chunk.getColumnVector(read.length + 1), chunk.getColumnVector(read.length + 2), rows) ?? null;
    const selection = (keep === null ? all : kept).subarray(0, count);
    if (count > 0) yield { firstRow, selection, count, vector, sources };
    options.onProgress({ phase: "read", rows: progress.rows, share: database.share() });
  }
}

/** Contract: a vector of booleans without nulls. Fills `kept` with the rows that are true and returns their number. */
function selectKept(vector: DuckDBVector, rows: number, kept: Int32Array): number {
  let count = 0;
  for (let row = 0; row < rows; row++) if (vector.getItem(row) === true) kept[count++] = row;
  return count;
}

/** No row at all was kept: which filter by value is why, if one is. */
async function findMissedFilter(options: ResolvedReadOptions, base: Base, database: Database): Promise<NoMatch | null> {
  for (const filter of options.filters) {
    const conditions = [keepSql(options.where, [filter], base.columns)!];
    const rows = await database.rows(`SELECT 1 FROM (${base.query}) WHERE ${conditions.join(" AND ")} LIMIT 1`);
    const isEmptyWithout = options.where !== null && !(await hasRow(database, base, options.where));
    if (rows.length === 0 && !isEmptyWithout) return findValuesSeen(database, base, options.where, filter);
  }
  return null;
}

async function hasRow(database: Database, base: Base, where: string): Promise<boolean> {
  return (await database.rows(`SELECT 1 FROM (${base.query}) WHERE ${whereSql(where)} LIMIT 1`)).length > 0;
}

async function explainChunkFailure(
  error: unknown,
  options: ResolvedReadOptions,
  found: Found,
  database: Database,
  { columns, base, shown }: { columns: readonly SelectedColumn[]; base: Base; shown: string },
): Promise<unknown> {
  if (error instanceof Error && error.message.includes(UNFIT_CELL)) {
    const wanted = givenTypes(options);
    return (
      (await findUnfitInFiles(found.tables, wanted, database)) ??
      (await findUnfitInQuery(base.query, columns, shown, database)) ??
      error
    );
  }
  const option = options.where !== null ? "where" : options.sql !== null ? "sql" : null;
  if (option !== null && !isAboutFile(error, found.files)) {
    return explainSqlFailure(error, option, option === "where" ? base.columns.map(({ name }) => name) : []);
  }
  return explainReadFailure(error, { ...found, database });
}

/** An error of the rows themselves names its file; one of the caller's SQL cannot. */
function isAboutFile(error: unknown, files: readonly SourceFile[]): boolean {
  const message = error instanceof Error ? error.message : "";
  return /Out of Memory/i.test(message) || files.some((file) => message.includes(file.path));
}

function showFiles(files: readonly SourceFile[]): string {
  if (files.length === 0) return "the result of sql";
  return files.length === 1 ? files[0]!.shown : `${files[0]!.shown} and ${files.length - 1} more`;
}

function conditionInWords(options: ResolvedReadOptions): string {
  const words = options.filters.map(({ column, value }) => `${column} = ${value}`);
  return (options.where === null ? words : [options.where, ...words]).join(" and ");
}
