/**
 * Days in one column and times of day in another that tell together when a row was. They are put together where the
 * names say that they belong together (Date and Time, start_day and start_time), or where a caller says so; the column
 * of days then holds the moments, so that all who go by time need to know of one column. Numbers such as 81500 may be
 * times of day, or anything: a caller has to say so.
 */
import { wordsOf } from "../base/index.js";
import { clockOfDigits, DAY, parseTimeOfDay } from "./calendar.js";
import { CLOCK_DIGITS, calendarMoment, MIDNIGHT_DATES } from "./calendar-numbers.js";
import { momentOfNumber } from "./clock.js";
import { areMidnights, areTimesOfDay, type ColumnFacts, countMoments, countTexts, usedTexts } from "./column-facts.js";
import type { Exclusion } from "./features.js";
import { dayOrderIn, daysIn, momentNumbers, numberDays } from "./moments.js";
import { type NumberFacts, numberFacts } from "./number-facts.js";
import { areMostlyFit } from "./odd-cells.js";
import { parseMoment } from "./parse-moment.js";
import { codeBlocks, type Numbers, numberBlocks } from "./stored-values.js";
import { type CellValue, type Column, cellValue, type Table, type TextColumn, type TimeColumn } from "./table.js";

/** Two columns, by their names. */
export interface DayAndClock {
  readonly day: string;
  readonly clock: string;
}

const MIDNIGHT = /[T ]0?0:00(:00(\.0+)?)?(Z| ?UTC| ?\+00(:?00)?)?$/;

/** Of what a caller named for when rows were: a column, or "day,clock" where no column is called so. */
export function splitTimeName(time: string, isColumn: (name: string) => boolean): DayAndClock | null {
  const [day = "", clock = "", ...more] = time.split(",").map((name) => name.trim());
  return isColumn(time) || more.length > 0 || day === "" || clock === "" ? null : { day, clock };
}

/** What columns that are no features tell together. */
export interface FoundClocks {
  /** The two that belong together by their names; null: none do, or several. */
  readonly pair: DayAndClock | null;
  /** Those that may, where no other column tells when rows were; null: none. */
  readonly doubtful: DayAndClock | null;
}

/** By what columns show, wherever their rows lie. */
export function findDayAndClock(columns: readonly ColumnFacts[], isLeftOut: (name: string) => boolean): FoundClocks {
  const leftOut = columns.filter(({ name }) => isLeftOut(name));
  const clocks = leftOut.filter(holdsClocks);
  if (clocks.length === 0) return { pair: null, doubtful: null };
  const moments = leftOut.filter((column) => !clocks.includes(column) && holdsMoments(column));
  const days = moments.filter(holdsDays);
  const pairs = days.flatMap((day) =>
    clocks
      .filter((clock) => belongTogether(day.name, clock.name))
      .map((clock) => ({ day: day.name, clock: clock.name })),
  );
  if (pairs.length === 1) return { pair: pairs[0]!, doubtful: null };
  const isOpen = days.length > 0 && days.length === moments.length;
  return { pair: null, doubtful: isOpen ? { day: days[0]!.name, clock: clocks[0]!.name } : null };
}

/** But for numbers such as 81500. */
function holdsClocks(column: ColumnFacts): boolean {
  if (column.type === "text") return areClockTexts(usedTexts(column));
  return column.type === "time" && column.present > 0 && column.areClocks;
}

function holdsMoments(column: ColumnFacts): boolean {
  if (column.type === "number") return numberDays(column.name, column.numbers) === "as numbers";
  return column.type === "text" ? momentsOfTexts(column).length > 0 : column.type === "time" && column.present > 0;
}

/** Whether its moments are days. Contract: it holds moments. */
function holdsDays(column: ColumnFacts): boolean {
  if (column.type === "number") return column.numbers.every(MIDNIGHT_DATES);
  if (column.type === "text") return momentsOfTexts(column).every((moment) => moment % DAY === 0);
  return column.type === "time" && column.areDays;
}

/** Milliseconds since 1970 of those that are moments. */
function momentsOfTexts(column: ColumnFacts & { type: "text" }): number[] {
  const used = usedTexts(column);
  const days = dayOrderIn(used);
  return used.map((text) => parseMoment(text, days)).filter((moment) => !Number.isNaN(moment));
}

const SAYS_DAY = /^(date|day|datum|tag|fecha|jour|dt)$/;
const SAYS_CLOCK = /^(time|clock|hour|hours|uhrzeit|zeit|hora|heure|tm|of|the|day)$/;

