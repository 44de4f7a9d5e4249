/**
 * Reads a Table through the eyes of features: numbers for numeric ones, positions in the feature's categories for
 * categorical ones. Learning and explaining see rows only in this form, so both understand a value the same way.
 *
 * A value of another type is understood where that is safe (the text "12.5" in a numeric feature, the number 1 in a
 * text feature that knows "1"); a category never seen is UNSEEN, not missing; a word in a numeric feature is an error,
 * or missing where the caller hears of it.
 */
import { InputError, isSameNumber, listNames, nearestName } from "../base/index.js";
import type { CategoricalFeature, Category, Feature } from "./features.js";
import { FEW_CELLS, type OddCell, type OddCells } from "./odd-cells.js";
import { createRoundedFinder } from "./rounded-category.js";
import type { RowsElsewhere } from "./rows-elsewhere.js";
import {
  codeBlocks,
  codesBetween,
  numberBlocks,
  numbersBetween,
  pickCodes,
  pickNumbers,
  type StoredValues,
} from "./stored-values.js";
import { type CellValue, type Column, cellValue, type Table, type TextColumn } from "./table.js";
import { meansMissingNumber, parseNumber } from "./text-numbers.js";

export const MISSING = -1;
export const UNSEEN = -2;

interface NumericValues {
  readonly kind: "numeric";
  /** NaN: missing. */
  readonly values: Float64Array;
  /** Where they lie, if not in memory. */
  readonly stored?: StoredValues<Float64Array> | undefined;
}

interface CategoricalCodes {
  readonly kind: "categorical";
  /** Position in the feature's categories, MISSING or UNSEEN. */
  readonly codes: Int32Array;
  readonly stored?: StoredValues<Int32Array> | undefined;
}

export type EncodedColumn = NumericValues | CategoricalCodes;

/** None of a number. */
export function categoryCount(feature: Feature): number {
  return feature.kind === "categorical" ? feature.categories.length : 0;
}

export interface EncodedTable {
  readonly rowCount: number;
  readonly features: readonly Feature[];
  /** One for each feature, in the same order. */
  readonly columns: readonly EncodedColumn[];
  /** Who is asked about all rows where the columns hold a sample of them (fold-rows.ts); default: they hold all. */
  readonly elsewhere?: RowsElsewhere;
}

/** Takes columns out of memory. */
export interface ColumnStore {
  /** The same column, stored. Its values must not be used any more. */
  store(column: EncodedColumn): EncodedColumn;
  /** A column that comes in pieces, one after the other. */
  storePieces(kind: EncodedColumn["kind"], pieces: Iterable<EncodedColumn>): EncodedColumn;
  /** A stored column that is encoded as it is. */
  reuse(column: Column, kind: EncodedColumn["kind"]): EncodedColumn;
}

/** A table as its features see it, and its own columns, one for each feature. */
interface ReadTable {
  readonly encoded: EncodedTable;
  readonly columns: readonly Column[];
}

/**
 * What a feature without a column is: a mistake, or, unless it must be one, missing: objects leave out what has no
 * value.
 */
type AbsentColumns = "refuse" | "missing";

/**
 * Reads one table after another. What is the same for all of them is prepared once, and where the features stand is
 * looked for only when column names change: tables of one row each come by the thousand.
 *
 * `leftOut` names columns that are known to be no features: none of them is a feature by a wrong name.
 */
export function createTableReader(
  features: readonly Feature[],
  leftOut: readonly string[] = [],
  onOdd: OnOddCells = refuseOddCells,
): (table: Table, absent?: AbsentColumns) => ReadTable {
  const encoders = features.map((feature) => encoderOf(feature, onOdd));
  const find = createColumnFinder(features, new Set(leftOut));
  return (table, absent = "refuse") => {
    const columns = find(table, absent);
    const encoded = columns.map((column, index) => encoders[index]!(column));
    return { encoded: { rowCount: table.rowCount, features, columns: encoded }, columns };
  };
}

interface EncodingHooks {
  readonly onOdd?: OnOddCells;
  /** Where each column goes as soon as it is encoded; default: it stays in memory. */
  readonly store?: ColumnStore | undefined;
}

