/**
 * The moments in time that a table's rows were recorded at, as numbers that grow with time, from the column that holds
 * them. Only their order is asked for: dates written as numbers (20260921) and seconds since 1970 do as they are. Times
 * of day alone do not: rows of several days would be mixed.
 */
import { describeCalendarNumbers } from "./calendar-numbers.js";
import { areTimesOfDay, type ColumnFacts, countMoments, countTexts, usedTexts } from "./column-facts.js";
import { type NumberFacts, numberFacts } from "./number-facts.js";
import { areMostlyFit } from "./odd-cells.js";
import { type DayReading, findDayOrder, parseMoment } from "./parse-moment.js";
import { describeEvenNumbers, describeRowNumbers } from "./row-numbers.js";
import type { Numbers } from "./stored-values.js";
import type { Column, Table, TextColumn } from "./table.js";
import type { TextCounts } from "./text-numbers.js";
import { describeUnixTimes } from "./unix-times.js";

export { parseMoment } from "./parse-moment.js";

export interface Moments {
  /** The column's name. */
  readonly column: string;
  /** One for each row, finite; NaN where it is missing. */
  readonly numbers: Numbers;
  /** Rows with one; at least one. */
  readonly present: number;
  /** Whether they are the column's own numbers, in whatever unit; else milliseconds. */
  readonly areNumbers: boolean;
  /** How its days are written. */
  readonly days: DayReading | null;
  readonly unread: UnreadTexts | null;
}

/** Texts of a column of moments that are none; null: there are no such. */
interface UnreadTexts {
  readonly cells: number;
  /** Of so many that are not missing. */
  readonly of: number;
  /** The first in their order. */
  readonly example: string;
}

/** A column of moments of which only what it shows is at hand. */
export type MomentColumn = Omit<Moments, "numbers">;

/** What a column is taken to be called that a caller says to hold moments: then 20260101 alone is a day. */
export const SAID_MOMENTS = "date";

/**
 * The moments in a column, or null where it holds none that can be put in order. `called`: by which it is told what
 * numbers mean.
 */
export function momentsOf(column: Column, called: string = column.name): Moments | null {
  if (column.type === "number" && !isOrder(called, numberFacts(column.stored ?? column.values))) return null;
  if (column.type === "time" && areTimesOfDay(column)) return null;
  const days = daysIn(column, called);
  const unread = column.type === "text" ? unreadTexts(countTexts(column), days) : null;
  const numbers = momentNumbers(column, days);
  const present = numbers === null ? 0 : countMoments(numbers);
  if (numbers === null || !areMostlyFit(present, present + (unread?.cells ?? 0))) return null;
  return { column: column.name, numbers, present, areNumbers: column.type === "number", days, unread };
}

function unreadTexts({ dictionary, counts }: TextCounts, days: DayReading | null): UnreadTexts | null {
  const isUnread = (text: string, code: number): boolean => counts[code]! > 0 && Number.isNaN(parseMoment(text, days));
  const texts = dictionary.filter(isUnread).sort();
  if (texts.length === 0) return null;
  const sum = (isCounted: (text: string, code: number) => boolean): number =>
    dictionary.reduce((cells, text, code) => (isCounted(text, code) ? cells + counts[code]! : cells), 0);
  return { cells: sum(isUnread), of: sum(() => true), example: texts[0]! };
}

/** How a column writes days; null: as ISO 8601 does, or it holds none. */
export function daysIn(column: Column, called: string = column.name): DayReading | null {
  if (column.type === "text") return dayOrderIn(usedTexts(countTexts(column)));
  if (column.type !== "number") return null;
  return numberDays(called, numberFacts(column.stored ?? column.values));
}

/** The same of numbers. */
export function numberDays(name: string, facts: NumberFacts): DayReading | null {
  if (facts.present() === 0 || describeUnixTimes(name, facts) !== null) return null;
  return describeCalendarNumbers(name, facts) === null ? null : "as numbers";
}

