/**
 * What people call a row: the values of its identifiers, when it was, and where it came from. Values are as in the
 * input; moments that a table holds as such are ISO 8601 text.
 */

import type { RowOrder } from "../model/index.js";
import {
  type CellValue,
  type Column,
  cellValue,
  checkColumn,
  clockBeside,
  type DayAndClock,
  type DayReading,
  dayOrderOf,
  type Exclusion,
  findNamingColumns,
  type NamingColumns,
  splitTimeName,
  type Table,
} from "../table/index.js";

export interface RowNames {
  /** By column; absent: there is none. */
  readonly id?: Readonly<Record<string, CellValue>>;
  /** When it was, as text; null: missing; absent: no column says it. */
  readonly time?: string | null;
  /** Where it was read, when there are several files: the file's name, and the row there, from 0. */
  readonly source?: RowSource;
}

export interface RowSource {
  readonly file: string;
  readonly row: number;
}

/** Where the rows of a table were read. */
export interface RowSources {
  /** As the caller wrote them. */
  readonly files: readonly string[];
  /** For each row the place of its file in `files`, and its number there, from 0. */
  readonly file: Int32Array;
  readonly row: Float64Array;
}

export function sourceAt(sources: RowSources | null, row: number): RowSource | null {
  return sources === null ? null : { file: sources.files[sources.file[row]!]!, row: sources.row[row]! };
}

/** The columns that were asked for; undefined: those that the model knows, where the table has them. */
interface AskedNames {
  readonly id?: readonly string[] | undefined;
  readonly time?: string | undefined;
}

/** What a model knows of the columns by which rows are named. */
interface NamingModel {
  readonly excluded: readonly Exclusion[];
  readonly order?: RowOrder | null;
}

/** The columns by which rows are to be named, and which of them a table must have. */
export interface WantedNames extends NamingColumns {
  /** Asked for by name. */
  readonly required: readonly string[];
  /** Which of day and month comes first where the column of moments does not tell. */
  readonly days: DayReading | null;
  /** Where the column of moments holds days only: the two that tell together; null: it is one column. */
  readonly dayAndClock: DayAndClock | null;
}

export function wantedNames({ excluded, order }: NamingModel, asked: AskedNames): WantedNames {
  const found = findNamingColumns(excluded, order);
  const isKnown = (name: string): boolean => excluded.some((each) => each.name === name);
  const said = asked.time === undefined ? null : splitTimeName(asked.time, isKnown);
  const time = said?.day ?? asked.time ?? found.time;
  const clock = said?.clock ?? clockBeside(excluded, time);
  return {
    id: [...new Set(asked.id ?? found.id)],
    time,
    days: dayOrderOf(excluded, time),
    dayAndClock: time === null || clock === null ? null : { day: time, clock },
    required: [...(asked.id ?? []), ...(asked.time === undefined ? [] : [time!])],
  };
}

/** Those of the wanted columns that are there. */
export function namesAmong({ id, time }: NamingColumns, columns: readonly string[]): NamingColumns {
  return {
    id: id.filter((name) => columns.includes(name)),
    time: time !== null && columns.includes(time) ? time : null,
  };
}

/** The names of a row of a table. */
export type RowNamer = (row: number) => RowNames;

/** `absent`: whether a required column that the table lacks is an error, or missing in every row. */
export function nameRows(table: Table, wanted: WantedNames, absent: "refuse" | "missing"): RowNamer {
  if (absent === "refuse") for (const name of wanted.required) checkColumn(table, name);
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const { id, time } = namesAmong(wanted, [...columns.keys(), ...wanted.required]);
  if (id.length === 0 && time === null) return () => NO_NAMES;
  const valueAt = (name: string, row: number): CellValue => {
    const column = columns.get(name);
    return column === undefined ? null : nameValue(column, row);
  };
  return (row) => ({
    ...(id.length === 0 ? {} : { id: Object.fromEntries(id.map((name) => [name, valueAt(name, row)])) }),
    ...(time === null ? {} : { time: asText(valueAt(time, row)) }),
  });
}

const NO_NAMES: RowNames = {};

/** JSON has no infinite numbers. */
function nameValue(column: Column, row: number): CellValue {
  const value = cellValue(column, row);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

function asText(value: CellValue): string | null {
  return value === null ? null : String(value);
}

/** Of something larger, such as an explanation, what its row is called. */
export function namesOf({ id, time, source }: RowNames): RowNames {
  return {
    ...(id === undefined ? {} : { id }),
    ...(time === undefined ? {} : { time }),
    ...(source === undefined ? {} : { source }),
  };
}

/** "row 17", with its names in brackets: "row 17 (Order A-17, row 5 of june.csv)". */
export function describeNamedRow(row: number, names: RowNames, show: (text: string) => string): string {
  const called = describeNames(names, show);
  return called === "" ? `row ${row}` : `row ${row} (${called})`;
}

/** The names in one line: "Order A-17, 2026-05-10T22:52:00Z, row 5 of june.csv"; "" for a row that has none. */
export function describeNames({ id = {}, time = null, source }: RowNames, show: (text: string) => string): string {
  const names = Object.entries(id).map(
    ([column, value]) => `${show(column)} ${value === null ? "missing" : show(String(value))}`,
  );
  if (time !== null) names.push(show(time));
  if (source !== undefined) names.push(`row ${source.row} of ${show(source.file)}`);
  return names.join(", ");
}
