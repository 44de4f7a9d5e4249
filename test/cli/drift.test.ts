import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shuffled } from "../incidents/random-rows.js";
import { fixtureModel } from "../support/fixtures.js";
import { type Folder, parsight, TANK, temporaryFolder } from "./support/program.js";

const NORMAL = join(TANK, "normal.csv");

let folder: Folder;
let model: string;
let moved: string;

beforeAll(async () => {
  folder = temporaryFolder();
  model = await fixtureModel("tank");
  moved = folder.at("moved.csv");
  const [head, ...lines] = readFileSync(NORMAL, "utf8").trimEnd().split("\n").slice(0, 3001);
  const level = head!.split(",").indexOf("Level");
  const changed = lines.map((line, row) =>
    line
      .split(",")
      .map((cell, column) => (column === level && row >= 1500 ? (Number(cell) * 1.3).toFixed(2) : cell))
      .join(","),
  );
  writeFileSync(moved, [head, ...changed, ""].join("\n"));
});

afterAll(() => folder.remove());

describe("parsight drift", () => {
  test("ends with 0 where nothing has changed", async () => {
    const { code, stdout, stderr } = await parsight(["drift", model, NORMAL]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^No drift: 10,000 rows are as those that were learnt\.\n\nWatched: 12 features and \d+ rules\. /,
    );
  });

  test("ends with 3 where something has, and says what since when, in every format", async () => {
    const text = await parsight(["drift", model, moved]);
    expect(text.code).toBe(3);
    expect(text.stdout).toMatch(/^Drift since 2026-05-0[45]T\S+ \(row 1[45]\d\d\): /);
    const json = await parsight(["drift", model, moved, "--format", "json"]);
    const { features, rules } = JSON.parse(json.stdout) as {
      readonly features: readonly { readonly feature: string; readonly changes: readonly unknown[] }[];
      readonly rules: readonly unknown[];
    };
    expect(features.map(({ feature }) => feature)).toContain("Level");
    const ndjson = await parsight(["drift", model, moved, "--format", "ndjson"]);
    expect(ndjson.stdout.trimEnd().split("\n")).toHaveLength(features.length + rules.length);
    const out = folder.at("drift.csv");
    expect(await parsight(["drift", model, moved, "-o", out])).toMatchObject({ code: 3, stdout: "" });
    const changes = features.reduce((sum, each) => sum + each.changes.length, 0);
    expect(readFileSync(out, "utf8").trimEnd().split("\n")).toHaveLength(1 + changes + rules.length);
  });

  test("--by watches each machine by itself: one drifts, one does not, though their rows take turns", async () => {
    const [[head, ...sound], [, ...drifted]] = [NORMAL, moved].map((path) =>
      readFileSync(path, "utf8").trimEnd().split("\n").slice(0, 3001),
    ) as [string[], string[]];
    const both = sound.flatMap((line, row) => [`${line},a`, `${drifted[row]!},"b, c"`]);
    const path = folder.at("both.csv");
    writeFileSync(path, [`${head},Machine`, ...both, ""].join("\n"));
    const alone = await parsight(["drift", model, moved, "--format", "json"]);
    const { code, stdout } = await parsight(["drift", model, path, "--by", "Machine"]);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^1 of 2 machines has drifted\.\n\nMachine = b, c\nDrift since 2026-05-0[45]T\S+ \(row \d+\): /,
    );
    expect(stdout).toMatch(/\nWatched of each: 12 features and \d+ rules\. Of stable machines at most 1 % raise /);
    const json = await parsight(["drift", model, path, "--by", "Machine", "--format", "json"]);
    const { hasDrifted, machines } = JSON.parse(json.stdout);
    expect(hasDrifted).toBe(true);
    expect(machines).toMatchObject([
      { by: { Machine: "a" }, hasDrifted: false, rows: 3000 },
      { by: { Machine: "b, c" }, hasDrifted: true, rows: 3000 },
    ]);
    const changesOf = ({ features }: { features: readonly { changes: readonly object[] }[] }) =>
      features.map(({ changes }) => changes.map((change) => ({ ...change, since: null, found: null })));
    expect(changesOf(machines[1])).toEqual(changesOf(JSON.parse(alone.stdout))); // as by itself, but for row numbers
    const ndjson = await parsight(["drift", model, path, "--by", "Machine", "--format", "ndjson"]);
    const lines = ndjson.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(machines[1].features.length + machines[1].rules.length);
    expect(lines[0]).toMatchObject({ by: { Machine: "b, c" }, feature: machines[1].features[0].feature });
    const csv = await parsight(["drift", model, path, "--by", "Machine", "--format", "csv"]);
    expect(csv.stdout).toMatch(/^by,feature,kind,[^\n]*\n"b, c",/);
  });

  test("and explain tell the same of rows in any order, where a column says when they were", async () => {
    const shuffledFile = folder.at("shuffled.csv");
    const [head, ...lines] = readFileSync(moved, "utf8").trimEnd().split("\n");
    writeFileSync(shuffledFile, [head, ...shuffled(lines, 3), ""].join("\n"));
    const withoutRows = (text: string): string => text.replaceAll(/ \(row \d+\)|"row":\d+,?/g, "");
    for (const command of ["drift", "explain"]) {
      const options = command === "drift" ? [] : ["--summary", "--format", "json", "-q"];
      const [one, other] = [
        await parsight([command, model, moved, ...options]),
        await parsight([command, model, shuffledFile, ...options]),
      ];
      expect(other.code).toBe(one.code);
      expect(withoutRows(other.stderr)).toBe(withoutRows(one.stderr));
      if (command === "drift") expect(withoutRows(other.stdout)).toBe(withoutRows(one.stdout));
      else expect(withoutRows(other.stderr)).toMatch(/^warning ROWS_DRIFTED: /);
    }
  });

  test("--by refuses a column that is not there, and one with more machines than can be watched", async () => {
    expect(await parsight(["drift", model, moved, "--by", "Machin"])).toMatchObject({ code: 2 });
    const { code, stderr } = await parsight(["drift", model, NORMAL, "--by", "Time"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error DRIFT_MACHINES: column "Time" tells more than 1,000 machines apart/m);
  });

  test("ends with 2 where the columns are others", async () => {
    const other = folder.at("other.csv");
    writeFileSync(other, "a,b\n1,2\n");
    const { code, stderr } = await parsight(["drift", model, other]);
    expect(code).toBe(2);
    expect(stderr).toContain("error COLUMN_UNKNOWN");
  });
});

test("parsight explain warns once where rows as a whole have moved, and its summary has it", async () => {
  const explained = await parsight(["explain", model, moved, "--summary", "--format", "json", "-q"]);
  expect(explained.code).toBe(0);
  expect(explained.stderr).toMatch(
    /^warning ROWS_DRIFTED: [\d.]+ % of these rows are strange, most of all in (Level|Pressure)/,
  );
  expect(JSON.parse(explained.stdout)).toMatchObject({
    drift: { strange: expect.any(Number), text: expect.any(String) },
  });
  const chosen = await parsight([
    "explain",
    model,
    moved,
    "--where",
    "Level > 0",
    "--summary",
    "--format",
    "json",
    "-q",
  ]);
  expect({ stderr: chosen.stderr, drift: JSON.parse(chosen.stdout).drift }).toEqual({ stderr: "", drift: undefined });
});
