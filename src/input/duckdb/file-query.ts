/**
 * One file (or several written alike) as a table: its column names, and the SQL that reads them with their types.
 *
 * CSV cells and JSON values that a model gave a type to are read as text and cast here; a cell that is no number is
 * missing (decide-types.ts says which), one that is no boolean ends the query with UNFIT_CELL, and unfit-cell.ts then
 * finds where it is. Nothing of the file's text reaches DuckDB's parser except quoted.
 */
import { InputError } from "../../core/base/errors/input-error.js";
import { listNames } from "../../core/base/text/names.js";
import { MISSING_WORDS } from "../../core/table/missing-words.js";
import { checkColumnNames, nameColumns } from "../csv/column-names.js";
import type { CsvDialect } from "../csv/csv-dialect.js";
import { findCsvLayout } from "../csv/csv-dialect.js";
import type { NumberWriting } from "../csv/number-writing.js";
import { cellAs, isNeither } from "./cell-sql.js";
import type { DecidedType } from "./csv-types.js";
import { type Database, type DescribedColumn, readWholeText, wholeText } from "./duckdb.js";
import type { FileContent, Packing } from "./file-content.js";
import { describeJson, type JsonColumn, type JsonSource, jsonFrom, jsonValue, mixedText } from "./json-columns.js";
import { cellsName } from "./name-columns.js";
import type { AskedType, ReadWarning } from "./read-options.js";
import type { SourceFile } from "./source-files.js";
import { quoteName, quotePath, quoteText, quoteTexts } from "./sql-text.js";
import { USUAL_LINE_BYTES } from "./zstd-lines.js";

/** The text of the error that ends a query at a cell that does not fit the type asked for. */
export const UNFIT_CELL = "parsight: unfit cell";

export type FileTable = CsvTable | JsonTable | ParquetTable;

export interface CsvTable {
  readonly format: "csv";
  readonly files: readonly SourceFile[];
  readonly packing: Packing;
  readonly names: readonly string[];
  readonly dialect: CsvDialect;
  readonly hasHeader: boolean;
  /** Empty lines before the first line. */
  readonly emptyLines: number;
  /** Whether words for "no value" are texts, too. */
  readonly asWritten: boolean;
}

interface JsonTable {
  readonly format: "json";
  readonly files: readonly SourceFile[];
  readonly packing: Packing;
  readonly names: readonly string[];
  readonly columns: readonly JsonColumn[];
}

interface ParquetTable {
  readonly format: "parquet";
  readonly files: readonly SourceFile[];
  readonly names: readonly string[];
  readonly columns: readonly DescribedColumn[];
}

interface CsvRules {
  readonly header: boolean;
  readonly delimiter: string | null;
  readonly asWritten: boolean;
}

export function openCsv(file: SourceFile, content: FileContent & { format: "csv" }, rules: CsvRules): CsvTable {
  const { dialect, first } = findCsvLayout(content, rules.delimiter);
  if (first === null) {
    throw new InputError("FILE_EMPTY", `${file.shown} holds only empty lines`, "Check how it was written.");
  }
  const names = nameColumns(first.cells, rules.header);
  checkColumnNames(names, file.shown);
  const { packing } = content;
  const { header: hasHeader, asWritten } = rules;
  return {
    format: "csv",
    files: [file],
    packing,
    names,
    dialect,
    hasHeader,
    emptyLines: first.line - 1,
    asWritten,
  };
}

/** A header whose every cell is a number is likely a row of data. */
export function warnAboutHeader(table: CsvTable): readonly ReadWarning[] {
  const isNumber = (name: string): boolean => name.trim() !== "" && Number.isFinite(Number(name));
  if (!table.hasHeader || !table.names.every(isNumber)) return [];
  return [
    {
      code: "HEADER_NUMBERS",
      message: `the header of ${table.files[0]!.shown} is all numbers: ${listNames(table.names)}`,
      hint: "If its first line is data, say so with header: false; the columns are then called column0, column1, …",
    },
  ];
}

export async function openJson(source: JsonSource, sample: "all rows" | "first rows"): Promise<JsonTable> {
  const { file, packing } = source;
  const columns = await describeJson(source, sample);
  return { format: "json", files: [file], packing, names: columns.map((column) => column.name), columns };
}

export async function openParquet(file: SourceFile, database: Database): Promise<ParquetTable> {
  const schema = await database.rows(
    `SELECT ${wholeText("name")}, num_children FROM parquet_schema(${quotePath(file.path)})`,
  );
  const names = topLevelNames(schema);
  checkColumnNames(names, file.shown);
  const columns = await database.describe(`SELECT * FROM ${parquetFrom([file])}`);
  return { format: "parquet", files: [file], names, columns };
}

