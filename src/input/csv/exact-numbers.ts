/**
 * Columns by which rows are named are read as they are written, so that a name can be found again in the input. An
 * identifier of twenty digits is no number, nor is 007; but where every cell of a column is a number that is written as
 * JavaScript would write it, numbers it is.
 */
import type { Column, TextColumn } from "../../core/table/index.js";

/** Digits without zeros before or, behind a point, after them. The same to DuckDB. */
export const EXACT_NUMBER = String.raw`-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?`;
/** So many characters hold no more digits than a number keeps. */
export const EXACT_LENGTH = 15;

const PATTERN = new RegExp(`^${EXACT_NUMBER}$`);

/** A text column as numbers, if all of its texts are exactly that. */
export function asExactNumbers(column: Column): Column {
  if (column.type !== "text" || !areExactNumbers(column)) return column;
  const numbers = column.dictionary.map(Number);
  const values = Float64Array.from(column.codes, (code) => (code < 0 ? NaN : numbers[code]!));
  return { name: column.name, type: "number", values };
}

function areExactNumbers({ dictionary }: TextColumn): boolean {
  return dictionary.length > 0 && dictionary.every(isExactNumber);
}

/** Whether a text is a number as JavaScript would write it. */
export function isExactNumber(text: string): boolean {
  return text.length <= EXACT_LENGTH && text !== "-0" && PATTERN.test(text);
}
