/** What a column means, decided literally from all of its values. */
import type { Feature } from "../../src/core/table/index.js";
import { isMissing } from "./raw-values.js";

export type Override = "numeric" | "categorical" | "exclude" | "inferred";

/** The feature, or the reason why the column is left out. */
export function kindOf(name: string, values: readonly unknown[], override: Override): Feature | string {
  const present = values.filter((value) => !isMissing(value));
  if (override === "exclude") return "excluded by name";
  if (present.some((value) => typeof value === "object" && !(value instanceof Date))) {
    return "it holds values that are neither numbers, text, truth values nor times";
  }
  if (present.length === 0) return "it has no values";
  if (override === "numeric") return { name, kind: "numeric" };
  const types = new Set(present.map(typeOf));
  const type = types.size === 1 ? [...types][0]! : "text";
  const distinct = distinctOf(present, type);
  if (override === "inferred") {
    if (type === "time") {
      const areClocks = present.every((value) => Number(value) >= 0 && Number(value) <= 86_400_000);
      return areClocks
        ? "it holds times of day, which do not tell when a row was without its day"
        : "it holds moments in time";
    }
    if (type === "number" || (types.has("number") && isMostly(wordless(present), isNumberText))) {
      const meaning = numbersMean(name, type === "number" ? values : values.map(asNumber));
      if (meaning !== null) return meaning;
    }
    if (type === "text" && isMostly(present, isIsoMoment)) return momentsMean(present);
    if (type === "text" && distinct.length > 20 && distinct.length >= 0.9 * present.length) {
      const numbers = present.filter(isNumberText).length;
      const more = 2 * numbers > present.length ? `, ${numbers} of them numbers` : "";
      return `it looks like an identifier (${distinct.length.toLocaleString("en-US")} distinct values in ${present.length.toLocaleString("en-US")} rows${more})`;
    }
  }
  return { name, kind: "categorical", type: type === "time" ? "text" : type, categories: distinct };
}

/** Left out, or numeric; null: states. */
function numbersMean(name: string, values: readonly unknown[]): Feature | string | null {
  const present = values.filter((value) => !isMissing(value)).map(Number);
  const distinct = [...new Set(present)].sort((a, b) => a - b);
  const reason =
    numberingOf(values) ??
    unixTimesOf(name, present) ??
    calendarOf(name, present) ??
    spreadsheetDaysOf(name, present) ??
    stepsOf(values) ??
    identifiersOf(values) ??
    longOf(present);
  return reason ?? (distinct.length > 5 || isGrid(distinct, present.length) ? { name, kind: "numeric" } : null);
}

/** Days since 1899-12-30 of the years 2000 to 2099, within ten years, in a column that is called days. */
function spreadsheetDaysOf(name: string, numbers: readonly number[]): string | null {
  const isCalled = /(^|_)(date|dates|datetime|datum|day|days|fecha|timestamps?|ts|when)($|_)/.test(name);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (!isCalled || !(first >= 36_526 && last < 73_051 && last - first <= 3660)) return null;
  const [from, to] = [first, last].map((number) => {
    const day = new Date(Date.UTC(1899, 11, 30));
    day.setUTCDate(day.getUTCDate() + Math.floor(number));
    return day.toISOString().slice(0, 10);
  });
  const span = from === to ? `all of them ${from}` : `${from} to ${to}`;
  return `it looks like days as spreadsheets count them (${span}); written as 2026-05-04 they would say when rows were`;
}

/**
 * At least 50 whole numbers, all different, of which as many drawn from their range would repeat but for one case in
 * e^20.
 */
function identifiersOf(values: readonly unknown[]): string | null {
  if (values.length < 50 || !values.every((value) => !isMissing(value) && Number.isSafeInteger(Number(value))))
    return null;
  const numbers = values.map(Number);
  const range = Math.max(...numbers) - Math.min(...numbers) + 1;
  if (new Set(numbers).size < numbers.length || numbers.length ** 2 / (2 * range) < 20) return null;
  return `it looks like an identifier (${numbers.length.toLocaleString("en-US")} whole numbers, no two alike, in a range of ${range.toLocaleString("en-US")})`;
}

