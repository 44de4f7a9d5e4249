/**
 * Decides what each column means: a numeric feature, a categorical one, or none, each with the reason.
 *
 * Numbers with more than five distinct values are numeric; so are fewer where they are a quantity in steps
 * (few-numbers.ts). Text, truth values and other numbers are categorical, and so are whole numbers that are called a
 * code. Moments (also as seconds or smaller units since 1970, or as 20260921), row numbers (whatever their step),
 * identifiers, codes with more values than can be learnt, labels and scores of detectors, and columns without a value
 * are left out. Every decision looks at all rows, does not depend on their order, and can be overridden by name; a
 * column that is named numeric or categorical and can be no feature at all is an error.
 */
import { compareText, groupDigits, InputError, knownNamesHint } from "../base/index.js";
import { parseTimeOfDay } from "./calendar.js";
import { describeCalendarNumbers, mayBeDays } from "./calendar-numbers.js";
import { type ColumnFacts, columnFacts, hasValues, type TextFacts, truthsOf, usedTexts } from "./column-facts.js";
import { describeFewQuantities, listNumbers } from "./few-numbers.js";
import { areLong, describeIdentifiers, describeLongNumbers, isCalledCode } from "./identifier-numbers.js";
import { describeLabel } from "./label-columns.js";
import { HANDFUL, type NumberFacts } from "./number-facts.js";
import { areMostlyFit } from "./odd-cells.js";
import { dayTeller, doubtOfDays, findDayOrder, parseMoment, WRITTEN_DAYS } from "./parse-moment.js";
import type { Past } from "./past.js";
import { describeEvenNumbers, describeRowNumbers } from "./row-numbers.js";
import { describeSpreadsheetDays } from "./spreadsheet-days.js";
import type { Table } from "./table.js";
import { countTextNumbers, describeLikeNumbers, describeUnit, findMarkedNumber } from "./text-numbers.js";
import { describeUnixTimes } from "./unix-times.js";

export type Category = string | number | boolean;
export type CategoryType = "text" | "number" | "boolean";

export interface NumericFeature {
  readonly name: string;
  readonly kind: "numeric";
  /** Of what it was made; absent: it is a column of the rows. */
  readonly past?: Past;
}

export interface CategoricalFeature {
  readonly name: string;
  readonly kind: "categorical";
  readonly type: CategoryType;
  /** The values seen in learning, ascending; rules refer to them by position. */
  readonly categories: readonly Category[];
  readonly past?: Past;
}

export type Feature = NumericFeature | CategoricalFeature;

export interface Exclusion {
  readonly name: string;
  readonly reason: string;
}

export interface KindOptions {
  readonly exclude: readonly string[];
  readonly numeric: readonly string[];
  readonly categorical: readonly string[];
}

export interface MarkedNumbers {
  readonly name: string;
  /** One of the texts. */
  readonly example: string;
}

interface FeatureDecision {
  readonly features: readonly Feature[];
  /** For each feature, why it is of its kind. */
  readonly reasons: readonly string[];
  readonly excluded: readonly Exclusion[];
  /** Names of the excluded columns that look like labels or scores of a detector. */
  readonly labels: readonly string[];
  /** Names of the columns of texts that nearly all are numbers, and yet are not taken for numbers. */
  readonly textNumbers: readonly string[];
  /** Columns of texts that are numbers with a unit or other marks. */
  readonly marked: readonly MarkedNumbers[];
  /** Names of the columns of numbers that were named categorical, and whose categories are rounded. */
  readonly rounded: readonly string[];
}

/** Text is taken for an identifier when at least this share of its values is distinct … */
const IDENTIFIER_SHARE = 0.9;
/** … and there are more distinct values than this. */
const IDENTIFIER_COUNT = 20;
/** Codes with more distinct values than this … */
const MOST_CODES = 1000;
/** … that are more than this share of all leave too few rows of each to learn from. */
const CODE_SHARE = 0.1;
/** Whole numbers with at most so many distinct values might be codes. */
const FEW_WHOLE = 20;
/** Codes such as 1001-2-3 are no days: these have two digits, or say the time as well, as 20260504T12 does. */
const NO_CODE = /^\s*\d{4}[-/]\d\d[-/]\d\d\s*$|:|^\s*\d{8}T\d\d/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z| ?UTC| ?[+-]\d{2}(:?\d{2})?)?)?$/;

