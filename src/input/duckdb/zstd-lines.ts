/**
 * The lines of a zstd file, unpacked by DuckDB, since Node 20 cannot.
 *
 * DuckDB's buffers are twice as long as a line may be, so lines of up to 16 MB are expected at first. A list of records
 * in JSON is often one long line, though: then the file is read again, with room for lines of up to 128 MB.
 */
import { InputError } from "../../core/base/index.js";
import type { Packing } from "./file-content.js";
import type { SourceFile } from "./source-files.js";
import { quotePath } from "./sql-text.js";

const MEGABYTE = 2 ** 20;
/** The longest line of a CSV file. */
export const USUAL_LINE_BYTES = 16 * MEGABYTE;
const LONGEST_LINE_BYTES = 128 * MEGABYTE;

interface LinesRequest {
  readonly maxLineBytes?: number;
  readonly packing?: Packing;
  /** Whether all lines must end alike. */
  readonly lineEnds?: "alike" | "any";
}

/** The query for all lines, one column called line. */
export function linesQuery(file: SourceFile, request: LinesRequest = {}): string {
  const { maxLineBytes = USUAL_LINE_BYTES, packing = "zstd", lineEnds = "alike" } = request;
  return `SELECT line FROM read_csv(${quotePath(file.path)}, auto_detect = false, header = false, quote = '', escape = '',
    delim = '\u0001\u0002\u0003\u0004', columns = {'line': 'VARCHAR'}, max_line_size = ${maxLineBytes},
    buffer_size = ${2 * maxLineBytes}, compression = '${packing}', strict_mode = ${lineEnds === "alike"})`;
}

/**
 * Reads by a query for the lines; from the beginning again, if one is longer than usual. `isPart` says of a result that
 * there must be more: DuckDB drops a last line that is longer than its buffers without a word.
 */
export async function readLines<T>(
  file: SourceFile,
  read: (query: string) => Promise<T>,
  isPart: (result: T) => boolean,
): Promise<T> {
  try {
    const result = await read(linesQuery(file));
    if (!isPart(result)) return result;
  } catch (error) {
    if (!isLongLineError(error)) throw error;
  }
  try {
    return await read(linesQuery(file, { maxLineBytes: LONGEST_LINE_BYTES }));
  } catch (error) {
    throw isLongLineError(error) ? longLineError(file, error.message) : error;
  }
}

/** DuckDB says the latter of lines that are longer than its buffers. */
export function isLongLineError(error: unknown): error is Error {
  return error instanceof Error && /Maximum line size|does not support a full read on this file/i.test(error.message);
}

/** `message` is what DuckDB says; it may have the number of the line. */
export function longLineError(file: SourceFile, message: string): InputError {
  const isJson = /Original Line:\s*[[{]/.test(message.slice(0, 1000)) || /\.(json|ndjson|jsonl)\b/i.test(file.shown);
  if (!isJson) return csvLineSizeError(file, lineIn(message));
  return new InputError(
    "JSON_SIZE",
    `${describeLine(file, lineIn(message))} longer than ${LONGEST_LINE_BYTES / MEGABYTE} MB, too long for a file packed by zstd`,
    "Unpack it first (zstd -d), pack it by gzip instead, or write one record on each line.",
  );
}

/** `line`: its number, from 1; null when it is not known. */
export function csvLineSizeError(file: SourceFile, line: number | null): InputError {
  return new InputError(
    "CSV_LINE_SIZE",
    `${describeLine(file, line)} longer than ${USUAL_LINE_BYTES / MEGABYTE} MB`,
    "Look for an unclosed quote before it, or whether the lines end as they should.",
  );
}

/** The line that DuckDB's message has; null when it has none. */
export function lineIn(message: string): number | null {
  const line = /on Line: (\d+)/.exec(message)?.[1];
  return line === undefined ? null : Number(line);
}

function describeLine(file: SourceFile, line: number | null): string {
  return line === null ? `${file.shown} has a line` : `${file.shown} line ${line} is`;
}
