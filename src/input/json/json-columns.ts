/**
 * What a column of JSON values is: all numbers, truth values, moments or texts; of several types numbers where at least
 * 95 % of them are, with texts in one writing, else text. Texts that are numbers are numbers, too, unless one has a
 * zero before its digits.
 */
import type { Column } from "../../core/table/index.js";
import { isLongNumber } from "../csv/codes-in-digits.js";
import { momentParser, parseTimeOfDay } from "../csv/csv-cells.js";
import type { CellColumn, ColumnRules } from "../csv/csv-columns.js";
import { createTexts, GrowingNumbers } from "../csv/growing-columns.js";
import { createNumberColumn } from "../csv/number-column.js";
import { isMissingWord, NumberTexts } from "../csv/number-texts.js";
import { exactText, NO_NUMBERS, type NumberCounts } from "../csv/number-writing.js";
import type { UniqueTexts } from "../csv/text-codes.js";
import { LongNumber } from "./json-records.js";

/** Gathers the values of one column. */
export interface JsonColumn {
  /** `row`: where it is, for what is said about it. */
  add(value: unknown, row: number): void;
  finish(): Column;
  /** Where its values are read as cells of a CSV file are. */
  readonly cells: CellColumn | null;
}

/** How a column is to be read; the first look tells. */
type JsonReading =
  | "number"
  | "boolean"
  | "moment"
  | "clock"
  | "text"
  | "mostly numbers"
  | "text numbers"
  | { readonly holds: "lists" | "records" };

/** Looks at all values of a column, and tells how to read them. */
export class ColumnLook {
  readonly #counts = { number: 0, boolean: 0, text: 0, list: 0, record: 0 };
  readonly #parsers = { moment: momentParser(), clock: parseTimeOfDay };
  readonly #fits = { moment: true, clock: true };
  readonly #texts = new NumberTexts();
  /** Numbers that are too large for one, as 1e400, and the size of the largest other. */
  #infiniteCount = 0;
  #hasLong = false;
  #largest = 0;

  add(value: unknown): void {
    const kind = kindOf(value);
    if (kind === null) return;
    this.#counts[kind]++;
    if (kind === "number") this.#addSize(Math.abs(Number(textOf(value))));
    if (kind !== null && kind !== "list" && kind !== "record") this.#hasLong ||= isLongNumber(textOf(value));
    if (kind === "text") this.#addText(value as string);
  }

  #addSize(size: number): void {
    if (Number.isFinite(size)) this.#largest = Math.max(this.#largest, size);
    else this.#infiniteCount++;
  }

  #addText(text: string): void {
    this.#texts.add(text);
    if (isMissingWord(text)) return;
    for (const type of ["moment", "clock"] as const)
      if (this.#fits[type] && this.#parsers[type](text) === undefined) this.#fits[type] = false;
  }

  reading(): JsonReading {
    const { number, boolean, text, list, record } = this.#counts;
    const plain = number + boolean + text;
    if (list + record > 0) return { holds: plain + record === 0 ? "lists" : "records" };
    if (number > 0 && number === plain) return this.#infiniteCount > 0 ? "mostly numbers" : "number";
    if (boolean > 0 && boolean === plain) return "boolean";
    if (text < plain) return this.#texts.areNumbersBeside(this.#othersThanTexts()) ? "mostly numbers" : "text";
    if (this.#texts.values === 0) return "text";
    if (this.#texts.areNumbers()) return "text numbers";
    return this.#fits.moment ? "moment" : this.#fits.clock ? "clock" : "text";
  }

  /** Whether a number is too long to be one. */
  get hasLong(): boolean {
    return this.#hasLong;
  }

  #othersThanTexts(): NumberCounts {
    const { number, boolean } = this.#counts;
    return {
      ...NO_NUMBERS,
      values: number + boolean,
      plain: number - this.#infiniteCount,
      exact: number - this.#infiniteCount,
      largest: this.#largest,
    };
  }
}

function kindOf(value: unknown): "number" | "boolean" | "text" | "list" | "record" | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number" || value instanceof LongNumber) return "number";
  return Array.isArray(value) ? "list" : "record";
}

interface JsonColumnRules {
  readonly uniqueTexts: UniqueTexts;
  readonly mayBeText: boolean;
}

export function createJsonColumn(name: string, reading: JsonReading, rules: JsonColumnRules): JsonColumn {
  if (typeof reading === "object")
    return plain(
      () => ({ name, type: "other", holds: reading.holds }),
      () => {},
    );
  const areNumbers = reading === "mostly numbers" || reading === "text numbers";
  if (areNumbers && !rules.mayBeText) return ofCells(createNumberColumn(name, cellRules(rules)));
  switch (reading) {
    case "number":
      return numbers(
        (value) => Number(textOf(value)),
        (values) => ({ name, type: "number", values }),
      );
    case "boolean":
      return numbers(Number, (values) => ({
        name,
        type: "boolean",
        codes: Int8Array.from(values, (value) => (Number.isNaN(value) ? -1 : value)),
      }));
    case "moment":
    case "clock": {
      const parse = reading === "moment" ? momentParser() : parseTimeOfDay;
      return numbers(
        (value) => parse(String(value)) ?? NaN,
        (values) => ({ name, type: "time", values }),
      );
    }
    default: {
      const texts = createTexts(name, rules.uniqueTexts);
      return plain(
        () => texts.finish(),
        (value) => texts.add(value === null ? null : textOf(value)),
      );
    }
  }
}

/** Read as a model wants it, whatever the values are. */
export function createAskedColumn(name: string, asked: "number" | "text", rules: JsonColumnRules): JsonColumn {
  return asked === "number"
    ? ofCells(createNumberColumn(name, cellRules(rules)))
    : createJsonColumn(name, "text", rules);
}

function cellRules({ uniqueTexts }: JsonColumnRules): ColumnRules {
  return { missing: new Set(), uniqueTexts, oddCells: "few", onDoubt: () => {} };
}

/** The text of a value, as people would write it. */
function textOf(value: unknown): string {
  if (value instanceof LongNumber) return value.text;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Numbers mean the same however texts beside them are written. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return kindOf(value) === "number" ? exactText(textOf(value)) : textOf(value);
}

export function ofCells(cells: CellColumn): JsonColumn {
  return {
    add: (value, row) => {
      if (Number.isFinite(value) && cells.numbers !== null) cells.numbers.add((value as number) + 0);
      else cells.add(cellOf(value), row);
    },
    finish: () => cells.finish(),
    cells,
  };
}

function plain(finish: () => Column, add: (value: unknown) => void): JsonColumn {
  return { add: (value) => add(value ?? null), finish, cells: null };
}

/** Adding 0 turns -0 into 0. */
function numbers(toNumber: (value: unknown) => number, finish: (values: Float64Array) => Column): JsonColumn {
  const values = new GrowingNumbers();
  return plain(
    () => finish(values.finish()),
    (value) => values.add(value === null ? NaN : toNumber(value) + 0),
  );
}