const TIMES_OF_DAY = "it holds times of day, which do not tell when a row was without its day";

export function inferFeatures(table: Table, options: KindOptions): FeatureDecision {
  checkNames(table.columns, options);
  return decideFeatures(table.columns.map(columnFacts), options);
}

/** The same by what columns show. */
export function decideFeatures(columns: readonly ColumnFacts[], options: KindOptions): FeatureDecision {
  checkNames(columns, options);
  const found: Found[] = [];
  const excluded: Exclusion[] = [];
  const labels: string[] = [];
  const textNumbers: string[] = [];
  const marked: MarkedNumbers[] = [];
  for (const column of columns) {
    const decision = decide(column, columns, options);
    if ("feature" in decision) found.push(decision);
    else excluded.push({ name: column.name, reason: decision.leftOut });
    if ("marked" in decision) marked.push({ name: column.name, example: decision.marked });
    if ("isLabel" in decision) labels.push(column.name);
    else if (areTextNumbers(column, options)) textNumbers.push(column.name);
  }
  const [features, reasons] = [found.map(({ feature }) => feature), found.map(({ why }) => why)];
  return { features, reasons, excluded, labels, textNumbers, marked, rounded: findRounded(columns, options) };
}

/** Readers of files give such a column as texts; whoever makes a table of numbers has rounded them already. */
function findRounded(columns: readonly ColumnFacts[], { categorical }: KindOptions): readonly string[] {
  return columns
    .filter((column) => categorical.includes(column.name) && column.type === "number" && areLong(column.numbers))
    .map(({ name }) => name);
}

/** Files are read as numbers where they hold such texts; whoever makes a table of texts may mean codes. */
function areTextNumbers(column: ColumnFacts, { exclude, numeric, categorical }: KindOptions): boolean {
  if (column.type !== "text" || [...exclude, ...numeric, ...categorical].includes(column.name)) return false;
  const { numbers, values } = countTextNumbers(column);
  if (column.mixed !== null || !areMostlyFit(numbers, values)) return false;
  const used = usedTexts(column);
  const areCodes = 2 * used.filter((text) => /^\s*[+-]?\d{17}/.test(text)).length >= used.length;
  return used.length > HANDFUL && !areCodes && !used.some((text) => /^\s*[+-]?0\d/.test(text));
}

/** Throws FEATURE_UNKNOWN when a name is not a column of the table. */
export function checkColumn(table: { readonly columns: readonly { readonly name: string }[] }, name: string): void {
  const names = table.columns.map((column) => column.name);
  if (names.includes(name)) return;
  throw new InputError("FEATURE_UNKNOWN", `there is no column "${name}"`, knownNamesHint(name, names));
}

function checkNames(columns: readonly { readonly name: string }[], options: KindOptions): void {
  for (const name of [...options.exclude, ...options.numeric, ...options.categorical]) checkColumn({ columns }, name);
  const both = options.numeric.find((name) => options.categorical.includes(name));
  if (both !== undefined) {
    throw new InputError(
      "KIND_CONFLICT",
      `"${both}" is named both numeric and categorical`,
      "Name it in one of the two.",
    );
  }
}

interface Found {
  readonly feature: Feature;
  readonly why: string;
}

type Decision = Found | LeftOut | (LeftOut & { readonly isLabel: true }) | ((Found | LeftOut) & Marked);

interface LeftOut {
  readonly leftOut: string;
}

interface Marked {
  /** A text that is a number with a unit or other marks, as nearly all of the column are. */
  readonly marked: string;
}