/** At least half of them of more digits than a number keeps, within 64 bits, and not rounded to thousands. */
function longOf(numbers: readonly number[]): string | null {
  const long = numbers.filter((number) => {
    const size = Math.abs(number);
    return size >= 2 ** 53 && size <= 2 ** 64 && BigInt(size) % 1000n !== 0n;
  });
  if (long.length === 0 || long.length < numbers.length / 2) return null;
  const what = new Set(numbers).size > 20 ? "an identifier" : "codes";
  return `it looks like ${what} (whole numbers beyond 9,007,199,254,740,992, which are rounded when they are read as numbers; as categories they are read as text)`;
}

/**
 * Three to five numbers, not all whole, each a whole number of smallest gaps from the first, in twenty rows or more.
 */
function isGrid(sorted: readonly number[], rows: number): boolean {
  if (rows < 20 || sorted.length < 3 || sorted.every(Number.isInteger) || !sorted.every(Number.isFinite)) return false;
  const gaps = sorted.slice(1).map((value, i) => value - sorted[i]!);
  const step = Math.min(...gaps);
  const slack = 1e-6 * Math.max(...sorted.map(Math.abs), step);
  const isEven = gaps.every((gap) => Math.abs(gap - Math.round(gap / step) * step) <= slack);
  return step > 2 * slack && isEven && (sorted.at(-1)! - sorted[0]!) / step <= 20;
}

/** All but one in twenty at most. */
function isMostly(values: readonly unknown[], fits: (text: string) => boolean): boolean {
  const count = values.filter((value) => fits(textOf(value))).length;
  return count > 0 && (values.length - count) * 20 <= values.length;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(Object.is(value, -0) ? 0 : value);
}

