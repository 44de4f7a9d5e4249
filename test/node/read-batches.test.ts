import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { StoppedError } from "../../src/core/base/index.js";
import { type AskedType, type ReadProgress, readBatches, readTable } from "../../src/input/read-table.js";
import { asBusyAsNow } from "../cli/support/program.js";
import { collectBatches, collectRowNumbers, createFolder, readAll, rowsOf, typesOf } from "./support.js";

const folder = createFolder();

function types(entries: Record<string, AskedType>): ReadonlyMap<string, AskedType> {
  return new Map(Object.entries(entries));
}

function spooledFiles(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`parsight-${process.pid}-`));
}

const ROWS = 200_000;
const big = folder.write(
  "big.csv",
  `id,Level,Pump,label\n${Array.from({ length: ROWS }, (_, row) => `${row},${row / 8},${row % 3 === 0 ? "ON" : "OFF"},${row % 1000 === 7 ? 1 : 0}\n`).join("")}`,
);

test("200,000 rows come in batches, in order, each with its own dictionary", async () => {
  let row = 0;
  for await (const { table, rows } of readBatches(big)) {
    expect(table.rowCount).toBe(rows.length);
    expect(table.rowCount).toBeLessThanOrEqual(8192);
    const [id, level, pump] = table.columns;
    if (id?.type !== "number" || level?.type !== "number" || pump?.type !== "text") throw new Error("wrong types");
    expect([...pump.dictionary].sort()).toEqual(["OFF", "ON"]);
    for (let i = 0; i < rows.length; i++, row++) {
      if (rows[i] !== row || id.values[i] !== row || level.values[i] !== row / 8)
        throw new Error(`row ${row} is wrong`);
      if (pump.dictionary[pump.codes[i]!] !== (row % 3 === 0 ? "ON" : "OFF")) throw new Error(`row ${row} is wrong`);
    }
  }
  expect(row).toBe(ROWS);
});

test("the whole table has the same rows in one piece", async () => {
  const { table, inputRows } = await readTable(big);
  expect([table.rowCount, inputRows]).toEqual([ROWS, ROWS]);
  const [id] = table.columns;
  expect(id?.type === "number" && id.values.every((value, row) => value === row)).toBe(true);
});

test("row numbers count the input before any filter", async () => {
  const flagged = await collectRowNumbers(big, { anomaly: { column: "label", value: "1" } });
  expect(flagged).toEqual(Array.from({ length: 200 }, (_, i) => i * 1000 + 7));
  expect(await collectRowNumbers(big, { where: "Level >= 24999 -- near the end" })).toEqual([
    199_992, 199_993, 199_994, 199_995, 199_996, 199_997, 199_998, 199_999,
  ]);
  expect(
    await collectRowNumbers(big, { where: "id > 5000", anomaly: { column: "label", value: "1" }, columns: ["Pump"] }),
  ).toEqual(flagged.filter((row) => row > 5000));
});

test("row numbers count on through several files, also of different writing", async () => {
  const a = folder.write("a.csv", "x,y\n1,p\n2,q\n3,p\n");
  const b = folder.write("b.csv.gz", gzipSync("y;x\np;4\nq;5\n"));
  const c = folder.write("c.ndjson", '{"x":6,"y":"p"}\n{"x":7,"y":"p"}\n');
  const batches = await collectBatches([a, b, c], {
    anomaly: { column: "y", value: "p" },
    columns: ["x"],
    batchRows: 2,
  });
  expect(batches.map((batch) => [...batch.rows])).toEqual([[0, 2], [3, 5], [6]]);
  expect(batches.flatMap((batch) => rowsOf(batch.table))).toEqual([[1], [3], [4], [6], [7]]);
});

test("under sql, rows are those of its result", async () => {
  const options = { sql: "SELECT * FROM input WHERE id % 2 = 1 ORDER BY id DESC LIMIT 5", where: "id < 199996" };
  expect(await collectRowNumbers(big, options)).toEqual([2, 3, 4]);
});

test("sql keeps the order it asks for", async () => {
  const [batch] = await collectBatches(big, { sql: "SELECT id FROM input ORDER BY id DESC", batchRows: 200_000 });
  const id = batch?.table.columns[0];
  expect(id?.type === "number" && id.values.every((value, row) => value === ROWS - 1 - row)).toBe(true);
});

test("sql joins sources by input1 and input2, and files by their paths", async () => {
  const left = folder.write("left.csv", "k,a\n1,x\n2,y\n");
  const right = folder.write("right.csv", "k,b\n2,20\n1,10\n");
  const expected = [
    ["a:text", "b:number"],
    ["x", 10],
    ["y", 20],
  ];
  const join1 = "SELECT a, b FROM input1 JOIN input2 USING (k) ORDER BY k;";
  expect(await readAll([left, right], { sql: join1 })).toEqual(expected);
  const join2 = `WITH r AS (SELECT * FROM '${right}') SELECT a, b FROM input JOIN r USING (k) ORDER BY k`;
  expect(await readAll(left, { sql: join2 })).toEqual(expected);
});

