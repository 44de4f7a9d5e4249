/**
 * From the caller's sources to one query that all rows come from: each file opened as a table, tables of several files
 * joined by the names of their columns, a database's table, or SQL of the caller's over any of them.
 */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { InputError } from "../../core/base/index.js";
import { checkColumnNames, checkKnownNames } from "../csv/column-names.js";
import type { NumbersNoticed } from "../csv/odd-cells.js";
import { warnAboutHeaders } from "../csv/repeated-header.js";
import { checkZstdLineLengths, findFlaw, flawError } from "./byte-flaws.js";
import { checkNoSubquery, checkSingleQuery } from "./check-sql.js";
import { attachDatabase, databaseTableQuery } from "./database-file.js";
import { decideTypes, type TypesAsked } from "./decide-types.js";
import type { Database, DescribedColumn } from "./duckdb.js";
import { type FileReading, type PackedFile, readFileContent, readPacking } from "./file-content.js";
import { checkSameColumns, FILE_COLUMN, joinAlike, PART_COLUMN, tableFrom, tableQuery } from "./file-query.js";
import { warnAboutFilesTwice } from "./files-read-twice.js";
import { findInSql, queriesOf } from "./files-to-read.js";
import type { FileTable } from "./input-format.js";
import { formatOf } from "./input-formats.js";
import { checkJsonDepth } from "./json-depth.js";
import { cellsName, namesThere } from "./name-columns.js";
import { explainSqlFailure } from "./read-failure.js";
import {
  type AskedType,
  type NameColumn,
  needsOnlyWanted,
  type ReadWarning,
  type ResolvedReadOptions,
} from "./read-options.js";
import type { SourceFile } from "./source-files.js";

/** What one read has found out so far; failures are explained from it. */
export interface Found {
  files: readonly SourceFile[];
  tables: readonly FileTable[];
}

/** The query all rows come from, and what is known of its columns. */
export interface Base {
  readonly query: string;
  /** The FROM item of its rows. */
  readonly from: string;
  /** Whether reading some columns does not take reading the others. */
  readonly isColumnar: boolean;
  /** Whether the files themselves say that a column holds no infinite number: then no row is looked at for it. */
  readonly isFinite: (name: string) => boolean;
  readonly columns: readonly DescribedColumn[];
  readonly warnings: readonly ReadWarning[];
  /** Columns by which rows are named: where the query has their cells as they are written. */
  readonly cells: ReadonlyMap<string, DescribedColumn>;
  /** Whether each row says which file it is from. */
  readonly hasSources: boolean;
  readonly noticed: readonly NumbersNoticed[];
  /** Whether texts that are numbers were told from others already; and those columns. */
  readonly areTextsDecided: boolean;
  readonly textNumbers: readonly string[];
}

/** A read on its way: what the caller asked for, what has been found so far, and the database that reads. */
export interface OpenRead {
  readonly options: ResolvedReadOptions;
  readonly found: Found;
  readonly database: Database;
}

/** `shown`: what messages call the files. */
export async function openBase(read: OpenRead, shown: string): Promise<Base> {
  const { options, database } = read;
  const { sql, where, whereMayReadFiles } = options;
  if (sql !== null) await checkSingleQuery(sql, database);
  if (where !== null && !whereMayReadFiles) await checkNoSubquery(where, database);
  await checkFilesInSql(options, database);
  const databaseFile = await openTables(read);
  if (options.table !== null && databaseFile === null) throw tableError(shown, options.table);
  if (sql !== null) return openSql(read, sql);
  if (databaseFile !== null) {
    const query = await databaseTableQuery(databaseFile, options.table, database);
    return describeBase({ query, noticed: [] }, { warnings: [], shown, names: options.names }, database);
  }
  return openFiles(read, shown);
}

/** Files that SQL names are DuckDB's to read, except for what would be the end of it. */
async function checkFilesInSql({ sql, where, shouldStop }: ResolvedReadOptions, database: Database): Promise<void> {
  const paths = await findInSql(queriesOf({ sql, where }), database);
  for (const [source, path] of paths.entries()) {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size === 0) continue;
    const file = { path: resolve(path), shown: path, bytes: stats.size, source };
    const packing = await readPacking(file);
    const reading = { database, shouldStop };
    await checkJsonDepth({ file, packing }, reading);
    if (CSV_NAME.test(path)) await checkLineLengths({ file, packing }, reading);
  }
}

const CSV_NAME = /\.(csv|tsv|txt|tab)(\.\w+)?$/i;

/** A last line longer than its buffers DuckDB leaves out without a word. */
async function checkLineLengths({ file, packing }: PackedFile, { database, shouldStop }: FileReading): Promise<void> {
  if (packing === "zstd") return checkZstdLineLengths(file, database);
  const { flaw } = await findFlaw(file, packing, shouldStop);
  if (flaw?.kind === "long line") throw await flawError(file, packing, flaw);
}

