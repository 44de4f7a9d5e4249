/** Models that look back on the command line: rows that come over time, rows before them, and two models side by side. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Folder, parsight, temporaryFolder } from "../cli/support/program.js";
import { fixtureModel } from "../support/fixtures.js";
import { type MovingRow, movingRows } from "./moving-tank.js";

const fresh = movingRows(240, { seed: 2, from: 5000 });
/** From row 100 on the level shows one number. */
const frozen = fresh.map((row, place) => (place < 100 ? row : { ...row, Level: fresh[100]!.Level }));
const flagged = frozen.map((row, place) => ({ ...row, flag: place % 3 }));

function csv(rows: readonly object[]): string {
  return [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map((line) => `${line.join()}\n`).join("");
}

const ndjson = (rows: readonly MovingRow[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

let folder: Folder;
const run = (words: readonly string[], input?: string) =>
  parsight([...words, "-q"], { cwd: folder.path, ...(input === undefined ? {} : { input }) });

beforeAll(async () => {
  folder = temporaryFolder();
  const write = (name: string, rows: readonly object[]): void => writeFileSync(join(folder.path, name), csv(rows));
  write("frozen.csv", frozen);
  write("early.csv", frozen.slice(0, 130));
  write("late.csv", frozen.slice(130));
  write("flagged.csv", flagged);
  copyFileSync(await fixtureModel("moving"), folder.at("plain.json"));
  copyFileSync(await fixtureModel("moving-history"), folder.at("moving.json"));
});

afterAll(() => folder.remove());

const explain = (...words: readonly string[]) => ["explain", "moving.json", ...words];

test("rows before others tell nothing to a model that looks at no past, and that is said", async () => {
  const { code, stdout, stderr } = await run(["explain", "plain.json", "late.csv", "--context", "early.csv"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("OPTION_CONFLICT: --context is about the past of rows, and plain.json looks at none");
});

test("a column that is not there is told with those that were learnt from, not with what was made of their past", async () => {
  writeFileSync(join(folder.path, "renamed.csv"), csv(fresh.map(({ Level, ...row }) => ({ ...row, Levle: Level }))));
  const { code, stderr } = await run(explain("renamed.csv"));
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error COLUMN_UNKNOWN: renamed\.csv has no column "Level"\n {2}Closest: "Levle"\. /);
  expect(stderr).toMatch(/moving\.json was learnt from: [^.]*\bLevel\b/);
  expect(stderr).not.toMatch(/over \d+ min|flat \(min\)|for \(min\)/);
});

describe("rows that come over time", () => {
  test("have the past of rows in a file, to the byte", async () => {
    const words = ["--format", "ndjson"];
    const file = await run(explain("frozen.csv", ...words));
    expect(file.stdout).toContain("flat for 20 min");
    expect(await run(explain("-", "--follow", ...words), ndjson(frozen))).toEqual(file);
    expect(await run(explain("-", "--follow", ...words), csv(frozen))).toEqual(file);
  });

  test("are the same incidents", async () => {
    const words = ["--incidents", "--format", "ndjson"];
    const file = await run(explain("frozen.csv", ...words));
    expect(file.stdout).toContain('"what":"Level flat too long"');
    expect(await run(explain("-", "--follow", ...words), ndjson(frozen))).toEqual(file);
  });

  test("are the past of others where --anomaly leaves them out", async () => {
    const words = ["--anomaly", "flag=1", "--format", "ndjson"];
    const file = await run(explain("flagged.csv", ...words));
    expect(file.stdout.split("\n")).toHaveLength(81);
    expect(file.stdout).toContain("flat for 21 min");
    expect(await run(explain("-", "--follow", ...words), csv(flagged))).toEqual(file);
  });

  test("go on where --context ends", async () => {
    const words = ["--context", "early.csv", "--format", "ndjson"];
    const file = await run(explain("late.csv", ...words));
    expect(file.stdout.split("\n")[0]).toContain("flat for 30 min");
    expect(await run(explain("-", "--follow", ...words), ndjson(frozen.slice(130)))).toEqual(file);
  });

  test("need the column that says when", async () => {
    const { code, stderr } = await run(explain("-", "--follow"), csv(frozen).replace("Time", "When"));
    expect([code, stderr.split("\n")[0]]).toEqual([2, expect.stringContaining('"Time"')]);
  });
});

test("diff judges rows by two models, each with the past that it looks at", async () => {
  const { code, stdout } = await run(["diff", "plain.json", "moving.json", "frozen.csv", "--format", "json"]);
  expect(code).toBe(0);
  const { verdicts } = JSON.parse(stdout) as { verdicts: { rows: number; changed: { row: number; new: string }[] } };
  expect(verdicts.rows).toBe(240);
  expect(verdicts.changed).toContainEqual({ row: 107, old: null, new: "Level: flat too long" });
  const same = await run(["diff", "moving.json", "moving.json", "frozen.csv", "--format", "json"]);
  expect(JSON.parse(same.stdout)).toMatchObject({ verdicts: { rows: 240, newlyFound: 0, noLongerFound: 0 } });
});
