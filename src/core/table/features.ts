/**
 * Decides what each column means: a numeric feature, a categorical one, or none, with the reason.
 *
 * Numbers with more than five distinct values are numeric. Text, truth values and numbers with at most five distinct
 * values are categorical. Moments (also as seconds or smaller units since 1970, or as 20260921), row numbers (whatever their
 * step), text that is nearly all distinct, and columns without a value are left out. Every decision looks at all rows, does not depend on their order,
 * and can be overridden by name; a column that is named numeric or categorical and can be no feature at all is an error.
 */
import { InputError } from "../errors/input-error.js";
import { groupDigits } from "../numbers/group-digits.js";
import { describeCalendarNumbers } from "./calendar-numbers.js";
import { compareText, knownNamesHint } from "./names.js";
import { describeEvenNumbers, describeRowNumbers } from "./row-numbers.js";
import { type CellValue, type Column, cellValue, type Table } from "./table.js";
import { describeUnixTimes } from "./unix-times.js";

export type Category = string | number | boolean;
export type CategoryType = "text" | "number" | "boolean";

export interface NumericFeature {
  readonly name: string;
  readonly kind: "numeric";
}

export interface CategoricalFeature {
  readonly name: string;
  readonly kind: "categorical";
  readonly type: CategoryType;
  /** The values seen in learning, ascending; rules refer to them by position. */
  readonly categories: readonly Category[];
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

export interface FeatureDecision {
  readonly features: readonly Feature[];
  readonly excluded: readonly Exclusion[];
}

/** Numbers with at most this many distinct values are categories. */
export const MAX_CATEGORY_NUMBERS = 5;
/** Text is taken for an identifier when at least this share of its values is distinct … */
const IDENTIFIER_SHARE = 0.9;
/** … and there are more distinct values than this. */
const IDENTIFIER_COUNT = 20;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export function inferFeatures(table: Table, options: KindOptions): FeatureDecision {
  checkNames(table, options);
  const features: Feature[] = [];
  const excluded: Exclusion[] = [];
  for (const column of table.columns) {
    const decision = decide(column, options);
    if (typeof decision === "string") excluded.push({ name: column.name, reason: decision });
    else features.push(decision);
  }
  return { features, excluded };
}

/** Throws FEATURE_UNKNOWN when a name is not a column of the table. */
export function checkColumn(table: Table, name: string): void {
  const names = table.columns.map((column) => column.name);
  if (names.includes(name)) return;
  throw new InputError("FEATURE_UNKNOWN", `there is no column "${name}"`, knownNamesHint(name, names));
}

function checkNames(table: Table, options: KindOptions): void {
  for (const name of [...options.exclude, ...options.numeric, ...options.categorical]) checkColumn(table, name);
  const both = options.numeric.find((name) => options.categorical.includes(name));
  if (both !== undefined) {
    throw new InputError(
      "KIND_CONFLICT",
      `"${both}" is named both numeric and categorical`,
      "Name it in one of the two.",
    );
  }
}

/** A feature, or the reason why the column is none. */
function decide(column: Column, options: KindOptions): Feature | string {
  if (options.exclude.includes(column.name)) return "excluded by name";
  if (column.type === "other") return `it holds ${column.holds}`;
  if (isEmpty(column)) return "it has no values";
  if (options.numeric.includes(column.name)) return { name: column.name, kind: "numeric" };
  if (options.categorical.includes(column.name)) return categoricalFeature(column);
  switch (column.type) {
    case "time":
      return "it holds moments in time";
    case "boolean":
      return categoricalFeature(column);
    case "number":
      return decideNumbers(column);
    case "text":
      return decideText(column);
  }
}

function decideNumbers(column: Column & { type: "number" }): Feature | string {
  const { name, values } = column;
  const reason =
    describeRowNumbers(values) ??
    describeUnixTimes(name, values) ??
    describeCalendarNumbers(name, values) ??
    describeEvenNumbers(values); // after moments, which step evenly, too, and say more
  if (reason !== null) return reason;
  return hasFewDistinct(values) ? categoricalFeature(column) : { name, kind: "numeric" };
}

function hasFewDistinct(values: Float64Array): boolean {
  const distinct = new Set<number>();
  for (const value of values) {
    if (!Number.isNaN(value)) distinct.add(value);
    if (distinct.size > MAX_CATEGORY_NUMBERS) return false;
  }
  return true;
}

function decideText(column: Column & { type: "text" }): Feature | string {
  const used = usedCategories(column) as string[];
  let present = 0;
  for (const code of column.codes) if (code >= 0) present++;
  if (used.every((value) => ISO_TIME.test(value))) return "it holds moments in time";
  if (used.length > IDENTIFIER_COUNT && used.length >= IDENTIFIER_SHARE * present) {
    return `it looks like an identifier (${groupDigits(used.length)} distinct values in ${groupDigits(present)} rows)`;
  }
  return categoricalFeature(column);
}

function categoricalFeature(column: Column): CategoricalFeature {
  const type: CategoryType = column.type === "number" || column.type === "boolean" ? column.type : "text";
  const categories = usedCategories(column);
  if (type === "text") categories.sort((a, b) => compareText(String(a), String(b)));
  else categories.sort((a, b) => Number(a) - Number(b));
  return { name: column.name, kind: "categorical", type, categories };
}

function usedCategories(column: Column): Category[] {
  if (column.type === "text") return usedTexts(column);
  const seen = new Set<CellValue>();
  const rows = columnLength(column);
  for (let row = 0; row < rows; row++) seen.add(cellValue(column, row));
  seen.delete(null);
  return [...seen] as Category[];
}

/** By their numbers: a set of the texts themselves takes ten times as long. */
function usedTexts({ dictionary, codes }: Column & { type: "text" }): string[] {
  const isUsed = new Uint8Array(dictionary.length);
  for (let row = 0; row < codes.length; row++) if (codes[row]! >= 0) isUsed[codes[row]!] = 1;
  return [...new Set(dictionary.filter((_, code) => isUsed[code] === 1))];
}

function isEmpty(column: Column): boolean {
  const rows = columnLength(column);
  for (let row = 0; row < rows; row++) if (cellValue(column, row) !== null) return false;
  return true;
}

function columnLength(column: Column): number {
  if (column.type === "other") return 0;
  return "codes" in column ? column.codes.length : column.values.length;
}