export function encodeTable(features: readonly Feature[], table: Table, hooks: EncodingHooks = {}): EncodedTable {
  const { onOdd = refuseOddCells, store } = hooks;
  const columns = createColumnFinder(features, new Set())(table, "refuse").map((column, index) => {
    const feature = features[index]!;
    if (store !== undefined && isEncoded(feature, column)) return store.reuse(column, feature.kind);
    const encode = encoderOf(feature, onOdd);
    if (store !== undefined && isStoredPlain(column)) return store.storePieces(feature.kind, piecesBy(encode, column));
    const encoded = encode(column);
    return store?.store(encoded) ?? encoded;
  });
  return { rowCount: table.rowCount, features, columns };
}

/** Texts are numbered as a whole. */
function isStoredPlain(column: Column): column is Exclude<Column, { readonly type: "text" | "other" }> {
  return column.type !== "text" && column.type !== "other" && column.stored !== undefined;
}

function* piecesBy(
  encode: ColumnEncoder,
  column: Exclude<Column, { readonly type: "text" | "other" }>,
): Generator<EncodedColumn, void, undefined> {
  const { name, type } = column;
  if (type === "boolean") for (const { values } of codeBlocks(column)) yield encode({ name, type, codes: values });
  else for (const { values } of numberBlocks(column)) yield encode({ name, type, values });
}

/** Whether a stored column's values are those of the feature. */
function isEncoded(feature: Feature, column: Column): boolean {
  if (column.type === "other" || column.stored === undefined) return false;
  if (feature.kind === "numeric") return column.type === "number" || column.type === "time"; // none of them -0
  if (column.type !== "text" || feature.type !== "text") return false;
  return column.dictionary.every((text, code) => feature.categories[code] === text);
}

/**
 * Told of the texts of a numeric feature that are neither numbers nor mean "missing"; unless it throws, they are
 * missing.
 */
type OnOddCells = (cells: OddCells) => void;

export function refuseOddCells({ name, first }: OddCells): never {
  throw notNumber(name, `${first[0]!.place} holds "${first[0]!.cell.slice(0, 40)}"`);
}

/** Place of a feature that has no column. */
const NOWHERE = -1;

/** Gives the table's columns in the order of the features. Columns that no feature names are ignored. */
function createColumnFinder(
  features: readonly Feature[],
  leftOut: ReadonlySet<string>,
): (table: Table, absent: AbsentColumns) => Column[] {
  let names: readonly string[] | null = null;
  let places: readonly number[] = [];
  let isComplete = true;
  return (table, absent) => {
    const { columns } = table;
    if (names === null || !hasNames(columns, names) || (absent === "refuse" && !isComplete)) {
      const found = placesOf(features, table);
      const lacking = features.filter((_, index) => found[index] === NOWHERE).map((feature) => feature.name);
      if (lacking.length > 0) refuseMistakes(lacking, { features, table, leftOut, absent });
      places = found;
      isComplete = lacking.length === 0;
      names = columns.map((column) => column.name);
    }
    return places.map((place, index) =>
      place === NOWHERE ? missingColumn(features[index]!.name, table.rowCount) : columns[place]!,
    );
  };
}

function hasNames(columns: readonly Column[], names: readonly string[]): boolean {
  if (columns.length !== names.length) return false;
  for (let place = 0; place < names.length; place++) if (columns[place]!.name !== names[place]) return false;
  return true;
}

/** Of two columns with one name the last counts. */
function placesOf(features: readonly Feature[], table: Table): number[] {
  const placeOf = new Map(table.columns.map((column, place) => [column.name, place]));
  return features.map((feature) => placeOf.get(feature.name) ?? NOWHERE);
}

/** As a column is built whose values are all missing. */
function missingColumn(name: string, rowCount: number): Column {
  return { name, type: "number", values: new Float64Array(rowCount).fill(NaN) };
}

/** Copies of some rows, in the order of `rows`. */
export function encodedRows(table: EncodedTable, rows: Int32Array): EncodedTable {
  const columns = table.columns.map(
    (column): EncodedColumn =>
      column.kind === "numeric"
        ? { kind: "numeric", values: pickNumbers(column, rows, new Float64Array(rows.length)) }
        : { kind: "categorical", codes: pickCodes(column, rows, new Int32Array(rows.length)) },
  );
  return { rowCount: rows.length, features: table.features, columns };
}

/**
 * The rows in pieces that are in memory, with the columns of these features alone; a table in memory is one piece.
 */
