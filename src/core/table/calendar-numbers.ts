/**
 * Finds dates that are written as numbers, 20260921 or 202609: moments that never come again, as in unix-times.ts, and
 * no quantities either, since 20260930 and 20261001 are a day apart.
 *
 * All numbers must be dates of the years 1900 to 2099, in one form. Of whole numbers in that range one in 27 is a day,
 * so under a name that says so a single one leaves no doubt; one in eight is a month, so it takes six different ones.
 * Without such a name they have to prove it: by more than twenty different days of several months, since a counter that
 * begins at 20260901 does not leap from the end of a month to the next; or by more than 24 months without a gap, since
 * codes like 201001 to 201012 are no rarity. The order of rows plays no part, as nowhere in learning. Cost: O(1) for
 * nearly all columns, O(rows × log rows) where all numbers are dates.
 */
import { wordsOf } from "../base/index.js";
import { DAY } from "./calendar.js";
import { HANDFUL, type NumberFacts, type NumberTest } from "./number-facts.js";

interface Form {
  readonly name: string;
  /** Whether a number is such a date. */
  readonly test: NumberTest;
  /** What a column's name, as words between blanks, says that it holds such dates by. */
  readonly words: RegExp;
  /** So many different ones are needed: a handful of months may be seasons or releases. */
  readonly least: number;
  /** Whether these can be nothing else, whatever the column is called. Contract: ascending, each once. */
  readonly isProven: (dates: readonly number[]) => boolean;
  readonly format: (date: number) => string;
}

const MONTH_WORDS = /\b(date|dt|month|period|ym|yearmonth|yyyymm)\b/;
const DAY_WORDS =
  /\b(date|dates|datekey|datetime|day|dob|dt|time|timestamps?|ts|when|ymd|yyyymmdd|yyyymmddhhmm|yyyymmddhhmmss)\b|\bat$/;

const FORMS: readonly Form[] = [
  {
    name: "months",
    test: { name: "months", holds: (value) => isWithin(value, 1900_01, 2099_12) && isMonth(value) },
    words: MONTH_WORDS,
    least: HANDFUL + 1,
    isProven: areMonthsWithoutGap,
    format: (date) => `${Math.floor(date / 100)}-${twoDigits(date % 100)}`,
  },
  dayForm("dates", 1, () => true),
  dayForm("dates with hour and minute", 1e4, isMinute),
  dayForm("dates with hour, minute and second", 1e6, (time) => isMinute(Math.floor(time / 100)) && time % 100 < 60),
];

/** Days with a time of day behind them, which takes the digits below `scale`. */
function dayForm(name: string, scale: number, isTime: (time: number) => boolean): Form {
  const dayOf = (date: number): number => Math.floor(date / scale);
  return {
    name,
    test: {
      name,
      holds: (value) =>
        isWithin(value, 1900_01_01 * scale, 2099_12_31 * scale + scale - 1) &&
        isDay(dayOf(value)) &&
        isTime(value % scale),
    },
    words: DAY_WORDS,
    least: 1,
    isProven: (dates) => areOfSeveralMonths(dates.map(dayOf)),
    format: (date) => formatDay(dayOf(date)),
  };
}

/** More distinct days than this, of several months, prove themselves … */
const PROVEN_DAYS = 20;
/** … and so do more months than this that follow one another. */
const PROVEN_MONTHS = 24;

/** Why the numbers are taken for dates, with the first and the last; null: they are not. */
export function describeCalendarNumbers(name: string, facts: NumberFacts): string | null {
  const form = FORMS.find(({ test }) => facts.every(test));
  if (form === undefined || facts.few(form.least - 1) !== null) return null;
  if (!form.words.test(wordsOf(name).join(" ")) && !form.isProven([...facts.distinct()])) return null;
  const [first, last] = facts.range().map(form.format);
  return `it looks like moments in time (${form.name} written as numbers: ${first === last ? `all on ${first}` : `${first} to ${last}`})`;
}

/** Whether all numbers are days, such as 20260921, whatever their column is called. */
export function mayBeDays(facts: NumberFacts): boolean {
  return FORMS.some(({ least, test }) => least === 1 && facts.every(test));
}

/** The moment of a date such as 202609, 20260921 or 202609211305, in milliseconds since 1970; NaN: it is none. */
export function calendarMoment(value: number): number {
  const form = FORMS.find(({ test }) => test.holds(value));
  if (form === undefined) return Number.NaN;
  const digits = String(value).padEnd(8, "01").padEnd(14, "0"); // the first of a month, midnight
  const [month, day, hour, minute, second] = [4, 6, 8, 10, 12].map((at) => Number(digits.slice(at, at + 2)));
  return Date.UTC(Number(digits.slice(0, 4)), month! - 1, day, hour, minute, second);
}

/** Whether it is a date that says no time of day, or midnight. */
export const MIDNIGHT_DATES: NumberTest = {
  name: "midnights",
  holds: (value) => calendarMoment(value) % DAY === 0,
};

/** Whether it is a time of day such as 81500, as clockOfDigits reads it. */
export const CLOCK_DIGITS: NumberTest = {
  name: "times of day",
  holds: (value) => isWithin(value, 0, 23_59_59) && value % 100 < 60 && isMinute(Math.floor(value / 100)),
};

/** By which it is asked whether all numbers are dates of a form, or times of day. */
export const DATE_TESTS: readonly NumberTest[] = [...FORMS.map(({ test }) => test), MIDNIGHT_DATES, CLOCK_DIGITS];

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most && Number.isInteger(value);
}

function isMonth(value: number): boolean {
  return value % 100 >= 1 && value % 100 <= 12;
}

function isDay(value: number): boolean {
  const month = Math.floor(value / 100);
  return isMonth(month) && value % 100 >= 1 && value % 100 <= daysIn(Math.floor(month / 100), month % 100);
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && year !== 1900 ? 29 : 28; // of the years 1900 to 2099
}

/** 2359 is 23:59. */
function isMinute(value: number): boolean {
  return value < 2400 && value % 100 < 60;
}

function areOfSeveralMonths(days: readonly number[]): boolean {
  return new Set(days).size > PROVEN_DAYS && Math.floor(days[0]! / 100) !== Math.floor(days.at(-1)! / 100);
}

function areMonthsWithoutGap(months: readonly number[]): boolean {
  const place = (month: number): number => Math.floor(month / 100) * 12 + (month % 100);
  return months.length > PROVEN_MONTHS && place(months.at(-1)!) - place(months[0]!) === months.length - 1;
}

function formatDay(day: number): string {
  return `${Math.floor(day / 1e4)}-${twoDigits(Math.floor(day / 100) % 100)}-${twoDigits(day % 100)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