/**
 * Join neighbours that one DuckDB scan can read: same format, same writing, same columns. A file that comes twice
 * starts anew.
 */
export function joinAlike(tables: readonly FileTable[]): readonly FileTable[] {
  const joined: FileTable[] = [];
  for (const table of tables) {
    const last = joined.at(-1);
    const isTwice = last?.files.some(({ path }) => path === table.files[0]!.path) ?? false;
    if (last !== undefined && !isTwice && writingOf(last) === writingOf(table))
      joined[joined.length - 1] = { ...last, files: [...last.files, ...table.files] };
    else joined.push(table);
  }
  return joined;
}

/** All tables must have the same columns, in any order. */
export function checkSameColumns(tables: readonly FileTable[]): void {
  const first = tables[0]!;
  for (const table of tables) {
    const absent = first.names.find((name) => !table.names.includes(name));
    if (absent !== undefined) throw differError(table, first, absent);
    const extra = table.names.find((name) => !first.names.includes(name));
    if (extra !== undefined) throw differError(first, table, extra);
  }
}

interface TypedColumns {
  /** Columns to select, in this order. */
  readonly names: readonly string[];
  readonly types: ReadonlyMap<string, AskedType>;
  /** Of columns whose type nobody asked for, and of those that are asked for as numbers, how these are written. */
  readonly decided: ReadonlyMap<string, DecidedType>;
  /** Columns that are text as soon as one of their cells is no number. */
  readonly mayBeText: (name: string) => boolean;
}

/** What a query reads beside columns. */
interface BesidesColumns {
  /** Columns whose cells are read as they are written. */
  readonly cells: readonly string[];
  /** Place of the table among those of the query, where rows are to say which file they are from; else null. */
  readonly part: number | null;
}

const NOTHING_BESIDES: BesidesColumns = { cells: [], part: null };

/** Where a row says which part of a query it is from, and the path of its file. */
export const PART_COLUMN = "parsight part";
export const FILE_COLUMN = "parsight file";

/** The query that reads these columns with their types. */
export function tableQuery(table: FileTable, columns: TypedColumns, besides = NOTHING_BESIDES): string {
  const { cells, part } = besides;
  const selected = columns.names.filter((name) => table.names.includes(name));
  const values = selected.map((name) => `${columnValue(table, name, columns)} AS ${quoteName(name)}`);
  const written = cells.map((name, index) => `${cellAsWritten(table, name)} AS ${quoteName(cellsName(index))}`);
  const origin = part === null ? [] : [`${part} AS ${quoteName(PART_COLUMN)}`, quoteName(FILE_COLUMN)];
  const fromColumns = [...new Set([...selected, ...cells])];
  const from = tableFrom(table, fromColumns, { types: columns.types, untyped: cellsAlone(cells, selected), part });
  return `SELECT ${[...values, ...written, ...origin].join(", ")} FROM ${from}`;
}

/** Cells of columns that are read as nothing else. */
function cellsAlone(cells: readonly string[], selected: readonly string[]): ReadonlySet<string> {
  return new Set(cells.filter((name) => !selected.includes(name)));
}

/** A JSON value of several types is text. */
function cellAsWritten(table: FileTable, name: string): string {
  const column = table.format === "json" ? table.columns.find((each) => each.name === name) : undefined;
  return column?.reading === "plain values" ? jsonValue(column) : cellName(table, name);
}

/** SQL of a cell, of its value as the type asked for, and of "it does not fit". */
export interface CastCell {
  readonly cell: string;
  readonly value: string;
  readonly isUnfit: string;
}

export function castCell(cell: string, type: "number" | "boolean", writing: NumberWriting = "plain"): CastCell {
  const value = type === "number" ? cellAs("number", cell, writing) : `TRY_CAST(trim(${cell}) AS BOOLEAN)`;
  return { cell, value, isUnfit: isNeither(cell, value) };
}

/**
 * The value; a cell that is no boolean ends the query. One that is no number is missing: count-numbers.ts tells which.
 */
export function castValue({ value, isUnfit }: CastCell, type: "number" | "boolean"): string {
  if (type === "number") return value;
  return `CASE WHEN ${isUnfit} THEN error(${quoteText(UNFIT_CELL)}) ELSE ${value} END`;
}

/** SQL name of a column's cells before any cast. */
export function cellName(table: FileTable, name: string): string {
  return table.format === "csv" ? `c${table.names.indexOf(name)}` : quoteName(name);
}

/** How the cells of a FROM item are read. */
interface CellTypes {
  readonly types: ReadonlyMap<string, AskedType>;
  /** Columns that are only wanted as they are written. */
  readonly untyped?: ReadonlySet<string>;
  /** Not null: rows also say which file they are from. */
  readonly part?: number | null;
}

