/**
 * The moments in time that a table's rows were recorded at, as numbers that grow with time, from the column that holds
 * them. Only their order is asked for: dates written as numbers (20260921) and seconds since 1970 do as they are.
 */
import { describeCalendarNumbers } from "./calendar-numbers.js";
import { type ColumnFacts, countTexts, usedTexts } from "./column-facts.js";
import { type NumberFacts, numberFacts } from "./number-facts.js";
import { type DayReading, findDayOrder, parseMoment } from "./parse-moment.js";
import { describeEvenNumbers, describeRowNumbers } from "./row-numbers.js";
import type { Column, Table, TextColumn } from "./table.js";
import { describeUnixTimes } from "./unix-times.js";

export { parseMoment } from "./parse-moment.js";

export interface Moments {
  /** The column's name. */
  readonly column: string;
  /** One for each row; NaN where it is missing. */
  readonly values: Float64Array;
  /** Whether they are the column's own numbers, in whatever unit; else milliseconds. */
  readonly areNumbers: boolean;
}

/** A column of moments of which only what it shows is at hand. */
export interface MomentColumn extends Pick<Moments, "column" | "areNumbers"> {
  /** Which of day and month comes first in its texts. */
  readonly days: DayReading | null;
  /** Rows with a moment. */
  readonly present: number;
}

/** The moments in a column, or null where it holds none that can be put in order. */
export function momentsOf(column: Column): Moments | null {
  if (column.type === "number" && !isOrder(column.name, numberFacts(column.stored ?? column.values))) return null;
  const days = column.type === "text" ? dayOrderIn(usedTexts(countTexts(column))) : null;
  const values = momentValues(column, days);
  return values === null || values.every(Number.isNaN)
    ? null
    : { column: column.name, values, areNumbers: column.type === "number" };
}

/**
 * The column of a table that tells when rows were recorded: of those that hold moments the one with most different
 * ones, of equals the first by name. A column that numbers the rows will do where there is no other.
 */
export function findMoments(table: Table, isLeftOut: (name: string) => boolean): Moments | null {
  let best: (Moments & { readonly distinct: number }) | null = null;
  for (const column of table.columns) {
    if (!isLeftOut(column.name)) continue;
    const moments = momentsOf(column);
    if (moments === null) continue;
    const distinct = isRowNumber(column) ? 0 : countDistinct(moments.values);
    if (best === null || distinct > best.distinct || (distinct === best.distinct && column.name < best.column)) {
      best = { ...moments, distinct };
    }
  }
  return best;
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
export function momentValues(column: Column, days: DayReading | null): Float64Array | null {
  switch (column.type) {
    case "time":
      return column.values;
    case "text":
      return textMoments(column, days);
    case "number":
      return column.values;
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

function countDistinct(values: Float64Array): number {
  const sorted = values.toSorted();
  let distinct = 0;
  for (let i = 0; i < sorted.length && !Number.isNaN(sorted[i]!); i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) distinct++;
  return distinct;
}
