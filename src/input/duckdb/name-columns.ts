/**
 * Columns by which rows are named, by DuckDB: their cells as they are written (src/input/csv/exact-numbers.ts says
 * why), and moments of typed files as ISO 8601.
 */
import { type Column, dayOrderIn, WRITTEN_DAY } from "../../core/table/index.js";
import { EXACT_LENGTH, EXACT_NUMBER } from "../csv/exact-numbers.js";
import type { Database, DescribedColumn } from "./duckdb.js";
import type { NameColumn, NameType } from "./read-options.js";
import { quoteName, quoteText } from "./sql-text.js";
import { columnType, type SelectedColumn } from "./typed-select.js";

/** What a column that names rows was found to be. */
export function nameTypeOf({ type }: Pick<Column, "type">): NameType {
  return type === "number" || type === "boolean" ? type : "text";
}

/**
 * Where the cells of a file's column stand as they are written, beside the column itself, which may have another type.
 */
export function cellsName(index: number): string {
  return `parsight cells ${index}`;
}

/** Those of the named columns that a table has. */
export function namesThere(names: readonly NameColumn[], columns: readonly string[]): readonly string[] {
  return names.map(({ name }) => name).filter((name) => columns.includes(name));
}

/** A query, and which of its columns holds the cells of a column by which rows are named. */
interface NamedCells {
  readonly query: string;
  readonly cells: ReadonlyMap<string, DescribedColumn>;
}

/** How to select the columns by which rows are named. */
export async function selectNames(base: NamedCells, database: Database): Promise<readonly SelectedColumn[]> {
  const selected: SelectedColumn[] = [];
  for (const [name, cell] of base.cells) selected.push(await selectName({ name, cell }, base.query, database));
  return withDays(selected, base.query, database);
}

/** Which of day and month comes first in texts that say when, over all rows: one pass, whatever batches hold later. */
async function withDays(
  selected: readonly SelectedColumn[],
  query: string,
  database: Database,
): Promise<readonly SelectedColumn[]> {
  const texts = selected.filter(({ type }) => type === "text");
  if (texts.length === 0) return selected;
  const days = texts.map(({ sql }) => `list(DISTINCT regexp_extract(${sql}, ${quoteText(WRITTEN_DAY)}, 1, 'i'))`);
  const [found = []] = await database.rows(`SELECT ${days.join(", ")} FROM (${query})`);
  return selected.map((column) => {
    const told = dayOrderIn(textsOf(found[texts.indexOf(column)]).map((start) => `${start}2000`));
    return column.type !== "text" || told === null ? column : { ...column, days: told };
  });
}

function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

/** A column by which rows are named, and where its cells are. */
interface NamedCell {
  readonly name: string;
  readonly cell: DescribedColumn;
}

async function selectName({ name, cell }: NamedCell, query: string, database: Database): Promise<SelectedColumn> {
  const cellSql = quoteName(cell.name);
  const asNumber = { name, type: "number", holds: "", unfit: null, sql: numberSql(cellSql) } as const;
  if (/^(FLOAT|DOUBLE)$/.test(cell.type)) return asNumber;
  const type = columnType(cell.type);
  if (type === "boolean") {
    return { name, type, holds: "", unfit: null, sql: `coalesce(CAST(${cellSql} AS TINYINT), -1::TINYINT)` };
  }
  const text = type === "time" ? isoSql(cellSql) : `CAST(${cellSql} AS VARCHAR)`;
  if (type !== "time" && (await holdsExactNumbers(text, query, database))) return asNumber;
  return { name, type: "text", holds: "", unfit: null, sql: `coalesce(${text}, '')` };
}

function numberSql(cell: string): string {
  return `coalesce(CAST(${cell} AS DOUBLE), 'nan'::DOUBLE)`;
}

/** Moments in the writing of ISO 8601; DuckDB's own has a blank, and two digits for a zone. */
function isoSql(cell: string): string {
  return `regexp_replace(replace(CAST(${cell} AS VARCHAR), ' ', 'T'), '\\+00$', 'Z')`;
}

const FIRST_ROWS = 500;

/** Most columns are ruled out by a first look; the others take one pass. */
async function holdsExactNumbers(text: string, query: string, database: Database): Promise<boolean> {
  const pattern = `regexp_full_match(${text}, ${quoteText(EXACT_NUMBER)}) AND length(${text}) <= ${EXACT_LENGTH} AND ${text} <> '-0'`;
  const areNumbers = `coalesce(bool_and(trim(${text}) = '' OR (${pattern})), true)`;
  const isTrue = async (condition: string, limit: string): Promise<boolean> =>
    (await database.rows(`SELECT ${condition} FROM (SELECT * FROM (${query}) ${limit})`))[0]?.[0] === true;
  if (!(await isTrue(areNumbers, `LIMIT ${FIRST_ROWS}`))) return false;
  return isTrue(`${areNumbers} AND coalesce(bool_or(trim(${text}) <> ''), false)`, "");
}
