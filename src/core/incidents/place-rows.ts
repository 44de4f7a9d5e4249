/**
 * Where rows stand: when they were, or where in order, and which machine they are from. Where there is no time a row
 * stands at its number; of several machines each counts its own rows.
 */
import {
  type CellValue,
  type Column,
  checkColumn,
  clockOf,
  type DayReading,
  keyOf,
  machineAt,
  type Table,
} from "../table/index.js";

export interface RowPlace {
  /** Milliseconds since 1970, or the place in order; NaN: not known. */
  readonly place: number;
  /** null: there is one machine, or it is missing. */
  readonly by: CellValue;
}

export interface PlaceColumns {
  /** null: no column says when. */
  readonly time: string | null;
  /** Which of day and month comes first there, where cells do not tell. */
  readonly days: DayReading | null;
  /** null: there is one machine. */
  readonly by: string | null;
  readonly axis: "time" | "order";
}

/** The places of all rows of a table, whose numbers in the input are `rows`. */
export type RowPlacer = (table: Table, rows: ArrayLike<number>) => readonly RowPlace[];

/** A column of machines that a table lacks is an error; one of times is missing in every row. */
export function createRowPlacer({ time, days, by, axis }: PlaceColumns): RowPlacer {
  const counts = new Map<string, number>();
  const count = (machine: CellValue): number => {
    const place = counts.get(keyOf(machine)) ?? 0;
    counts.set(keyOf(machine), place + 1);
    return place;
  };
  return (table, rows) => {
    if (by !== null) checkColumn(table, by);
    const [moments, machines] = [columnOf(table, time), columnOf(table, by)];
    const clock = moments === undefined ? () => Number.NaN : clockOf(moments, days);
    return Array.from({ length: table.rowCount }, (_, row) => {
      const machine = machines === undefined ? null : machineAt(machines, row);
      if (axis === "time") return { place: clock(row), by: machine };
      return { place: machines === undefined ? rows[row]! : count(machine), by: machine };
    });
  };
}

function columnOf({ columns }: Table, name: string | null): Column | undefined {
  return columns.find((column) => column.name === name);
}
