/**
 * What callers hand over as a table, before anything is read from it: a Table of whole columns, or an InputError that says
 * what was given instead. Cost: O(columns); values are not looked at.
 */
import { InputError } from "../errors/input-error.js";
import { showValue } from "../errors/show-value.js";
import type { Column, Table } from "./table.js";

/** A Table as it is. */
export function checkTable(given: unknown): Table {
  if (!isObject(given) || !("rowCount" in given && "columns" in given)) throw notTable(`got ${showValue(given)}`);
  const { rowCount, columns } = given;
  checkRowCount(rowCount);
  if (!Array.isArray(columns)) throw notTable(`its columns are ${showValue(columns)}`);
  for (let place = 0; place < columns.length; place++) checkColumn(columns[place], place, rowCount);
  return given as unknown as Table;
}

export function checkRowCount(rowCount: unknown): asserts rowCount is number {
  if (Number.isInteger(rowCount) && (rowCount as number) >= 0) return;
  throw notTable(`its rowCount is ${showValue(rowCount)}`);
}

export function notTable(found: string): InputError {
  return new InputError(
    "TABLE_INVALID",
    `that is no table: ${found}`,
    "Give an array of objects, or a table from tableFromRows or tableFromColumns; files are read by readTable of parsight/node.",
  );
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The typed arrays and lists that a column of each type has. */
const PARTS: Readonly<Record<Column["type"], readonly string[]>> = {
  number: ["values"],
  time: ["values"],
  boolean: ["codes"],
  text: ["codes", "dictionary"],
  other: [],
};

function checkColumn(column: unknown, place: number, rowCount: number): void {
  if (!isObject(column) || !("name" in column) || typeof column.name !== "string")
    throw notTable(`column ${place} is ${showValue(column)}`);
  const type = "type" in column ? column.type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(PARTS, type))
    throw notTable(`column "${column.name}" has the type ${showValue(type)}`);
  for (const part of PARTS[type as Column["type"]]) {
    const values: unknown = Reflect.get(column, part);
    const isList = part === "dictionary" ? Array.isArray(values) : ArrayBuffer.isView(values) && "length" in values;
    if (!isList) throw notTable(`column "${column.name}" has ${showValue(values)} as its ${part}`);
    const { length } = values as ArrayLike<unknown>;
    if (part !== "dictionary" && length !== rowCount)
      throw notTable(`column "${column.name}" has ${length} values for ${rowCount} rows`);
  }
}