export function* rowBlocks(
  table: EncodedTable,
  features: readonly number[],
): Generator<{ readonly start: number; readonly rows: EncodedTable }, void, undefined> {
  const stored = features.map((feature) => table.columns[feature]!.stored).find((values) => values !== undefined);
  if (stored === undefined) {
    yield { start: 0, rows: table };
    return;
  }
  for (let start = 0; start < table.rowCount; start += stored.blockRows) {
    const end = Math.min(table.rowCount, start + stored.blockRows);
    const columns = table.columns.map(
      (column, feature): EncodedColumn => (features.includes(feature) ? columnBetween(column, start, end) : NO_COLUMN),
    );
    yield { start, rows: { rowCount: end - start, features: table.features, columns } };
  }
}

const NO_COLUMN: EncodedColumn = { kind: "categorical", codes: new Int32Array() };

function columnBetween(column: EncodedColumn, start: number, end: number): EncodedColumn {
  return column.kind === "numeric"
    ? { kind: "numeric", values: numbersBetween(column, start, end).slice() }
    : { kind: "categorical", codes: codesBetween(column, start, end).slice() };
}

/** True when the cell of an encoded column has no value. */
export function isMissingAt(column: EncodedColumn, row: number): boolean {
  return column.kind === "numeric" ? Number.isNaN(column.values[row]!) : column.codes[row] === MISSING;
}

interface Lookup {
  readonly features: readonly Feature[];
  readonly table: Table;
  readonly leftOut: ReadonlySet<string>;
  readonly absent: AbsentColumns;
}

/**
 * Throws FEATURE_MISSING for features without a column. Where these may be missing, it names those that a stranger
 * among the columns may mean, or all when the table has none of the features: it is another table altogether.
 */
function refuseMistakes(names: readonly string[], { features, table, leftOut, absent }: Lookup): void {
  const known = new Set(features.map((feature) => feature.name));
  const extra = table.columns.map((column) => column.name).filter((name) => !known.has(name));
  const strangers = extra.filter((name) => !leftOut.has(name));
  const nearest = new Map(names.map((name) => [name, nearestName(name, strangers)]));
  const mustHaveAll = absent === "refuse" || names.length === features.length;
  const mistaken = mustHaveAll ? names : names.filter((name) => nearest.get(name) !== null);
  if (mistaken.length === 0) return;
  const guesses = mistaken.flatMap((name) =>
    nearest.get(name) === null ? [] : [`"${nearest.get(name)}" for "${name}"`],
  );
  const hints = [
    guesses.length > 0 ? `Closest: ${guesses.slice(0, 6).join(", ")}.` : "",
    extra.length > 0 ? `The table also has: ${listNames(extra)}.` : "The table has no other columns.",
    "The columns must be those the model was learnt from.",
  ];
  throw new InputError(
    "FEATURE_MISSING",
    `the table lacks ${mistaken.length === 1 ? "the feature" : `${mistaken.length} of ${features.length} features:`} ${listNames(mistaken)}`,
    hints.filter(Boolean).join(" "),
  );
}

type ColumnEncoder = (column: Column) => EncodedColumn;

function encoderOf(feature: Feature, onOdd: OnOddCells): ColumnEncoder {
  if (feature.kind === "numeric")
    return (column) => ({ kind: "numeric", values: encodeNumbers(feature.name, column, onOdd) });
  const codeOf = createCodeFinder(feature);
  return (column) => ({ kind: "categorical", codes: encodeCategories(feature, codeOf, column) });
}

function encodeNumbers(name: string, column: Column, onOdd: OnOddCells): Float64Array {
  switch (column.type) {
    case "number":
    case "time":
      return hasNegativeZero(column.values) ? column.values.map((value) => value + 0) : column.values;
    case "boolean":
      return Float64Array.from(column.codes, (code) => (code < 0 ? NaN : code));
    case "text":
      return textNumbers(name, column, onOdd);
    case "other":
      throw notNumber(name, `it holds ${column.holds}`);
  }
}

/** A loop, not `some`: this runs over every number of a table. */
function hasNegativeZero(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row++) if (values[row] === 0 && Object.is(values[row], -0)) return true;
  return false;
}