function decide(column: ColumnFacts, columns: readonly ColumnFacts[], options: KindOptions): Decision {
  if (options.exclude.includes(column.name)) return { leftOut: "excluded by name" };
  if (column.type === "other") return { leftOut: `it holds ${column.holds}` };
  if (!hasValues(column)) return { leftOut: "it has no values" };
  if (options.numeric.includes(column.name)) return numeric(column, "named numeric");
  if (options.categorical.includes(column.name)) return categorical(column, "named categorical");
  const label = describeLabel(column, columns);
  if (label !== null) return { leftOut: label, isLabel: true };
  switch (column.type) {
    case "time":
      return { leftOut: column.areClocks ? TIMES_OF_DAY : "it holds moments in time" };
    case "boolean":
      return categorical(column, "truth values");
    case "number":
      return decideNumbers(column);
    case "text":
      return decideText(column);
  }
}

function numeric({ name }: ColumnFacts, why: string): Found {
  return { feature: { name, kind: "numeric" }, why };
}

function categorical(column: ColumnFacts, why: string): Found {
  return { feature: categoricalFeature(column), why };
}

function decideNumbers(column: ColumnFacts & { type: "number" }): Decision {
  const { name, numbers } = column;
  const reason =
    describeRowNumbers(numbers) ??
    describeUnixTimes(name, numbers) ??
    describeCalendarNumbers(name, numbers) ??
    describeSpreadsheetDays(name, numbers) ??
    describeEvenNumbers(numbers) ?? // after moments, which step evenly, too, and say more
    describeIdentifiers(numbers) ??
    describeLongNumbers(numbers);
  if (reason !== null) return { leftOut: reason };
  const few = numbers.few(HANDFUL);
  const days = mayBeDays(numbers) ? "; if they are days, name the column with time" : "";
  if (few === null)
    return isCalledCode(name, numbers) ? decideCodes(column) : numeric(column, describeNumbers(numbers) + days);
  const quantity = describeFewQuantities(name, few, numbers.present());
  if (quantity !== null) return numeric(column, quantity);
  return categorical(
    column,
    (few.length === 1 ? `one number (${few[0]})` : `few numbers (${listNumbers(few)})`) + days,
  );
}

/** Whole numbers that are few may be taken for codes, so it is said how many they are. */
function describeNumbers(numbers: NumberFacts): string {
  const few = numbers.areWhole() ? numbers.few(FEW_WHOLE) : null;
  return few === null ? `numbers, more than ${HANDFUL} different` : `whole numbers, ${few.length} different`;
}

function decideCodes(column: ColumnFacts & { type: "number" }): Decision {
  const count = column.numbers.distinct().length;
  return (
    tooManyDistinct(count, column.numbers.present()) ??
    categorical(column, `whole numbers that are codes by its name, ${groupDigits(count)} different`)
  );
}

function decideText(column: TextFacts): Decision {
  const used = usedTexts(column).sort(); // reasons give examples, which the order of rows must not change
  const present = column.counts.reduce((sum, count) => sum + count, 0);
  const mixed = column.mixed === null ? null : decideMixed(column, column.mixed);
  if (mixed !== null) return mixed;
  const moments = describeMoments(column, present);
  if (moments !== null) return { leftOut: moments };
  if (column.mixed === null && areTimesOfDay(column, present)) return { leftOut: TIMES_OF_DAY };
  const { numbers } = countTextNumbers(column);
  const someNumbers = 2 * numbers > present ? `, ${groupDigits(numbers)} of them numbers` : describeUnit(used);
  const areNumbers = describeLikeNumbers(used) || someNumbers;
  const decision =
    tooManyDistinct(used.length, present, areNumbers) ??
    categorical(column, `text, ${groupDigits(used.length)} different${areNumbers || describeAlike(used)}`);
  const marked = findMarkedNumber(used);
  return marked === null ? decision : { ...decision, marked };
}

/** ON, on and "ON " are three categories. */
function describeAlike(texts: readonly string[]): string {
  const alike = new Set(texts.map((text) => text.trim().toLowerCase()));
  return alike.size === texts.length ? "" : `, ${groupDigits(alike.size)} but for blanks and capitals`;
}

