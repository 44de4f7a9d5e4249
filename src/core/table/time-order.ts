/**
 * Rows in order of time, whatever their order in the table; then those without a moment, and last those whose moment
 * cannot be read, as they stand in the table. Those of one moment, or of none, stand by lot, by a hash of what they
 * hold, as they do in learning: sorted by their values they would look like a series.
 */
import { compareText, hashText } from "../base/index.js";
import { clockOf } from "./clock.js";
import type { DayReading } from "./parse-moment.js";
import { type Column, cellValue, type Table } from "./table.js";

/**
 * When each row was, in milliseconds since 1970; without a moment Infinity. Null: there is no such column. `days`: see
 * clockOf.
 */
export function momentsBy(table: Table, time: string | null, days: DayReading | null = null): Float64Array | null {
  const column = table.columns.find(({ name }) => name === time);
  if (column === undefined) return null;
  const clock = clockOf(column, days);
  return Float64Array.from({ length: table.rowCount }, (_, row) => {
    const moment = clock(row);
    return Number.isNaN(moment) ? Number.POSITIVE_INFINITY : moment;
  });
}

interface OrderColumns {
  /** That says when. */
  readonly time: string | null;
  /** By which rows of one moment differ. */
  readonly names: readonly string[];
}

/** `moments`: those of the rows, as momentsBy tells them. */
export function rowsInOrder(table: Table, moments: Float64Array, { time, names }: OrderColumns): Int32Array {
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  const said = time === null ? undefined : byName.get(time);
  const isUnread = (row: number): boolean =>
    moments[row] === Number.POSITIVE_INFINITY && said !== undefined && cellValue(said, row) !== null;
  const columns = names.flatMap((name) => byName.get(name) ?? []);
  const lots = new Float64Array(table.rowCount).fill(Number.NaN); // of rows that have a moment to themselves none
  const lotOf = (row: number): number => {
    if (Number.isNaN(lots[row]!)) lots[row] = lotOfCells(columns, row);
    return lots[row]!;
  };
  const compareAlike = (a: number, b: number): number => {
    const [first, second] = [isUnread(a), isUnread(b)];
    if (first || second) return Number(first) - Number(second) || a - b;
    return lotOf(a) - lotOf(b) || compareCells(columns, a, b);
  };
  const compare = (a: number, b: number): number =>
    moments[a]! < moments[b]! ? -1 : moments[a]! > moments[b]! ? 1 : compareAlike(a, b);
  return Int32Array.from({ length: table.rowCount }, (_, row) => row).sort(compare);
}

function lotOfCells(columns: readonly Column[], row: number): number {
  return columns.reduce((hash, column) => hashText(String(cellValue(column, row)), hash), 0);
}

function compareCells(columns: readonly Column[], a: number, b: number): number {
  for (const column of columns) {
    const order = compareText(String(cellValue(column, a)), String(cellValue(column, b)));
    if (order !== 0) return order;
  }
  return 0;
}
