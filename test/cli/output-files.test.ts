/** A result never goes where something is read, or where another result goes: asked first, and nothing is touched. */
import { spawnSync } from "node:child_process";
import { existsSync, linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.js";
import { type Folder, PROGRAM, parsight, temporaryFolder } from "./support/program.js";

let folder: Folder;

beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(folder.at("d.csv"), "a,b\n1,2\n3,4\n");
  writeFileSync(folder.at("it's.csv"), "a,b\n1,2\n3,4\n");
  writeFileSync(folder.at("m.json"), "a model");
  writeFileSync(folder.at("det.csv"), "a detector");
  writeFileSync(folder.at("net.onnx"), "a network");
  symlinkSync("d.csv", folder.at("link.csv"));
  linkSync(folder.at("d.csv"), folder.at("hard.csv"));
  symlinkSync("m.json", folder.at("latest.json"));
  symlinkSync(".", folder.at("here"));
});

afterAll(() => folder.remove());

/** What the program said, with `@` for the folder, which is left as it was. */
async function said(line: string): Promise<{ readonly code: number; readonly errors: string }> {
  const before = contents();
  const words = line.split(" ").map((word) => word.replaceAll("@", `${folder.path}/`).replaceAll("~", " "));
  const { code, stderr } = await runCli(words);
  expect(contents()).toEqual(before);
  return { code, errors: stderr.replaceAll(`${folder.path}/`, "@") };
}

function contents(): readonly (readonly [string, string])[] {
  return readdirSync(folder.path)
    .filter((name) => name !== "here")
    .map((name) => [name, readFileSync(folder.at(name), "utf8")]);
}

test.each([
  ["the same name", "learn @d.csv -o @d.csv"],
  ["another way to the same file", "learn @d.csv -o @here/./d.csv"],
  ["a link to what is read", "learn @d.csv -o @link.csv"],
  ["what a link that is read points to", "learn @link.csv -o @d.csv"],
  ["a second name of what is read", "learn @hard.csv -o @d.csv"],
  ["one of a glob's files", "learn @*.csv -o @d.csv"],
  ["a glob's file by its link", "explain @m.json @l*.csv -o @d.csv"],
  ["one of a glob's files, for a report", "report @m.json @d*.csv -o @d.csv"],
  ["a file that SQL names", "learn --sql select~*~from~'@d.csv' -o @d.csv"],
  ["a file that SQL names by a link, in a step", 'learn --sql with~x~as~(from~"@link.csv")~from~x -o @d.csv'],
  ["a file with a quote in its name", "learn --sql from~'@it''s.csv' -o @it's.csv"],
  ["a file among those of a function", "learn --sql from~read_csv(['@no.csv','@h*.csv']) -o @d.csv"],
  ["a file in SQL that DuckDB's parser does not describe", "learn --sql pivot~'@d.csv'~on~a~using~sum(b) -o @d.csv"],
  ["a file whose name SQL joins", "learn --sql from~read_csv('@'~||~'d.csv') -o @d.csv"],
  ["a file that SQL in SQL names", "learn --sql from~query('from~''@d.csv''') -o @d.csv"],
  ["a file that a condition names", "learn @det.csv --where a~in~(select~a~from~'@d.csv') -o @d.csv"],
  ["the model", "explain @m.json @d.csv -o @m.json"],
  ["the model behind a link", "explain @latest.json @d.csv -o @m.json"],
  ["the model whose rules are listed", "rules @latest.json -o @m.json"],
  ["the detector that is loaded", "detect @d.csv --load @det.csv -o @det.csv"],
  ["the network that is asked", "detect @d.csv @d.csv --detector onnx:@net.onnx -o @net.onnx"],
  ["the network that is compared", "compare @d.csv @d.csv --detector onnx:@net.onnx -o @net.onnx"],
  ["the rows that are compared", "compare @d.csv @link.csv -o @hard.csv"],
])("the output is %s", async (_, line) => {
  const { code, errors } = await said(line);
  const out = line.slice(line.lastIndexOf(" ") + 1);
  expect(errors).toBe(
    `error OUTPUT_IS_INPUT: --out ${out} is also a file to read\n  Choose another name; nothing was written.\n`,
  );
  expect(code).toBe(2);
});

test("the detector would be kept in a file that is read", async () => {
  expect((await said("detect @d.csv @d.csv -o @f.csv --save @hard.csv")).errors).toBe(
    "error OUTPUT_IS_INPUT: --save @hard.csv is also a file to read\n  Choose another name; nothing was written.\n",
  );
});

test.each([
  ["a file to come", "detect @d.csv @d.csv -o @f.csv --save @here/f.csv"],
  ["a file that is there", "detect @d.csv @d.csv -o @det.csv --save @here/det.csv"],
])("both results would go to one file, %s", async (_, line) => {
  const { code, errors } = await said(line);
  expect(errors).toMatch(/^error OUTPUT_CONFLICT: --save @here\/\w+\.csv is also where another result goes\n/);
  expect(code).toBe(2);
});

test("standard input comes from the file that would be written", async () => {
  const script = `node "$0" learn - -o d.csv < d.csv`;
  const { status, stderr } = spawnSync("sh", ["-c", script, PROGRAM], { cwd: folder.path, encoding: "utf8" });
  expect(stderr).toMatch(/^error OUTPUT_IS_INPUT: --out d\.csv is also a file to read\n/);
  expect(status).toBe(2);
});

test("what DuckDB will not look for is refused by the reading, in its words", async () => {
  expect((await said("detect https://example.org/*.csv @d.csv -o @f.csv")).errors).toMatch(/^error FILE_URL: /);
  expect((await said("detect @**/a/**/b.csv @d.csv -o @f.csv")).errors).toMatch(/^error READ_FAILED: /);
});

test("a text in SQL that names no table is no file to read", async () => {
  const sql = "select a, b, 'out.json' as c from 'd.csv' where regexp_matches('d', '[a-z]*')";
  writeFileSync(folder.at("out.json"), "an older model");
  const { code, stderr } = await parsight(["learn", "--sql", sql, "-o", "out.json", "-q"], { cwd: folder.path });
  expect(stderr).toContain("FEW_ROWS");
  expect(code).toBe(0);
});

test.skipIf(!existsSync("/dev/full"))("the version has no room on standard output", () => {
  const { status, stderr } = spawnSync("sh", ["-c", `node "$0" --version > /dev/full`, PROGRAM], { encoding: "utf8" });
  expect(stderr).toBe("error DISK_FULL: no room left on the disk for standard output\n  Free some space.\n");
  expect(status).toBe(1);
});
