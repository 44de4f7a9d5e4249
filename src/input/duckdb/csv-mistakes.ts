/**
 * Finds the line of a mistake in a CSV file after DuckDB refused it, by reading the file once more with our own
 * tokenizer.
 *
 * DuckDB's message has a line too, but it counts records, so a cell with a line break in it shifts all that follow.
 * Cost: one pass over the file, only when there is something to report.
 */
import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError } from "../../core/base/index.js";
import { FEW_CELLS } from "../../core/table/index.js";
import { MAX_CELL_LENGTH } from "../csv/csv-dialect.js";
import { lineEndsError, quoteError, widthError } from "../csv/csv-errors.js";
import type { CsvRecord, CurrentRecord } from "../csv/csv-record.js";
import { CsvTokenizer } from "../csv/csv-tokenizer.js";
import { namesToRepeat, repeatsHeader } from "../csv/repeated-header.js";
import type { CsvTable } from "./csv-table.js";
import type { Database } from "./duckdb.js";
import type { SourceFile } from "./source-files.js";
import { quoteText } from "./sql-text.js";
import { csvLineSizeError, isLongLineError, lineIn, linesQuery } from "./zstd-lines.js";

/** One of the files of a CSV table. */
interface CsvFile {
  readonly table: CsvTable;
  readonly file: SourceFile;
}

/** The first ragged line or broken quote of the file, or what else can be said. */
export async function findCsvMistake(csv: CsvFile, database: Database): Promise<InputError> {
  const { table, file } = csv;
  const width = table.names.length;
  const isWrong = (record: CurrentRecord): boolean =>
    record.problem !== null || (record.width !== width && !(record.isBlank && width > 1));
  const { record, lineEnds } = await findRecord(csv, database, isWrong);
  if (record === null) return lineEnds.size > 1 ? lineEndsError(file.shown) : malformedError(file);
  const { problem } = record;
  return problem === null ? toWidthError(csv, record) : quoteError(file.shown, problem.line, problem.kind);
}

/**
 * The first line that ends in a delimiter too many, which DuckDB reads over; null: there is none. One cheap pass over
 * the lines tells whether some may; a cell with a line break or a quote may look so, and is then looked at in full. An
 * odd number of quotes tells that a cell began on another line; where a quote inside a cell is not doubled, nothing
 * does.
 */
export async function findTrailingDelimiter(csv: CsvFile, database: Database): Promise<InputError | null> {
  const { table, file } = csv;
  const { delimiter, quote, escape: escapes } = table.dialect;
  const width = table.names.length;
  const mark = quoteText(delimiter);
  const bare = `CASE WHEN contains(line, ${quoteText(quote)}) THEN regexp_replace(line, '"[^"]*"', '', 'g') ELSE line END`;
  const quotes = `length(line) - length(replace(line, ${quoteText(quote)}, ''))`;
  const mayBeginBefore = escapes === quote ? `(${quotes}) % 2 = 1` : `(${quotes}) > 0`;
  const hasTooMany = `length(${bare}) - length(replace(${bare}, ${mark}, '')) >= ${width * delimiter.length}`;
  const isLonger = `ends_with(line, ${mark}) AND (${mayBeginBefore} OR ${hasTooMany})`;
  const lines = linesQuery(file, { packing: table.packing, lineEnds: "any" }); // others may stand in cells
  const [found] = await database.rows(`SELECT bool_or(${isLonger}) FROM (${lines})`).catch((error: unknown) => {
    throw isLongLineError(error) ? csvLineSizeError(file, lineIn(error.message)) : error;
  });
  if (found![0] !== true) return null;
  const isWider = (record: CurrentRecord): boolean => record.problem === null && record.width === width + 1;
  const { record } = await findRecord(csv, database, isWider);
  return record?.cells.at(-1) === "" ? toWidthError(csv, record) : null;
}

/** The lines of these rows, ascending, from 0 in this file. */
export async function findLinesOfRows(
  csv: CsvFile,
  rows: readonly number[],
  database: Database,
): Promise<ReadonlyMap<number, number>> {
  const { table } = csv;
  const lines = new Map<number, number>();
  const repeated = table.repeatedHeaders.length > 0 ? namesToRepeat(table.names) : null;
  let row = table.hasHeader ? -1 : 0;
  const take = (record: CurrentRecord): boolean => {
    if (record.isBlank && table.names.length > 1) return false;
    if (repeated !== null && row >= 0 && repeatsHeader(record, repeated)) return false;
    if (rows.includes(row)) lines.set(row, record.line);
    row++;
    return lines.size === rows.length;
  };
  if (rows.length > 0) await findRecord(csv, database, take);
  return lines;
}

/** The first lines that repeat the header. Contract: `names` are those to compare with, two or more. */
export async function findHeaderLines(
  csv: CsvFile,
  names: readonly string[],
  database: Database,
): Promise<readonly number[]> {
  const lines: number[] = [];
  let isFirst = true;
  await findRecord(csv, database, (record) => {
    if (record.width !== names.length || record.isBlank) return false;
    if (!isFirst && repeatsHeader(record, names)) lines.push(record.line);
    isFirst = false;
    return lines.length === FEW_CELLS;
  });
  return lines;
}

async function findRecord(
  csv: CsvFile,
  database: Database,
  isWanted: (record: CurrentRecord) => boolean,
): Promise<{ readonly record: CsvRecord | null; readonly lineEnds: ReadonlySet<string> }> {
  const found: CsvRecord[] = [];
  const lineEnds = new Set<string>();
  const look = (record: CurrentRecord): void => {
    if (record.lineEnd !== null) lineEnds.add(record.lineEnd);
    if (found.length === 0 && isWanted(record)) found.push(record.copy());
  };
  const tokenizer = new CsvTokenizer(csv.table.dialect, look, { mostLength: MAX_CELL_LENGTH });
  for await (const text of readText(csv, database)) {
    tokenizer.push(text);
    if (found.length > 0) break;
  }
  tokenizer.end();
  return { record: found[0] ?? null, lineEnds };
}

async function* readText({ table, file }: CsvFile, database: Database): AsyncIterable<string> {
  if (table.packing === "zstd") {
    for await (const { chunk, rows } of database.stream(linesQuery(file), { columnCount: 1 })) {
      const lines = chunk.getColumnValues(0).slice(0, rows);
      yield lines.map((line) => `${line ?? ""}\n`).join("");
    }
    return;
  }
  const decoder = new TextDecoder();
  for await (const chunk of openBytes({ table, file })) yield decoder.decode(chunk as Uint8Array, { stream: true });
}

/** The file is closed when its reader goes away early, and an error of the file is one of its reader's. */
function openBytes({ table, file }: CsvFile): Readable {
  const bytes = createReadStream(file.path);
  if (table.packing !== "gzip") return bytes;
  return pipeline(bytes, createGunzip(), () => {}); // whoever reads the last stream is told of errors, too
}

function toWidthError({ table, file }: CsvFile, { cells, line }: CsvRecord): InputError {
  return widthError({ name: file.shown, line }, cells, {
    width: table.names.length,
    of: table.hasHeader ? "the header" : "the first line",
    delimiter: table.dialect.delimiter,
  });
}

function malformedError(file: SourceFile): InputError {
  return new InputError(
    "CSV_MALFORMED",
    `${file.shown} cannot be read as CSV`,
    "Check its delimiter and quotes, or write it again with a CSV library.",
  );
}