function textNumbers(name: string, column: TextColumn, onOdd: OnOddCells): Float64Array {
  const numbers = column.dictionary.map(parseNumber);
  const isOdd = column.dictionary.map((text, code) => Number.isNaN(numbers[code]!) && !meansMissingNumber(text));
  const first: OddCell[] = [];
  let [odd, found] = [0, 0];
  const values = Float64Array.from(column.codes, (code, row) => {
    if (code < 0) return NaN;
    if (isOdd[code]) {
      odd++;
      if (first.length < FEW_CELLS) first.push({ place: `row ${row}`, cell: column.dictionary[code]! });
    } else if (!Number.isNaN(numbers[code]!)) found++;
    return numbers[code]!;
  });
  if (odd > 0) onOdd({ name, odd, numbers: found, first });
  return values;
}

function notNumber(name: string, found: string): InputError {
  return new InputError(
    "NUMBER_EXPECTED",
    `feature "${name}" is numeric, but ${found}`,
    "Correct or clear that value, or learn the feature as a category (categorical).",
  );
}

function encodeCategories(
  feature: CategoricalFeature,
  codeOf: (category: Category) => number,
  column: Column,
): Int32Array {
  const encode = (value: CellValue): number => {
    if (value === null || (feature.type === "number" && meansMissing(value))) return MISSING;
    const category = toCategory(value, feature.type);
    return category === null ? UNSEEN : codeOf(category);
  };
  if (column.type === "other") throw notCategory(feature.name, column.holds);
  if (column.type === "text") return renumbered(column.codes, Int32Array.from(column.dictionary, encode));
  const rows = column.type === "boolean" ? column.codes.length : column.values.length;
  const codes = new Int32Array(rows);
  for (let row = 0; row < rows; row++) codes[row] = encode(cellValue(column, row));
  return codes;
}

/** Words that mean no number among numbers; the others are categories. */
function meansMissing(value: string | number | boolean): boolean {
  return typeof value === "string" && meansMissingNumber(value);
}

/** A number may be a category but for its rounding; a whole number is no rounding of another. */
function createCodeFinder({ categories, type }: CategoricalFeature): (category: Category) => number {
  const codeOf = new Map<Category, number>(categories.map((category, code) => [category, code]));
  if (type !== "number") return (category) => codeOf.get(category) ?? UNSEEN;
  const findRounded = createRoundedFinder(categories);
  return (category) =>
    codeOf.get(category) ??
    (typeof category === "number" && !Number.isInteger(category) ? findRounded(category) : null) ??
    UNSEEN;
}

/** Numbers that differ by a rounding alone are one category. */
export function isSameCategory(category: Category, value: CellValue): boolean {
  if (typeof category === "number" && typeof value === "number") return isSameNumber(value, category);
  return category === value;
}

/**
 * The codes by their new numbers: the very same array where no number changes, as in tables that were read for
 * learning.
 */
function renumbered(codes: Int32Array, numbers: Int32Array): Int32Array {
  const number = (code: number): number => (code < 0 ? MISSING : numbers[code]!);
  let first = 0; // row that changes
  while (first < codes.length && number(codes[first]!) === codes[first]) first++;
  if (first === codes.length) return codes;
  const changed = codes.slice();
  for (let row = first; row < codes.length; row++) changed[row] = number(codes[row]!);
  return changed;
}

function notCategory(name: string, holds: string): InputError {
  return new InputError(
    "CATEGORY_EXPECTED",
    `feature "${name}" is categorical, but it holds ${holds}`,
    "Give one plain value for each row.",
  );
}

/** The value as the feature's type, or null when it cannot be one of its categories. */
function toCategory(value: string | number | boolean, type: CategoryType): Category | null {
  if (typeof value === CATEGORY_TYPEOF[type]) return value;
  switch (type) {
    case "text":
      return String(value);
    case "number": {
      const number = typeof value === "string" ? parseNumber(value) : Number(value);
      return Number.isNaN(number) ? null : number;
    }
    case "boolean":
      return TRUTH_WORDS.get(String(value).trim().toLowerCase()) ?? null;
  }
}

/** A cell as its feature understands it: of categories that are numbers "1134" is 1134, and "1134_" a text. */
export function cellAsRead(feature: Feature, value: CellValue): CellValue {
  if (feature.kind !== "categorical" || feature.type !== "number" || typeof value !== "string") return value;
  return meansMissing(value) ? null : (toCategory(value, "number") ?? value);
}

type CategoryType = CategoricalFeature["type"];
const CATEGORY_TYPEOF = { text: "string", number: "number", boolean: "boolean" } as const;
const TRUTH_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
