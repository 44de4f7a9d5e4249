/**
 * Lines that repeat the header, as files have that were put together: they are no rows. Where more than one line in
 * twenty of a file equals the first one, that is more likely a row itself, and all of them are read. A stream, whose
 * end is not known, has no such share: there every one is passed over.
 */
import { InputError } from "../../core/base/errors/input-error.js";
import { groupDigits } from "../../core/base/numbers/group-digits.js";
import { areMostlyFit, FEW_CELLS } from "../../core/table/odd-cells.js";
import type { CurrentRecord } from "./csv-record.js";
import type { ReadWarning } from "./odd-cells.js";

/** Lines of a file that repeat its header. */
export interface HeaderLines {
  readonly file: string;
  readonly count: number;
  /** The first ones, a few, from 1. */
  readonly first: readonly number[];
}

/** In a table of one column a line that equals the header is more likely a word among others. */
export function mayRepeatHeader(names: readonly string[]): boolean {
  return names.length > 1;
}

/** Whether so many lines that equal the header are repetitions of it. */
export function areRepetitions(count: number, lines: number): boolean {
  return count > 0 && areMostlyFit(lines - count, lines);
}

/**
 * Contract: as wide as the header. A column without a name was called by its place, and the first one may follow upon
 * the byte order mark of its file.
 */
export function repeatsHeader(record: CurrentRecord, names: readonly string[]): boolean {
  for (let place = 0; place < names.length; place++) {
    const name = names[place]!;
    const isName =
      record.isCell(place, name) ||
      (name === `column${place}` && record.isCell(place, "")) ||
      (place === 0 && record.isCell(0, `${BYTE_ORDER_MARK}${name}`));
    if (!isName) return false;
  }
  return true;
}

export const BYTE_ORDER_MARK = "\ufeff";

export function warnAboutHeaders(headers: readonly HeaderLines[]): readonly ReadWarning[] {
  const found = headers.filter(({ count }) => count > 0);
  if (found.length === 0) return [];
  const total = found.reduce((sum, { count }) => sum + count, 0);
  const shown = found.slice(0, FEW_CELLS).map(describeLines);
  const more = found.length > shown.length ? ` and ${groupDigits(found.length - shown.length)} more files` : "";
  const are = total === 1 ? "line repeats the header and is" : "lines repeat the header and are";
  return [
    {
      code: "HEADER_REPEATED",
      message: `${groupDigits(total)} ${are} not read as ${total === 1 ? "a row" : "rows"}: ${shown.join("; ")}${more}`,
      hint: "Files were likely put together with their headers: remove all but the first. To have them refused, say so (strict).",
    },
  ];
}

/** The error that takes the place of the warning; null: no line repeats a header. */
export function refusedHeader(headers: readonly HeaderLines[]): InputError | null {
  const found = headers.find(({ count }) => count > 0);
  if (found === undefined) return null;
  return headerError(found.file, found.first[0]!);
}

export function headerError(file: string, line: number): InputError {
  return new InputError(
    "HEADER_REPEATED",
    `${file} line ${line} repeats the header`,
    "Remove that line: it is no row.",
  );
}

function describeLines({ file, count, first }: HeaderLines): string {
  const more = count > first.length ? ` and ${groupDigits(count - first.length)} more` : "";
  return `${file} ${count === 1 ? "line" : "lines"} ${first.join(", ")}${more}`;
}