/** Whether nothing else than day and clock tells two names apart. */
function belongTogether(day: string, clock: string): boolean {
  const [first, second] = [wordsOf(day), wordsOf(clock)];
  const rest = (words: readonly string[], said: RegExp): string => words.filter((word) => !said.test(word)).join(" ");
  return first.some((word) => SAYS_DAY.test(word)) && rest(first, SAYS_DAY) === rest(second, SAYS_CLOCK);
}

/** Milliseconds since midnight; null: some are none. */
function timesOfDay(column: Column): Numbers | null {
  if (column.type === "text") return clockTexts(column);
  if (column.type === "number") return clockNumbers(column);
  return column.type === "time" && areTimesOfDay(column) && countMoments(column) > 0 ? column : null;
}

/** Of numbers such as 81500; null: they are none. */
function clockNumbers(column: Numbers): Numbers | null {
  if (!areClockDigits(numberFacts(column.stored ?? column.values))) return null;
  const values = new Float64Array(column.stored?.length ?? column.values.length);
  for (const { start, values: digits } of numberBlocks(column)) values.set(digits.map(clockOfDigits), start);
  return { values };
}

/** Where all are below 10000 they may be hours and minutes. */
function areClockDigits(facts: NumberFacts): boolean {
  return facts.range()[1] >= 1_00_00 && facts.every(CLOCK_DIGITS);
}

/**
 * Numbers beside days, by their names, that all may be times of day, from the early hours on: of as many drawn by lot
 * two thirds would have sixty minutes or seconds and more. Null: there are none.
 */
export function findDigitClock(
  columns: readonly ColumnFacts[],
  isLeftOut: (name: string) => boolean,
): DayAndClock | null {
  const clocks = columns.filter(
    (column) => column.type === "number" && isSaidClock(column.name) && mayBeClock(column.numbers),
  );
  if (clocks.length === 0) return null;
  const days = columns.filter((column) => isLeftOut(column.name) && holdsMoments(column) && holdsDays(column));
  for (const { name: day } of days)
    for (const { name: clock } of clocks) if (belongTogether(day, clock)) return { day, clock };
  return null;
}

function isSaidClock(name: string): boolean {
  return wordsOf(name).some((word) => SAYS_CLOCK.test(word));
}

/** So many different ones with an hour are no readings that happen to be below 60. */
const ENOUGH_CLOCKS = 20;

function mayBeClock(facts: NumberFacts): boolean {
  return areClockDigits(facts) && facts.few(ENOUGH_CLOCKS) === null;
}

function clockTexts(column: TextColumn): Numbers | null {
  if (!areClockTexts(usedTexts(countTexts(column)))) return null;
  const known = column.dictionary.map(parseClock);
  return { values: mapCodes(column, (code) => known[code]!) };
}

function areClockTexts(texts: readonly string[]): boolean {
  return areMostlyFit(texts.filter((text) => !Number.isNaN(parseClock(text))).length, texts.length);
}

/** 13:05, 1:05 PM, and 130500 with all of its digits. */
function parseClock(text: string): number {
  return /^\s*\d{6}\s*$/.test(text) ? clockOfDigits(text.trim()) : parseTimeOfDay(text);
}

function mapCodes(column: TextColumn, timeOf: (code: number) => number): Float64Array {
  const values = new Float64Array(column.stored?.length ?? column.codes.length);
  for (const { start, values: codes } of codeBlocks(column))
    codes.forEach((code, i) => {
      values[start + i] = code < 0 ? Number.NaN : timeOf(code);
    });
  return values;
}

/** Milliseconds since 1970; null: the column holds no moments. */
function millisecondsIn(column: Column): Numbers | null {
  const days = daysIn(column);
  if (column.type === "number") return days === "as numbers" ? dateNumbers(column) : null;
  const numbers = momentNumbers(column, days);
  if (numbers === null) return null;
  for (const { values } of numberBlocks(numbers)) if (values.some((value) => !Number.isNaN(value))) return numbers;
  return null;
}

function dateNumbers(column: Numbers): Numbers {
  const values = new Float64Array(column.stored?.length ?? column.values.length);
  for (const { start, values: dates } of numberBlocks(column))
    values.set(
      dates.map((date) => momentOfNumber(date, "as numbers")),
      start,
    );
  return { values };
}

