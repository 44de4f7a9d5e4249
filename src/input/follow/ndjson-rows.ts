/** NDJSON that arrives over time → rows: one object a line, columns by their keys. A key that is absent is missing. */
import { InputError } from "../../core/base/index.js";
import { type CellValue, meansMissingNumber, parseNumber } from "../../core/table/index.js";
import { EXACT_LENGTH } from "../csv/exact-numbers.js";
import {
  type FollowedColumn,
  MAX_LINE_LENGTH,
  type OddValue,
  type RowListener,
  type RowParser,
  type RowValues,
  refuseOtherEncoding,
  STANDARD_INPUT,
  tellLine,
} from "./followed-row.js";

export function createNdjsonRows(columns: readonly FollowedColumn[], listener: RowListener): RowParser {
  let carry = "";
  let line = 0;
  let hasColumns = false;

  function addLine(text: string): void {
    line++;
    if (text.trim() === "") return;
    tellLine(listener, line, () => {
      const object = parseObject(text, line);
      const row = readObject({ object, text, line }, columns);
      if (!hasColumns)
        listener.onColumns(columns.map(({ name }) => name).filter((name) => Object.hasOwn(object, name)));
      hasColumns = true;
      return row;
    });
  }

  return {
    push(text) {
      if (text.includes("\n")) {
        const lines = (carry + text).split("\n");
        carry = lines.pop()!;
        for (const each of lines) addLine(each);
      } else carry += text; // a long line in many pieces is looked at once
      if (carry.length > MAX_LINE_LENGTH) throw lineTooLong(line + 1);
    },
    end() {
      if (carry !== "") addLine(carry);
      carry = "";
    },
    stop() {},
  };
}

function parseObject(text: string, line: number): object {
  refuseOtherEncoding(text, line);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError(
      "JSON_MALFORMED",
      `${STANDARD_INPUT} line ${line} is no JSON: ${JSON.stringify(startOf(text))}`,
      "One object stands in each line, and no object in several.",
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new InputError(
    "JSON_NOT_RECORDS",
    `${STANDARD_INPUT} line ${line} is no object: ${JSON.stringify(startOf(text))}`,
    'Write a row like {"Level": 10.2, "Pump": "ON"}.',
  );
}

function startOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed;
}

function lineTooLong(line: number): InputError {
  return new InputError(
    "JSON_SIZE",
    `${STANDARD_INPUT} line ${line} is longer than 16 MB`,
    "Check that lines end in a line feed, one object in each.",
  );
}

interface ParsedLine {
  readonly object: object;
  readonly text: string;
  readonly line: number;
}

function readObject({ object, text, line }: ParsedLine, columns: readonly FollowedColumn[]): RowValues {
  const fields = object as Readonly<Record<string, unknown>>;
  const odd: OddValue[] = [];
  const absent: FollowedColumn[] = [];
  const values = columns.map((column) => {
    const value = Object.hasOwn(fields, column.name) ? fields[column.name] : undefined;
    if (value === undefined) absent.push(column);
    if (value === undefined || value === null) return null;
    if (typeof value === "object") throw nested(column.name, line);
    return readValue(value as string | number | boolean, { column, text, odd });
  });
  refuseMisspelt({ object, text, line }, absent, columns);
  return { values, odd };
}

interface ReadingColumn {
  readonly column: FollowedColumn;
  readonly text: string;
  readonly odd: OddValue[];
}

function readValue(value: string | number | boolean, { column, text, odd }: ReadingColumn): CellValue {
  switch (column.reading) {
    case "number": {
      if (typeof value !== "string") return Number(value);
      const number = parseNumber(value);
      if (Number.isNaN(number) && !meansMissingNumber(value)) odd.push({ column: column.name, cell: value });
      return Number.isNaN(number) ? null : number;
    }
    case "text":
      return blankAsMissing(String(value));
    case "value":
      return typeof value === "string" ? blankAsMissing(value) : value;
    case "name":
      if (typeof value === "number") return asWritten(value, column.name, text);
      return typeof value === "string" ? blankAsMissing(value) : value;
  }
}

function blankAsMissing(text: string): string | null {
  return text.trim() === "" ? null : text;
}

/** A number of twenty digits that names a row is no number: its text, as the line has it. */
function asWritten(value: number, name: string, text: string): number | string {
  if (String(value).length <= EXACT_LENGTH) return value;
  const key = JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`${key}\\s*:\\s*(-?[0-9][-+.0-9eE]*)`).exec(text)?.[1] ?? value;
}

/** A key is absent where there is no value; but none of all features, or one in other letters, is a mistake. */
function refuseMisspelt(
  { object, line }: ParsedLine,
  absent: readonly FollowedColumn[],
  columns: readonly FollowedColumn[],
): void {
  const features = columns.filter(({ reading }) => reading !== "name");
  const lacking = absent.filter(({ reading }) => reading !== "name");
  if (lacking.length === 0) return;
  if (lacking.length === features.length) throw withoutFeatures(line, Object.keys(object));
  const keys = new Map(Object.keys(object).map((key) => [key.trim().toLowerCase(), key]));
  for (const { name } of lacking) {
    const key = keys.get(name.trim().toLowerCase());
    if (key !== undefined) throw inOtherLetters({ name, key, line });
  }
}

function withoutFeatures(line: number, keys: readonly string[]): InputError {
  const has = keys.length === 0 ? "no keys" : keys.slice(0, 10).join(", ");
  return new InputError(
    "COLUMN_UNKNOWN",
    `${STANDARD_INPUT} line ${line} has none of the model's features`,
    `It has: ${has}. The keys must be the names of the columns that were learnt.`,
  );
}

function inOtherLetters({ name, key, line }: { readonly name: string; readonly key: string; readonly line: number }) {
  return new InputError(
    "COLUMN_UNKNOWN",
    `${STANDARD_INPUT} line ${line} has no key ${JSON.stringify(name)}, but ${JSON.stringify(key)}`,
    "The keys must be the names of the columns that were learnt.",
  );
}

function nested(name: string, line: number): InputError {
  return new InputError(
    "CELL_TYPE",
    `${STANDARD_INPUT} line ${line}, key ${JSON.stringify(name)}: a list or an object is no value of a column`,
    "Give one plain value for each column.",
  );
}
