/** A model that does not fit in the memory that Node may use is no mistake of the program's, nor a crash. */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Folder, parsight, temporaryFolder } from "./support/program.js";

let folder: Folder;

beforeAll(() => {
  folder = temporaryFolder();
  const columns = Array.from({ length: 300 }, (_, column) => column);
  const cell = (row: number, column: number): number => ((row * (7 + (column % 10)) * 37) % 101) + ((row * column) % 7);
  const rows = Array.from({ length: 300 }, (_, row) => columns.map((column) => cell(row, column)).join(","));
  writeFileSync(folder.at("wide.csv"), `${columns.map((column) => `c${column}`).join(",")}\n${rows.join("\n")}\n`);
});

afterAll(() => folder.remove());

test("explaining says that memory is full", async () => {
  const learnt = await parsight(["learn", "wide.csv", "-o", "wide.json", "-q"], { cwd: folder.path });
  expect(learnt.code, learnt.stderr).toBe(0);
  const env = { NODE_OPTIONS: "--max-old-space-size=16" };
  const { code, stderr } = await parsight(["explain", "wide.json", "wide.csv", "-q"], { cwd: folder.path, env });
  expect(stderr).toMatch(
    /^error MEMORY_FULL: explaining needs more memory than Node may use here\n {2}Give a model of fewer columns /,
  );
  expect(code).toBe(2);
});
