/**
 * One file (or several written alike) as a table: its column names, and the SQL that reads them with their types.
 *
 * CSV cells and JSON values that a model gave a type to are read as text and cast here; a cell that is no number is
 * missing (decide-types.ts says which), one that is no boolean ends the query with UNFIT_CELL, and unfit-cell.ts then
 * finds where it is. Nothing of the file's text reaches DuckDB's parser except quoted.
 */
import type { NumberWriting } from "../csv/number-writing.js";
import { checkSameNames } from "../csv/same-columns.js";
import { cellAs, isNeither, numberIn } from "./cell-sql.js";
import type { DecidedType } from "./csv-types.js";
import type { CellTypes, FileTable } from "./input-format.js";
import { formatOf } from "./input-formats.js";
import { cellsName } from "./name-columns.js";
import type { AskedType } from "./read-options.js";
import { quoteName, quoteText } from "./sql-text.js";

/** The text of the error that ends a query at a cell that does not fit the type asked for. */
export const UNFIT_CELL = "parsight: unfit cell";

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
  checkSameNames(tables.map(({ files, names }) => ({ shown: files[0]!.shown, names })));
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
  const there = new Set(table.names);
  const selected = columns.names.filter((name) => there.has(name));
  const values = selected.map((name) => `${columnValue(table, name, columns)} AS ${quoteName(name)}`);
  const written = cells.map(
    (name, index) =>
      `${formatOf(table).cellAsWritten(table, name, columns.types.get(name) === "number")} AS ${quoteName(cellsName(index))}`,
  );
  const origin = part === null ? [] : [`${part} AS ${quoteName(PART_COLUMN)}`, quoteName(FILE_COLUMN)];
  const fromColumns = [...new Set([...selected, ...cells])];
  const from = tableFrom(table, fromColumns, { types: columns.types, untyped: cellsAlone(cells, selected), part });
  return `SELECT ${[...values, ...written, ...origin].join(", ")} FROM ${from}`;
}

/** Cells of columns that are read as nothing else. */
function cellsAlone(cells: readonly string[], selected: readonly string[]): ReadonlySet<string> {
  return new Set(cells.filter((name) => !selected.includes(name)));
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

/** FROM item whose columns are cells before any cast; columns with a type asked for are texts where we cast them. */
export function tableFrom(
  table: FileTable,
  names: readonly string[],
  { types, untyped = new Set(), part = null }: CellTypes,
): string {
  const more = part === null ? "" : `, filename = ${quoteText(FILE_COLUMN)}`;
  const isText = (name: string): boolean => types.has(name) || untyped.has(name);
  return formatOf(table).from(table, { names, isText, isNumber: (name) => types.get(name) === "number", more });
}

function columnValue(table: FileTable, name: string, columns: TypedColumns): string {
  const format = formatOf(table);
  const asked = format.cells === "typed" ? undefined : columns.types.get(name);
  const cell = format.cell(table, name);
  if (asked === "text") return cell;
  const decided = columns.decided.get(name) ?? { type: "text", writing: "plain" };
  if (asked === "number") return numberIn(format.numberCell(table, name), decided.writing);
  if (asked !== undefined) return castValue(castCell(cell, asked), asked);
  return format.value(table, name, { decided, mayBeText: columns.mayBeText(name) });
}

function writingOf(table: FileTable): string {
  const { files: _, ...writing } = table;
  return JSON.stringify(writing);
}
