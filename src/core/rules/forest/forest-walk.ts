/**
 * Rows and questions as numbers, for leading rows through a Forest. A row is a list of numbers, one for each feature: the
 * value, or the code of the category (UNSEEN for one never seen); NaN where it is missing.
 */
import { type EncodedTable, MISSING } from "../../table/encode-table.js";
import type { Feature } from "../../table/features.js";
import { splitKind } from "./forest.js";

/** Fills `values` with one row of the table. */
export function fillRow(table: EncodedTable, row: number, values: Float64Array): void {
  for (let feature = 0; feature < table.columns.length; feature++) {
    const column = table.columns[feature]!;
    if (column.kind === "numeric") values[feature] = column.values[row]!;
    else values[feature] = column.codes[row] === MISSING ? Number.NaN : column.codes[row]!;
  }
}

const BELOW = 0;
const BELOW_CODE = 1;
export const EQUAL_CODE = 2;

/** How splits on each feature are read: a number below the cut-off, a code below it, or the very code. */
export function splitReadings(features: readonly Feature[]): Uint8Array {
  return Uint8Array.from(features, (feature) => {
    if (feature.kind === "numeric") return BELOW;
    return splitKind(feature) === "equal" ? EQUAL_CODE : BELOW_CODE;
  });
}
