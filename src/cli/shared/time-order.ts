/**
 * Puts rows that are read batch by batch in order of time, so that permuting the rows of a file changes nothing. Rows
 * wait until enough others came after them: memory is bounded, and what comes later still stays where it is, with a
 * warning.
 */
import { pick } from "../../core/base/index.js";
import { countUnreadMoments, formatCountOf, UNREAD_HINT, warnOfUnplaced } from "../../core/presenting/index.js";
import { type DayReading, momentsBy, rowsInOrder, type Table, takeRows } from "../../core/table/index.js";
import { joinTables } from "../../input/join-tables.js";
import type { ShownWarning } from "../screen/format-error.js";

interface NumberedRows {
  readonly table: Table;
  /** Their numbers in the input. */
  readonly rows: Float64Array;
}

interface TimeOrder {
  /** What is in order by now. */
  add(batch: NumberedRows): NumberedRows[];
  /** All others. */
  finish(): NumberedRows[];
  warnings(): ShownWarning[];
}

/** Cells that wait, at most, before the earlier half of their rows goes on. */
const MOST_CELLS = 4_000_000;

/** How rows are put in order. */
interface TimeOrderOptions {
  /** The column that says when; null: rows stay where they are. */
  readonly time: string | null;
  /** Which of day and month comes first there, where cells do not tell. */
  readonly days?: DayReading | null;
  /** The columns by which rows of one moment differ. */
  readonly names: readonly string[];
  readonly mostCells?: number;
}

export function createTimeOrder({ time, days = null, names, mostCells = MOST_CELLS }: TimeOrderOptions): TimeOrder {
  let waiting: NumberedRows[] = [];
  const unread = countUnreadMoments({ time, days });
  let [count, late] = [0, 0];
  let latest = Number.NEGATIVE_INFINITY;

  /** The earlier ones, but for so many that go on waiting. */
  function release(left: number): NumberedRows[] {
    if (count === 0) return [];
    const table = joinTables(waiting.map((batch) => batch.table));
    const numbers = Float64Array.from(waiting.flatMap(({ rows }) => Array.from(rows)));
    const moments = momentsBy(table, time, days)!;
    const order = rowsInOrder(table, moments, { time, names });
    const end = endOfMoment(order, moments, count - left);
    const [going, staying] = [order.subarray(0, end), order.subarray(end)];
    const take = (places: Int32Array): NumberedRows => ({
      table: takeRows(table, places),
      rows: pick(numbers, places, new Float64Array(places.length)),
    });
    late += going.filter((row) => moments[row]! <= latest).length;
    latest = going.reduce(
      (last, row) => (Number.isFinite(moments[row]!) ? Math.max(last, moments[row]!) : last),
      latest,
    );
    waiting = staying.length === 0 ? [] : [take(staying)];
    count = staying.length;
    return [take(going)];
  }

  return {
    add(batch) {
      const { table, rows } = batch;
      if (table.rowCount === 0 || table.columns.every(({ name }) => name !== time)) return [batch];
      waiting.push(batch);
      unread.add(table);
      count += rows.length;
      return count * table.columns.length > mostCells ? release(count >> 1) : [];
    },
    finish: () => release(0),
    warnings: () => [
      ...(late === 0 ? [] : [warnOfLate(late)]),
      ...warnOfUnplaced(unread).map((warning) => ({ ...warning, hint: UNREAD_HINT })),
    ],
  };
}

/** Rows of one moment go on together; where all that wait are of one, they are cut, and told to be. */
function endOfMoment(order: Int32Array, moments: Float64Array, most: number): number {
  if (most === order.length) return most;
  const moment = moments[order[most]!]!;
  const first = order.findIndex((row) => moments[row] === moment);
  const last = order.findLastIndex((row) => moments[row] === moment);
  if (first > 0) return first;
  return last < order.length - 1 ? last + 1 : most;
}

function warnOfLate(late: number): ShownWarning {
  return {
    code: "ROWS_UNSORTED",
    message: `${formatCountOf(late, "row is too far from its place", "rows are too far from their places")} in time to be put in order: what began when may be told wrongly`,
    hint: "Sort the rows by time before.",
  };
}
