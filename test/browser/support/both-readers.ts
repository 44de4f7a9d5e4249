/** Two roads to one Table: the page's own reader, and DuckDB as Node calls it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect } from "vitest";
import { InputError } from "../../../src/core/base/index.js";
import type { Table } from "../../../src/core/table/index.js";
import { readTableByDuckdb } from "../../../src/input/duckdb/read-by-duckdb.js";
import { resolveReadOptions } from "../../../src/input/duckdb/read-options.js";
import { readTableFile } from "../../../web/reading/read-file.js";
import { createFolder } from "../../node/support.js";

export const folder = createFolder();
let fileCount = 0;

interface Named {
  readonly types?: ReadonlyMap<string, "number" | "text">;
  readonly keepTexts?: readonly string[];
}

/** The Table or the error's three texts, by each road. */
export async function bothRoads(content: string | Uint8Array, name = `case-${fileCount++}.csv`, named: Named = {}) {
  const path = folder.write(name, content);
  const bytes = readFileSync(path);
  const told: { node?: readonly string[]; page?: readonly string[] } = {};
  const node = await outcome(
    readTableByDuckdb(resolveReadOptions(path, named)).then(({ table, warnings }) => {
      told.node = warnings.map(({ message }) => message.replaceAll(`${folder.path}/`, ""));
      return table;
    }),
  );
  const page = await outcome(
    readTableFile(new Blob([bytes]), name, named).then(({ table, warnings }) => {
      told.page = warnings.map(({ message }) => message);
      return table;
    }),
  );
  if (told.node !== undefined) expect(told.page).toEqual(told.node);
  return { node, page, warnings: told.page ?? [] };
}

export async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [error.code, error.message, error.hint].map((text) => text.replaceAll(`${folder.path}/`, ""));
  }
}

/** Tables of hundreds of thousands of rows: deep comparison of plain arrays is slow, of their bytes it is not. */
export function expectSameTable(page: unknown, node: unknown): void {
  const [own, other] = [page as Table, node as Table];
  expect(own.rowCount).toBe(other.rowCount);
  const outline = ({ columns }: Table): unknown[] =>
    columns.map(({ name, type, ...rest }) => [name, type, "holds" in rest ? rest.holds : Object.keys(rest).sort()]);
  expect(outline(own)).toEqual(outline(other));
  own.columns.forEach((column, place) => {
    const twin = other.columns[place]!;
    for (const [key, value] of Object.entries(column)) {
      const bytes = (given: unknown): string =>
        ArrayBuffer.isView(given)
          ? Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString("latin1")
          : JSON.stringify(given);
      expect(bytes(value) === bytes(twin[key as keyof typeof twin]), `${column.name}: ${key}`).toBe(true);
    }
  });
}

export async function writeParquet(name: string, query: string, options = ""): Promise<void> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(`COPY (${query}) TO '${join(folder.path, name)}' (FORMAT parquet${options})`);
}
