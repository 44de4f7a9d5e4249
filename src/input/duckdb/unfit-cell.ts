/**
 * Finds the first cell that is no boolean where one was asked for, after a query ended with UNFIT_CELL: file, line,
 * column and cell.
 *
 * DuckDB scans in parallel, so the cell it met first is not the first of the file; this search goes in order. Cost: a
 * pass or two.
 */
import type { InputError } from "../../core/base/index.js";
import { cellTypeError } from "../csv/csv-errors.js";
import type { Database } from "./duckdb.js";
import { type CastCell, castCell, tableFrom } from "./file-query.js";
import type { FileTable, TableFile } from "./input-format.js";
import { formatOf } from "./input-formats.js";
import type { AskedType } from "./read-options.js";
import type { SelectedColumn } from "./typed-select.js";

interface CastColumn extends CastCell {
  readonly name: string;
  readonly type: AskedType;
}

/** The first unfit cell of the files themselves (CSV and JSON are cast as they are read); null when there is none. */
export async function findUnfitInFiles(
  tables: readonly FileTable[],
  types: ReadonlyMap<string, AskedType>,
  database: Database,
): Promise<InputError | null> {
  for (const table of tables) {
    const columns = castColumns(table, types);
    for (const file of columns.length === 0 ? [] : table.files) {
      const from = tableFrom(
        { ...table, files: [file] },
        columns.map(({ name }) => name),
        { types },
      );
      const unfit = await findFirst(database, from, columns);
      if (unfit !== null) return unfitError(await placeOf({ table, file }, unfit.row, database), unfit);
    }
  }
  return null;
}

/** A query, and what messages call its rows. */
interface ShownQuery {
  readonly query: string;
  readonly shown: string;
}

/** The first unfit cell among the rows of a query. */
export async function findUnfitInQuery(
  { query, shown }: ShownQuery,
  selected: readonly SelectedColumn[],
  database: Database,
): Promise<InputError | null> {
  const columns = selected.flatMap(({ name, type, unfit }) =>
    unfit === null || type !== "boolean" ? [] : [{ ...unfit, name, type: type as AskedType }],
  );
  const unfit = columns.length === 0 ? null : await findFirst(database, `(${query})`, columns);
  return unfit === null ? null : unfitError(`${shown} row ${unfit.row} (the first is 0)`, unfit);
}

interface Unfit {
  readonly row: number;
  readonly column: CastColumn;
  readonly cell: string;
}

async function findFirst(database: Database, from: string, columns: readonly CastColumn[]): Promise<Unfit | null> {
  const cells = columns.map(({ cell, isUnfit }) => `CASE WHEN ${isUnfit} THEN CAST(${cell} AS VARCHAR) END`);
  const names = columns.map((_, index) => `cell${index}`);
  const rows = await database.rows(`
    SELECT * FROM (SELECT row_number() OVER () - 1 AS row, ${cells.map((cell, index) => `${cell} AS ${names[index]}`).join(", ")} FROM ${from})
    WHERE coalesce(${names.join(", ")}) IS NOT NULL LIMIT 1`);
  const first = rows[0];
  if (first === undefined) return null;
  const index = columns.findIndex((_, each) => first[each + 1] !== null);
  return { row: Number(first[0]), column: columns[index]!, cell: String(first[index + 1]) };
}

function castColumns(table: FileTable, types: ReadonlyMap<string, AskedType>): readonly CastColumn[] {
  const format = formatOf(table);
  if (format.cells === "typed") return [];
  const columns: CastColumn[] = [];
  for (const [name, type] of types) {
    if (type !== "boolean" || !table.names.includes(name)) continue;
    columns.push({ name, type, ...castCell(format.cell(table, name), type) });
  }
  return columns;
}

async function placeOf(place: TableFile<FileTable>, row: number, database: Database): Promise<string> {
  const { table, file } = place;
  const line = (await formatOf(table).linesOfRows(place, [row], database)).get(row);
  return line === undefined ? `${file.shown} row ${row} (the first is 0)` : `${file.shown} line ${line}`;
}

function unfitError(place: string, { column, cell }: Unfit): InputError {
  return cellTypeError({ place, column: column.name, cell, type: column.type });
}
