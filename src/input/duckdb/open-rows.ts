/**
 * Opens what the caller named and hands out its rows as DuckDB chunks with the rows that are kept.
 *
 * This is where the parts meet: files → tables → one query → columns and filters. It owns the database and the spooled
 * files, and every failure passes through it on its way out.
 */
import type { DuckDBVector } from "@duckdb/node-api";
import type { RowSources } from "../../core/presenting/index.js";
import { checkKnownNames } from "../csv/column-names.js";
import {
  type ChosenWriting,
  chooseWritings,
  countNumbers,
  NO_NUMBERS,
  type NumberCounts,
} from "../csv/number-writing.js";
import { type NumbersNoticed, refusedNumbers, warnAboutNumbers, warnAboutTextNumbers } from "../csv/odd-cells.js";
import { isLongValue, type NumberCell, untypedCell } from "./cell-sql.js";
import { checkWhere } from "./check-sql.js";
import { countWrittenCells, findInfinite, findOddCells, findWrittenCell } from "./count-numbers.js";
import { type Database, openDatabase } from "./duckdb.js";
import { FILE_COLUMN, PART_COLUMN, UNFIT_CELL } from "./file-query.js";
import { followSources } from "./follow-sources.js";
import { formatOf } from "./input-formats.js";
import { nameTypeOf, selectNames } from "./name-columns.js";
import type { NoMatch } from "./no-match.js";
import { findNumberTexts } from "./number-texts.js";
import { explainReadFailure, explainSqlFailure } from "./read-failure.js";
import type { ReadWarning, ResolvedReadOptions } from "./read-options.js";
import { findValuesSeen, keepSql, whereSql } from "./row-filters.js";
import { checkNamedFiles, findSourceFiles, removeSpooled, type SourceFile } from "./source-files.js";
import { askedTypes, type Base, type OpenRead, openBase } from "./source-query.js";
import { quoteName } from "./sql-text.js";
import { columnType, mayBeInfinite, mayBeLong, type SelectedColumn, selectColumn } from "./typed-select.js";
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
  /** Places in `columns`, ascending: those that are read together. Rows come in the same order for all of them. */
  readonly groups: readonly (readonly number[])[];
  /** The rows with the columns of one group, or of one that the caller made. */
  chunks(group: readonly number[], onRows?: OnRows): AsyncIterable<InputChunk>;
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
  /** Values of `columns[index]`, which is one of the group and not an "other" column. */
  readonly vector: (index: number) => DuckDBVector;
  /** Which file each row of the chunk is from; null: there is one. Valid until the next chunk. */
  readonly sources: Pick<RowSources, "file" | "row"> | null;
}

/** Told after each chunk: rows so far, and the share of them, if it is known. */
type OnRows = (rows: number, share: number | null) => void;

const CHUNK_ROWS = 2048;
/** DuckDB plans a query in the square of its columns: 10,000 took 50 s at once, and 6 s in groups. */
const GROUP = 500;

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
    const read = { options, found: { files: [], tables: [] }, database };
    return await openSources(read, { onTemporary: (path) => spooled.push(path), close });
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

/** How the files that a read leaves behind are remembered and removed. */
interface CleaningUp {
  readonly onTemporary: (path: string) => void;
  readonly close: () => Promise<void>;
}

async function openSources(read: OpenRead, { onTemporary, close }: CleaningUp): Promise<Input> {
  const { options, found, database } = read;
  try {
    const { shouldStop, stdin } = options;
    found.files = await findSourceFiles(options.sources, { database, stdin, shouldStop, onTemporary });
    const shown = showFiles(found.files);
    const base = await openBase(read, shown);
    return { ...(await planInput(read, base, options.sql === null ? shown : "the result of sql")), close };
  } catch (error) {
    throw await explainReadFailure(error, { ...found, database });
  }
}

