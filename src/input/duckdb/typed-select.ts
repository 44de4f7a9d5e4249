/**
 * From DuckDB's many types to the Table's five: the SQL of each column so that only four kinds of vector arrive, none
 * with nulls.
 *
 *   number, time   DOUBLE    NaN: missing; times in milliseconds since 1970 (a time of day: since midnight)
 *   boolean        TINYINT   -1: missing
 *   text           VARCHAR   '': missing
 *   other          nothing is read
 */
import { InputError } from "../../core/base/index.js";
import type { Column, DayReading } from "../../core/table/index.js";
import type { NumberWriting } from "../csv/number-writing.js";
import type { DescribedColumn } from "./duckdb.js";
import { type CastCell, castCell, castValue } from "./file-query.js";
import type { AskedType } from "./read-options.js";
import { quoteName } from "./sql-text.js";

export interface SelectedColumn {
  readonly name: string;
  readonly type: Column["type"];
  /** What an "other" column holds; "" for the rest. */
  readonly holds: string;
  /** SQL of its value; "" for an "other" column. */
  readonly sql: string;
  /** How to recognise a cell that does not fit the type asked for; null when every cell fits. */
  readonly unfit: CastCell | null;
  /** Of texts by which rows are named: how their days are read, as all rows tell; absent: they do not. */
  readonly days?: DayReading;
}

/** What is wanted of a column. */
interface ColumnRequest {
  /** The type to read it as; undefined: its own. */
  readonly asked: AskedType | undefined;
  /** How numbers are written, where they are texts. */
  readonly writing: NumberWriting;
  /** Whether it is known that none of its numbers is infinite. */
  readonly areFinite: boolean;
  /** What messages call the rows. */
  readonly shown: string;
  /** Who asked for the type. */
  readonly by: "model" | "caller";
}

/** How to select a described column, read as the type asked for, if there is one. */
export function selectColumn(
  column: DescribedColumn,
  { asked, writing, areFinite, shown, by }: ColumnRequest,
): SelectedColumn {
  const found = columnType(column.type);
  const name = quoteName(column.name);
  if (asked === undefined || asked === found)
    return areFinite && column.type === "DOUBLE" ? finiteColumn(column.name, name) : plainColumn(column, found, name);
  if (found === "time" && asked === "text") return plainColumn(column, "text", name);
  if (found === "time" || found === "other") throw typeError(column, { asked, shown, by });
  if (asked === "text") return { ...plainColumn(column, "text", name), sql: present("text", textSql(name, found)) };
  const cell = found === "text" ? castCell(`CAST(${name} AS VARCHAR)`, asked, writing) : castKnown(name, asked);
  return { name: column.name, type: asked, holds: "", sql: present(asked, castValue(cell, asked)), unfit: cell };
}

/** The Table's type for a DuckDB type as DESCRIBE writes it. */
export function columnType(type: string): Column["type"] {
  if (/\[\d*\]$/.test(type)) return "other";
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\)|BIGNUM)$/.test(type)) return "number";
  if (type === "BOOLEAN") return "boolean";
  if (/^(VARCHAR|UUID|ENUM\(.*\))$/s.test(type)) return "text";
  if (/^(DATE|TIMESTAMP|TIME)/.test(type)) return "time";
  return "other";
}

/** Whether values of this type may be infinite, which is no number, as in CSV. */
export function mayBeInfinite(type: string): boolean {
  return type === "FLOAT" || type === "DOUBLE";
}

/** Whether values of this type may be whole numbers that no number holds. */
export function mayBeLong(type: string): boolean {
  return /^(U?(BIG|HUGE)INT|DECIMAL\(.*,0\)|BIGNUM)$/.test(type);
}

/** The same in fewer words, which matters where there are thousands of columns. */
function finiteColumn(column: string, name: string): SelectedColumn {
  return { name: column, type: "number", holds: "", sql: `coalesce(${name}, 'nan'::DOUBLE)`, unfit: null };
}

function plainColumn(column: DescribedColumn, type: Column["type"], name: string): SelectedColumn {
  const holds = type === "other" ? whatItHolds(column.type) : "";
  return { name: column.name, type, holds, sql: present(type, valueSql(name, type, column.type)), unfit: null };
}

function valueSql(name: string, type: Column["type"], duckdbType: string): string {
  if (mayBeInfinite(duckdbType)) return `CASE WHEN isfinite(${name}) THEN ${name} END`;
  if (type !== "time") return name;
  const moment =
    /^(TIME|TIMESTAMP WITH)/.test(duckdbType) && !/^TIMESTAMP_/.test(duckdbType) ? name : `CAST(${name} AS TIMESTAMP)`;
  return `epoch_us(${moment}) / 1000.0`;
}

/** A value that stands for missing in place of null, and the type the reader of chunks expects. */
function present(type: Column["type"], value: string): string {
  switch (type) {
    case "number":
    case "time":
      return `coalesce(CAST(${value} AS DOUBLE), 'nan'::DOUBLE)`;
    case "boolean":
      return `coalesce(CAST(${value} AS TINYINT), -1::TINYINT)`;
    case "text":
      return `coalesce(CAST(${value} AS VARCHAR), '')`;
    case "other":
      return "";
  }
}

/** The text people would write for a value: 1 rather than 1.0. */
export function textSql(name: string, found: Column["type"]): string {
  if (found !== "number") return name;
  const number = `CAST(${name} AS DOUBLE)`;
  const isWhole = `${number} = trunc(${number}) AND abs(${number}) < 1e15`;
  return `CASE WHEN ${isWhole} THEN CAST(CAST(${number} AS BIGINT) AS VARCHAR) ELSE CAST(${name} AS VARCHAR) END`;
}

/** Between numbers and booleans: true is 1, false is 0, another number is no boolean. */
function castKnown(name: string, asked: "number" | "boolean"): CastCell {
  if (asked === "number") return { cell: name, value: `CAST(${name} AS DOUBLE)`, isUnfit: "false" };
  const value = `CASE ${name} WHEN 0 THEN false WHEN 1 THEN true END`;
  return { cell: name, value, isUnfit: `(${name} IS NOT NULL AND (${value}) IS NULL)` };
}

function whatItHolds(type: string): string {
  if (/\[\d*\]$/.test(type)) return "lists";
  if (/^(STRUCT|MAP|UNION|JSON|VARIANT)/.test(type)) return "records";
  if (type === "BLOB") return "bytes";
  if (type === "INTERVAL") return "time spans";
  if (type === "BIT") return "bit strings";
  return `values of type ${type}`;
}

function typeError(
  column: DescribedColumn,
  { asked, shown, by }: { readonly asked: AskedType; readonly shown: string; readonly by: "model" | "caller" },
): InputError {
  const holds = columnType(column.type) === "time" ? "times" : whatItHolds(column.type);
  const hint =
    by === "model"
      ? "The model was learnt from another kind of column. Convert it, or learn again from a table like this one."
      : `It was named as a ${asked === "text" ? "column of text" : `column of ${asked}s`}. Leave that out, or convert the column first.`;
  return new InputError(
    "COLUMN_TYPE",
    `column "${column.name}" of ${shown} holds ${holds}, expected was ${asked === "text" ? "text" : `a ${asked}`}`,
    hint,
  );
}
