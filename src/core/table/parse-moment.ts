/**
 * A moment in time, as text says it: as ISO 8601 writes it, with or without marks, by the name of its month
 * (named-months.ts), or with the year behind day and month. Points stand behind days (31.12.2026); between slashes and
 * dashes the day or the month may come first, which a number above 12 tells in some text of a column (`findDayOrder`).
 * No text tells it by itself: a column would be read in part.
 */
import { CLOCK, midnightOf, millisecondsOfDay, ZONE } from "./calendar.js";
import { beginsWithNamedMonth, MONTHS, parseNamedMonth } from "./named-months.js";

type DayOrder = "day first" | "month first";

/**
 * How the days of a column may be read. Where they are all such as 02/02/2026, either order says the same; 20261231 is
 * a day as a number (calendar-numbers.ts).
 */
export type DayReading = DayOrder | "either" | "as numbers";

/** How the reason for leaving a column of moments out ends where days are written so. */
export const WRITTEN_DAYS: Readonly<Record<DayReading, string>> = {
  "day first": ", written as day, month and year",
  "month first": ", written as month, day and year",
  either: "",
  "as numbers": ", written as numbers",
};

const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:(?:T| +)(?<hour>\d{1,2}):(?<minute>\d{1,2})(?::(?<second>\d{1,2}(?:[.,]\d+)?))?(?: ?(?<half>[AP])M)?${ZONE}?)?$`,
  "i",
);
/** ISO 8601 without its marks. A day alone is a number (calendar-numbers.ts). */
const BASIC = new RegExp(
  String.raw`^(\d{4})(\d\d)(\d\d)(?:T| +)(?<hour>\d\d)(?:(:?)(?<minute>\d\d)(?:\5(?<second>\d\d(?:[.,]\d+)?))?)?(?: ?(?<half>[AP])M)?${ZONE}?$`,
  "i",
);
const DAY = String.raw`(\d{1,2})([./-])(\d{1,2})\2(\d{4})`;
const BEHIND = `(?:(?:T|,? +)${CLOCK}${ZONE}?)?`;
const YEAR_LAST = new RegExp(`^${DAY}${BEHIND}$`, "i");
/** The same between slashes or dashes for DuckDB, ignoring case: day and month are the first group, year left out. */
export const WRITTEN_DAY = String.raw`^\s*(\d{1,2}[/-]\d{1,2}[/-])\d{4}${BEHIND.replace(/\?<\w+>/g, "")}\s*$`;
/** Years of two digits are told, but not read: 04/05/26 may begin with any of the three. */
const SHORT_YEAR = String.raw`(\d{1,2})(/)(\d{1,2})/(\d{2})`;
/** So are those behind points, where the day comes first and has two digits, as 04.05.26. */
const SHORT_BEHIND_POINTS = String.raw`(0[1-9]|[12]\d|3[01])(\.)(0[1-9]|1[0-2])\.(\d\d)`;
const ANY_TIME = "(?:(?:T|,? ).*)?";
const BEGINS_WITH_DAY = [DAY, SHORT_YEAR, SHORT_BEHIND_POINTS].map((day) => new RegExp(`^${day}${ANY_TIME}$`, "i"));
/** 4.5.26 may be a version: only all texts of a column tell. */
const UNPADDED_DAY = new RegExp(`^(0?[1-9]|[12]\\d|3[01])\\.(0?[1-9]|1[0-2])\\.(\\d\\d)${ANY_TIME}$`, "i");

/**
 * Milliseconds since 1970, of a text without an offset as if it were UTC. NaN: any other text, one in doubt, and what
 * no calendar or clock has (2026-13-45, 24:30); 24:00 is the end of its day.
 */
export function parseMoment(text: string, days: DayReading | null = null): number {
  const trimmed = text.trim();
  const iso = YEAR_FIRST.exec(trimmed);
  if (iso !== null) return momentOf(iso, [1, 3, 4]);
  const basic = BASIC.exec(trimmed);
  if (basic !== null) return momentOf(basic, [1, 2, 3]);
  return YEAR_LAST.test(trimmed) ? parseYearLast(trimmed, days) : parseNamedMonth(trimmed);
}

/** `places`: of the groups of year, month and day. */
function momentOf(found: RegExpExecArray, [year, month, day]: readonly [number, number, number]): number {
  const midnight = midnightOf(Number(found[year]), Number(found[month]), Number(found[day]));
  return midnight + millisecondsOfDay(found.groups!);
}

/** Contract: the text has its year behind day and month. */
function parseYearLast(text: string, known: DayReading | null): number {
  const found = YEAR_LAST.exec(text)!;
  const { first, mark, second, year } = numbersOf(found);
  const days = mark === "." ? "day first" : known;
  if (days === null || days === "as numbers" || (days === "either" && first !== second)) return Number.NaN;
  const [day, month] = days === "month first" ? [second, first] : [first, second];
  return midnightOf(year, month, day) + millisecondsOfDay(found.groups!);
}

interface DayNumbers {
  readonly first: number;
  readonly mark: string;
  readonly second: number;
  readonly year: number;
}

function numbersOf([, first, mark, second, year]: RegExpExecArray): DayNumbers {
  return { first: Number(first), mark: mark!, second: Number(second), year: Number(year) };
}

/** Whether a text is a moment in some writing, or one whose order of day and month other texts have to tell. */
export function isWrittenMoment(text: string): boolean {
  return YEAR_LAST.test(text.trim()) || !Number.isNaN(parseMoment(text));
}

/** Whether a text is a day and a month, in either order, and a year, whatever is said behind them of the time. */
export function beginsWithDay(text: string): boolean {
  const trimmed = text.trim();
  const writing = BEGINS_WITH_DAY.find((day) => day.test(trimmed));
  if (writing === undefined) return beginsWithNamedMonth(trimmed);
  const { first, second } = numbersOf(writing.exec(trimmed)!);
  const [low, high] = [Math.min(first, second), Math.max(first, second)];
  return low >= 1 && low <= 12 && high <= 31;
}

/**
 * Whether a text of a column is a day, as above or as 4.5.26. The latter are days where the number before the first
 * point takes more values than the one behind the last: days change more than years, and of versions it is the other
 * way round.
 */
export function dayTeller(texts: readonly string[]): (text: string) => boolean {
  const [firsts, lasts] = [new Set<number>(), new Set<number>()];
  for (const text of texts) {
    const found = UNPADDED_DAY.exec(text.trim());
    if (found === null) continue;
    firsts.add(Number(found[1]));
    lasts.add(Number(found[3]));
  }
  const areDays = firsts.size > lasts.size;
  return (text) => beginsWithDay(text) || (areDays && UNPADDED_DAY.test(text.trim()));
}

/** What one text tells, between slashes or dashes; null: nothing. */
function orderToldBy({ first, second }: DayNumbers): DayOrder | null {
  if (isMonth(second) && isLateDay(first)) return "day first";
  return isMonth(first) && isLateDay(second) ? "month first" : null;
}

function isLateDay(number: number): boolean {
  return number > 12 && number <= 31;
}

function isMonth(number: number): boolean {
  return number >= 1 && number <= 12;
}

/**
 * What the texts of a column tell together: which comes first where one of them tells, "either" where all are such as
 * 02/02/2026, "in doubt" where others are there and none tells, "contradictory" where they disagree, in which case no
 * order reads them all. Null: they are no such days.
 */
export function findDayOrder(texts: Iterable<string>): DayReading | "in doubt" | "contradictory" | null {
  const told = new Set<DayOrder>();
  let [isOpen, isEither] = [false, false];
  for (const text of texts) {
    const found = YEAR_LAST.exec(text.trim());
    if (found === null || found[2] === ".") continue;
    const numbers = numbersOf(found);
    const days = orderToldBy(numbers);
    if (days !== null) told.add(days);
    else if (!isMonth(numbers.first) || !isMonth(numbers.second)) continue;
    else if (numbers.first === numbers.second) isEither = true;
    else isOpen = true;
  }
  if (told.size > 0) return told.size === 1 ? [...told][0]! : "contradictory";
  return isOpen ? "in doubt" : isEither ? "either" : null;
}

/** Of texts in doubt: "05/04/2026" may be 5 April or 4 May. */
export function doubtOfDays(texts: readonly string[]): string {
  const example = texts.find((text) => findDayOrder([text]) === "in doubt")!;
  const { first, second } = numbersOf(YEAR_LAST.exec(example.trim())!);
  return `"${example}" may be ${first} ${MONTHS[second - 1]} or ${second} ${MONTHS[first - 1]}`;
}
