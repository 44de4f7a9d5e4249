/**
 * When rows were, in milliseconds since 1970, from a column that says so. Each cell is read by itself, so that a table
 * read piece by piece has the same moments as one read whole.
 *
 * Text without an offset is taken as UTC; of 05/04/2026 the column says which comes first (told-days.ts), else the
 * caller, since no cell does. Numbers are seconds, milliseconds, microseconds or nanoseconds since 1970 by their size;
 * smaller ones are seconds since some beginning. Dates such as 20261231 are read where learning rows wrote them so.
 */
import { calendarMoment } from "./calendar-numbers.js";
import { type DayReading, parseMoment } from "./parse-moment.js";
import type { Column } from "./table.js";

/** The moment of a row; NaN: missing, or no moment. */
type Clock = (row: number) => number;

/** `known`: how days are read where the column does not tell, as the learning rows had them. */
export function clockOf(column: Column, known: DayReading | null = null): Clock {
  switch (column.type) {
    case "time":
      return (row) => column.values[row]!;
    case "number":
      return (row) => momentOfNumber(column.values[row]!, known);
    case "text": {
      const days = column.days ?? known;
      const momentOf = memoizeCodes((code) => momentOfText(column.dictionary[code]!, days));
      return (row) => (column.codes[row]! < 0 ? Number.NaN : momentOf(column.codes[row]!));
    }
    default:
      return () => Number.NaN;
  }
}

/** Columns that name rows are read as they are written, 1767225600.000 as well: such texts are numbers. */
const WRITTEN_NUMBER = /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i;

function momentOfText(text: string, days: DayReading | null): number {
  return WRITTEN_NUMBER.test(text) ? momentOfNumber(Number(text), days) : parseMoment(text, days);
}

/** Texts are read when a row asks for them: some rows of a table have the dictionary of all. */
function memoizeCodes(momentOf: (code: number) => number): (code: number) => number {
  const known = new Map<number, number>();
  return (code) => {
    const moment = known.get(code) ?? momentOf(code);
    known.set(code, moment);
    return moment;
  };
}

/** Units since 1970 by the size of the number: seconds up to the year 5138, then milliseconds, and so on. */
const UNITS = [
  { below: 1e11, milliseconds: 1000 },
  { below: 1e14, milliseconds: 1 },
  { below: 1e17, milliseconds: 1e-3 },
  { below: 1e20, milliseconds: 1e-6 },
] as const;

/** In milliseconds since 1970; NaN: it is too large for a moment. `days`: whether it may be a date such as 20261231. */
export function momentOfNumber(value: number, days: DayReading | null = null): number {
  const date = days === "as numbers" ? calendarMoment(value) : Number.NaN;
  if (!Number.isNaN(date)) return date;
  const unit = UNITS.find(({ below }) => Math.abs(value) < below);
  return unit === undefined ? Number.NaN : value * unit.milliseconds;
}
