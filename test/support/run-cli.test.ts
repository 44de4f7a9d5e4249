import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "./run-cli.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "parsight-run-cli-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a command line runs in its folder, with standard input in chunks, and the working directory is restored", async () => {
  async function* chunks() {
    yield "x,y\n1,a\n2,";
    yield new TextEncoder().encode("b\n3,ä\n");
  }
  const before = process.cwd();
  const learned = await runCli(["learn", "-", "-o", "m.json", "--format", "json", "-q"], {
    cwd: folder,
    stdin: chunks(),
  });
  expect(learned).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(learned.stdout)).toMatchObject({ rows: 3 });
  expect(process.cwd()).toBe(before);
  writeFileSync(join(folder, "rows.csv"), "x,y\n1,a\n");
  const explained = await runCli(["explain", "m.json", "rows.csv", "--format", "csv", "-q"], { cwd: folder });
  expect([explained.code, explained.stdout.split("\n").length]).toEqual([0, 3]);
});

test("standard input is empty by default, and an error goes to standard error", async () => {
  const { code, stdout, stderr } = await runCli(["learn", "-", "-o", join(folder, "none.json")]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^error FILE_EMPTY: standard input is empty\n/);
});

test("a terminal has its width and color, unless the environment says otherwise", async () => {
  const colored = await runCli(["web", "--help"], { columns: 40 });
  expect(colored.stdout).toContain("\u001b[1mUsage\u001b[22m");
  const plain = await runCli(["web", "--help"], { columns: 40, env: { NO_COLOR: "1" } });
  expect(plain.stdout).not.toContain("\u001b");
  expect(plain.stdout.split("\n").every((line) => line.length <= 40)).toBe(true);
});
