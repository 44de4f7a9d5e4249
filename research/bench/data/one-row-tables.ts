/** A table as tables of one row each: how rows come when they come one by one. */
import { type Table, tableFromColumns } from "../../../src/index.js";

export function oneRowTables(table: Table): Table[] {
  return Array.from({ length: table.rowCount }, (_, row) => rowsOf(table, [row]));
}

/** The whole table several times over. */
export function repeated(table: Table, times: number): Table {
  return rowsOf(
    table,
    Array.from({ length: table.rowCount * times }, (_, i) => i % table.rowCount),
  );
}

function rowsOf(table: Table, rows: readonly number[]): Table {
  return tableFromColumns(
    table.columns.map((column) => {
      if (column.type === "number")
        return { name: column.name, values: Float64Array.from(rows, (r) => column.values[r]!) };
      if (column.type === "text")
        return { name: column.name, values: rows.map((r) => column.dictionary[column.codes[r]!]) };
      throw new TypeError(`column ${column.name} is neither number nor text`);
    }),
    rows.length,
  );
}
