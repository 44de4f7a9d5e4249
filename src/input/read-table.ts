/**
 * Reads tables: CSV, TSV, JSON, NDJSON, Parquet (plain, gzip, zstd), DuckDB files and SQL over them, into columns.
 *
 * `readTable` gives the whole table for learning, `readBatches` a stream of small tables for explaining. A plain CSV
 * file of up to 64 MB (256 MB where it is wide) is read by our own reader (duckdb/csv-without-duckdb.ts), to the same
 * table. All else goes by DuckDB:
 *
 *   find files → look at content → open each as a table → one query → choose columns and filters → chunks
 *   → typed arrays
 *
 * Rows never become objects. Beside what a Table keeps (8 bytes per number, 4 per text, 1 per boolean, and each
 * distinct text once) memory is bounded by DuckDB's buffers and one more column. A whole table is in shared memory: no
 * thread needs a copy. Everything the caller can correct is an InputError; see docs/errors.md.
 */

import { readCsvWithoutDuckdb } from "./duckdb/csv-without-duckdb.js";
import {
  type Batch,
  type LargeReadResult,
  type ReadOptions,
  type ReadResult,
  resolveReadOptions,
  type Source,
} from "./duckdb/read-options.js";
import { toBatches, toLearningTable } from "./duckdb/tables-without-duckdb.js";
import { withClocks } from "./with-clocks.js";

export type { NoMatch } from "./duckdb/no-match.js";
export type {
  AskedType,
  Batch,
  LargeReadResult,
  NameColumn,
  NameType,
  OpenedInput,
  ReadOptions,
  ReadProgress,
  ReadResult,
  ReadWarning,
  Source,
  ValueFilter,
  WideTable,
} from "./duckdb/read-options.js";

/** The whole table, for learning. A table without rows is an error, and so are filters that leave none. */
export async function readTable(source: Source, options: ReadOptions = {}): Promise<ReadResult> {
  const { table, inputRows, warnings } = await readLargeTable(source, options, Number.POSITIVE_INFINITY);
  return { table, inputRows, warnings };
}

/** The same; if it takes more bytes than `tableBytes`, it is put into a temporary folder, column by column. */
export async function readLargeTable(
  source: Source,
  options: ReadOptions,
  tableBytes: number,
): Promise<LargeReadResult> {
  const resolved = { ...resolveReadOptions(source, options), names: [], tableBytes }; // learning names no rows
  const plain = await readCsvWithoutDuckdb(resolved, "learning");
  if (plain === null) return (await byDuckdb()).readTableByDuckdb(resolved);
  return { table: toLearningTable(plain), inputRows: plain.table.rowCount, warnings: plain.warnings, folder: null };
}

/**
 * The table in batches of rows with their numbers, for explaining. A table without rows gives no batch, nor do filters
 * that leave none.
 */
export async function* readBatches(source: Source, options: ReadOptions = {}): AsyncGenerator<Batch, void, undefined> {
  const resolved = resolveReadOptions(source, options);
  const plain = await readCsvWithoutDuckdb(resolved, "explaining");
  for (const warning of plain?.warnings ?? []) resolved.onWarning(warning);
  const batches = plain === null ? (await byDuckdb()).readBatchesByDuckdb(resolved) : toBatches(plain, resolved);
  for await (const batch of batches) yield withClocks(batch, options.names);
}

/** Loaded when it is needed: a small CSV file is read in less time than that takes. */
function byDuckdb(): Promise<typeof import("./duckdb/read-by-duckdb.js")> {
  return import("./duckdb/read-by-duckdb.js");
}
