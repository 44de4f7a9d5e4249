import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CsvTable } from "../../src/input/duckdb/csv-table.js";
import { explainReadFailure } from "../../src/input/duckdb/read-failure.js";
import { readTable } from "../../src/input/read-table.js";
import { onSmallDisk } from "../small-disk.js";
import { createFolder, errorOf } from "./support.js";

const folder = createFolder();
const at = (name: string): string => join(folder.path, name);

async function* bytes(count: number, meanwhile = (): void => {}): AsyncGenerator<Uint8Array> {
  yield Buffer.from("a,b\n");
  meanwhile();
  for (let at = 0; at < count; at += 1000) yield Buffer.from("1,2\n".repeat(250));
}

describe("the temporary folder", () => {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env.TMPDIR;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });

  function refusal(tmpdir: string, count: number): Promise<readonly string[]> {
    process.env.TMPDIR = tmpdir;
    return errorOf(readTable("-", { stdin: bytes(count) }), folder.path);
  }

  test("is not there", async () => {
    expect(await refusal("/nonexistent", 1000)).toEqual([
      "TEMPORARY_FOLDER",
      "standard input cannot be kept in the temporary folder /nonexistent: there is none",
      "Name a folder that you may write to by the environment variable TMPDIR.",
    ]);
  });

  test("is a file", async () => {
    folder.write("file", "");
    expect((await refusal(at("file"), 1000)).slice(0, 2)).toEqual([
      "TEMPORARY_FOLDER",
      `standard input cannot be kept in the temporary folder ${at("file")}: the system answered ENOTDIR`.replace(
        `${folder.path}/`,
        "",
      ),
    ]);
  });

  test("is full", async ({ skip }) => {
    const disk = at("disk");
    await onSmallDisk(disk, skip, async () => {
      expect(await refusal(disk, 1_000_000)).toEqual([
        "DISK_FULL",
        "no room left in the temporary folder disk for standard input",
        "Free some space there, or name another folder by the environment variable TMPDIR.",
      ]);
      expect(readdirSync(disk)).toEqual([]);
    });
  });
});

describe("a file that goes while it is read", () => {
  const GONE = [
    "FILE_MISSING",
    "gone.csv is gone: it was there when the reading began",
    "Somebody removed or renamed it meanwhile. Try again when it is back.",
  ];

  test("before it is looked into", async () => {
    const path = folder.write("gone.csv", "a,b\n1,2\n");
    const stdin = bytes(1000, () => rmSync(path));
    const error = await errorOf(readTable([path, "-"], { stdin }), folder.path);
    expect(error).toEqual(GONE);
  });

  const file = { path: at("gone.csv"), shown: at("gone.csv"), bytes: 8, source: 0 };
  const table: CsvTable = {
    format: "csv",
    files: [file],
    packing: "none",
    names: ["a", "b"],
    dialect: { delimiter: ",", quote: '"', escape: '"', lineEnd: "\n" },
    hasHeader: true,
    headerDoubt: null,
    emptyLines: 0,
    repeatedHeaders: [],
    asWritten: false,
  };

  test.each([
    ["when its mistake is looked for", `Invalid Input Error: CSV Error on Line: 3, in ${at("gone.csv")}`],
    ["between two queries", `IO Error: No files found that match the pattern "${at("gone.csv")}"`],
    ["under DuckDB's hands", `IO Error: Cannot open file "${at("gone.csv")}": No such file or directory`],
  ])("%s", async (_, message) => {
    rmSync(at("gone.csv"), { force: true });
    const context = { files: [file], tables: [table], database: null as never };
    const explained = explainReadFailure(new Error(message), context).then((error) => {
      throw error;
    });
    expect(await errorOf(explained, folder.path)).toEqual(GONE);
  });

  test("DuckDB cannot put aside what does not fit into memory", async () => {
    const message = 'IO Error: Could not write file "/tmp/parsight-1-x.spill/0.tmp": No space left on device';
    const context = { files: [file], tables: [table], database: null as never };
    const explained = explainReadFailure(new Error(message), context).then((error) => {
      throw error;
    });
    const [code, fact] = await errorOf(explained, folder.path);
    expect(code).toBe("DISK_FULL");
    expect(fact).toMatch(/^no room left in the temporary folder .+ for what is read of gone\.csv$/);
  });
});
