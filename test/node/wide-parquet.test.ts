/** Parquet files of many columns are read some columns at a time: the same rows as by one query about all of them. */
import { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, expect, test, vi } from "vitest";
import type { Table } from "../../src/core/table/index.js";
import { openDatabase } from "../../src/input/duckdb/duckdb.js";
import { readBatches, readLargeTable, readTable, type WideTable } from "../../src/input/read-table.js";
import { removeColumnFolder } from "../../src/node/files/column-folder.js";
import { collectBatches, createFolder, rowsOf, typesOf } from "./support.js";

const folder = createFolder();
const ROWS = 2500; // more than DuckDB hands out at once, in two groups of rows
const COLUMNS = 1203; // two whole groups, and some more
const path = `${folder.path}/wide.parquet`;
const sql = `SELECT * FROM read_parquet('${path}')`;

/** Of each five columns: numbers, whole numbers with gaps, words, truths, lists. */
const VALUES: readonly ((column: number) => string)[] = [
  (column) => `(hash(i * 31 + ${column}) % 1000) / 8`,
  (column) => `CASE WHEN i % 7 = ${column % 7} THEN NULL ELSE (hash(i + ${column}) % 90)::INTEGER END`,
  (column) => `['red', 'green', 'blue'][1 + (hash(i * ${column}) % 3)::INTEGER]`,
  (column) => `hash(i * 7 + ${column}) % 2 = 0`,
  () => `[i, i]`,
];

/** One text, since millions of cells are slow to compare one by one. */
function cellsOf(table: Table): string {
  return JSON.stringify([typesOf(table), rowsOf(table)]);
}

/** Of columns in the temporary folder each cell is looked up in its file. */
function someOf(table: Table): Table {
  return { ...table, columns: table.columns.filter((_, index) => index % 50 < 5) };
}

beforeAll(async () => {
  const columns = Array.from({ length: COLUMNS }, (_, column) => `${VALUES[column % 5]!(column)} AS c${column}`);
  columns[700] = `CASE WHEN i = 2321 THEN '-inf'::DOUBLE WHEN i = 17 THEN 'nan'::DOUBLE ELSE i / 4 END AS c700`;
  const database = await DuckDBInstance.create(":memory:");
  const connection = await database.connect();
  const select = `SELECT ${columns.join(", ")} FROM range(${ROWS}) t(i)`;
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
  connection.closeSync();
  database.closeSync();
});

test("the whole table, in memory and put aside", async () => {
  const wanted = await readTable([], { sql });
  expect(typesOf(wanted.table).slice(0, 5)).toEqual(["c0:number", "c1:number", "c2:text", "c3:boolean", "c4:other"]);
  const found = await readTable(path);
  expect(found.inputRows).toBe(ROWS);
  expect(cellsOf(found.table)).toBe(cellsOf(wanted.table));
  expect(found.warnings.map(({ code, message }) => [code, message.replaceAll(path, "the result of sql")])).toEqual(
    wanted.warnings.map(({ code, message }) => [code, message]),
  );
  expect(wanted.warnings).toHaveLength(1); // of c700
  const stored = await readLargeTable(path, {}, 1e5);
  try {
    expect(stored.folder).not.toBe(null);
    expect(cellsOf(someOf(stored.table))).toBe(cellsOf(someOf(wanted.table)));
  } finally {
    removeColumnFolder(stored.folder!);
  }
});

test("rows that are chosen by the value of one column, or by SQL", async () => {
  const normal = { column: "c2", value: "red" };
  const wanted = await readTable([], { sql: `${sql} WHERE c2 = 'red'` });
  expect(cellsOf((await readTable(path, { normal })).table)).toBe(cellsOf(wanted.table));
  const fewer = await readTable([], { sql: `${sql} WHERE c2 = 'red' AND c1200 > 20` });
  const where = "c2 = 'red' AND c1200 > 20";
  expect(cellsOf((await readTable(path, { where })).table)).toBe(cellsOf(fewer.table));
  await expect(readTable(path, { normal: { column: "c2", value: "pink" } })).rejects.toThrow("pink");
});

