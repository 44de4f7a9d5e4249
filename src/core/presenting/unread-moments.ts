/**
 * Counts the cells of a column that should say when rows were and cannot be read, table after table. Whatever goes by
 * time leaves such rows aside, so it has to be said.
 */
import { visibleText } from "../base/index.js";
import type { Warning } from "../model/index.js";
import {
  cellValue,
  clockOf,
  type DayReading,
  doubtOfDays,
  findDayOrder,
  parseTimeOfDay,
  type Table,
} from "../table/index.js";
import { formatCount } from "./format-number.js";

interface UnreadMoments {
  add(table: Table): void;
  /** "3 of 20 cells of column "when" cannot be read as moments: …"; null: all that are not missing were read. */
  words(): string | null;
}

/** The column that says when, and the order of its days where rows do not tell. */
interface MomentColumn {
  /** null: there is none. */
  readonly time: string | null;
  readonly days: DayReading | null;
}

export function countUnreadMoments({ time, days }: MomentColumn): UnreadMoments {
  const examples = new Map<ToldAlone, string>();
  let [cells, count] = [0, 0];
  return {
    add(table) {
      const column = table.columns.find(({ name }) => name === time);
      if (column === undefined) return;
      const clock = clockOf(column, days);
      const isKnown = days !== null || (column.type === "text" && column.days !== undefined);
      for (let row = 0; row < table.rowCount; row++) {
        const value = cellValue(column, row);
        if (value === null) continue;
        cells++;
        if (!Number.isNaN(clock(row))) continue;
        count++;
        const told = isKnown ? null : findDayOrder([String(value)]);
        if (!examples.has(told)) examples.set(told, String(value));
      }
    },
    words() {
      if (count === 0) return null;
      const many =
        count === cells && cells > 1 ? `all ${formatCount(cells)}` : `${formatCount(count)} of ${formatCount(cells)}`;
      return `${cells === 1 ? "the cell" : `${many} cells`} of column "${visibleText(time!)}" cannot be read as ${cells === 1 ? "a moment" : "moments"}: ${whyUnread(examples)}`;
    },
  };
}

/** What a text by itself tells of the order of days; null: nothing, or the order is known already. */
type ToldAlone = ReturnType<typeof findDayOrder>;

/** `examples`: the first cell of each kind. */
function whyUnread(examples: ReadonlyMap<ToldAlone, string>): string {
  if (examples.has("day first") && examples.has("month first"))
    return "in some the day comes first, in others the month";
  const doubtful = examples.get("in doubt");
  if (doubtful !== undefined) return `${visibleText(doubtOfDays([doubtful]))}, and nothing tells which`;
  const day = examples.get("day first") ?? examples.get("month first") ?? examples.get("either");
  if (day !== undefined)
    return `nothing tells which of day and month comes first in days such as "${visibleText(day)}"`;
  const other = examples.get(null)!;
  const isClock = !Number.isNaN(parseTimeOfDay(other));
  return `"${visibleText(other)}" is ${isClock ? "a time of day without its day" : "none"}`;
}

/** What is said where rows are told by their time. */
export function warnOfUnread(unread: UnreadMoments): Warning[] {
  return warnOfUnreadTimes(unread.words());
}

/** `words`: of UnreadMoments. */
export function warnOfUnreadTimes(words: string | null): Warning[] {
  if (words === null) return [];
  const message = `${words}; these rows have no place in time, so incidents and time lines tell them apart from the others`;
  return [{ code: "TIMES_UNREAD", message }];
}

/** What is said where rows are put in order of time. */
export function warnOfUnplaced(unread: UnreadMoments): Warning[] {
  const words = unread.words();
  if (words === null) return [];
  const message = `${words}; these rows come last, as they stand in the input, so what began when may be told wrongly`;
  return [{ code: "TIMES_UNREAD", message }];
}

/** What to do about it. */
export const UNREAD_HINT = "Write moments as the learning rows do, or as 2026-05-04 10:00.";
