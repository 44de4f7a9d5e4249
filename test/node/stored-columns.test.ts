/** Tables that are learnt from the temporary folder: what is read, what is learnt, and what is left behind. */
import { existsSync, readdirSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { InputError } from "../../src/core/base/index.js";
import type { LearnOptions } from "../../src/core/model/index.js";
import { cellValue, type Table } from "../../src/core/table/index.js";
import { readLargeTable, readTable } from "../../src/input/read-table.js";
import {
  makeColumnFolder,
  nothingRead,
  removeColumnFolder,
  reviveStored,
  writeValues,
} from "../../src/node/files/column-folder.js";
import { type Place, writeColumn } from "../../src/node/files/column-writer.js";
import { sortColumn } from "../../src/node/files/sort-column.js";
import { FileValues } from "../../src/node/files/stored-column.js";
import type * as learning from "../../src/node/threads/learn-in-worker.js";
import { createFolder } from "./support.js";
import { buildOf } from "./support-pool.js";

const folder = createFolder();
const usual = process.env.TMPDIR;
afterEach(() => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
});

const ROWS = 5000;
function writeCsv(rows = ROWS): string {
  const lot = (row: number, salt: number): number => ((row * 7919 + salt * 104_729) % 1009) / 1009;
  const lines = Array.from({ length: rows }, (_, row) =>
    [
      (10 * lot(row, 1)).toFixed(2),
      row % 17 === 0 ? "" : (10 * lot(row, 1) + lot(row, 2)).toFixed(3),
      ["on", "off", `rare ${row % 40}`][Math.min(2, Math.floor(lot(row, 3) * 2.1))],
      lot(row, 1) > 0.5,
      new Date(1.7e12 + 60_000 * row).toISOString(),
    ].join(","),
  );
  return folder.write("rows.csv", `level,flow,mode,open,when\n${lines.join("\n")}\n`);
}

function cellsOf(table: Table): unknown[] {
  return table.columns.map((column) => [column.name, Array.from({ length: ROWS }, (_, row) => cellValue(column, row))]);
}

test("a table beyond its limit is read into the folder, with the same cells, also in another thread", async () => {
  const path = writeCsv();
  const inMemory = await readTable(path);
  const stored = await readLargeTable(path, {}, 10_000);
  expect((await readLargeTable(path, {}, 1e9)).folder).toBeNull();
  expect(readdirSync(stored.folder!).length).toBe(5);
  expect(cellsOf(stored.table)).toEqual(cellsOf(inMemory.table));
  const sent = reviveStored(structuredClone(stored.table), nothingRead()) as Table;
  expect(cellsOf(sent)).toEqual(cellsOf(inMemory.table));
  removeColumnFolder(stored.folder!);
  expect(existsSync(stored.folder!)).toBe(false);
});

test("the model is the same with any number of threads", async () => {
  const { learnInWorker } = await buildOf<typeof learning>("node/threads/learn-in-worker.js");
  const path = writeCsv();
  const { table, folder: spilled } = await readLargeTable(path, {}, 1);
  const options = { trees: 2, neighbours: 50 };
  const { file } = await learnInWorker((await readTable(path)).table, options, { packing: "plain", threads: 1 });
  for (const threads of [1, 3]) {
    const learnt = await learnInWorker(table, options, { packing: "plain", threads });
    expect(Buffer.compare(learnt.file!, file!)).toBe(0);
  }
  removeColumnFolder(spilled!);
});

test("learnings from one table do not meet, one after the other or at once", async () => {
  const { learnInWorker } = await buildOf<typeof learning>("node/threads/learn-in-worker.js");
  const path = writeCsv(400);
  const inMemory = (await readTable(path)).table;
  const { table, folder: spilled } = await readLargeTable(path, {}, 1);
  const common = { trees: 2, neighbours: 50 };
  const learnings: readonly LearnOptions[] = [
    { ...common, numeric: ["open"] },
    { ...common, normal: { column: "mode", value: "on" } },
    { ...common, normal: { column: "mode", value: "off" } },
  ];
  const learnt = async (from: Table, options: LearnOptions): Promise<string> =>
    Buffer.from((await learnInWorker(from, options, { packing: "plain", threads: 1 })).file!).toString();
  const expected: string[] = [];
  for (const options of learnings) expected.push(await learnt(inMemory, options));
  expect(new Set(expected).size).toBe(learnings.length);
  for (const [index, options] of learnings.entries()) {
    expect((await learnt(table, options)) === expected[index]).toBe(true);
  }
  const atOnce = await Promise.all(learnings.map((options) => learnt(table, options)));
  expect(atOnce.map((file, index) => file === expected[index])).toEqual([true, true, true]);
  removeColumnFolder(spilled!);
});

