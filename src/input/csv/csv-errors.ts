/**
 * Mistakes in a CSV file, in words; the page's reader and the Node reader say them alike. `name` is what the file is
 * called.
 */
import { InputError } from "../../core/base/index.js";

interface ExpectedRow {
  readonly width: number;
  /** What has that width. */
  readonly of: "the header" | "the first line";
  readonly delimiter: string;
}

/** A line of a file, from 1. */
interface LineOfFile {
  readonly name: string;
  readonly line: number;
}

/** A row that has an empty cell behind all that it should have. */
export class TrailingCellError extends InputError {}

export function widthError({ name, line }: LineOfFile, cells: readonly string[], expected: ExpectedRow): InputError {
  const count = `${cells.length} ${cells.length === 1 ? "cell" : "cells"}`;
  const start = cells.join(expected.delimiter).slice(0, 40).replace(/\s+/g, " ");
  const message = `${name} line ${line} has ${count}, ${expected.of} has ${expected.width}`;
  const delimiter = delimiterName(expected.delimiter);
  if (cells.length === expected.width + 1 && cells.at(-1) === "")
    return new TrailingCellError(
      "CSV_ROW_WIDTH",
      message,
      `It starts with: ${start}… and ends in a ${delimiter}, which ${expected.of} does not: add one there, or remove those at the ends of lines.`,
    );
  const look =
    cells.length === 1
      ? `If it is a comment or a title, remove it; else look for an unclosed quote, or another delimiter than a ${delimiter}.`
      : `Look for an unclosed quote or an unquoted ${delimiter}.`;
  return new InputError("CSV_ROW_WIDTH", message, `It starts with: ${start}… ${look}`);
}

export function quoteError(name: string, line: number, kind: "open quote" | "text after quote"): InputError {
  if (kind === "open quote") {
    return new InputError(
      "CSV_QUOTE",
      `${name} line ${line} opens a quote that is never closed`,
      'Close it, or write a quote inside a cell twice: "a ""word"" in quotes".',
    );
  }
  return new InputError(
    "CSV_QUOTE",
    `${name} line ${line} has text after a closing quote`,
    'Write a quote inside a cell twice: "a ""word"" in quotes".',
  );
}

export function lineEndsError(name: string): InputError {
  return new InputError(
    "CSV_LINE_ENDS",
    `${name} mixes line ends: some lines end in \\n, others in \\r\\n or \\r`,
    "Make them alike, for instance: tr -d '\\r' < old.csv > new.csv",
  );
}

export function lineSizeError(name: string, line: number): InputError {
  return new InputError(
    "CSV_LINE_SIZE",
    `${name} line ${line} is longer than 16 MB`,
    "Look for an unclosed quote before it, or whether the lines end as they should.",
  );
}

/** A cell that is not what its column holds. */
interface UnfitCell {
  /** A line or a row of a file. */
  readonly place: string;
  readonly column: string;
  readonly cell: string;
  readonly type: string;
}

export function cellTypeError({ place, column, cell, type }: UnfitCell): InputError {
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  return new InputError(
    "CELL_TYPE",
    `${place}, column "${column}": "${shown}" is not a ${type}`,
    "Correct the cell, or leave it empty if there is no value.",
  );
}

function delimiterName(delimiter: string): string {
  const names = new Map([
    [",", "comma"],
    [";", "semicolon"],
    ["\t", "tab"],
  ]);
  return names.get(delimiter) ?? delimiter;
}
