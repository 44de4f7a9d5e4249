/**
 * One row of an encoded table as a list of numbers, one for each feature: the value, or the code of the category
 * (UNSEEN for one never seen); NaN where it is missing.
 */
import { type EncodedTable, MISSING } from "./encode-table.js";

/** Fills `values` with one row of the table. */
export function fillRow(table: EncodedTable, row: number, values: Float64Array): void {
  for (let feature = 0; feature < table.columns.length; feature++) {
    const column = table.columns[feature]!;
    if (column.kind === "numeric") values[feature] = column.values[row]!;
    else values[feature] = column.codes[row] === MISSING ? Number.NaN : column.codes[row]!;
  }
}
