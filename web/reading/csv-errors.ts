/** Mistakes in a CSV file, in the words of the Node reader. */
import { InputError } from "../../src/core/errors/input-error.js";

export function widthError(name: string, line: number, cells: readonly string[], expected: Expected): InputError {
  const count = `${cells.length} ${cells.length === 1 ? "cell" : "cells"}`;
  const start = cells.join(expected.delimiter).slice(0, 40).replace(/\s+/g, " ");
  return new InputError(
    "CSV_ROW_WIDTH",
    `${name} line ${line} has ${count}, the header has ${expected.width}`,
    `It starts with: ${start}… Look for an unclosed quote or an unquoted ${delimiterName(expected.delimiter)}.`,
  );
}

export interface Expected {
  readonly width: number;
  readonly delimiter: string;
}

export function quoteError(name: string, kind: "open quote" | "text after quote", line: number): InputError {
  return new InputError(
    "CSV_QUOTE",
    `${name} line ${line} ${kind === "open quote" ? "opens a quote that is never closed" : "has text after a closing quote"}`,
    kind === "open quote"
      ? 'Close it, or write a quote inside a cell twice: "a ""word"" in quotes".'
      : 'Write a quote inside a cell twice: "a ""word"" in quotes".',
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

export function cellTypeError(name: string, line: number, column: string, cell: string): InputError {
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  return new InputError(
    "CELL_TYPE",
    `${name} line ${line}, column "${column}": "${shown}" is not a number`,
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
