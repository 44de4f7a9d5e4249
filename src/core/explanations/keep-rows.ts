/** Copies rows of a table for keeping in a model. */
import type { KeptRows } from "../model/model.js";
import { type EncodedTable, MISSING } from "../table/encode-table.js";

export function keepRows(table: EncodedTable, rows: Int32Array): KeptRows {
  return {
    rowCount: rows.length,
    columns: table.columns.map((column) =>
      Float64Array.from(rows, (row) => {
        if (column.kind === "numeric") return column.values[row]!;
        return column.codes[row] === MISSING ? Number.NaN : column.codes[row]!;
      }),
    ),
  };
}
