/**
 * Builds a Table from plain JavaScript values: an array of objects, or columns by name.
 *
 * A column's type is decided from all of its values, never from one row: numbers (and bigints), booleans, moments
 * (Date), else text; a mixture of these becomes text, and where numbers are among it that is remembered: learning takes
 * it for numbers when nearly all of it is. null, undefined and NaN are missing; "" and 0 are values.
 */
import { InputError, showValue } from "../base/index.js";
import { checkRowCount, checkTable, isObject, notTable } from "./check-table.js";
import type { Column, Table } from "./table.js";

/** A row whose values can be read by name. Given as rows, objects of any type will do. */
export type RowObject = Readonly<Record<string, unknown>>;
export interface NamedValues {
  readonly name: string;
  readonly values: ArrayLike<unknown>;
}

/** Columns in the order in which their names are first met. A key absent from a row is missing there. */
export function tableFromRows(rows: readonly object[]): Table {
  if (!Array.isArray(rows)) throw notTable(`rows must be an array of objects, got ${showValue(rows)}`);
  const values = new Map<string, unknown[]>();
  for (let index = 0; index < rows.length; index++) {
    const row: unknown = rows[index];
    if (!isObject(row) || Array.isArray(row)) throw notRow(row, index);
    for (const [name, value] of Object.entries(row)) {
      let column = values.get(name);
      if (column === undefined) values.set(name, (column = new Array<unknown>(rows.length)));
      column[index] = value;
    }
  }
  return tableFromColumns(
    [...values].map(([name, column]) => ({ name, values: column })),
    rows.length,
  );
}

function notRow(row: unknown, index: number): InputError {
  return new InputError(
    "ROW_NOT_OBJECT",
    `row ${index} is ${Array.isArray(row) ? "an array" : showValue(row)}, not an object`,
    'Give rows as objects ({Level: 10.2, Pump: "ON"}), or columns with tableFromColumns.',
  );
}

/** `rowCount` is only needed for a table without columns. */
export function tableFromColumns(
  columns: readonly NamedValues[] | Readonly<Record<string, ArrayLike<unknown>>>,
  rowCount?: number,
): Table {
  const list = namedLists(columns);
  const length = rowCount ?? list[0]?.values.length ?? 0;
  checkRowCount(length);
  refuseDuplicates(list.map((column) => column.name));
  for (const { name, values } of list) {
    if (values.length !== length) {
      throw new InputError(
        "COLUMN_LENGTH",
        `column "${name}" has ${values.length} values, the table has ${length} rows`,
        "All columns of a table have one value for each row; use null where there is none.",
      );
    }
  }
  return { rowCount: length, columns: list.map(({ name, values }) => buildColumn(name, values)) };
}

function namedLists(columns: unknown): readonly NamedValues[] {
  // A Map has no names of its own, and would pass for a table without columns.
  if (!isObject(columns) || (Symbol.iterator in columns && !Array.isArray(columns)))
    throw notTable(`columns must be lists by their names, got ${showValue(columns)}`);
  const entries: unknown[] = Array.isArray(columns)
    ? columns
    : Object.entries(columns).map(([name, values]) => ({ name, values }));
  return entries.map((entry, place) => {
    if (!isObject(entry) || !("name" in entry) || typeof entry.name !== "string")
      throw notTable(`column ${place} has no name, it is ${showValue(entry)}`);
    const values: unknown = "values" in entry ? entry.values : undefined;
    if (!isObject(values) || !("length" in values) || !Number.isInteger(values.length))
      throw notTable(`the values of column "${entry.name}" are no list: ${showValue(values)}`);
    return { name: entry.name, values: values as ArrayLike<unknown> };
  });
}

/** A Table as it is, rows as a Table, or an InputError that says what is wrong with it. */
export function asTable(rows: Table | readonly object[]): Table {
  return Array.isArray(rows) ? tableFromRows(rows) : checkTable(rows);
}

/** Every name once: a rule could not say which of two columns it means. */
function refuseDuplicates(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw new InputError(
        "COLUMN_DUPLICATE",
        `there are two columns named "${name}"`,
        "Rename one of them: rules name features by their column.",
      );
    }
    seen.add(name);
  }
}

type ValueType = "number" | "boolean" | "time" | "text" | "other";

function buildColumn(name: string, values: ArrayLike<unknown>): Column {
  if (values instanceof Float64Array) return numberColumn(name, values);
  switch (columnType(values)) {
    case "number":
      return numberColumn(name, values);
    case "boolean":
      return {
        name,
        type: "boolean",
        codes: Int8Array.from(values, (value) => (isMissing(value) ? -1 : Number(value))),
      };
    case "time":
      return {
        name,
        type: "time",
        values: Float64Array.from(values, (value) => (value instanceof Date ? value.getTime() : NaN)),
      };
    case "text":
      return textColumn(name, values);
    case "other":
      return { name, type: "other", holds: "values that are neither numbers, text, truth values nor times" };
  }
}

function columnType(values: ArrayLike<unknown>): ValueType {
  let type: ValueType | null = null;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (isMissing(value)) continue;
    const found = valueType(value);
    if (found === "other") return "other";
    type = type === null || type === found ? found : "text";
  }
  return type ?? "number";
}

function valueType(value: unknown): ValueType {
  switch (typeof value) {
    case "number":
    case "bigint":
      return "number";
    case "boolean":
      return "boolean";
    case "string":
      return "text";
    default:
      return value instanceof Date ? "time" : "other";
  }
}

function isMissing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    Number.isNaN(value) ||
    (value instanceof Date && Number.isNaN(value.getTime()))
  );
}

function numberColumn(name: string, values: ArrayLike<unknown>): Column {
  // `+ 0` turns -0 into 0, so that equal numbers have equal bits.
  return {
    name,
    type: "number",
    values: Float64Array.from(values, (value) => (isMissing(value) ? NaN : Number(value) + 0)),
  };
}

function textColumn(name: string, values: ArrayLike<unknown>): Column {
  const codeOf = new Map<string, number>();
  const codes = Int32Array.from(values, (value) => {
    if (isMissing(value)) return -1;
    const text =
      value instanceof Date ? value.toISOString() : typeof value === "number" ? String(value + 0) : String(value);
    let code = codeOf.get(text);
    if (code === undefined) codeOf.set(text, (code = codeOf.size));
    return code;
  });
  const column: Column = { name, type: "text", dictionary: [...codeOf.keys()], codes };
  return hasNumber(values) ? { ...column, isMixed: true } : column;
}

function hasNumber(values: ArrayLike<unknown>): boolean {
  for (let row = 0; row < values.length; row++)
    if (valueType(values[row]) === "number" && !isMissing(values[row])) return true;
  return false;
}
