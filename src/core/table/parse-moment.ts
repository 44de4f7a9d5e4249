/**
 * A moment in time, as text says it: as ISO 8601 writes it, or with the year behind day and month. Points stand behind
 * days (31.12.2026); between slashes and dashes the day or the month may come first, which a number above 12 tells in
 * some text of a column (`findDayOrder`). No text tells it by itself: a column would be read in part.
 */
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

const ZONE = String.raw`(Z| ?UTC| ?[+-]\d{2}(?::?\d{2})?)`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{1,2})(?::(\d{1,2}(?:\.\d+)?))?${ZONE}?)?$`,
);
const DAY = String.raw`(\d{1,2})([./-])(\d{1,2})\2(\d{4})`;
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?: ?([AP])M)?`;
const YEAR_LAST = new RegExp(`^${DAY}(?:(?:T|,? +)${CLOCK})?$`, "i");
/** The same between slashes or dashes for DuckDB, ignoring case: day and month are the first group, year left out. */
export const WRITTEN_DAY = String.raw`^\s*(\d{1,2}[/-]\d{1,2}[/-])\d{4}(?:(?:T|,? +)${CLOCK})?\s*$`;
/** Years of two digits are told, but not read: 04/05/26 may begin with any of the three. */
const SHORT_YEAR = String.raw`(\d{1,2})(/)(\d{1,2})/(\d{2})`;
const [BEGINS_WITH_DAY, BEGINS_WITH_SHORT] = [DAY, SHORT_YEAR].map(
  (day) => new RegExp(`^${day}(?:(?:T|,? ).*)?$`, "i"),
);

/**
 * Milliseconds since 1970, of a text without an offset as if it were UTC. NaN: any other text, one in doubt, and what
 * no calendar or clock has (2026-13-45, 24:30); 24:00 is the end of its day.
 */
export function parseMoment(text: string, days: DayReading | null = null): number {
  const trimmed = text.trim();
  const found = YEAR_FIRST.exec(trimmed);
  if (found === null) return parseYearLast(trimmed, days);
  const [, year, , month, day, hour, minute, second, offset = "Z"] = found;
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  return midnight + millisecondsOfDay({ hour, minute, second }) - 60_000 * offsetMinutes(offset);
}

/** NaN: there is no such day. */
function midnightOf(year: number, month: number, day: number): number {
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day); // Date.UTC takes the year 1 for 1901
  const isDay = midnight.getUTCDate() === day && midnight.getUTCMonth() === month - 1;
  return isDay && midnight.getUTCFullYear() === year ? midnight.getTime() : Number.NaN;
}

/** Of "+02:00", "-0530", " +01", "UTC" or "Z"; NaN: no clock is so far off. */
function offsetMinutes(offset: string): number {
  if (/Z|UTC/.test(offset)) return 0;
  const digits = offset.replace(/\D/g, "");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || "0")];
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (offset.includes("-") ? -1 : 1) * (60 * hours + minutes);
}

function parseYearLast(text: string, known: DayReading | null): number {
  const found = YEAR_LAST.exec(text);
  if (found === null) return Number.NaN;
  const { first, mark, second, year } = numbersOf(found);
  const days = mark === "." ? "day first" : known;
  if (days === null || days === "as numbers" || (days === "either" && first !== second)) return Number.NaN;
  const [day, month] = days === "month first" ? [second, first] : [first, second];
  const [, , , , , hour, minute, seconds, half] = found;
  return midnightOf(year, month, day) + millisecondsOfDay({ hour, minute, second: seconds, half });
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

/** Whether a text has a day, a month and a year behind them, in whatever order. */
export function isYearLast(text: string): boolean {
  return YEAR_LAST.test(text.trim());
}

/** Whether a text is a day and a month, in either order, and a year, whatever is said behind them of the time. */
export function beginsWithDay(text: string): boolean {
  const found = BEGINS_WITH_DAY!.exec(text.trim()) ?? BEGINS_WITH_SHORT!.exec(text.trim());
  if (found === null) return false;
  const { first, second } = numbersOf(found);
  const [low, high] = [Math.min(first, second), Math.max(first, second)];
  return low >= 1 && low <= 12 && high <= 31;
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

/** What a text says of the time of day; undefined: nothing, which is 0. `half`: A or P, of AM and PM. */
interface ClockWords {
  readonly hour: string | undefined;
  readonly minute: string | undefined;
  readonly second: string | undefined;
  readonly half?: string | undefined;
}

function millisecondsOfDay({ hour = "0", minute = "0", second = "0", half }: ClockWords): number {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  const isClock = Number(hour) <= (half === undefined ? 24 : 12) && Number(minute) < 60 && Number(second) < 60;
  const milliseconds = 3_600_000 * hours + 60_000 * Number(minute) + 1000 * Number(second);
  return isClock && milliseconds <= 86_400_000 ? milliseconds : Number.NaN; // 24:00 is the end of a day
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

const MONTHS = "January February March April May June July August September October November December".split(" ");
