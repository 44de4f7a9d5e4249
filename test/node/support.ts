/** What the tests of the node edge share: a folder of their own, tables as plain rows, errors as three lines. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { InputError } from "../../src/core/base/index.js";
import { type CellValue, cellValue, type Table } from "../../src/core/table/index.js";
import { type Batch, type ReadOptions, readBatches, readTable, type Source } from "../../src/input/read-table.js";

/** A fresh folder, removed when the test file is done. */
export function createFolder(): { readonly path: string; write(name: string, content: string | Uint8Array): string } {
  const path = mkdtempSync(join(tmpdir(), "parsight-test-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
  };
}

/** `name:type` of each column. */
export function typesOf(table: Table): readonly string[] {
  return table.columns.map((column) => `${column.name}:${column.type}`);
}

export function rowsOf(table: Table): readonly (readonly CellValue[])[] {
  return Array.from({ length: table.rowCount }, (_, row) => table.columns.map((column) => cellValue(column, row)));
}

/** A table in full: types, then rows. */
export async function readAll(source: Source, options: ReadOptions = {}): Promise<readonly unknown[]> {
  const { table } = await readTable(source, options);
  return [typesOf(table), ...rowsOf(table)];
}

export async function collectBatches(source: Source, options: ReadOptions = {}): Promise<readonly Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of readBatches(source, options)) batches.push(batch);
  return batches;
}

/** Numbers of all rows that came, through all batches. */
export async function collectRowNumbers(source: Source, options: ReadOptions = {}): Promise<readonly number[]> {
  return (await collectBatches(source, options)).flatMap((batch) => [...batch.rows]);
}

/**
 * The InputError as code, message and hint; the folder's path is left out, so that they can be compared word for word.
 */
export async function errorOf(work: Promise<unknown>, folder: string): Promise<readonly string[]> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [error.code, error.message, error.hint].map((text) => text.replaceAll(`${folder}/`, ""));
  }
  throw new Error("no error was thrown");
}

/** Run as another user when the tests run as root, who may do everything. */
export async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
