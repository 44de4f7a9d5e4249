/**
 * Chooses rows by the value of one column, compared as people write it:
 *
 *   0          matches 0, "0" and "0.0"
 *   true       matches true and, in any case, the text "True"; never 1
 *   "", "NA"   match a missing value, as every word does that a CSV file may write for one in such a column
 *
 * Blanks around a text do not matter; otherwise texts are equal or not, "on" is not "ON". The reader's filters
 * (input/duckdb/row-filters.ts) mean the same; one table of cases tests both.
 */
import { InputError, listNames, pick } from "../base/index.js";
import { checkColumn } from "./features.js";
import { MISSING_NUMBER_WORDS, MISSING_WORDS } from "./missing-words.js";
import { type CellValue, type Column, cellValue, type Table } from "./table.js";

export interface ValueFilter {
  readonly column: string;
  readonly value: string | number | boolean;
}

/** The numbers of the rows that have the value, ascending. */
export function findRows(table: Table, filter: ValueFilter): Int32Array {
  checkColumn(table, filter.column);
  const column = table.columns.find((candidate) => candidate.name === filter.column)!;
  if (column.type === "other") return new Int32Array(0);
  const wanted = String(filter.value).trim();
  const findsMissing = meansMissing(wanted, column.type);
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const cell = cellValue(column, row);
    if (cell === null ? findsMissing : isEqual(cell, wanted)) rows.push(row);
  }
  return Int32Array.from(rows);
}

/** Whether a wanted text stands for "no value" in a column of this type. */
export function meansMissing(wanted: string, type: Column["type"]): boolean {
  const words: readonly string[] = type === "text" ? MISSING_WORDS : MISSING_NUMBER_WORDS;
  return words.includes(wanted.trim());
}

/** Some of the rows, in the order of `rows`. */
export function takeRows(table: Table, rows: Int32Array): Table {
  return { ...table, rowCount: rows.length, columns: table.columns.map((column) => takeColumn(column, rows)) };
}

/** Like findRows, but no such row is an error that lists the values there are. */
export function requireRows(table: Table, filter: ValueFilter): Int32Array {
  const rows = findRows(table, filter);
  if (rows.length > 0 || table.rowCount === 0) return rows;
  const column = table.columns.find((candidate) => candidate.name === filter.column)!;
  const seen = new Set<string>();
  for (let row = 0; row < table.rowCount && seen.size < 20; row++)
    seen.add(String(cellValue(column, row) ?? "missing"));
  throw new InputError(
    "NO_ROW_MATCHES",
    `no row has ${filter.column} = ${filter.value === "" ? "(missing)" : filter.value}`,
    `Values seen: ${listNames([...seen])}.`,
  );
}

/** `wanted` has no blanks around it. */
function isEqual(cell: NonNullable<CellValue>, wanted: string): boolean {
  const text = String(cell).trim();
  if (text === wanted) return true;
  if (/^(true|false)$/i.test(wanted)) return text.toLowerCase() === wanted.toLowerCase();
  return typeof cell !== "boolean" && wanted !== "" && text !== "" && Number(text) === Number(wanted);
}

/** In memory, wherever the column lies. */
function takeColumn(column: Column, rows: Int32Array): Column {
  switch (column.type) {
    case "number":
    case "time":
      return { ...column, stored: undefined, values: pick(column.values, rows, new Float64Array(rows.length)) };
    case "text":
      return { ...column, stored: undefined, codes: pick(column.codes, rows, new Int32Array(rows.length)) };
    case "boolean":
      return { ...column, stored: undefined, codes: pick(column.codes, rows, new Int8Array(rows.length)) };
    case "other":
      return column;
  }
}