/** For learning: the moments themselves. Null: the columns do not hold days and times of day. */
export function joinMoments(table: Table, { day, clock }: DayAndClock): Table | null {
  const columnOf = (name: string): Column => table.columns.find((column) => column.name === name)!;
  const [days, times] = [millisecondsIn(columnOf(day)), timesOfDay(columnOf(clock))];
  if (days === null || times === null || !areMidnights(days)) return null;
  const values = new Float64Array(table.rowCount);
  for (const { start, values: midnights } of numberBlocks(days)) values.set(midnights, start);
  for (const { start, values: sinceMidnight } of numberBlocks(times))
    sinceMidnight.forEach((time, i) => {
      values[start + i]! += time;
    });
  return replaced(table, { name: day, type: "time", values });
}

/**
 * For rows that are named: as they are written, where days are written. A table without the two stays as it is, and so
 * does one where they have been put together. Each cell is joined by itself, so that pieces of a table have the same
 * moments as the whole; one that has a time of its own keeps it.
 */
export function withClock(table: Table, names: DayAndClock | null): Table {
  if (names === null) return table;
  const [days, times] = [names.day, names.clock].map((name) => table.columns.find((column) => column.name === name));
  if (days === undefined || times === undefined || "hasClock" in days) return table;
  return replaced(table, days.type === "time" ? joinTimes(days, times) : joinTexts(days, times, table.rowCount));
}

function replaced(table: Table, days: TextColumn | TimeColumn): Table {
  const joined: Column = { ...days, hasClock: true };
  return { ...table, columns: table.columns.map((column) => (column.name === joined.name ? joined : column)) };
}

function joinTimes({ name, values }: TimeColumn, times: Column): TimeColumn {
  const timeOf = (row: number): number => parseTimeOfDay(clockText(times, row) ?? "");
  const join = (moment: number, row: number): number => (moment % DAY === 0 ? moment + timeOf(row) : moment);
  return { name, type: "time", values: values.map(join) };
}

function joinTexts(days: Column, times: Column, rowCount: number): TextColumn {
  const codeOf = new Map<string, number>();
  const codes = Int32Array.from({ length: rowCount }, (_, row) => {
    const text = writtenMoment(cellValue(days, row), clockText(times, row));
    if (text === null) return -1;
    const code = codeOf.get(text) ?? codeOf.size;
    codeOf.set(text, code);
    return code;
  });
  const reading = days.type === "text" && days.days !== undefined ? { days: days.days } : {};
  return { name: days.name, type: "text", dictionary: [...codeOf.keys()], codes, ...reading };
}

/** "2026-05-04 13:05", which parseMoment reads in every writing of days; null: one of the two is missing. */
function writtenMoment(cell: CellValue, time: string | null): string | null {
  if (cell === null) return null;
  const day = writtenDay(String(cell).trim());
  if (day.includes(":")) return day; // it has a time of its own
  return time === null ? null : `${day} ${time}`;
}

/** Numbers such as 20260504 and 202605 as ISO 8601 writes them: no text says a month and a time of day. */
function writtenDay(text: string): string {
  const date = calendarMoment(Number(text));
  return (Number.isNaN(date) ? text : new Date(date).toISOString()).replace(MIDNIGHT, "");
}

/** As it is written, or with its marks: a row's time is to be read by people, too. */
function clockText(times: Column, row: number): string | null {
  const value = cellValue(times, row);
  if (value === null) return null;
  if (times.type === "time") return writtenClock(times, row);
  const text = times.type === "number" ? String(value).padStart(6, "0") : String(value).trim();
  return /^\d{6}$/.test(text) ? text.replace(/\d\d(?=\d)/g, "$&:") : text;
}

function writtenClock({ values }: TimeColumn, row: number): string {
  if (values[row] === DAY) return "24:00:00";
  return new Date(values[row]!)
    .toISOString()
    .slice(11, -1)
    .replace(/\.000$/, "");
}

/** How the reason for leaving the column of days out goes on, and that of the times, from which a model knows both. */
export function sayDayAndClock(excluded: readonly Exclusion[], { day, clock }: DayAndClock): Exclusion[] {
  return excluded.map(({ name, reason }) => {
    if (name === clock) return { name, reason: timesReason(day) };
    return { name, reason: name === day ? `${reason}, with the times of day of "${clock}"` : reason };
  });
}

/** The column of times of day that belongs to one of days; null: there is none. */
export function clockBeside(excluded: readonly Exclusion[], day: string | null): string | null {
  return day === null ? null : (excluded.find(({ reason }) => reason === timesReason(day))?.name ?? null);
}

function timesReason(day: string): string {
  return `it holds the times of day of "${day}"`;
}
