/**
 * Rows of a table that were asked for by values, where it is read without DuckDB: with the meaning that row-filters.ts
 * has in SQL, for the values whose meaning is beyond doubt: plain numbers, true and false, and words that do not mean
 * "missing".
 */
import { MANY_TEXTS, meansMissing, type Table, type TextColumn } from "../../core/table/index.js";
import { isDoubtful, parseNumber } from "../csv/csv-cells.js";
import type { ValueFilter } from "./read-options.js";

/** Ascending; none when no row is left or a filter is in doubt. */
export function findFilteredRows(table: Table, filters: readonly ValueFilter[]): Int32Array {
  const hasManyTexts = table.columns.some((column) => column.type === "text" && column.dictionary.length > MANY_TEXTS);
  const tests = hasManyTexts ? [null] : filters.map((filter) => rowTest(table, filter));
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++) if (tests.every((test) => test?.(row))) rows.push(row);
  return Int32Array.from(rows);
}

type RowTest = (row: number) => boolean;

const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;
const TRUTH = /^(true|false)$/i;

function rowTest(table: Table, filter: ValueFilter): RowTest | null {
  const column = table.columns.find(({ name }) => name === filter.column)!;
  const wanted = filter.value.trim();
  if (wanted === "" || meansMissing(wanted, column.type)) return null;
  switch (column.type) {
    case "number": {
      const value = PLAIN_NUMBER.test(wanted) ? Number(wanted) : NaN;
      return Number.isNaN(value) ? null : (row) => column.values[row] === value;
    }
    case "boolean": {
      const code = wanted.toLowerCase() === "true" ? 1 : 0;
      return TRUTH.test(wanted) ? (row) => column.codes[row] === code : null;
    }
    case "text":
      return textTest(column, wanted);
    default:
      return null;
  }
}

function textTest(column: TextColumn, wanted: string): RowTest | null {
  const value = Number(wanted);
  const isNumber = !Number.isNaN(value);
  if (isNumber && !PLAIN_NUMBER.test(wanted)) return null;
  if (isNumber && column.dictionary.some((text) => text.includes("_") || isDoubtful(text))) return null;
  const isWanted = column.dictionary.map((text) => {
    const trimmed = text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, "");
    if (trimmed === wanted || (isNumber && parseNumber(trimmed) === value)) return true;
    return TRUTH.test(wanted) && trimmed.toLowerCase() === wanted.toLowerCase();
  });
  return (row) => isWanted[column.codes[row]!] ?? false;
}
