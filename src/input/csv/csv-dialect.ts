/**
 * Finds how a CSV file is written from its first text: delimiter, quote, escape, and its header.
 *
 * The delimiter is the one under which most lines have as many cells as the header, more than one; then the one that
 * gives more cells; then the order below. Decided here rather than by DuckDB's sniffer so that the rules are few,
 * stated, and the same in the browser, and so that a ragged file is answered with its line. A colon or a blank is never
 * guessed: times and words contain them.
 */
import type { CsvRecord, CurrentRecord, LineEnd } from "./csv-record.js";
import { type CsvSyntax, CsvTokenizer } from "./csv-tokenizer.js";

const DELIMITERS = [",", ";", "\t", "|", "^", "~", "\u0001", "\u001f"];

const MAX_RECORDS = 1000;
/** A cell without end, after an unclosed quote, takes no more memory. */
export const MAX_CELL_LENGTH = 1000;
/** Scanned at first, then twice as much each time; most first records are shorter. */
const FIRST_LENGTH = 256;

export interface CsvDialect extends CsvSyntax {
  /** How lines end, where the first row holds line breaks that could be taken for it; else null: DuckDB sees it. */
  readonly lineEnd: LineEnd | null;
}

export interface CsvLayout {
  readonly dialect: CsvDialect;
  /** Cells of the first line that is not blank; null when there is none. */
  readonly first: CsvRecord | null;
}

export interface CsvSample {
  readonly head: string;
  /** Whether `head` is the whole file; else its last record is cut and not looked at. */
  readonly isWhole: boolean;
}

export function findCsvLayout(sample: CsvSample, delimiter: string | null): CsvLayout {
  const delimiters = delimiter === null ? usefulDelimiters(sample.head) : [delimiter];
  const best = findBest(delimiters.flatMap((each) => writings(each, sample)));
  const { delimiter: found, quote, escape: escaping, first } = best;
  return { dialect: { delimiter: found, quote, escape: escaping, lineEnd: hiddenLineEnd(first) }, first };
}

/** The line end of a first row that holds other line breaks. */
function hiddenLineEnd(first: CsvRecord | null): LineEnd | null {
  return first?.cells.some((cell) => /[\r\n]/.test(cell)) ? first.lineEnd : null;
}

/** Those that occur, and one of the others: all that do not occur cut the text alike. */
export function usefulDelimiters(head: string): readonly string[] {
  const absent = DELIMITERS.find((each) => !head.includes(each));
  return DELIMITERS.filter((each) => each === absent || head.includes(each));
}

interface Candidate extends CsvSyntax {
  readonly first: CsvRecord | null;
  /** Cells of the first record. */
  readonly width: number;
  /** The first records. Costs a look at each character of them, so it is asked for only where it decides something. */
  readonly records: () => readonly CsvRecord[];
}

function findBest(candidates: readonly Candidate[]): Candidate {
  const wide = candidates.filter(({ width }) => width > 1);
  if (wide.length === 1) return wide[0]!;
  const measured = (wide.length > 0 ? wide : candidates).map((candidate) => ({ candidate, fit: fitOf(candidate) }));
  let best = measured[0]!;
  for (const each of measured) {
    const isBetter = each.fit !== best.fit ? each.fit > best.fit : each.candidate.width > best.candidate.width;
    if (isBetter) best = each;
  }
  return best.candidate;
}

/** Records as wide as the first and without a problem, as a share of all. */
function fitOf({ records, width }: Candidate): number {
  const all = records();
  const fitting = all.filter((record) => record.cells.length === width && record.problem === null).length;
  return all.length === 0 ? 0 : fitting / all.length;
}

/**
 * The ways to write quotes that make sense for this text: doubled, with a backslash, or apostrophes round every name.
 */
function writings(delimiter: string, sample: CsvSample): readonly Candidate[] {
  const found = [toCandidate({ delimiter, quote: '"', escape: '"' }, sample)];
  if (sample.head.includes('\\"')) found.push(toCandidate({ delimiter, quote: '"', escape: "\\" }, sample));
  const names = found[0]!.first?.cells ?? [];
  const isApostrophes = !sample.head.includes('"') && names.length > 0 && names.every((name) => /^'.+'$/.test(name));
  return isApostrophes ? [toCandidate({ delimiter, quote: "'", escape: "'" }, sample)] : found;
}

function toCandidate(syntax: CsvSyntax, sample: CsvSample): Candidate {
  const first = readRecords(syntax, sample, 1)[0] ?? null;
  return {
    ...syntax,
    first,
    width: first?.cells.length ?? 0,
    records: () => readRecords(syntax, sample, MAX_RECORDS),
  };
}

/** The first records that are not blank, at most so many. */
export function readRecords(syntax: CsvSyntax, sample: CsvSample, most: number): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  const take = (record: CurrentRecord): void => {
    if (!record.isBlank && records.length < most) records.push(record.copy());
  };
  const tokenizer = new CsvTokenizer(syntax, take, { mostLength: MAX_CELL_LENGTH });
  for (let at = 0, to = FIRST_LENGTH; at < sample.head.length && records.length < most; [at, to] = [to, 2 * to])
    tokenizer.push(sample.head.slice(at, to));
  const complete = records.length;
  if (complete === most) return records;
  tokenizer.end();
  return sample.isWhole || complete === 0 ? records : records.slice(0, complete);
}