/** Look into each file: fills found.tables, or attaches the one database file and returns it. */
async function openTables({ options, found, database }: OpenRead): Promise<SourceFile | null> {
  const reading = { database, shouldStop: options.shouldStop };
  const tables: FileTable[] = [];
  for (const file of found.files) {
    const content = await readFileContent(file, reading);
    if (content.format === "duckdb") {
      if (found.files.length > 1) throw mixedError(file);
      await attachDatabase(file, database);
      return file;
    }
    tables.push(await formatOf(content).open({ file, content, options, database }));
    found.tables = tables;
  }
  for (const [place, table] of tables.entries())
    tables[place] = await formatOf(table).look(table, { options, database });
  return null;
}

function warningsOf(tables: readonly FileTable[]): readonly ReadWarning[] {
  return [
    ...tables.flatMap((table) => formatOf(table).warnings(table)),
    ...warnAboutHeaders(tables.flatMap((table) => formatOf(table).repeatedHeaders(table))),
  ];
}

/**
 * Tables with more columns are planned without the search for expressions that are alike, which compares all with all:
 * 2,000 columns of a packed CSV file took 49 s with it, 15 s without.
 */
const MOST_COMPARED = 1000;

async function openFiles({ options, found, database }: OpenRead, shown: string): Promise<Base> {
  checkSameColumns(found.tables);
  const names = found.tables[0]!.names;
  if (names.length > MOST_COMPARED) await database.rows("SET disabled_optimizers = 'common_subexpressions'");
  const filterNames = options.filters.map(({ column }) => column);
  const required = options.names.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  checkKnownNames([...(options.columns ?? []), ...filterNames, ...required], names, shown);
  const warnings = [...(await warnAboutFilesTwice(found.files)), ...warningsOf(found.tables)];
  found.tables = joinAlike(found.tables);
  // Texts of all columns tell how numbers are written in them; of a file with types nothing else is read for it.
  const isTyped = found.tables.length === 1 && formatOf(found.tables[0]!).cells === "typed";
  const needsAll = isTyped || !needsOnlyWanted(options);
  const wanted = new Set(needsAll ? names : [...(options.columns ?? names), ...filterNames]);
  if (wanted.size === 0) wanted.add(names[0]!);
  const named = namesThere(options.names, names);
  const hasSources = found.files.length > 1;
  const asked = askTypes(
    options,
    names.filter((name) => wanted.has(name)),
  );
  const besides = { cells: named, hasSources };
  const query = await unionQuery(found.tables, { asked, ...besides }, database);
  found.tables = query.tables;
  const base = await describeBase(query, { warnings, shown, cells: named, hasSources }, database);
  const isText = (name: string): boolean =>
    !asked.types.has(name) &&
    !asked.mayBeText(name) &&
    query.tables.some((table) => formatOf(table).areTexts(table, name));
  const isColumnar = query.tables.every((table) => formatOf(table).cells === "typed");
  return {
    ...base,
    from:
      isColumnar && asked.names.length === names.length ? (plainFrom(query.tables, besides) ?? base.from) : base.from,
    isColumnar,
    isFinite: await finiteIn(query.tables, database),
    areTextsDecided: query.tables.every((table) => formatOf(table).cells !== "typed"),
    textNumbers: asked.names.filter(isText),
  };
}

async function finiteIn(tables: readonly FileTable[], database: Database): Promise<(name: string) => boolean> {
  const finite: ReadonlySet<string>[] = [];
  for (const table of tables) finite.push(await formatOf(table).finiteColumns(table, database));
  return (name) => finite.every((names) => names.has(name));
}

/**
 * One table with its own types, as it is: a query that lists thousands of columns takes longer to plan than some of
 * them to read. Null: rows need more than the table has.
 */
function plainFrom(
  tables: readonly FileTable[],
  { cells, hasSources }: Pick<UnionRequest, "cells" | "hasSources">,
): string | null {
  const [table] = tables;
  if (table === undefined || tables.length > 1 || cells.length > 0 || hasSources) return null;
  return tableFrom(table, table.names, { types: new Map() });
}

async function openSql(read: OpenRead, sql: string): Promise<Base> {
  const { options, found, database } = read;
  const warnings = warningsOf(found.tables);
  const { views, noticed } = await createViews(read);
  try {
    const query = { query: `SELECT * FROM (${sql}\n)`, noticed };
    return await describeBase(query, { warnings, shown: "the result of sql", names: options.names }, database);
  } catch (error) {
    throw explainSqlFailure(error, "sql", views);
  }
}

interface Views {
  readonly views: readonly string[];
  readonly noticed: readonly NumbersNoticed[];
}