/**
 * The columns of a table that may tell when rows were recorded, the likeliest first: of those that hold moments the one
 * with most different ones, of equals the first by name. A column that numbers the rows will do where there is none.
 */
export function findMoments(table: Table, isLeftOut: (name: string) => boolean): Moments[] {
  const found = table.columns.flatMap((column) => {
    const moments = isLeftOut(column.name) ? momentsOf(column) : null;
    return moments === null ? [] : [{ moments, isClock: !isRowNumber(column) }];
  });
  const byName = (a: Moments, b: Moments): number => (a.column < b.column ? -1 : 1);
  const clocks = found.filter(({ isClock }) => isClock).map(({ moments }) => moments);
  if (clocks.length === 0)
    return found
      .map(({ moments }) => moments)
      .sort(byName)
      .slice(0, 1);
  if (clocks.length === 1) return clocks; // nothing has to be counted
  const distinct = new Map(clocks.map((moments) => [moments, countDistinct(moments)]));
  return clocks.sort((a, b) => distinct.get(b)! - distinct.get(a)! || byName(a, b));
}

/** The same of a column of which only what it shows is at hand. */
export function momentColumn(facts: ColumnFacts, called: string = facts.name): MomentColumn | null {
  const { name: column } = facts;
  switch (facts.type) {
    case "time":
      return facts.present === 0 || facts.areClocks
        ? null
        : { column, areNumbers: false, days: null, present: facts.present, unread: null };
    case "number": {
      const present = facts.numbers.present();
      const isMoments = present > 0 && isOrder(called, facts.numbers);
      const days = isMoments ? numberDays(called, facts.numbers) : null;
      return isMoments ? { column, areNumbers: true, days, present, unread: null } : null;
    }
    case "text": {
      const days = dayOrderIn(usedTexts(facts));
      const unread = unreadTexts(facts, days);
      const cells = facts.counts.reduce((sum, count) => sum + count, 0);
      const present = cells - (unread?.cells ?? 0);
      return areMostlyFit(present, cells) ? { column, areNumbers: false, days, present, unread } : null;
    }
    default:
      return null;
  }
}

function isRowNumber(column: Column): boolean {
  return column.type === "number" && numbersRows(column.name, numberFacts(column.stored ?? column.values));
}

/** Whether numbers that tell an order say which row is the first, and not when it was. */
export function numbersRows(name: string, facts: NumberFacts): boolean {
  return describeClock(name, facts) === null;
}

/** One for each row, NaN where it is missing or none; null: the column can hold none. `days`: as texts write them. */
export function momentNumbers(column: Column, days: DayReading | null): Numbers | null {
  switch (column.type) {
    case "time":
    case "number":
      return column;
    case "text":
      return { values: textMoments(column, days) };
    default:
      return null;
  }
}

function isOrder(name: string, facts: NumberFacts): boolean {
  return (describeClock(name, facts) ?? describeRowNumbers(facts) ?? describeEvenNumbers(facts)) !== null;
}

function describeClock(name: string, facts: NumberFacts): string | null {
  if (facts.present() === 0) return null;
  return describeUnixTimes(name, facts) ?? describeCalendarNumbers(name, facts);
}

/** Which of day and month comes first in texts, where they tell. */
export function dayOrderIn(texts: Iterable<string>): DayReading | null {
  const days = findDayOrder(texts);
  return days === "in doubt" || days === "contradictory" ? null : days;
}

function textMoments({ dictionary, codes }: TextColumn, days: DayReading | null): Float64Array {
  const known = new Map<number, number>();
  const values = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    let moment = code < 0 ? Number.NaN : known.get(code);
    if (moment === undefined) known.set(code, (moment = parseMoment(dictionary[code]!, days)));
    values[row] = moment;
  }
  return values;
}

function countDistinct({ numbers }: Moments): number {
  const sorted = numbers.values.toSorted();
  let distinct = 0;
  for (let i = 0; i < sorted.length && !Number.isNaN(sorted[i]!); i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) distinct++;
  return distinct;
}