test("a condition that chooses other rows each time never joins values of different rows", async () => {
  const where = "random() < 0.5";
  const known = new Set(rowsOf(someOf((await readTable(path)).table)).map((row) => JSON.stringify(row)));
  expect(known.size).toBe(ROWS);
  const { table } = await readTable(path, { where });
  const batches = await collectBatches(path, { where, batchRows: 300 });
  for (const each of [table, ...batches.map((batch) => batch.table)]) {
    expect(rowsOf(someOf(each)).filter((row) => !known.has(JSON.stringify(row)))).toEqual([]);
  }
});

test("batches have all columns of their rows", async () => {
  const normal = { column: "c2", value: "red" };
  const wanted = await collectBatches([], { sql, normal, batchRows: 300 });
  const found = await collectBatches(path, { normal, batchRows: 300 });
  expect(found.length).toBeGreaterThan(2);
  expect(found.map(({ rows }) => rows)).toEqual(wanted.map(({ rows }) => rows));
  expect(found.map(({ table }) => cellsOf(table))).toEqual(wanted.map(({ table }) => cellsOf(table)));
});

test("some columns are told before the others are read, and may end it", async () => {
  const told: WideTable[] = [];
  const { table } = await readTable(path, { onWide: (wide) => told.push(wide) });
  const [{ columnCount, lot }] = told as [WideTable];
  expect([columnCount, lot.rowCount, lot.columns.length, told.length]).toEqual([COLUMNS, ROWS, 256, 1]);
  const names = new Set(lot.columns.map(({ name }) => name));
  const ordered = [...lot.columns].sort((a, b) => Number(a.name.slice(1)) - Number(b.name.slice(1)));
  const same = table.columns.filter(({ name }) => names.has(name));
  expect(cellsOf({ ...lot, columns: ordered })).toBe(cellsOf({ ...table, columns: same }));
  const refuse = (): never => {
    throw new Error("too wide");
  };
  await expect(readTable(path, { onWide: refuse })).rejects.toThrow("too wide");
});

test("progress tells each row once", async () => {
  const told: number[] = [];
  await readTable(path, { onProgress: ({ phase, rows }) => phase === "read" && told.push(rows) });
  expect(told.length).toBeGreaterThan(3); // there are three groups
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.at(-1)).toBe(ROWS);
});

test("a reader who stops early leaves nothing open", async () => {
  const opened = vi.spyOn(DuckDBInstance.prototype, "connect");
  const closed = vi.spyOn(DuckDBConnection.prototype, "closeSync");
  const ended = vi.spyOn(DuckDBInstance.prototype, "closeSync");
  try {
    for await (const { rows } of readBatches(path, { batchRows: 10 })) {
      expect(rows).toHaveLength(10);
      break;
    }
    const connections = await Promise.all(opened.mock.results.map(({ value }) => value));
    expect(connections).toHaveLength(4); // three groups, and the one that asks
    expect(new Set(closed.mock.contexts)).toEqual(new Set(connections));
    expect(ended.mock.contexts).toEqual([opened.mock.contexts[0]]);
  } finally {
    vi.restoreAllMocks();
  }
});

test("a query that is left or fails closes its connection before the database is closed", async () => {
  const hooks = { purpose: "a test", shouldStop: () => false, onWait: () => {} };
  const database = await openDatabase(hooks);
  const closed = vi.spyOn(DuckDBConnection.prototype, "closeSync");
  const request = { columnCount: 1, isApart: true };
  try {
    for await (const { rows } of database.stream("SELECT i FROM range(9000) t(i)", request)) {
      expect(rows).toBeGreaterThan(0);
      break;
    }
    expect(closed).toHaveBeenCalledTimes(1);
    await expect(async () => {
      for await (const _ of database.stream("SELECT error('no') FROM range(9)", request)) expect(_.rows).toBe(0);
    }).rejects.toThrow("no");
    expect(closed).toHaveBeenCalledTimes(2);
    database.close();
    expect(closed).toHaveBeenCalledTimes(3);
    expect(new Set(closed.mock.contexts).size).toBe(3);
  } finally {
    vi.restoreAllMocks();
  }
});