/** `input1`, `input2`, … for each source, and `input` for all of them when their columns agree. */
async function createViews({ options, found, database }: OpenRead): Promise<Views> {
  const views: string[] = [];
  const create = async (view: string, tables: readonly FileTable[]): Promise<readonly NumbersNoticed[]> => {
    checkSameColumns(tables);
    const { query, noticed } = await unionQuery(
      joinAlike(tables),
      { asked: askTypes(options, tables[0]!.names), cells: [], hasSources: false },
      database,
    );
    await database.rows(`CREATE VIEW ${view} AS ${query}`);
    views.push(view);
    return noticed;
  };
  let noticed: readonly NumbersNoticed[] = [];
  for (const source of options.sources.keys()) {
    const tables = found.tables.filter((table) => table.files[0]!.source === source);
    if (tables.length > 0) noticed = [...noticed, ...(await create(`input${source + 1}`, tables))];
  }
  if (found.tables.length > 0 && hasSameColumns(found.tables)) noticed = await create("input", found.tables);
  return { views, noticed };
}

interface Query {
  readonly query: string;
  readonly noticed: readonly NumbersNoticed[];
}

interface UnionQuery extends Query {
  /** The parts of the query, in its order. */
  readonly tables: readonly FileTable[];
}

/** What a query over several tables is to hold. */
interface UnionRequest {
  readonly asked: TypesAsked;
  /** Columns whose cells the query has as they are written, beside them. */
  readonly cells: readonly string[];
  readonly hasSources: boolean;
}

async function unionQuery(
  tables: readonly FileTable[],
  { asked, cells, hasSources }: UnionRequest,
  database: Database,
): Promise<UnionQuery> {
  const { tables: decided, noticed } = await decideTypes(tables, asked, database);
  const queries = decided.map((each, index) =>
    tableQuery(each.table, { ...asked, decided: each.decided }, { cells, part: hasSources ? index : null }),
  );
  return { query: queries.join(" UNION ALL BY NAME "), noticed, tables: decided.map(({ table }) => table) };
}

function askTypes(options: ResolvedReadOptions, names: readonly string[]): TypesAsked {
  const mayBeText = (name: string): boolean => options.keepTexts.has(name);
  return { names, types: askedTypes(options), ranges: options.ranges, mayBeText };
}

interface BaseRequest {
  readonly warnings: readonly ReadWarning[];
  readonly shown: string;
  /** Columns whose cells the query has as they are written, beside them. */
  readonly cells?: readonly string[];
  /** Columns by which rows are named that are among the query's columns. */
  readonly names?: readonly NameColumn[];
  readonly hasSources?: boolean;
}

async function describeBase(
  { query, noticed }: Query,
  { warnings, shown, cells = [], names = [], hasSources = false }: BaseRequest,
  database: Database,
): Promise<Base> {
  const described = await database.describe(query);
  const besides = new Set([...cells.map((_, index) => cellsName(index)), ...(hasSources ? SOURCE_COLUMNS : [])]);
  const columns = described.filter(({ name }) => !besides.has(name));
  const all = columns.map(({ name }) => name);
  checkColumnNames(all, shown);
  checkKnownNames(
    names.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    all,
    shown,
  );
  const placed = [
    ...cells.map((name, index) => [name, cellsName(index)] as const),
    ...namesThere(names, all).map((name) => [name, name] as const),
  ];
  const cellOf = new Map(placed.map(([name, place]) => [name, described.find((each) => each.name === place)!]));
  return {
    query,
    from: `(${query})`,
    isColumnar: false,
    isFinite: () => false,
    columns,
    warnings,
    noticed,
    cells: cellOf,
    hasSources,
    areTextsDecided: false,
    textNumbers: [],
  };
}

const SOURCE_COLUMNS: readonly string[] = [PART_COLUMN, FILE_COLUMN];

/**
 * Types for the files' columns: the model's, and text for a filter column nobody else wants, so that it need not be
 * inferred.
 */
export function askedTypes(options: ResolvedReadOptions): ReadonlyMap<string, AskedType> {
  const types = new Map(options.types);
  if (options.columns === null || !needsOnlyWanted(options)) return types;
  for (const { column } of options.filters) {
    if (!options.columns.includes(column) && !types.has(column)) types.set(column, "text");
  }
  return types;
}

function hasSameColumns(tables: readonly FileTable[]): boolean {
  const first = new Set(tables[0]!.names);
  return tables.every((table) => table.names.length === first.size && table.names.every((name) => first.has(name)));
}

function tableError(shown: string, table: string): InputError {
  return new InputError(
    "TABLE_WITHOUT_DATABASE",
    `table "${table}" was given, but ${shown} is not a database`,
    "Leave table out, or name a DuckDB database file.",
  );
}

function mixedError(file: SourceFile): InputError {
  return new InputError(
    "DATABASE_ALONE",
    `${file.shown} is a database and cannot be read together with other files`,
    `Name it alone and the other files in sql, as in: SELECT … FROM 'other.csv'.`,
  );
}
