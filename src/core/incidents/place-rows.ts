/** Where the rows of a table stand: when they were, and which machine they are from. */
import { clockOf } from "../table/clock.js";
import { checkColumn } from "../table/features.js";
import { type CellValue, cellValue, type Table } from "../table/table.js";

export interface RowPlace {
  /** Milliseconds since 1970; NaN: not known. */
  readonly moment: number;
  readonly by: CellValue;
}

export interface PlaceColumns {
  /** null: no column says when. */
  readonly time: string | null;
  /** null: there is one machine. */
  readonly by: string | null;
}

/** The place of a row of a table. A column of machines that it lacks is an error, one of times is missing in every row. */
export function placeRows(table: Table, { time, by }: PlaceColumns): (row: number) => RowPlace {
  if (by !== null) checkColumn(table, by);
  const columnOf = (name: string | null) => table.columns.find((column) => column.name === name);
  const [moments, machines] = [columnOf(time), columnOf(by)];
  const clock = moments === undefined ? () => Number.NaN : clockOf(moments);
  return (row) => ({ moment: clock(row), by: machines === undefined ? null : jsonValue(cellValue(machines, row)) });
}

/** JSON has no infinite numbers. */
function jsonValue(value: CellValue): CellValue {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