/** Of texts that are moments, but for a few: a header that is repeated, a word. */
function describeMoments({ dictionary, counts }: TextFacts, present: number): string | null {
  const isDay = dayTeller(usedTexts({ dictionary, counts }));
  const isMoment = (text: string): boolean =>
    ISO_TIME.test(text) || isDay(text) || (NO_CODE.test(text) && !Number.isNaN(parseMoment(text)));
  const moments = dictionary.reduce((sum, text, code) => (isMoment(text) ? sum + counts[code]! : sum), 0);
  if (!areMostlyFit(moments, present)) return null;
  const others = present - moments;
  const how = describeDays(dictionary.filter((text, code) => counts[code]! > 0 && isMoment(text)).sort());
  return `it holds moments in time${how}${others === 0 ? "" : ` (but for ${groupDigits(others)} of ${groupDigits(present)} values)`}`;
}

/** Such as 1:05 PM; readers of files know 13:05 by itself. */
function areTimesOfDay({ dictionary, counts }: TextFacts, present: number): boolean {
  const isTime = (text: string): boolean => !Number.isNaN(parseTimeOfDay(text));
  return areMostlyFit(
    dictionary.reduce((sum, text, code) => (isTime(text) ? sum + counts[code]! : sum), 0),
    present,
  );
}

/** How days are written, where that is to be said. `moments`: in their order. */
function describeDays(moments: readonly string[]): string {
  const days = findDayOrder(moments);
  if (days === "in doubt") return `, but ${doubtOfDays(moments)}`;
  const known = days === "contradictory" ? null : days;
  const unread = moments.filter((text) => Number.isNaN(parseMoment(text, known)));
  const written = known === null ? "" : WRITTEN_DAYS[known];
  if (unread.length === 0) return written;
  const areAll = unread.length === moments.length && !ISO_TIME.test(unread[0]!);
  return areAll ? ", but not as ISO 8601 writes them (2026-05-04)" : `${written}, but "${unread[0]}" is none`;
}

/**
 * Numbers, and a few words among them, are what the numbers by themselves are; null: texts, or few numbers, which are
 * states.
 */
function decideMixed(column: TextFacts, numbersOf: () => NumberFacts): Decision | null {
  const { numbers, values } = countTextNumbers(column);
  if (!areMostlyFit(numbers, values)) return null;
  const decision = decideNumbers({ name: column.name, type: "number", numbers: numbersOf() });
  return "feature" in decision && decision.feature.kind === "categorical" ? null : decision;
}

/** Left out as identifiers or codes, where the distinct values are too many for the rows that have one. */
function tooManyDistinct(distinct: number, present: number, more = ""): Decision | null {
  const counts = `${groupDigits(distinct)} distinct values in ${groupDigits(present)} rows${more}`;
  if (distinct > IDENTIFIER_COUNT && distinct >= IDENTIFIER_SHARE * present)
    return { leftOut: `it looks like an identifier (${counts})` };
  if (distinct > MOST_CODES && distinct > CODE_SHARE * present)
    return { leftOut: `it looks like codes (${counts}, too few of each to learn from)` };
  return null;
}

function categoricalFeature(column: ColumnFacts): CategoricalFeature {
  const type: CategoryType = column.type === "number" || column.type === "boolean" ? column.type : "text";
  const categories = usedCategories(column);
  if (type === "text") categories.sort((a, b) => compareText(String(a), String(b)));
  else categories.sort((a, b) => Number(a) - Number(b));
  return { name: column.name, kind: "categorical", type, categories };
}

function usedCategories(column: ColumnFacts): Category[] {
  switch (column.type) {
    case "number":
      return [...column.numbers.distinct()];
    case "text":
      return usedTexts(column);
    case "boolean":
      return truthsOf(column.counts);
    case "time":
      return column.moments();
    case "other":
      return [];
  }
}
