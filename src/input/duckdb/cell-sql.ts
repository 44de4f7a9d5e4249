/** SQL of what a cell of text means: a number, a truth value, a moment, a time of day. */
import { MISSING_NUMBER_WORDS } from "../../core/table/missing-words.js";
import { COMMA_GROUPS, DECIMAL_COMMA, type NumberWriting, POINT_GROUPS } from "../csv/number-writing.js";
import { quoteText, quoteTexts } from "./sql-text.js";

/** `moment`: date with or without time; `clock`: time of day. */
export type CsvType = "number" | "boolean" | "moment" | "clock" | "text";

/** SQL for a cell's value as this type; null when it is missing or not one. */
export function cellAs(type: CsvType, cell: string, writing: NumberWriting = "plain"): string {
  switch (type) {
    case "number":
      return numberSql(cell, writing);
    case "boolean":
      return `CASE lower(trim(${cell})) WHEN 'true' THEN true WHEN 'false' THEN false END`;
    case "moment":
      return momentSql(cell);
    case "clock":
      return `CASE WHEN TRY_CAST(${cell} AS TIMESTAMP) IS NULL THEN TRY_CAST(${cell} AS TIME) END`;
    case "text":
      return cell;
  }
}

/** A cast that fails is slow, and words are many: only what may begin a number is cast. */
function numberSql(cell: string, writing: NumberWriting): string {
  const letters = ["I", "N", "i", "n"].map((letter) => `(${cell} >= '${letter}' AND ${cell} < '${next(letter)}')`);
  const plain = `CASE WHEN (${cell} < ':' OR ${letters.join(" OR ")}) AND NOT contains(${cell}, '_') THEN TRY_CAST(${cell} AS DOUBLE) END`;
  switch (writing) {
    case "plain":
      return plain;
    case "decimal comma": {
      const number = `TRY_CAST(replace(replace(${cell}, '.', ''), ',', '.') AS DOUBLE)`;
      const isWritten = `${matches(cell, DECIMAL_COMMA)} OR ${matches(cell, POINT_GROUPS)}`;
      const hasOther = `contains(${cell}, ',') OR contains(${cell}, '.')`;
      return `CASE WHEN ${isWritten} THEN ${number} WHEN ${hasOther} THEN NULL ELSE ${plain} END`;
    }
    case "thousands comma": {
      const number = `TRY_CAST(replace(${cell}, ',', '') AS DOUBLE)`;
      return `CASE WHEN NOT contains(${cell}, ',') THEN ${plain} WHEN ${matches(cell, COMMA_GROUPS)} THEN ${number} END`;
    }
  }
}

function next(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 1);
}

/** SQL that is true when the whole cell matches. */
export function matches(cell: string, expression: string): string {
  return `regexp_full_match(${cell}, ${quoteText(expression)})`;
}

/**
 * DuckDB's TIMESTAMP overlooks an offset such as +02:00, TIMESTAMPTZ minds it but is slower: it is asked only where one
 * can be.
 */
function momentSql(cell: string): string {
  const mayHaveOffset = `contains(${cell}, '+') OR contains(substr(${cell}, 12), '-')`;
  const withOffset = `CAST(TRY_CAST(${cell} AS TIMESTAMPTZ) AS TIMESTAMP)`;
  return `CASE WHEN ${mayHaveOffset} THEN ${withOffset} ELSE TRY_CAST(${cell} AS TIMESTAMP) END`;
}

/**
 * SQL that is true when a cell is neither missing nor of this type, given the SQL of its value. Not `value IS NULL AND
 * trim(cell) NOT IN (…)`: DuckDB then trims every cell, which took as long as all the rest. Nor `IN (…)` at all:
 * planning it for 500 columns took minutes.
 */
export function isNeither(cell: string, value: string): string {
  const isWord = `list_contains([${quoteTexts(MISSING_NUMBER_WORDS)}], trim(${cell}))`;
  return `(CASE WHEN (${value}) IS NOT NULL THEN false ELSE ${cell} IS NOT NULL AND NOT ${isWord} END)`;
}
