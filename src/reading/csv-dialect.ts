/**
 * Finds how a CSV file is written from its first text: delimiter, quote, escape, decimal separator, and its header.
 *
 * The delimiter is the one under which most lines have as many cells as the header, more than one; then the one that gives more cells;
 * then the order below. Decided here rather than by DuckDB's sniffer so that the rules are few, stated, and the same in the
 * browser, and so that a ragged file is answered with its line. A colon or a blank is never guessed: times and words contain them.
 */
import { type CsvDialect, type CsvRecord, CsvScanner } from "./csv-scanner.js";

const DELIMITERS = [",", ";", "\t", "|", "^", "~", "\u0001", "\u001f"];

const MAX_RECORDS = 1000;

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
  const candidates = (delimiter === null ? DELIMITERS : [delimiter]).flatMap((each) => writings(each, sample));
  let best = candidates[0]!;
  for (const candidate of candidates) if (isBetter(candidate, best)) best = candidate;
  const decimal = best.delimiter === "," || !usesDecimalComma(best.records) ? "." : ",";
  const dialect = { delimiter: best.delimiter, quote: best.quote, escape: best.escape, decimal } as const;
  return { dialect, first: best.records[0] ?? null };
}

interface Candidate extends Omit<CsvDialect, "decimal"> {
  readonly records: readonly CsvRecord[];
  readonly width: number;
  /** Records as wide as the first and without a problem, as a share of all. */
  readonly fit: number;
}

function isBetter(a: Candidate, b: Candidate): boolean {
  if (a.width > 1 !== b.width > 1) return a.width > 1;
  return a.fit !== b.fit ? a.fit > b.fit : a.width > b.width;
}

/** The ways to write quotes that make sense for this text: doubled, with a backslash, or apostrophes round every name. */
function writings(delimiter: string, sample: CsvSample): readonly Candidate[] {
  const found = [toCandidate({ delimiter, quote: '"', escape: '"' }, sample)];
  if (sample.head.includes('\\"')) found.push(toCandidate({ delimiter, quote: '"', escape: "\\" }, sample));
  const names = found[0]!.records[0]?.cells ?? [];
  const isApostrophes = !sample.head.includes('"') && names.length > 0 && names.every((name) => /^'.+'$/.test(name));
  return isApostrophes ? [toCandidate({ delimiter, quote: "'", escape: "'" }, sample)] : found;
}

function toCandidate(dialect: Omit<CsvDialect, "decimal">, sample: CsvSample): Candidate {
  const records = readRecords(dialect, sample);
  const width = records[0]?.cells.length ?? 0;
  const fitting = records.filter((record) => record.cells.length === width && record.problem === null).length;
  return { ...dialect, records, width, fit: records.length === 0 ? 0 : fitting / records.length };
}

function readRecords(dialect: Omit<CsvDialect, "decimal">, sample: CsvSample): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  const scanner = new CsvScanner(dialect, (record) => {
    if (!record.isBlank && records.length < MAX_RECORDS) records.push(record);
  });
  scanner.push(sample.head);
  const complete = records.length;
  scanner.end();
  const canTrustLast = sample.isWhole || complete === 0 || complete === MAX_RECORDS;
  return canTrustLast ? records : records.slice(0, complete);
}

function usesDecimalComma(records: readonly CsvRecord[]): boolean {
  const cells = records.slice(1).flatMap((record) => record.cells);
  return (
    cells.some((cell) => /^\s*[+-]?\d+,\d+\s*$/.test(cell)) && !cells.some((cell) => /^\s*[+-]?\d+\.\d+\s*$/.test(cell))
  );
}