test("filters compare values as people write them", async () => {
  const path = folder.write("labels.csv", "k,label,ok,note\n0,0,true,a\n1,0.0,True,\n2,1,false,NA\n3,,FALSE,b c\n");
  const rows = (column: string, value: string) => collectRowNumbers(path, { normal: { column, value } });
  expect(await rows("label", "0")).toEqual([0, 1]);
  expect(await rows("label", "1.0")).toEqual([2]);
  expect(await rows("label", "")).toEqual([3]);
  expect(await rows("ok", "TRUE")).toEqual([0, 1]);
  expect(await rows("note", "b c")).toEqual([3]);
  expect(await rows("note", "NA")).toEqual([1, 2]);
  expect(await collectRowNumbers(path, { anomaly: { column: "ok", value: "false" }, columns: ["k"] })).toEqual([2, 3]);
  const sql = "SELECT * FROM (VALUES (0), (1)) t(flag)";
  expect(await collectRowNumbers([], { sql, anomaly: { column: "flag", value: "1.0" } })).toEqual([1]);
});

test("a model's types are kept: 01 stays text, numbers and booleans are read from text", async () => {
  const path = folder.write("typed.csv", "code,size,flag\n01,1,1\n02,NA,no\n");
  const given = types({ code: "text", size: "number", flag: "boolean" });
  expect(await readAll(path, { types: given })).toEqual([
    ["code:text", "size:number", "flag:boolean"],
    ["01", 1, true],
    ["02", null, false],
  ]);
  const json = folder.write("typed.ndjson", '{"code":1,"size":"1.5","flag":true,"x":2}\n{"code":"01","size":"NA"}\n');
  expect(await readAll(json, { types: given, columns: ["code", "size", "flag"] })).toEqual([
    ["code:text", "size:number", "flag:boolean"],
    ["1", 1.5, true],
    ["01", null, null],
  ]);
  const sql = "SELECT 1.0::DOUBLE AS code, '2' AS size, 0 AS flag UNION ALL SELECT 2.5, ' ', 1";
  expect(await readAll([], { sql, types: given })).toEqual([
    ["code:text", "size:number", "flag:boolean"],
    ["1", 2, false],
    ["2.5", null, true],
  ]);
});

test("only the columns wanted are read, in the order of the input", async () => {
  const path = folder.write("wanted.csv", "a,b,c\n1,2,3\n");
  expect(await readAll(path, { columns: ["c", "a"] })).toEqual([
    ["a:number", "c:number"],
    [1, 3],
  ]);
});

test("a text that differs in nearly every row is not kept in memory when learning", async () => {
  const lines = Array.from({ length: 120_000 }, (_, row) => `item-${row},${row % 7}\n`);
  const { table } = await readTable(folder.write("ids.csv", `id,x\n${lines.join("")}`));
  expect(table.columns[0]).toEqual({ name: "id", type: "other", holds: "text that differs in nearly every row" });
  expect(table.rowCount).toBe(120_000);
});

test("such a text is kept when it is asked for", async () => {
  const lines = Array.from({ length: 120_000 }, (_, row) => `item-${row},${row % 7}\n`);
  const { table } = await readTable(folder.write("kept.csv", `id,x\n${lines.join("")}`), { keepTexts: ["id", "x"] });
  expect(typesOf(table)).toEqual(["id:text", "x:number"]);
});

test("standard input is spooled to a file that is always removed", async () => {
  const stdin = () => Readable.from([Buffer.from("a,b\n1,"), Buffer.from("x\n")]);
  expect(await readAll("-", { stdin: stdin() })).toEqual([
    ["a:number", "b:text"],
    [1, "x"],
  ]);
  await expect(readTable("-", { stdin: Readable.from([Buffer.from("a,b\n1\n")]) })).rejects.toThrow(
    "standard input line 2 has 1 cell, the header has 2",
  );
  for await (const _ of readBatches("-", { stdin: stdin() })) break;
  expect(spooledFiles()).toEqual([]);
});

test("a pipe given by its name is spooled too", async () => {
  const pipe = join(folder.path, "pipe.csv");
  spawn("sh", ["-c", `mkfifo "$0" && printf 'a\\n1\\n' > "$0"`, pipe]);
  while (!existsSync(pipe)) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await readAll(pipe)).toEqual([["a:number"], [1]]);
  expect(spooledFiles()).toEqual([]);
});

test("progress tells rows and share, which end at all of them", async () => {
  const seen: ReadProgress[] = [];
  await readTable(big, { onProgress: (progress) => seen.push(progress) });
  const read = seen.filter((progress) => progress.phase === "read");
  expect(read.at(-1)?.rows).toBe(ROWS);
  expect(read.every(({ share }) => share === null || (share >= 0 && share <= 1))).toBe(true);
  expect(read.some(({ share }) => share !== null && share > 0.5)).toBe(true);
});

test("a wish to stop ends the read at once, wherever it is", async () => {
  await expect(readTable(big, { shouldStop: () => true })).rejects.toThrow(StoppedError);
  let asked = 0;
  await expect(collectBatches(big, { shouldStop: () => ++asked > 20 })).rejects.toThrow(StoppedError);
  const slow = "SELECT count(*) AS n FROM range(100000000) a, range(100000) b WHERE a.range * b.range % 7 = 3";
  const started = Date.now();
  await expect(readTable([], { sql: slow, shouldStop: () => Date.now() - started > 200 })).rejects.toThrow(
    StoppedError,
  );
  expect(Date.now() - started).toBeLessThan(asBusyAsNow(5000));
});

test("leaving a batch loop early closes everything", async () => {
  for await (const batch of readBatches(big, { batchRows: 100 })) {
    expect(batch.rows.length).toBe(100);
    break;
  }
});
