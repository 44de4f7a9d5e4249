/**
 * Lines that repeat the header, as files have that were put together: they are no rows, however many they are. In a
 * table of one column a cell that equals its name is a value like others.
 */
import { groupDigits, InputError } from "../../core/base/index.js";
import { FEW_CELLS } from "../../core/table/index.js";
import type { CurrentRecord } from "./csv-record.js";
import type { ReadWarning } from "./odd-cells.js";

/** Lines of a file that repeat its header. */
export interface HeaderLines {
  readonly file: string;
  readonly count: number;
  /** The first ones, a few, from 1. */
  readonly first: readonly number[];
}

/** The names as lines are compared with them; null: no line repeats such a header. */
export function namesToRepeat(names: readonly string[]): readonly string[] | null {
  return names.length > 1 ? names.map(trimMarks) : null;
}

/**
 * Contract: as wide as the header. Spaces round a name do not count, a column without a name was called by its place
 * (but a line of empty cells repeats nothing), and the first cell may follow upon the byte order mark of its file,
 * which makes its quotes part of it.
 */
export function repeatsHeader(record: CurrentRecord, names: readonly string[]): boolean {
  let isNamed = false;
  for (let place = 0; place < names.length; place++) {
    const name = names[place]!;
    if (record.isCell(place, name, AROUND_NAMES) || (place === 0 && record.isCell(0, markedInQuotes(name), "")))
      isNamed = true;
    else if (name !== `column${place}` || !record.isCell(place, "", AROUND_NAMES)) return false;
  }
  return isNamed;
}

const BYTE_ORDER_MARK = "\ufeff";

/** What may stand before and behind a name. */
export const AROUND_NAMES = ` \t\u00a0${BYTE_ORDER_MARK}`;

export function markedInQuotes(name: string): string {
  return `${BYTE_ORDER_MARK}"${name}"`;
}

function trimMarks(name: string): string {
  let [from, to] = [0, name.length];
  while (from < to && AROUND_NAMES.includes(name[from]!)) from++;
  while (to > from && AROUND_NAMES.includes(name[to - 1]!)) to--;
  return name.slice(from, to);
}

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
      hint: "Files were likely put together with their headers: remove all but the first. If the first line is data, say so with header: false. To have them refused, say so (strict).",
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