test("only its user may look into the folder", () => {
  const made = makeColumnFolder();
  const { path } = writeValues(join(made, "column"), "float64", Float64Array.of(1));
  expect([made, path].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o600]);
  removeColumnFolder(made);
});

test.runIf(process.platform === "linux")("no file is open between two blocks, however many columns there are", () => {
  const writers = ["a", "b", "c"].map((name) => writeColumn(join(folder.path, name), "int32", "columns"));
  for (const writer of writers) writer.append(Int32Array.of(1, 2));
  expect(openFiles().filter((path) => path.startsWith(folder.path))).toEqual([]);
  for (const writer of writers) writer.append(Int32Array.of(3));
  const places = writers.map((writer) => writer.finish());
  for (const place of places) expect([...new FileValues(place, nothingRead()).all()]).toEqual([1, 2, 3]);
});

function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)];
    } catch {
      return []; // the list itself
    }
  });
}

test("what was put aside is removed when the rest cannot be read", async () => {
  process.env.TMPDIR = folder.path;
  const before = readdirSync(folder.path);
  const broken = folder.write("broken.csv", `a,b\n${"1,2\n".repeat(20_000)}1,2,3\n`);
  await expect(readLargeTable(broken, {}, 1)).rejects.toThrow(InputError);
  expect(readdirSync(folder.path).filter((name) => !before.includes(name))).toEqual(["broken.csv"]);
});

describe("a folder that takes nothing", () => {
  test("because the disk is full", () => {
    const path = join(folder.path, "full");
    symlinkSync("/dev/full", path);
    const writer = writeColumn(path, "float64", "columns");
    expect(() => writer.append(Float64Array.of(1))).toThrow(expect.objectContaining({ code: "DISK_FULL" }));
  });

  test("because there is none, of which nothing is remembered", () => {
    process.env.TMPDIR = join(folder.path, "gone");
    const before = process.listenerCount("exit");
    expect(makeColumnFolder).toThrow(expect.objectContaining({ code: "TEMPORARY_FOLDER" }));
    expect(process.listenerCount("exit")).toBe(before);
  });

  test("because it is gone", () => {
    const path = join(folder.path, "gone", "column");
    expect(() => writeColumn(path, "float64", "columns")).toThrow(
      expect.objectContaining({ code: "TEMPORARY_FOLDER" }),
    );
  });
});

test("rows are picked in any order, near to one another or far", () => {
  const values = Float64Array.from({ length: 100_000 }, (_, row) => row / 7);
  const stored = new FileValues<Float64Array>(
    writeValues(join(folder.path, "picked"), "float64", values),
    nothingRead(),
  );
  const lists = [
    [],
    [99_999],
    [5, 4, 4, 6],
    [99_999, 0, 50_000, 511, 512, 513],
    Array.from(values.keys()).slice(7, 9000),
  ];
  for (const list of lists) {
    const rows = Int32Array.from(list);
    expect([...stored.pick(rows, new Float64Array(rows.length))]).toEqual(list.map((row) => row / 7));
  }
  expect(stored.slice(70_000, 70_002)).toEqual(values.slice(70_000, 70_002));
});

test("columns are sorted in runs of any length, without what is missing", () => {
  const values = Float64Array.from({ length: 70_000 }, (_, row) =>
    row % 11 === 0 ? Number.NaN : row % 13 === 0 ? -Infinity : ((row * 7919) % 10_007) - 5000,
  );
  const expected = values.filter((value) => !Number.isNaN(value)).sort();
  const open = (place: Place): FileValues<Float64Array> => new FileValues(place, nothingRead());
  for (const [number, runRows] of [997, 35_000, 70_000].entries()) {
    const place = writeValues(join(folder.path, `unsorted-${number}`), "float64", values);
    const sorted = sortColumn(place, runRows);
    expect(sorted.length).toBe(expected.length);
    expect(open(sorted).slice(0, sorted.length)).toEqual(expected);
    expect(sortColumn(place, runRows)).toEqual(sorted); // it is there already
  }
});
