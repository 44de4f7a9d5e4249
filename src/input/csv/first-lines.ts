/**
 * Refuses a file whose first lines are not what they are taken for: a comment, Excel's note of the separator, a title
 * or remarks above the names of the columns, or rows that end in a delimiter where the header does not.
 *
 * A title would be the name of the only column, and the table would be lost; nothing in the file says which lines are
 * remarks, so a person has to. Cost: a look at some of the first records.
 */
import { InputError, listNames } from "../../core/base/index.js";
import { isWrittenMoment } from "../../core/table/index.js";
import { parseMoment, parseNumber, parseTimeOfDay } from "./csv-cells.js";
import { type CsvLayout, type CsvSample, readRecords, usefulDelimiters } from "./csv-dialect.js";
import { widthError } from "./csv-errors.js";
import type { CsvRecord } from "./csv-record.js";
import type { CsvSyntax } from "./csv-tokenizer.js";
import { isMissingWord } from "./number-texts.js";
import { isWrittenOtherwise } from "./number-writing.js";
import type { ReadWarning } from "./odd-cells.js";

interface FirstLines {
  readonly sample: CsvSample;
  /** Asked for by the caller; null: found out. */
  readonly delimiter: string | null;
  readonly hasHeader: boolean;
  /** What the file is called. */
  readonly shown: string;
}

/** What the names of the columns may be instead: numbers throughout, or cells such as those below them. */
export type HeaderDoubt = "numbers" | "like a row";

/** Tells what is to be doubted of the header; null: nothing. Contract: `first` is not null. */
export function checkFirstLines({ dialect, first }: CsvLayout, lines: FirstLines): HeaderDoubt | null {
  if (lines.hasHeader) checkHeaderLine(first!, lines.shown);
  const records = readRecords(dialect, lines.sample, FIRST_RECORDS);
  const title = findPaddedTitle(records, lines) ?? findTitle(records, lines);
  if (title !== null) throw titleError(first!, title, lines);
  if (lines.hasHeader && hasTwoHeaders(records)) throw twoHeadersError(records, lines);
  const longer = records[1];
  if (longer === undefined || longer.cells.length !== first!.cells.length + 1 || longer.cells.at(-1) !== "")
    return lines.hasHeader ? doubtOfHeader(records) : null;
  throw widthError({ name: lines.shown, line: longer.line }, longer.cells, {
    width: first!.cells.length,
    of: lines.hasHeader ? "the header" : "the first line",
    delimiter: dialect.delimiter,
  });
}

/** What is said about it. */
export function warnAboutDoubt(doubt: HeaderDoubt | null, names: readonly string[], shown: string): ReadWarning[] {
  if (doubt === null) return [];
  const hint = "If its first line is data, say so with header: false; the columns are then called column0, column1, …";
  return doubt === "numbers"
    ? [{ code: "HEADER_NUMBERS", message: `the header of ${shown} is all numbers: ${listNames(names)}`, hint }]
    : [
        {
          code: "HEADER_LIKE_ROW",
          message: `the header of ${shown} looks like the rows below it: ${listNames(names)}`,
          hint,
        },
      ];
}

function doubtOfHeader([first, ...rows]: readonly CsvRecord[]): HeaderDoubt | null {
  const isPlainNumber = (name: string): boolean => name.trim() !== "" && Number.isFinite(Number(name));
  if (first!.cells.every(isPlainNumber)) return "numbers";
  const isRepeated = ({ cells }: CsvRecord): boolean => cells.join("\0") === first!.cells.join("\0"); // which is said elsewhere
  return isLikeRows(
    first!,
    rows.filter((row) => !isRepeated(row)),
  )
    ? "like a row"
    : null;
}

/** Rows below a header that tell what their cells are like. */
const ENOUGH_ROWS = 5;

/**
 * Whether each name is what the cells below it are: a number, a moment, a time of day, or one of these cells. In many a
 * table names that are numbers stand above numbers (country, 2019, 2020), but then others are no cells of their column.
 */
function isLikeRows({ cells }: CsvRecord, rows: readonly CsvRecord[]): boolean {
  if (rows.length < ENOUGH_ROWS || cells.length < 2) return false;
  const below = (place: number): string[] => rows.map((row) => (row.cells[place] ?? "").trim());
  const isOneOf = (cell: string, place: number): boolean =>
    isLikeCells(
      cell,
      below(place).filter((other) => !isMissingWord(other)),
    );
  const names = cells.map((cell) => cell.trim());
  const isGap = (name: string): boolean => name === "" || isMissingWord(name);
  return (
    names.filter((name) => !isGap(name)).length >= 2 &&
    names.every((name, place) => isGap(name) || isOneOf(name, place))
  );
}