async function planInput(read: OpenRead, base: Base, shown: string): Promise<Omit<Input, "close">> {
  const { options, found, database } = read;
  const names = base.columns.map(({ name }) => name);
  checkKnownNames([...(options.columns ?? []), ...options.filters.map(({ column }) => column)], names, shown);
  const named = await selectNames(base, database);
  const texts = await readTexts(read, base);
  const long = await findLongIntegers(read, base);
  const rows = { base, shown, columns: [...selectWanted(read, { base, shown, texts, long }), ...named] };
  const files = found.files.map((file) => file.shown);
  options.onOpen({
    files,
    names: named.map((column) => ({ name: column.name, type: nameTypeOf(column) })),
    hasSources: base.hasSources,
  });
  if (options.where !== null) await checkWhere(options.where, base, database);
  const noticed = await noticeNumbers(read, rows, texts);
  return {
    shown,
    columns: rows.columns,
    files,
    warnings: [
      ...base.warnings,
      ...warnAboutTextNumbers([
        ...base.textNumbers,
        ...[...texts].flatMap(([name, { isAsked }]) => (isAsked ? [] : [name])),
      ]),
      ...warnAboutNumbers(noticed, files.length),
    ],
    noticed,
    condition: conditionInWords(options),
    isNamed: (name) => options.types.has(name) || options.keepTexts.has(name),
    asWritten: options.asWritten,
    ...createRowReader(read, rows),
  };
}

/** Texts of a query's result (Parquet, a database, SQL) that are read as numbers. */
interface TextsRead {
  readonly isAsked: boolean;
  readonly cell: NumberCell;
  readonly counts: NumberCounts;
  readonly chosen: ChosenWriting;
}

/**
 * Those that are asked for as numbers, and those that are, whoever made them texts. Columns that nobody wants tell with
 * them how numbers are written.
 */
async function readTexts({ options, database }: OpenRead, base: Base): Promise<ReadonlyMap<string, TextsRead>> {
  const isWanted = wantedBy(options);
  const texts = base.columns
    .filter(({ name, type }) => !base.cells.has(name) && columnType(type) === "text")
    .map(({ name }) => ({
      name,
      cell: untypedCell(`CAST(${quoteName(name)} AS VARCHAR)`),
      asked: options.types.get(name),
    }));
  const { from } = base;
  const findNumbers = async (among: typeof texts): Promise<typeof texts> => {
    const open = among.filter(({ name, asked }) => asked === undefined && mayBeNumbers(name, base, options));
    const areNumbers = await findNumberTexts({ from, cells: open.map(({ cell }) => cell) }, database);
    return among.filter((text) => text.asked === "number" || areNumbers[open.indexOf(text)]);
  };
  const found = await findNumbers(texts.filter(({ name }) => isWanted(name)));
  if (found.length === 0) return new Map();
  const others = await findNumbers(texts.filter(({ name }) => !isWanted(name)));
  const cells = [...found, ...others].map(({ cell }) => cell);
  const counts = [...(await countWrittenCells({ from, cells }, null, database)).values()];
  const columns = counts[0] ?? cells.map(() => NO_NUMBERS);
  const [chosen] = chooseWritings(
    [{ delimiter: "", columns }],
    found.map(({ name }) => options.ranges.get(name)),
  );
  return new Map(
    found.map(({ name, cell, asked }, at) => [
      name,
      { isAsked: asked !== undefined, cell, counts: columns[at]!, chosen: chosen![at]! },
    ]),
  );
}

/** Texts of CSV and JSON files were looked at already. */
function mayBeNumbers(name: string, { areTextsDecided }: Base, { keepTexts, asWritten }: ResolvedReadOptions): boolean {
  return !areTextsDecided && !keepTexts.has(name) && !asWritten;
}

/** Columns of whole numbers that the caller takes for categories, and that hold some which no number does. */
async function findLongIntegers(
  { options, database }: OpenRead,
  { from, columns }: Base,
): Promise<ReadonlySet<string>> {
  const open = columns.filter(
    ({ name, type }) => options.keepTexts.has(name) && !options.types.has(name) && mayBeLong(type),
  );
  if (open.length === 0) return new Set();
  const tests = open.map(({ name }) => `bool_or(${isLongValue(`CAST(${quoteName(name)} AS DOUBLE)`)})`);
  const [row] = await database.rows(`SELECT ${tests.join(", ")} FROM ${from}`);
  return new Set(open.filter((_, at) => row![at] === true).map(({ name }) => name));
}

interface Wanted {
  readonly base: Base;
  readonly shown: string;
  readonly texts: ReadonlyMap<string, TextsRead>;
  readonly long: ReadonlySet<string>;
}

