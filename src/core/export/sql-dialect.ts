/**
 * How each SQL engine writes names, texts and numbers. Whatever comes from a table goes through here, so that a quote
 * in a value can never end it.
 *
 * Numbers: NaN is missing for us, but the greatest number of these engines, so it becomes NULL. Bounds are written with
 * an exponent: a literal such as 9.5 is a decimal to DuckDB, which would be turned into a double with one rounding too
 * many.
 */
import type { Category } from "../table/index.js";
import type { DialectName } from "./export-options.js";

export interface Dialect {
  readonly name: DialectName;
  quoteName(name: string): string;
  quoteText(text: string): string;
  /** The column as a double, NULL where it is NaN or no number. */
  asNumber(column: string): string;
  asText(column: string): string;
  asBoolean(column: string): string;
  infinity(sign: 1 | -1): string;
  /** Why a name or a text cannot be written at all; null: it can. */
  refuses(text: string, what: "name" | "text"): string | null;
}

export function dialectOf(name: DialectName): Dialect {
  return { duckdb, postgres, spark }[name];
}

/** A number, a text or a truth value. */
export function literal(value: Category, dialect: Dialect): string {
  if (typeof value === "string") return dialect.quoteText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return numberLiteral(value, dialect);
}

export function numberLiteral(value: number, dialect: Dialect): string {
  if (!Number.isFinite(value)) return dialect.infinity(value > 0 ? 1 : -1);
  if (Number.isSafeInteger(value)) return String(value + 0);
  const text = String(value);
  return text.includes("e") ? text.replace("e+", "e") : `${text}e0`;
}

const doubled =
  (quote: string) =>
  (text: string): string =>
    `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;

const duckdb: Dialect = {
  name: "duckdb",
  quoteName: doubled('"'),
  quoteText: doubled("'"),
  asNumber: (column) => `NULLIF(TRY_CAST(${column} AS DOUBLE), CAST('NaN' AS DOUBLE))`,
  asText: (column) => `CAST(${column} AS VARCHAR)`,
  asBoolean: (column) => `TRY_CAST(${column} AS BOOLEAN)`,
  infinity: (sign) => `CAST('${sign < 0 ? "-" : ""}Infinity' AS DOUBLE)`,
  refuses: (text, what) =>
    what === "name" && text === "" ? "DuckDB has no name for a column without a name" : noNull(text),
};

/** A double-quoted name is cut to 63 bytes, which could make two columns one. */
const LONGEST_POSTGRES_NAME = 63;

const postgres: Dialect = {
  name: "postgres",
  quoteName: doubled('"'),
  quoteText: doubled("'"), // standard_conforming_strings, the default since 9.1: a backslash is a backslash
  asNumber: (column) => `NULLIF(CAST(${column} AS double precision), CAST('NaN' AS double precision))`,
  asText: (column) => `CAST(${column} AS text)`,
  asBoolean: (column) => `CAST(${column} AS boolean)`,
  infinity: (sign) => `CAST('${sign < 0 ? "-" : ""}Infinity' AS double precision)`,
  refuses(text, what) {
    if (what === "name" && text === "") return "PostgreSQL has no name for a column without a name";
    if (what === "name" && byteLength(text) > LONGEST_POSTGRES_NAME) return "PostgreSQL cuts names after 63 bytes";
    return noNull(text);
  },
};

const spark: Dialect = {
  name: "spark",
  quoteName: doubled("`"),
  quoteText: (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`,
  asNumber: (column) => `NULLIF(TRY_CAST(${column} AS DOUBLE), CAST('NaN' AS DOUBLE))`,
  asText: (column) => `CAST(${column} AS STRING)`,
  asBoolean: (column) => `TRY_CAST(${column} AS BOOLEAN)`,
  infinity: (sign) => `CAST('${sign < 0 ? "-" : ""}Infinity' AS DOUBLE)`,
  refuses: (text, what) =>
    what === "name" && text === "" ? "Spark has no name for a column without a name" : noNull(text),
};

function noNull(text: string): string | null {
  if (text.includes(String.fromCharCode(0))) return "it holds the character NUL, which SQL text cannot";
  return isWellFormed(text) ? null : "it holds half of a character, which is no Unicode text";
}

/** Whether every surrogate has its other half. */
function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** In UTF-8. */
function byteLength(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
