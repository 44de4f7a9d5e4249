/**
 * The moments in time that a table's rows were recorded at, as numbers that grow with time, from the column that holds
 * them. Only their order is asked for: dates written as numbers (20260921) and seconds since 1970 do as they are.
 */
import { describeCalendarNumbers } from "./calendar-numbers.js";
import { type ColumnFacts, countMoments, countTexts, usedTexts } from "./column-facts.js";
import { type NumberFacts, numberFacts } from "./number-facts.js";
import { type DayReading, findDayOrder, parseMoment } from "./parse-moment.js";
import { describeEvenNumbers, describeRowNumbers } from "./row-numbers.js";
import type { Numbers } from "./stored-values.js";
import type { Column, Table, TextColumn } from "./table.js";
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
}

/** A column of moments of which only what it shows is at hand. */
export interface MomentColumn extends Omit<Moments, "numbers"> {
  /** Which of day and month comes first in its texts. */
  readonly days: DayReading | null;
}

/** The moments in a column, or null where it holds none that can be put in order. */
export function momentsOf(column: Column): Moments | null {
  if (column.type === "number" && !isOrder(column.name, numberFacts(column.stored ?? column.values))) return null;
  const days = column.type === "text" ? dayOrderIn(usedTexts(countTexts(column))) : null;
  const numbers = momentNumbers(column, days);
  const present = numbers === null ? 0 : countMoments(numbers);
  if (numbers === null || present === 0) return null;
  return { column: column.name, numbers, present, areNumbers: column.type === "number" };
}

/**
 * The column of a table that tells when rows were recorded: of those that hold moments the one with most different
 * ones, of equals the first by name. A column that numbers the rows will do where there is no other.
 */
export function findMoments(table: Table, isLeftOut: (name: string) => boolean): Moments | null {
  const found = table.columns.flatMap((column) => {
    const moments = isLeftOut(column.name) ? momentsOf(column) : null;
    return moments === null ? [] : [{ moments, isClock: !isRowNumber(column) }];
  });
  const clocks = found.filter(({ isClock }) => isClock);
  const candidates = (clocks.length > 0 ? clocks : found).map(({ moments }) => moments);
  // Different moments are counted where there are several to choose from.
  const distinct = new Map(candidates.length < 2 ? [] : clocks.map(({ moments }) => [moments, countDistinct(moments)]));
  const most = candidates.sort(
    (a, b) => (distinct.get(b) ?? 0) - (distinct.get(a) ?? 0) || (a.column < b.column ? -1 : 1),
  );
  return most[0] ?? null;
}

/** The same of a column of which only what it shows is at hand. */
export function momentColumn(facts: ColumnFacts): MomentColumn | null {
  const { name: column } = facts;
  switch (facts.type) {
    case "time":
      return facts.present === 0 ? null : { column, areNumbers: false, days: null, present: facts.present };
    case "number": {
      const present = facts.numbers.present();
      const isMoments = present > 0 && isOrder(column, facts.numbers);
      return isMoments ? { column, areNumbers: true, days: null, present } : null;
    }
    case "text": {
      const used = usedTexts(facts);
      const days = dayOrderIn(used);
      if (used.length === 0 || used.some((text) => Number.isNaN(parseMoment(text, days)))) return null;
      return { column, areNumbers: false, days, present: facts.counts.reduce((sum, count) => sum + count, 0) };
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

/** One for each row, NaN where missing; null: some text is no moment. `days`: as its texts write them. */
export function momentNumbers(column: Column, days: DayReading | null): Numbers | null {
  switch (column.type) {
    case "time":
    case "number":
      return column;
    case "text": {
      const values = textMoments(column, days);
      return values === null ? null : { values };
    }
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

/** Null unless every text that is used is a moment. */
function textMoments(column: TextColumn, days: DayReading | null): Float64Array | null {
  const { dictionary, codes } = column;
  const known = new Map<number, number>();
  const values = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code < 0) {
      values[row] = Number.NaN;
      continue;
    }
    let moment = known.get(code);
    if (moment === undefined) known.set(code, (moment = parseMoment(dictionary[code]!, days)));
    if (Number.isNaN(moment)) return null;
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