/** The columns asked for (all, when none are), but for those by which rows are named. */
function selectWanted({ options }: OpenRead, { base, shown, texts, long }: Wanted): readonly SelectedColumn[] {
  const isWanted = wantedBy(options);
  const by = options.columns === null ? "caller" : "model";
  return base.columns
    .filter(({ name }) => isWanted(name) && !base.cells.has(name))
    .map((column) => {
      const text = texts.get(column.name);
      const found = long.has(column.name) ? "text" : text === undefined ? undefined : "number";
      const asked = options.types.get(column.name) ?? found;
      const areFinite = base.isFinite(column.name);
      return selectColumn(column, { asked, writing: text?.chosen.writing ?? "plain", areFinite, shown, by });
    });
}

function wantedBy({ columns }: ResolvedReadOptions): (name: string) => boolean {
  const wanted = columns === null ? null : new Set(columns);
  return (name) => wanted?.has(name) ?? true;
}

/** The rows to read: the query they come from, its columns that are wanted, and what messages call it. */
interface PlannedRows {
  readonly base: Base;
  readonly columns: readonly SelectedColumn[];
  readonly shown: string;
}

/** Cells among numbers that are none, which is an error where the caller is strict. */
async function noticeNumbers(
  { options, found, database }: OpenRead,
  rows: PlannedRows,
  texts: ReadonlyMap<string, TextsRead>,
): Promise<readonly NumbersNoticed[]> {
  const isWanted = wantedBy(options);
  const noticed = rows.base.noticed.filter(({ name }) => isWanted(name));
  for (const [name, text] of texts) noticed.push(...(await noticeTexts({ name, ...text }, rows, database)));
  const areTexts = found.tables.length > 0 && found.tables.every((table) => formatOf(table).cells === "texts");
  if (!areTexts || options.sql !== null) noticed.push(...(await noticeInfinite(rows, database)));
  const refused = options.strict ? refusedNumbers(noticed) : null;
  if (refused !== null) throw refused;
  return noticed;
}

/** Numbers that are none, where the file or a query has numbers: cells of CSV files were looked at already. */
async function noticeInfinite(
  { base, columns, shown }: PlannedRows,
  database: Database,
): Promise<readonly NumbersNoticed[]> {
  const numbers = new Set(columns.filter(({ type }) => type === "number").map(({ name }) => name));
  const names = base.columns
    .filter(({ name, type }) => mayBeInfinite(type) && numbers.has(name) && !base.isFinite(name))
    .map(({ name }) => name);
  const found = await findInfinite(base.from, names, database);
  return found.map(({ first, ...each }) => ({
    ...each,
    first: first.map(({ row, cell }) => ({ place: `${shown} row ${row} (the first is 0)`, cell })),
    writings: [],
    zeros: null,
  }));
}

async function noticeTexts(
  { name, cell, counts, chosen }: TextsRead & { readonly name: string },
  { base, shown }: PlannedRows,
  database: Database,
): Promise<NumbersNoticed[]> {
  const column = { from: base.from, cell, writing: chosen.writing };
  const numbers = countNumbers(counts, chosen.writing);
  const odd = counts.values - numbers;
  const isSaid = chosen.writing !== "plain" || chosen.isInDoubt;
  if (odd === 0 && !isSaid) return [];
  const example = isSaid ? await findWrittenCell(column, database) : null;
  const found = odd === 0 ? [] : await findOddCells(column, database);
  const first = found.map((each) => ({ place: `${shown} row ${each.row} (the first is 0)`, cell: each.cell }));
  const writings = example === null ? [] : [{ ...chosen, files: [], example }];
  return [{ name, odd, numbers, first, writings, zeros: null }];
}

/** Rows read so far, and those of them that the filters let through. */
interface RowCounts {
  read: number;
  selected: number;
}

function createRowReader(read: OpenRead, rows: PlannedRows): Pick<Input, "rowsRead" | "groups" | "chunks" | "missed"> {
  const { options, found, database } = read;
  const groups = groupColumns(rows, options.where);
  const counts: RowCounts = { read: 0, selected: 0 }; // of the first group: the others have the same rows
  let missed: NoMatch | null = null;

  async function* chunks(chosen: readonly number[], onRows: OnRows = () => {}): AsyncIterable<InputChunk> {
    const isFirst = chosen === groups[0];
    const groupCounts = isFirst ? counts : { read: 0, selected: 0 };
    const group = { ...rows, chosen, counts: groupCounts, onRows, isApart: groups.length > 1 };
    try {
      yield* selectChunks(read, group);
      if (isFirst && counts.read > 0 && counts.selected === 0)
        missed = await findMissedFilter(options, rows.base, database);
    } catch (error) {
      const explaining = explainChunkFailure(error, read, rows);
      throw await explaining.catch((later: unknown) => explainReadFailure(later, { ...found, database }));
    }
  }

  return { rowsRead: () => counts.read, groups, chunks, missed: () => missed };
}

