/**
 * Moments whose month is a word: 1 Jan 2026 13:05, 01-JAN-2026, January 1, 2026, 2026-Jan-01, 1. Mai 2026, and as logs,
 * letters and the C library write them. The word tells the month, so no order of days has to be found. Of 01-JAN-26 the
 * day comes first, as databases and spreadsheets write it; years of two digits are those from 1969 to 2068, as in C.
 */
import { CLOCK, midnightOf, millisecondsOfDay, ZONE } from "./calendar.js";

export const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** January to December in each language that is read, with the short forms that are not its first three letters. */
const LANGUAGES: readonly { readonly months: readonly string[]; readonly short: Readonly<Record<string, number>> }[] = [
  { months: MONTHS, short: { Sept: 9 } },
  {
    months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
    short: { Mrz: 3 },
  },
];

/** By small letters, what a name has to begin with. */
const MONTH_NUMBERS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(({ months, short }) => [
    ...months.map((name, at) => [name.slice(0, 3).toLowerCase(), at + 1] as const),
    ...Object.entries(short).map(([name, month]) => [name.slice(0, 3).toLowerCase(), month] as const),
  ]),
);

const NAMES = LANGUAGES.flatMap(({ months, short }) => [
  ...Object.keys(short),
  ...months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`),
]);

const WEEKDAY = `(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? +)?`;
const MONTH = String.raw`(?<month>${NAMES.join("|")})\.?`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?<year>\d{4})`;
const SHORT_YEAR = String.raw`(?<year>\d{2})`;
/** What stands between day, month and year: 1-Jan-2026, 1 Jan 2026, Jan 1, 2026, 1. Jan 2026. */
const MARK = `(?:[-/ ]|[.,] ?) *`;
/** What may follow them: a time of day, and a zone. */
const BEHIND = `(?:(?:[T:]|,? +|,? +at +)${CLOCK}${ZONE}?)?`;

const WRITINGS = [
  `${WEEKDAY}${DAY}${MARK}${MONTH}${MARK}${YEAR}${BEHIND}`,
  `${WEEKDAY}${MONTH}${MARK}${DAY}${MARK}${YEAR}${BEHIND}`,
  `${YEAR}${MARK}${MONTH}${MARK}${DAY}${BEHIND}`,
  `${WEEKDAY}${MONTH} +${DAY} +${CLOCK}${ZONE}? +${YEAR}`, // as C has it
  `${WEEKDAY}${DAY}${MARK}${MONTH}${MARK}${SHORT_YEAR}(?:(?:T|,? +|,? +at +)${CLOCK}${ZONE}?)?`, // 5 May 12:30 has no year
].map((writing) => new RegExp(`^${writing}$`, "i"));

/** Told, but not read: what stands behind the day is no time of day, or there is no year. */
const BEGINNINGS = [
  `${WEEKDAY}${DAY}${MARK}${MONTH}${MARK}(?:\\d{4}|\\d{2})(?:[T:, ].*)?`,
  `${WEEKDAY}${MONTH}${MARK}${DAY}${MARK}\\d{4}(?:[T:, ].*)?`,
  `${WEEKDAY}${MONTH} +${DAY} +${CLOCK}.*`,
].map((beginning) => new RegExp(`^${beginning}$`, "i"));

/** What every name of a month has and most texts of tables (numbers, days in digits) have not. */
const MAY_NAME_MONTH = /[a-zä]{3}/i;

/** Milliseconds since 1970, in UTC where no zone is said; NaN: it is none. Contract: no blanks at its ends. */
export function parseNamedMonth(text: string): number {
  if (!MAY_NAME_MONTH.test(text)) return Number.NaN;
  for (const writing of WRITINGS) {
    const { groups } = writing.exec(text) ?? {};
    if (groups === undefined) continue;
    const month = MONTH_NUMBERS.get(groups["month"]!.slice(0, 3).toLowerCase())!;
    return midnightOf(yearOf(groups["year"]!), month, Number(groups["day"])) + millisecondsOfDay(groups);
  }
  return Number.NaN;
}

/** The first year that is written with two digits. */
const FIRST_SHORT = 1969;

function yearOf(digits: string): number {
  if (digits.length > 2) return Number(digits);
  const year = FIRST_SHORT - (FIRST_SHORT % 100) + Number(digits);
  return year < FIRST_SHORT ? year + 100 : year;
}

/** Whether a text is such a day, whatever is said behind it of the time. Contract: as above. */
export function beginsWithNamedMonth(text: string): boolean {
  if (!MAY_NAME_MONTH.test(text)) return false;
  for (const beginning of BEGINNINGS) {
    const { groups } = beginning.exec(text) ?? {};
    if (groups !== undefined) return Number(groups["day"]) >= 1 && Number(groups["day"]) <= 31;
  }
  return !Number.isNaN(parseNamedMonth(text));
}
