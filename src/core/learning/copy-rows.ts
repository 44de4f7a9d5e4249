/** Copies rows of a table for keeping in a model. */

import { pick } from "../base/numbers/pick.js";
import type { ReferenceRows } from "../model/model.js";
import { type EncodedTable, MISSING } from "../table/encode-table.js";

export function copyRows(table: EncodedTable, rows: Int32Array): ReferenceRows {
  return {
    rowCount: rows.length,
    columns: table.columns.map((column) => {
      const copied = new Float64Array(rows.length);
      return column.kind === "numeric" ? pick(column.values, rows, copied) : pickCodes(column.codes, rows, copied);
    }),
  };
}

function pickCodes(codes: Int32Array, rows: Int32Array, into: Float64Array): Float64Array {
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]!]!;
    into[i] = code === MISSING ? Number.NaN : code;
  }
  return into;
}