/**
 * All at once, unless they are many and the file can be asked for some of them. A condition of the caller's may choose
 * other rows each time it is asked (`random() < 0.1`), so it is asked once.
 */
function groupColumns({ base, columns }: PlannedRows, where: string | null): readonly (readonly number[])[] {
  const all = columns.map((_, index) => index);
  if (!base.isColumnar || columns.length <= GROUP || where !== null) return [all];
  return Array.from({ length: Math.ceil(all.length / GROUP) }, (_, at) => all.slice(at * GROUP, (at + 1) * GROUP));
}

interface GroupRows extends PlannedRows {
  /** Places of the columns that are read. */
  readonly chosen: readonly number[];
  readonly counts: RowCounts;
  readonly onRows: OnRows;
  /** Whether other groups are read at the same time. */
  readonly isApart: boolean;
}

async function* selectChunks(
  { options, found, database }: OpenRead,
  { base, columns, chosen: places, counts, onRows, isApart }: GroupRows,
): AsyncIterable<InputChunk> {
  const keep = keepSql(options.where, options.filters, base.columns);
  const read = places.map((place) => columns[place]!).filter((column) => column.type !== "other");
  const position = new Map(read.map((column, index) => [column, index]));
  const values = [...read.map(({ sql }, index) => `${sql} AS v${index}`), `${keep ?? "true"} AS keep`];
  if (base.hasSources) values.push(quoteName(PART_COLUMN), quoteName(FILE_COLUMN));
  const follower = base.hasSources ? followSources(found.tables) : null;
  const all = Int32Array.from({ length: CHUNK_ROWS }, (_, row) => row);
  const chosen = new Int32Array(CHUNK_ROWS);
  const query = `SELECT ${values.join(", ")} FROM ${base.from}`;
  for await (const { chunk, rows, share } of database.stream(query, { columnCount: values.length, isApart })) {
    const count = keep === null ? rows : selectTrue(chunk.getColumnVector(read.length), rows, chosen);
    const firstRow = counts.read;
    counts.read += rows;
    counts.selected += count;
    const vector = (index: number): DuckDBVector => chunk.getColumnVector(position.get(columns[index]!)!);
    const sources =
      follower?.(chunk.getColumnVector(read.length + 1), chunk.getColumnVector(read.length + 2), rows) ?? null;
    const selection = (keep === null ? all : chosen).subarray(0, count);
    if (count > 0) yield { firstRow, selection, count, vector, sources };
    onRows(counts.read, share);
  }
}

/**
 * Contract: a vector of booleans without nulls. Fills `chosen` with the rows that are true and returns their number.
 */
function selectTrue(vector: DuckDBVector, rows: number, chosen: Int32Array): number {
  let count = 0;
  for (let row = 0; row < rows; row++) if (vector.getItem(row) === true) chosen[count++] = row;
  return count;
}

/** No row was let through: which filter by value is why, if one is. */
async function findMissedFilter(options: ResolvedReadOptions, base: Base, database: Database): Promise<NoMatch | null> {
  for (const filter of options.filters) {
    const conditions = [keepSql(options.where, [filter], base.columns)!];
    const rows = await database.rows(`SELECT 1 FROM ${base.from} WHERE ${conditions.join(" AND ")} LIMIT 1`);
    const isEmptyWithout = options.where !== null && !(await hasRow(database, base, options.where));
    if (rows.length === 0 && !isEmptyWithout)
      return findValuesSeen(filter, { ...base, where: options.where }, database);
  }
  return null;
}

async function hasRow(database: Database, base: Base, where: string): Promise<boolean> {
  return (await database.rows(`SELECT 1 FROM ${base.from} WHERE ${whereSql(where)} LIMIT 1`)).length > 0;
}

async function explainChunkFailure(
  error: unknown,
  { options, found, database }: OpenRead,
  { columns, base, shown }: PlannedRows,
): Promise<unknown> {
  if (error instanceof Error && error.message.includes(UNFIT_CELL)) {
    const wanted = askedTypes(options);
    return (
      (await findUnfitInFiles(found.tables, wanted, database)) ??
      (await findUnfitInQuery({ query: base.query, shown }, columns, database)) ??
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