/** Without the words for "missing" that may stand among numbers. */
function wordless(present: readonly unknown[]): readonly unknown[] {
  return present.filter(
    (value) =>
      !/^(|NA|N\/A|n\/a|#N\/A|<NA>|NaN|nan|NULL|null|\\N|na|None|none|NaT|-|--|\?|\.)$/.test(textOf(value).trim()),
  );
}

function isNumberText(value: unknown): boolean {
  const text = textOf(value).trim();
  return text !== "" && !/^[+-]?0[xob]/i.test(text) && !Number.isNaN(Number(text));
}

function asNumber(value: unknown): number | null {
  return isMissing(value) || !isNumberText(value) ? null : Number(textOf(value));
}

function momentsMean(present: readonly unknown[]): string {
  const others = present.filter((value) => !isIsoMoment(textOf(value))).length;
  return `it holds moments in time${others === 0 ? "" : ` (but for ${others} of ${present.length} values)`}`;
}

type Type = "number" | "boolean" | "text" | "time";

function typeOf(value: unknown): Type {
  if (value instanceof Date) return "time";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  return typeof value === "boolean" ? "boolean" : "text";
}

/** Distinct values in the column's type, ascending. */
function distinctOf(present: readonly unknown[], type: Type): (string | number | boolean)[] {
  if (type === "number") return [...new Set(present.map((value) => Number(value) + 0))].sort((a, b) => a - b);
  if (type === "boolean") return [false, true].filter((truth) => present.includes(truth));
  const texts = present.map((value) =>
    value instanceof Date ? value.toISOString() : String(Object.is(value, -0) ? 0 : value),
  );
  return [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
}

/** More than twenty rows, and exactly the integers from the least to the greatest. */
function numberingOf(values: readonly unknown[]): string | null {
  if (values.length <= 20 || !values.every((value) => Number.isSafeInteger(Number(value)) && !isMissing(value))) {
    return null;
  }
  const sorted = values.map(Number).sort((a, b) => a - b);
  const first = sorted[0]! + 0;
  if (!sorted.every((value, i) => value === first + i)) return null;
  return `it numbers the rows (every integer from ${first} to ${first + sorted.length - 1}, once)`;
}

/**
 * More than twenty rows, all with a number, and the i-th of the sorted ones i steps from the first, to a twentieth of a
 * step.
 */
function stepsOf(values: readonly unknown[]): string | null {
  if (values.length <= 20 || values.some(isMissing)) return null;
  const sorted = values.map(Number).sort((a, b) => a - b);
  const [first, last] = [sorted[0]! + 0, sorted.at(-1)! + 0];
  const step = (last - first) / (sorted.length - 1);
  if (new Set(sorted).size < sorted.length || !Number.isFinite(step)) return null;
  if (!sorted.every((value, i) => Math.abs((value - first) / step - i) <= 0.05)) return null;
  const written = [step.toPrecision(6), first.toPrecision(12), last.toPrecision(12)].map(Number);
  return `it numbers the rows (in even steps of ${written[0]} from ${written[1]} to ${written[2]})`;
}

const UNITS = { seconds: 1, milliseconds: 1e3, microseconds: 1e6, nanoseconds: 1e9 };

/** Names are told apart by the table in unix-times.test.ts; those of random tables are these two, or say nothing. */
function unixTimesOf(name: string, numbers: readonly number[]): string | null {
  for (const [unit, perSecond] of Object.entries(UNITS)) {
    const dates = numbers.map((number) => new Date((number / perSecond) * 1000));
    const years = dates.map((date) => date.getUTCFullYear());
    if (!years.every((year) => year >= 2001 && year <= 2099)) continue;
    const isNamed = name === "ts" || (name === "event_time_ms" && unit === "milliseconds");
    if (!isNamed && !isEven(numbers, 86_400 * perSecond)) continue;
    const days = dates.map((date) => date.toISOString().slice(0, 10)).sort();
    const [first, last] = [days[0], days.at(-1)];
    return `it looks like moments in time (${unit} since 1970: ${first === last ? `all on ${first}` : `${first} to ${last}`})`;
  }
  return null;
}

const CALENDAR = [
  { form: "months", pattern: /^(\d{4})(\d\d)$/, names: ["month", "date"], least: 6 },
  { form: "dates", pattern: /^(\d{4})(\d\d)(\d\d)$/, names: ["date", "ts"], least: 1 },
];

/** As Date reads them; names as above, in calendar-numbers.test.ts. */
function calendarOf(name: string, numbers: readonly number[]): string | null {
  for (const { form, pattern, names, least } of CALENDAR) {
    const texts = numbers.map((number) => pattern.exec(String(number))?.slice(1).join("-") ?? "none");
    if (!texts.every((text) => text >= "1900" && text < "2100" && isDate(text))) continue;
    const sorted = [...new Set(texts)].sort();
    const months = new Set(sorted.map((text) => text.slice(0, 7)));
    const [first, last] = [sorted[0]!, sorted.at(-1)!];
    const proves =
      form === "months"
        ? sorted.length > 24 && monthsBetween(first, last) === sorted.length - 1
        : sorted.length > 20 && months.size > 1;
    if (sorted.length < least || !(names.includes(name) || proves)) continue;
    return `it looks like moments in time (${form} written as numbers: ${first === last ? `all on ${first}` : `${first} to ${last}`})`;
  }
  return null;
}

/** Date takes the 31st of a shorter month for a day of the next one. */
function isDate(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function monthsBetween(first: string, last: string): number {
  const [a, b] = [new Date(first), new Date(last)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
}

/**
 * More than twenty whole numbers, nine in ten of them distinct, four in five steps within half of the (upper) median
 * one.
 */
function isEven(numbers: readonly number[], maxStep: number): boolean {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((number, i) => number - sorted[i]!);
  const median = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)]!;
  return (
    numbers.every((number) => Number.isInteger(number)) &&
    sorted.length > 20 &&
    sorted.length / numbers.length >= 0.9 &&
    median <= maxStep &&
    steps.filter((step) => Math.abs(step - median) <= median / 2).length / steps.length >= 0.8
  );
}

function isIsoMoment(text: string): boolean {
  const [, time] = /^\d\d\d\d-\d\d-\d\d(.*)$/.exec(text) ?? [];
  return (
    time !== undefined && (time === "" || /^[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| ?UTC| ?[+-]\d\d(:?\d\d)?)?$/.test(time))
  );
}
