/**
 * What a cell of text means: a number, a truth value, a moment, a time of day. Undefined: it is none.
 *
 * The rules are those of the Node reader (src/input/duckdb/csv-types.ts), where DuckDB casts; a shared suite compares
 * the two.
 */
export type CellParser = (cell: string) => number | undefined;

const NUMBER = /^[ \t\n\v\f\r]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\v\f\r]*$/;

/**
 * A number with a point before its decimals; number-writing.ts has other writings. An infinite one is none, nor is a
 * word for "not a number", which means missing (missing-words.ts).
 */
export function parseNumber(cell: string): number | undefined {
  const plain = plainDecimal(cell, 0, cell.length);
  if (!Number.isNaN(plain)) return plain;
  const value = NUMBER.test(cell) ? Number(cell) + 0 : NaN;
  return Number.isFinite(value) ? value : undefined;
}

const [MINUS, POINT, ZERO, NINE] = [45, 46, 48, 57];

/** The number in a cell such as 3,14 or -0,5; NaN for every other cell, number or not. */
export function plainDecimalComma(cell: string): number {
  const comma = cell.indexOf(",");
  return comma < 1 || comma === cell.length - 1 ? NaN : plainDecimal(cell.replace(",", "."), 0, cell.length);
}

/**
 * The number in a part of a text such as 12, -0.5 or 1.; NaN for every other part, number or not. Three times as fast
 * as `Number`, with nothing copied, and as exact: the digits make a whole number below 2^53, the power of ten is exact,
 * so the one division rounds once.
 */
export function plainDecimal(text: string, from: number, to: number): number {
  const start = text.charCodeAt(from) === MINUS ? from + 1 : from;
  if (to - start > MOST_PLAIN) return NaN;
  let digits = 0;
  let point = -1;
  for (let at = start; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + (code - ZERO);
    else if (code === POINT && point < 0) point = at;
    else return NaN;
  }
  const digitCount = to - start - (point < 0 ? 0 : 1);
  if (digitCount <= 0 || digits > Number.MAX_SAFE_INTEGER) return NaN;
  const value = point < 0 ? digits : digits / POWERS_OF_TEN[to - 1 - point]!;
  return start === from ? value : 0 - value; // never -0
}

/** Ten to the power of 22 is the last that is exact; a point stands before so many digits. */
const MOST_PLAIN = 23;
const POWERS_OF_TEN = Float64Array.from({ length: MOST_PLAIN }, (_, power) => Number(`1e${power}`));

/**
 * Whether DuckDB, which reads tables in Node, may take this cell for something that the parsers here do not: +-7, 0:4,
 * 2024-01-02 (BC), epoch, or a word between other blanks than spaces. Found by trying hundreds of thousands of cells
 * with both.
 */
export function isDoubtful(cell: string): boolean {
  return DOUBTFUL.test(cell) && parseMoment(cell) === undefined && parseTimeOfDay(cell) === undefined;
}

const DOUBTFUL = /^ *(?:\+-|[+-]?inf|epoch|\d{4,}[-/]\d+[-/]|\d*:|[^\S ])|[^\S ] *$/i;

/** 1 or 0. */
export function parseBoolean(cell: string): number | undefined {
  const word = trimSpaces(cell).toLowerCase();
  return word === "true" ? 1 : word === "false" ? 0 : undefined;
}

/** Without spaces of any width at its ends, as DuckDB trims: a tab or a line break is none. */
export function trimSpaces(cell: string): string {
  return cell.replace(/^\p{Zs}+|\p{Zs}+$/gu, "");
}

/** Of years with four digits or more: 04/05/26 is no day of the year 4. */
const DATE = String.raw`(\d{4,6})([-/])(\d{1,2})\2(\d{1,2})`;
const CLOCK = String.raw`(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?`;
const MOMENT = new RegExp(String.raw`^${DATE}(?:(?:T| +)${CLOCK}(Z| UTC|[+-]\d{2}(?::?\d{2})?)?)?)?$`);
const TIME_OF_DAY = new RegExp(String.raw`^(?=\d{1,2}:\d\d)${CLOCK})?$`);

/** A parser that remembers the day it saw last: neighbouring rows mostly share it, and finding it costs most. */
export function momentParser(): CellParser {
  let day = "";
  let dayValue = 0;
  return (cell) => {
    const match = ISO_SECONDS.exec(cell);
    if (match === null) return parseMoment(cell);
    const date = match[1];
    if (date !== day) {
      const value = parseMoment(date!);
      if (value === undefined) return undefined;
      [day, dayValue] = [date!, value];
    }
    const clock = microseconds(match, 2);
    return clock === undefined ? undefined : (dayValue * 1000 + clock) / 1000;
  };
}

/** The usual writing of a moment, without an offset. */
const ISO_SECONDS = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z?$/;

/** Milliseconds since 1970, UTC. */
export function parseMoment(cell: string): number | undefined {
  const match = MOMENT.exec(cell);
  if (match === null) return undefined;
  const [, year, , month, day] = match;
  const days = daysSince1970(Number(year), Number(month), Number(day));
  const clock = microseconds(match, 5);
  if (days === undefined || clock === undefined) return undefined;
  return (days * 86_400_000_000 + clock - offsetMinutes(match[9] ?? "") * 60_000_000) / 1000;
}

/** Milliseconds since midnight. */
export function parseTimeOfDay(cell: string): number | undefined {
  const match = TIME_OF_DAY.exec(cell);
  if (match === null) return undefined;
  const clock = microseconds(match, 1);
  return clock === undefined ? undefined : clock / 1000;
}

function daysSince1970(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDate ? date.getTime() / 86_400_000 : undefined;
}

/**
 * Of the hours, minutes, seconds and fraction that a match has from this group on; those that are not there are 0.
 * 24:00:00 is the end of the day. Digits behind microseconds are cut.
 */
function microseconds(match: RegExpExecArray, firstGroup: number): number | undefined {
  const hours = Number(match[firstGroup] ?? 0);
  const minutes = Number(match[firstGroup + 1] ?? 0);
  const seconds = Number(match[firstGroup + 2] ?? 0);
  const micros = Number((match[firstGroup + 3] ?? "").slice(0, 6).padEnd(6, "0"));
  const total = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros;
  return minutes < 60 && seconds < 60 && total <= 86_400_000_000 ? total : undefined;
}

function offsetMinutes(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return 0;
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0));
}
