/**
 * What callers hand over as a table, before anything is read from it: a Table of whole columns, or an InputError that
 * says what there was instead. Cost: O(columns); values are not looked at.
 */
import { InputError, showValue } from "../base/index.js";
import type { Column, Table } from "./table.js";

/** A Table as it is. */
export function checkTable(value: unknown): Table {
  if (!hasTableParts(value)) throw notTable(`got ${showValue(value)}`, hintFor(value));
  const { rowCount, columns } = value;
  checkRowCount(rowCount);
  if (!Array.isArray(columns)) throw notTable(`its columns are ${showValue(columns)}`);
  for (let place = 0; place < columns.length; place++) checkColumn(columns[place], place, rowCount);
  return value as unknown as Table;
}

export function checkRowCount(rowCount: unknown): asserts rowCount is number {
  if (Number.isInteger(rowCount) && (rowCount as number) >= 0) return;
  throw notTable(`its rowCount is ${showValue(rowCount)}`);
}

const WHAT_TO_GIVE =
  "Give an array of objects, or a table from tableFromRows or tableFromColumns; files are read by readTable of parsight/node.";

export function notTable(found: string, hint = WHAT_TO_GIVE): InputError {
  return new InputError("TABLE_INVALID", `that is no table: ${found}`, hint);
}

/** What readTable and readBatches of parsight/node give holds a table, and is none. */
function hintFor(value: unknown): string {
  if (value instanceof Promise) return "Await it first; what readTable gives then has the table in its field table.";
  if (isRecord(value) && hasTableParts(value.table)) return "Give its field table.";
  return WHAT_TO_GIVE;
}

function hasTableParts(value: unknown): value is { readonly rowCount: unknown; readonly columns: unknown } {
  return isObject(value) && "rowCount" in value && "columns" in value;
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The typed arrays and lists that a column of each type has. */
const PARTS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["number", ["values"]],
  ["time", ["values"]],
  ["boolean", ["codes"]],
  ["text", ["codes", "dictionary"]],
  ["other", []],
] satisfies [Column["type"], string[]][]);

function checkColumn(column: unknown, place: number, rowCount: number): void {
  if (!isRecord(column) || typeof column.name !== "string") throw notTable(`column ${place} is ${showValue(column)}`);
  const { name, type } = column;
  const parts = PARTS.get(type);
  if (parts === undefined) throw notTable(`column "${name}" has the type ${showValue(type)}`);
  for (const part of parts) {
    const values = part !== "dictionary" && isRecord(column.stored) ? column.stored : column[part];
    const length = part === "dictionary" ? (Array.isArray(values) ? rowCount : null) : typedLength(values);
    if (length === null) throw notTable(`column "${name}" has ${showValue(values)} as its ${part}`);
    if (length !== rowCount) throw notTable(`column "${name}" has ${length} values for ${rowCount} rows`);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value);
}

/** Null for what is no typed array, of this realm or of another. */
function typedLength(values: unknown): number | null {
  if (values instanceof Float64Array || values instanceof Int32Array) return values.length;
  if (isRecord(values) && typeof values.slice === "function" && "pick" in values) return Number(values.length);
  return ArrayBuffer.isView(values) && "length" in values ? Number(values.length) : null;
}
