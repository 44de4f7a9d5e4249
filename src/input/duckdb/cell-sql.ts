/** SQL of what a cell of text means: a number, a truth value, a moment, a time of day. */
import { MISSING_NUMBER_WORDS } from "../../core/table/index.js";
import { MANY_DIGITS, ZEROS_BEFORE } from "../csv/codes-in-digits.js";
import { COMMA_GROUPS, DECIMAL_COMMA, DOTTED_COMMA, type NumberWriting, POINT_GROUP } from "../csv/number-writing.js";
import { quoteText, quoteTexts } from "./sql-text.js";

/** SQL of a cell that may be a number. */
export interface NumberCell {
  /** The cell as text; null: missing. */
  readonly text: string;
  /** Whether the file itself says that it is a number, which is then written plainly whatever texts are. */
  readonly isTyped: string;
}

/** A cell of a file that has only texts. */
export function untypedCell(text: string): NumberCell {
  return { text, isTyped: "false" };
}

/** SQL for the number in a cell; null when it is missing or none. */
export function numberIn({ text, isTyped }: NumberCell, writing: NumberWriting): string {
  const written = numberSql(text, writing);
  if (isTyped === "false" || writing === "plain") return written;
  return `CASE WHEN ${isTyped} THEN ${numberSql(text, "plain")} ELSE ${written} END`;
}

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

/**
 * A cast that fails is slow, and words are many: only what may begin a number is cast. What is not finite is none.
 */
function numberSql(cell: string, writing: NumberWriting): string {
  switch (writing) {
    case "plain":
      return `CASE WHEN ${cell} < ':' AND NOT contains(${cell}, '_') THEN ${finiteSql(`TRY_CAST(${cell} AS DOUBLE)`)} END`;
    case "thousands comma": {
      const number = finiteSql(`TRY_CAST(replace(${cell}, ',', '') AS DOUBLE)`);
      return `CASE WHEN NOT contains(${cell}, ',') THEN ${numberSql(cell, "plain")} WHEN ${matches(cell, COMMA_GROUPS)} THEN ${number} END`;
    }
    case "decimal comma": {
      const number = finiteSql(`TRY_CAST(replace(${cell}, ',', '.') AS DOUBLE)`);
      return `CASE WHEN contains(${cell}, '.') THEN NULL WHEN NOT contains(${cell}, ',') THEN ${numberSql(cell, "plain")} WHEN ${matches(cell, DECIMAL_COMMA)} THEN ${number} END`;
    }
    case "thousands point": {
      const number = finiteSql(`TRY_CAST(replace(replace(${cell}, '.', ''), ',', '.') AS DOUBLE)`);
      const isWritten = `${matches(cell, DOTTED_COMMA)} OR ${matches(cell, POINT_GROUP)}`;
      return `CASE WHEN NOT contains(${cell}, '.') THEN ${numberSql(cell, "decimal comma")} WHEN ${isWritten} THEN ${number} END`;
    }
  }
}

function finiteSql(number: string): string {
  return `CASE WHEN isfinite(${number}) THEN ${number} END`;
}

/** As `isCodeInDigits` in src/input/csv/codes-in-digits.ts. */
export function isCodeSql(cell: string): string {
  const isLong = isLongValue(`TRY_CAST(${cell} AS DOUBLE)`);
  return `CASE WHEN ${matches(cell, ZEROS_BEFORE)} THEN true WHEN ${matches(cell, MANY_DIGITS)} THEN ${isLong} ELSE false END`;
}

/** SQL that is true for a whole number that no number holds. */
export function isLongValue(number: string): string {
  return `coalesce(abs(${number}) > ${Number.MAX_SAFE_INTEGER}, false)`;
}

/** SQL that is true when the whole cell matches. */
export function matches(cell: string, expression: string): string {
  return `regexp_full_match(${cell}, ${quoteText(expression)})`;
}

/**
 * DuckDB's TIMESTAMP overlooks an offset such as +02:00, TIMESTAMPTZ minds it but is slower: it is asked only where one
 * can be. It takes 04/05/26 for a day of the year 4, which nobody means.
 */
function momentSql(cell: string): string {
  const mayHaveOffset = `contains(${cell}, '+') OR contains(substr(${cell}, 12), '-')`;
  const withOffset = `CAST(TRY_CAST(${cell} AS TIMESTAMPTZ) AS TIMESTAMP)`;
  const hasLongYear = `TRY_CAST(left(ltrim(${cell}), 4) AS SMALLINT) >= 0`;
  const moment = `CASE WHEN ${mayHaveOffset} THEN ${withOffset} ELSE TRY_CAST(${cell} AS TIMESTAMP) END`;
  return `CASE WHEN ${hasLongYear} THEN ${moment} END`;
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
