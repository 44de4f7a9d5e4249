/** A disk that fills up under the columns of a table that is not held in memory: a clear error, and nothing is left. */
import { readdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onSmallDisk } from "../small-disk.js";
import { type Folder, parsight, temporaryFolder } from "./support/program.js";

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** Three numbers and a truth: 25 bytes a row as they are read, and more than twice that when they are learnt from. */
function writeRows(name: string, rows: number): void {
  const lot = (row: number, salt: number): number => ((row * 7919 + salt * 104_729) % 10_007) / 100;
  const lines = Array.from({ length: rows }, (_, row) =>
    [lot(row, 1), lot(row, 2), lot(row, 1) + lot(row, 3), lot(row, 1) > 50].join(","),
  );
  writeFileSync(folder.at(name), `level,flow,pressure,open\n${lines.join("\n")}\n`);
}

test.for([
  { when: "while the table is read", rows: 20_000, disk: "read" },
  { when: "while it is learnt from", rows: 7000, disk: "learnt" },
])("$when", async ({ rows, disk }, { skip }) => {
  writeRows(`${disk}.csv`, rows);
  await onSmallDisk(folder.at(disk), skip, async () => {
    const words = ["learn", `${disk}.csv`, "--memory", "1KB", "--trees", "1", "-q", "-o", `${disk}.json`];
    const { code, stderr } = await parsight(words, { cwd: folder.path, env: { TMPDIR: folder.at(disk) } });
    expect(stderr).toMatch(
      /^error DISK_FULL: no room left in the temporary folder \S+ for .*columns.*\n {2}Free some space /,
    );
    expect(code).toBe(2);
    expect(readdirSync(folder.at(disk))).toEqual([]);
  });
  expect(readdirSync(folder.path).filter((name) => name.includes("json"))).toEqual([]);
});
