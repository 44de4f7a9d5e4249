/** Copies rows of a table for keeping in a model. */

import type { ReferenceRows } from "../model/index.js";
import { type EncodedTable, encodedRows, MISSING } from "../table/index.js";

export function copyRows(table: EncodedTable, rows: Int32Array): ReferenceRows {
  return {
    rowCount: rows.length,
    columns: encodedRows(table, rows).columns.map((column) =>
      column.kind === "numeric"
        ? column.values
        : Float64Array.from(column.codes, (code) => (code === MISSING ? Number.NaN : code)),
    ),
  };
}