function isLikeCells(name: string, cells: readonly string[]): boolean {
  const kind = KINDS.find((isOfKind) => isOfKind(name));
  if (kind !== undefined) return cells.length > 0 && cells.every(kind);
  return cells.includes(name);
}

const KINDS: readonly ((cell: string) => boolean)[] = [
  isNumber,
  isWrittenMoment,
  (cell) => parseTimeOfDay(cell) !== undefined,
];

/** Looked at, blank lines left out. */
const FIRST_RECORDS = 60;

/** Refuse a comment, or Excel's note of the separator, where the names should be; all that a stream knows at first. */
export function checkHeaderLine({ cells, line }: CsvRecord, shown: string): void {
  const text = cells.join("");
  const isNote = cells.length <= 2 && /^sep=[,;|\t]?$/i.test(text);
  if (!isNote && !(cells.length === 1 && /^#\s/.test(text))) return;
  throw new InputError(
    "CSV_FIRST_LINE",
    `${shown} line ${line} is no header: it is ${isNote ? "a note for Excel" : "a comment"}, "${text.slice(0, 40)}"`,
    `Remove it, so that the names of the columns come first: sed ${line}d old.csv > new.csv`,
  );
}

/** A title has one cell, or its other cells are empty; the table begins on this line and has so many columns. */
interface Title {
  readonly tableLine: number;
  readonly width: number;
}

/** "Plant 7,,": a title as spreadsheets write it, above a line of names. */
function findPaddedTitle([first, names, row]: readonly CsvRecord[], { hasHeader }: FirstLines): Title | null {
  if (first === undefined || first.cells.length < 2 || !hasHeader) return null;
  const isPadded = first.cells.every((cell, place) => (cell.trim() !== "") === (place === 0));
  return isPadded && areNames(names, row) ? { tableLine: names!.line, width: names!.cells.length } : null;
}

/** Lines as wide as one another below others: the table. A first line of some cells must have names below it, too. */
function findTitle(records: readonly CsvRecord[], { sample, delimiter }: FirstLines): Title | null {
  const width = records[0]!.cells.length;
  if (width > 1 && records.every(({ cells }) => cells.length === width)) return null;
  if (width === 1 && records.slice(1).every(({ cells }) => isNumber(cells[0]!))) return null; // 3,14
  for (const each of delimiter === null ? usefulDelimiters(sample.head) : [delimiter]) {
    const cut = readRecords(syntaxOf(each), sample, FIRST_RECORDS);
    const at = cut.findLastIndex((record) => record.cells.length !== cut.at(-1)!.cells.length) + 1;
    const [names, row] = [cut[at], cut[at + 1]];
    if (at === 0 || cut.length - at < 2 * at || row === undefined || names!.cells.length <= width) continue;
    if (width === 1 || areNames(names, row)) return { tableLine: names!.line, width: names!.cells.length };
  }
  return null;
}

/**
 * "My plant, week 3" above a table of two columns: the second line is words throughout, each another and none of them
 * in another line (it may repeat the header), and below it numbers stand in at least two columns; or in one, and the
 * first line has blanks and the second none. A row with a sensor that fails is no header, though: its other cells look
 * like those below them, or what stands above the numbers may say that something failed. Words in capitals may: they
 * are names where the first line has blanks and each of them stands above other numbers, and none is a known status. In
 * doubt it is a row, and its odd cells are warned of.
 */
function hasTwoHeaders([first, names, ...rows]: readonly CsvRecord[]): boolean {
  const width = first?.cells.length ?? 0;
  if (width < 2 || names?.cells.length !== width || rows.length < 3) return false;
  const words = names.cells.map((cell) => cell.trim());
  const areWords = words.every((word) => !isMissingWord(word) && !isNumber(word) && ![first!, ...rows].some(has(word)));
  if (!areWords || new Set(words).size < width) return false;
  const below = words.map((_, place) => rows.map(({ cells }) => (cells[place] ?? "").trim()));
  const isOverNumbers = (place: number): boolean => below[place]!.every(isNumberOrMissing);
  if (words.some((word, place) => !isOverNumbers(place) && isLike(word, below[place]!))) return false;
  const numbers = words.filter((_, place) => isOverNumbers(place));
  const isSentence =
    first!.cells.some((cell) => cell.trim().includes(" ")) && !words.some((word) => word.includes(" "));
  const areNamesInCapitals = isSentence && numbers.length >= 2 && numbers.every(isNameInCapitals);
  if (numbers.every(mayBeStatus) && !areNamesInCapitals) return false;
  return numbers.length >= 2 || (numbers.length === 1 && isSentence);
}

const has =
  (word: string) =>
  ({ cells }: CsvRecord): boolean =>
    cells.some((cell) => cell.trim() === word);

/** Whether a cell is a moment, or differs from another one by numbers only: M-001 and M-002. */
function isLike(word: string, others: readonly string[]): boolean {
  const mask = (text: string): string => text.replace(/\d+/g, "0");
  return parseMoment(word) !== undefined || others.some((other) => mask(other) === mask(word));
}

/** Without a small letter (ERR, ---, #REF!), or with a word for what failed or stands still. */
function mayBeStatus(word: string): boolean {
  return !/\p{Ll}/u.test(word) || STATUS.test(word);
}

/** LEVEL, TEMP_2: a word of letters that is no word for a status, nor short for one. */
function isNameInCapitals(word: string): boolean {
  return /^\p{Lu}[\p{Lu}\d_]{2,}$/u.test(word) && !STATUS.test(word) && !SHORT_STATUS.test(word);
}

const SHORT_STATUS =
  /^(?:ALARM|BAD\w*|CAL\w*|COM\w*|DIS\w*|ERR\w*|FLT\w*|FAIL\w*|HIGH|HIHI|INF|INIT|INV\w*|LOLO|LOW|MAINT\w*|MAN|NAN|NUL\w*|OOS|OVL\w*|OVR\w*|RUN|SIM|TBD|TEST|TRIP\w*|UNK\w*|UNDEF\w*|VOID|WRN|XXX+)$/;

const STATUS =
  /\b(?:bad|broken|comm|closed?|dead|disconnected|down|empty|err(?:or)?|fail(?:ed|ure)?|fault(?:y)?|good|idle|invalid|lost|missing|no|none|not|off(?:line)?|ok|on(?:line)?|open|out|over(?:flow|range)?|running|short|start(?:ed|up)?|stale|stop(?:ped)?|timeout|uncertain|under(?:flow|range)?|unknown|wait(?:ing)?|warn(?:ing)?)\b/i;

function isNumberOrMissing(cell: string): boolean {
  return isNumber(cell) || isMissingWord(cell);
}

function twoHeadersError([first, names]: readonly CsvRecord[], { sample, shown }: FirstLines): InputError {
  const [title, words] = [first!, names!].map(({ line }) => lineAt(sample, line));
  return new InputError(
    "CSV_FIRST_LINE",
    `${shown} has two lines of words above its numbers: line ${first!.line} "${title}" and line ${names!.line} "${words}"`,
    `If the first is a title, remove it (sed ${first!.line}d old.csv > new.csv); if the second holds units or remarks, remove that (sed ${names!.line}d).`,
  );
}

/** The beginning of a line as the file has it. */
function lineAt({ head }: CsvSample, line: number): string {
  return head
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    [line - 1]!.slice(0, 40);
}

function syntaxOf(delimiter: string): CsvSyntax {
  return { delimiter, quote: '"', escape: '"' };
}

/** Whether a record is words throughout, above one that is not. */
function areNames(record: CsvRecord | undefined, next: CsvRecord | undefined): boolean {
  if (record === undefined || next === undefined || next.cells.length !== record.cells.length) return false;
  const areWords = record.cells.every((cell) => cell.trim() !== "" && !isNumber(cell));
  return areWords && next.cells.some(isNumber);
}

function isNumber(cell: string): boolean {
  return parseNumber(cell) !== undefined || isWrittenOtherwise(cell);
}

function titleError({ cells, line }: CsvRecord, { tableLine, width }: Title, lines: FirstLines): InputError {
  const { sample, shown } = lines;
  const [only, ...others] = cells.filter((cell) => cell.trim() !== "");
  const title = only === undefined || others.length > 0 ? lineAt(sample, line) : only.trim().slice(0, 40);
  const last = tableLine - 1;
  const [what, range] = last === line ? ["it", `${line}d`] : ["these lines", `${line},${last}d`];
  return new InputError(
    "CSV_FIRST_LINE",
    `${shown} line ${line} looks like a title, "${title}": from line ${tableLine} on there are ${width} columns`,
    `Remove ${what}, so that the names of the columns come first: sed ${range} old.csv > new.csv. If there is one column of texts, put them in quotes, or name another delimiter.`,
  );
}
