/** A row of a stream, and what is wanted of it. */
import { InputError } from "../../core/base/index.js";
import type { CellValue } from "../../core/table/index.js";

/** What messages call it. */
export const STANDARD_INPUT = "standard input";

/**
 * How a column is read: numbers; texts; what each cell is by itself (categories that are numbers or truth values); or
 * as it is written, where rows are named by it.
 */
export type CellReading = "number" | "text" | "value" | "name";

export interface FollowedColumn {
  readonly name: string;
  readonly reading: CellReading;
  /** A feature, or asked for by name. */
  readonly isRequired: boolean;
}

/** A text among numbers: missing, and it is said where. */
export interface OddValue {
  readonly column: string;
  readonly cell: string;
}

/** What a line holds. */
export interface RowValues {
  /** One for each wanted column. */
  readonly values: readonly CellValue[];
  readonly odd: readonly OddValue[];
}

interface FollowedRow extends RowValues {
  /** From 1. */
  readonly line: number;
}

/** Who is told of rows as they are complete. A line that holds no row is told with the reason. */
export interface RowListener {
  /** Which of the wanted columns there are, before the first row. */
  onColumns(names: readonly string[]): void;
  onRow(row: FollowedRow): void;
  onBadLine(reason: InputError): void;
  /** A line that repeats the header, which is no row at all. */
  onRepeatedHeader(reason: InputError): void;
}

/** Tells of the row in a line, or why there is none: what `read` throws. */
export function tellLine(listener: RowListener, line: number, read: () => RowValues): void {
  let row: RowValues;
  try {
    row = read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    listener.onBadLine(error);
    return;
  }
  listener.onRow({ line, ...row });
}

/** State over a stream of text: `push` what has come, then `end` or `stop` once. */
export interface RowParser {
  push(text: string): void;
  end(): void;
  /** In the place of `end` where the last line is cut. */
  stop(): void;
}

/** What a decoder writes for bytes that are no UTF-8. */
const REPLACEMENT = "\ufffd";

export function refuseOtherEncoding(text: string, line: number): void {
  if (!text.includes(REPLACEMENT)) return;
  throw new InputError(
    "FILE_NOT_UTF8",
    `${STANDARD_INPUT} line ${line} is not UTF-8 text`,
    "Convert it on its way, from Latin-1 for instance: … | iconv -f WINDOWS-1252 -t UTF-8 | …",
  );
}

/** Longest line. */
export const MAX_LINE_LENGTH = 16 * 1024 * 1024;
