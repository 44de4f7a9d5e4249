/**
 * Writes records as a Parquet file, by DuckDB: they are gathered as lines of JSON in a temporary file, written as
 * Parquet to another, and that is put in place whole or not at all, as every result is.
 */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TableCellType, TableColumn } from "../core/presenting/index.js";
import { type Database, openDatabase } from "../input/duckdb/duckdb.js";
import { loadDuckdb } from "../input/duckdb/load-duckdb.js";
import { quoteName, quotePath, quoteText } from "../input/duckdb/sql-text.js";
import { cellKey } from "./files/record-lines.js";
import { forgetTemporaryFile, rememberTemporaryFile } from "./files/temporary-files.js";
import { type Chunks, writeFileAtomic } from "./files/write-file.js";

const TYPES: Readonly<Record<TableCellType, string>> = {
  integer: "BIGINT",
  number: "DOUBLE",
  numeric: "DOUBLE",
  text: "VARCHAR",
  boolean: "BOOLEAN",
};

interface ParquetHooks {
  readonly shouldStop: () => boolean;
}

interface ParquetRecords {
  /** Those of `recordLine`. */
  readonly lines: Chunks;
  /** Asked for once all lines have come. */
  readonly columns: () => readonly TableColumn[];
}

export async function writeParquet(
  path: string,
  { lines, columns }: ParquetRecords,
  { shouldStop }: ParquetHooks,
): Promise<void> {
  const purpose = `writing ${path}`;
  await loadDuckdb(purpose); // said before the work that is to be written
  const temporary = join(tmpdir(), `parsight-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const files = { records: `${temporary}.records`, table: `${temporary}.parquet` };
  for (const file of Object.values(files)) rememberTemporaryFile(file);
  try {
    await writeFileAtomic(files.records, lines, { gzip: "never" });
    const database = await openDatabase({ purpose, shouldStop, onWait: () => {} });
    try {
      await copyRecords(files, columns(), database);
    } finally {
      database.close();
    }
    await writeFileAtomic(path, createReadStream(files.table), { gzip: "never" });
  } finally {
    for (const file of Object.values(files)) {
      await rm(file, { force: true });
      forgetTemporaryFile(file);
    }
  }
}

/** Where the lines of JSON are, and where the Parquet file goes. */
interface TemporaryPaths {
  readonly records: string;
  readonly table: string;
}

async function copyRecords(
  { records, table }: TemporaryPaths,
  columns: readonly TableColumn[],
  database: Database,
): Promise<void> {
  const types = columns.map(({ type }, place) => `${quoteText(cellKey(place))}: ${quoteText(TYPES[type])}`);
  const from = `read_json(${quotePath(records)}, format = 'newline_delimited', maximum_object_size = ${MOST_BYTES}, columns = {${types.join(", ")}})`;
  const values: string[] = [];
  for (const [place, { name, type }] of columns.entries()) {
    const cell = quoteName(cellKey(place));
    const isInteger = type === "numeric" && (await areIntegers(cell, from, database));
    values.push(`${isInteger ? `CAST(${cell} AS BIGINT)` : cell} AS ${quoteName(name)}`);
  }
  await database.rows(`COPY (SELECT ${values.join(", ")} FROM ${from}) TO ${quoteText(table)} (FORMAT parquet)`);
}

/** A record with all values of a large set can be long. */
const MOST_BYTES = 256 * 1024 * 1024;

async function areIntegers(cell: string, from: string, database: Database): Promise<boolean> {
  const all = `coalesce(bool_and(${cell} = trunc(${cell}) AND abs(${cell}) < 1e15), false)`;
  return (await database.rows(`SELECT ${all} FROM ${from}`))[0]?.[0] === true;
}
