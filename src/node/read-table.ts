/**
 * Reads tables: CSV, TSV, JSON, NDJSON, Parquet (plain, gzip, zstd), DuckDB files and SQL over them, by DuckDB, into columns.
 *
 * `readTable` gives the whole table for learning, `readBatches` a stream of small tables for explaining. Both go the same way:
 *
 *   find files → look at content → open each as a table → one query → choose columns and filters → chunks → typed arrays
 *
 * Rows never become objects. Beside what a Table keeps (8 bytes per number, 4 per text, 1 per boolean, and each distinct text once)
 * memory is bounded by DuckDB's buffers and one more column. A whole table is in shared memory: no thread needs a copy. Everything the caller can correct is an InputError; see docs/errors.md.
 */
import { InputError } from "../core/errors/input-error.js";
import type { Table } from "../core/table/table.js";
import { type ColumnBuilder, createBuilder, type TableUse } from "./reading/column-builders.js";
import { type Input, openInput } from "./reading/input.js";
import { readPlainCsv } from "./reading/plain-csv.js";
import { toBatches, toLearningTable } from "./reading/plain-tables.js";
import {
  type Batch,
  type ReadOptions,
  type ReadResult,
  type ResolvedReadOptions,
  resolveReadOptions,
  type Source,
} from "./reading/read-options.js";

export type {
  Batch,
  GivenType,
  ReadOptions,
  ReadProgress,
  ReadResult,
  ReadWarning,
  Source,
  ValueFilter,
} from "./reading/read-options.js";

/** The whole table, for learning. A table without rows is an error. */
export async function readTable(source: Source, options: ReadOptions = {}): Promise<ReadResult> {
  const resolved = resolveReadOptions(source, options);
  const plain = await readPlainCsv(resolved, "learning");
  if (plain === null) return readTableByDuckdb(resolved);
  return { table: toLearningTable(plain), inputRows: plain.table.rowCount, warnings: [] };
}

export async function readTableByDuckdb(resolved: ResolvedReadOptions): Promise<ReadResult> {
  const input = await openInput(resolved);
  try {
    const gatherer = createGatherer(input, "learning");
    for await (const chunk of input.chunks()) gatherer.add(chunk.selection, chunk.count, chunk.vector);
    const inputRows = input.rowsRead();
    if (inputRows === 0) throw emptyError(input);
    if (gatherer.rowCount() === 0) throw nothingLeftError(input);
    return { table: gatherer.finish(), inputRows, warnings: input.warnings };
  } finally {
    await input.close();
  }
}

/** The table in batches of rows with their numbers, for explaining. A table without rows gives no batch. */
export async function* readBatches(source: Source, options: ReadOptions = {}): AsyncGenerator<Batch, void, undefined> {
  const resolved = resolveReadOptions(source, options);
  const plain = await readPlainCsv(resolved, "explaining");
  yield* plain === null ? readBatchesByDuckdb(resolved) : toBatches(plain, resolved);
}

export async function* readBatchesByDuckdb(resolved: ResolvedReadOptions): AsyncGenerator<Batch, void, undefined> {
  const input = await openInput(resolved);
  try {
    const gatherer = createGatherer(input, "explaining");
    let rows: number[] = [];
    for await (const chunk of input.chunks()) {
      for (let from = 0; from < chunk.count; ) {
        const count = Math.min(chunk.count - from, resolved.batchRows - rows.length);
        const selection = chunk.selection.subarray(from, from + count);
        gatherer.add(selection, count, chunk.vector);
        for (const row of selection) rows.push(chunk.firstRow + row);
        from += count;
        if (rows.length < resolved.batchRows) continue;
        yield { table: gatherer.finish(), rows: Float64Array.from(rows) };
        rows = [];
      }
    }
    if (rows.length > 0) yield { table: gatherer.finish(), rows: Float64Array.from(rows) };
  } finally {
    await input.close();
  }
}

interface Gatherer {
  add(selection: Int32Array, count: number, vector: (column: number) => Parameters<ColumnBuilder["append"]>[0]): void;
  rowCount(): number;
  /** The rows so far as a Table; then empty again. */
  finish(): Table;
}

function createGatherer(input: Input, tables: TableUse): Gatherer {
  const builders = input.columns.map((column) => {
    const mayDrop = tables === "learning" && !input.isNamed(column.name);
    return createBuilder(column, { uniqueTexts: mayDrop ? "drop" : "keep", tables });
  });
  let rows = 0;
  return {
    add(selection, count, vector) {
      for (const [index, builder] of builders.entries()) {
        if (input.columns[index]!.type !== "other") builder.append(vector(index), selection, count);
      }
      rows += count;
    },
    rowCount: () => rows,
    finish() {
      const table = { rowCount: rows, columns: builders.map((builder) => builder.finish()) };
      rows = 0;
      return table;
    },
  };
}

function emptyError(input: Input): InputError {
  return new InputError(
    "TABLE_EMPTY",
    `${input.shown} has no rows`,
    "There is nothing to learn from. Check how it was written.",
  );
}

function nothingLeftError(input: Input): InputError {
  return new InputError(
    "NO_ROW_LEFT",
    `no row of ${input.shown} satisfies ${input.condition}`,
    "There is nothing to learn from. Try the condition in a wider form first.",
  );
}