/** FROM item whose columns are raw cells; JSON columns with a type asked for are read as text. */
export function tableFrom(
  table: FileTable,
  names: readonly string[],
  { types, untyped = new Set(), part = null }: CellTypes,
): string {
  const file = part === null ? "" : `, filename = ${quoteText(FILE_COLUMN)}`;
  switch (table.format) {
    case "csv":
      return csvFrom(table, file);
    case "json":
      return jsonFrom(
        table,
        jsonTypes(table, names, (name) => types.has(name) || untyped.has(name)),
        file,
      );
    case "parquet":
      return parquetFrom(table.files, file);
  }
}

function columnValue(table: FileTable, name: string, columns: TypedColumns): string {
  const cell = cellName(table, name);
  const asked = table.format === "parquet" ? undefined : columns.types.get(name);
  if (asked === "text") return cell;
  const { type, writing } = columns.decided.get(name) ?? { type: "text", writing: "plain" };
  if (asked !== undefined) return castValue(castCell(cell, asked, writing), asked);
  if (table.format === "csv") return cellAs(type, cell, writing);
  if (table.format === "parquet") return cell;
  const column = table.columns.find((each) => each.name === name)!;
  return column.reading === "mostly numbers" && columns.mayBeText(name) ? mixedText(column) : jsonValue(column);
}

function jsonTypes(
  table: JsonTable,
  names: readonly string[],
  isText: (name: string) => boolean,
): readonly DescribedColumn[] {
  const wanted = table.columns.filter(({ name }) => names.includes(name));
  return wanted.map(({ name, type }) => ({ name, type: isText(name) ? "VARCHAR" : type }));
}

/** `more`: further options. */
export function csvFrom(table: CsvTable, more = ""): string {
  const { dialect } = table;
  const cells = table.names.map((_, position) => `'c${position}': 'VARCHAR'`);
  return `read_csv([${table.files.map((file) => quotePath(file.path)).join(", ")}], auto_detect = false,
    delim = ${quoteText(dialect.delimiter)}, quote = ${quoteText(dialect.quote)}, escape = ${quoteText(dialect.escape)}, header = ${table.hasHeader},
    skip = ${table.emptyLines}, nullstr = [${quoteTexts(table.asWritten ? [""] : missingWordsFor(dialect))}], ${strictness(dialect)}, compression = '${table.packing}', hive_partitioning = false,
    max_line_size = ${USUAL_LINE_BYTES}, buffer_size = ${2 * USUAL_LINE_BYTES}, columns = {${cells.join(", ")}}${more})`;
}

/**
 * DuckDB takes the first line break for the line end, quoted or not, so it is told where that would be wrong. It is
 * strict by itself; told both, it finds no rows between \r\n.
 */
function strictness({ lineEnd }: CsvDialect): string {
  if (lineEnd === null) return "strict_mode = true";
  return `new_line = '${lineEnd.replace("\r", "\\r").replace("\n", "\\n")}'`;
}

/** DuckDB refuses a word for missing that holds a character of the dialect: \\N where a backslash escapes. */
function missingWordsFor({ delimiter, quote, escape: escaping }: CsvDialect): readonly string[] {
  return MISSING_WORDS.filter((word) => ![delimiter, quote, escaping].some((special) => word.includes(special)));
}

function parquetFrom(files: readonly SourceFile[], more = ""): string {
  return `read_parquet([${files.map((file) => quotePath(file.path)).join(", ")}], hive_partitioning = false${more})`;
}

/** Names of a Parquet schema's first level; rows come depth first, each with its number of children. */
function topLevelNames(schema: readonly (readonly unknown[])[]): readonly string[] {
  const names: string[] = [];
  for (let at = 1; at < schema.length; ) {
    names.push(readWholeText(schema[at]![0]));
    at = afterSubtree(schema, at);
  }
  return names;
}

function afterSubtree(schema: readonly (readonly unknown[])[], root: number): number {
  let open = 1;
  let at = root;
  for (; open > 0 && at < schema.length; at++) open += Number(schema[at]![1] ?? 0) - 1;
  return at;
}

function writingOf(table: FileTable): string {
  const { files: _, ...writing } = table;
  return JSON.stringify(writing);
}

function differError(table: FileTable, other: FileTable, name: string): InputError {
  const shown = table.files[0]!.shown;
  return new InputError(
    "FILES_DIFFER",
    `${shown} has no column "${name}", which ${other.files[0]!.shown} has`,
    `Files read together need the same columns, in any order. ${shown} has: ${listNames(table.names)}.`,
  );
}
