/**
 * Rows in order of time, whatever their order in the table: those of one moment by what they hold, those without one
 * last.
 */
import { compareText } from "../base/text/names.js";
import { clockOf } from "./clock.js";
import { cellValue, type Table } from "./table.js";

/** When each row was, in milliseconds since 1970; without a moment Infinity. Null: there is no such column. */
export function momentsBy(table: Table, time: string | null): Float64Array | null {
  const column = table.columns.find(({ name }) => name === time);
  if (column === undefined) return null;
  const clock = clockOf(column);
  return Float64Array.from({ length: table.rowCount }, (_, row) => {
    const moment = clock(row);
    return Number.isNaN(moment) ? Number.POSITIVE_INFINITY : moment;
  });
}

/** `moments`: those of the rows, as momentsBy tells them. */
export function rowsInOrder(table: Table, moments: Float64Array): Int32Array {
  const compare = (a: number, b: number): number =>
    moments[a]! < moments[b]! ? -1 : moments[a]! > moments[b]! ? 1 : compareCells(table, a, b);
  return Int32Array.from({ length: table.rowCount }, (_, row) => row).sort(compare);
}

function compareCells({ columns }: Table, a: number, b: number): number {
  for (const column of columns) {
    const [one, other] = [cellValue(column, a), cellValue(column, b)];
    if (one === other) continue;
    return typeof one === "number" && typeof other === "number" ? one - other : compareText(String(one), String(other));
  }
  return 0;
}
