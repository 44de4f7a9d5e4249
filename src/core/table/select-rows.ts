/**
 * Chooses rows by the value of one column, compared as people write it: 0 matches 0, "0" and 0.0; true matches "True".
 */
import { InputError } from "../errors/input-error.js";
import { checkColumn } from "./features.js";
import { listNames } from "./names.js";
import { type CellValue, type Column, cellValue, type Table } from "./table.js";

export interface ValueFilter {
  readonly column: string;
  readonly value: string | number | boolean;
}

/** The numbers of the rows that have the value, ascending. */
export function findRows(table: Table, filter: ValueFilter): Int32Array {
  checkColumn(table, filter.column);
  const column = table.columns.find((candidate) => candidate.name === filter.column)!;
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++) if (isEqual(cellValue(column, row), filter.value)) rows.push(row);
  return Int32Array.from(rows);
}

/** The given rows, in the given order. */
export function takeRows(table: Table, rows: Int32Array): Table {
  return { rowCount: rows.length, columns: table.columns.map((column) => takeColumn(column, rows)) };
}

/** Like findRows, but no such row is an error that lists the values there are. */
export function requireRows(table: Table, filter: ValueFilter): Int32Array {
  const rows = findRows(table, filter);
  if (rows.length > 0 || table.rowCount === 0) return rows;
  const column = table.columns.find((candidate) => candidate.name === filter.column)!;
  const seen = new Set<string>();
  for (let row = 0; row < table.rowCount && seen.size < 20; row++)
    seen.add(String(cellValue(column, row) ?? "missing"));
  throw new InputError(
    "NO_ROW_MATCHES",
    `no row has ${filter.column} = ${filter.value}`,
    `Values seen: ${listNames([...seen])}.`,
  );
}

function isEqual(cell: CellValue, wanted: ValueFilter["value"]): boolean {
  if (cell === null) return false;
  const text = String(wanted).trim();
  const own = String(cell).trim();
  if (own === text) return true;
  if (typeof cell === "boolean") return own === text.toLowerCase();
  return text !== "" && own !== "" && Number(own) === Number(text);
}

function takeColumn(column: Column, rows: Int32Array): Column {
  switch (column.type) {
    case "number":
    case "time":
      return { ...column, values: Float64Array.from(rows, (row) => column.values[row]!) };
    case "text":
      return { ...column, codes: Int32Array.from(rows, (row) => column.codes[row]!) };
    case "boolean":
      return { ...column, codes: Int8Array.from(rows, (row) => column.codes[row]!) };
    case "other":
      return column;
  }
}
