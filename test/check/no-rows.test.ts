/** A check of no rows fails unless --allow-empty accepts it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHECK_FORMATS } from "../../src/cli/commands/check/command.js";
import { runCli } from "../support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "parsight-no-rows-"));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = (count: number): string =>
  `Minute,Level,Valve,flag\n${Array.from({ length: count }, (_, row) => `${row},${row % 50},${row % 50 < 25 ? "Closed" : "Open"},${row % 3 === 0 ? 1 : 0}`).join("\n")}\n`;

beforeAll(async () => {
  writeFileSync(at("rows.csv"), lines(300));
  writeFileSync(at("empty.csv"), "Minute,Level,Valve,flag\n");
  const learn = ["learn", at("rows.csv"), "--quiet", "--exclude"];
  expect((await runCli([...learn, "Minute,flag", "-o", at("tank.json")])).code).toBe(0);
  const past = ["--history", "--time", "Minute", "--window", "5 rows"];
  expect((await runCli([...learn, "flag", ...past, "-o", at("past.json")])).code).toBe(0);
});

const ALLOW = "If there may be no rows, use --allow-empty.";

describe.each(["tank.json", "past.json"])("check with %s", (model) => {
  test.each<[string, readonly string[], string, string]>([
    ["a file without rows", ["empty.csv"], "the table has no rows", "Check how it was written."],
    [
      "--where matches no row",
      ["rows.csv", "--where", "Level > 1000"],
      "none of the 300 rows satisfies Level > 1000",
      "Try the condition in a wider form first.",
    ],
    [
      "--anomaly matches no row",
      ["rows.csv", "--anomaly", "flag=typo"],
      "none of the 300 rows has flag = typo",
      'Values seen, with their number of rows: "0" (200), "1" (100).',
    ],
  ])("exits 2 and gives the reason: %s", async (_, [table, ...choice], reason, hint) => {
    const outcome = await runCli(["check", at(model), at(table!), ...choice]);
    const stderr = `error NOTHING_CHECKED: ${reason}, so nothing was checked\n  ${hint} ${ALLOW}\n`;
    expect(outcome).toEqual({ code: 2, stdout: "", stderr });
    expect(await runCli(["check", at(model), at(table!), ...choice, "--allow-empty"])).toEqual({
      code: 0,
      stdout: "ok: 0 rows were checked\n",
      stderr: "",
    });
  });
});

describe.each(CHECK_FORMATS)("check of no rows as %s", (format) => {
  test("exits 2 and writes nothing: no output, no baseline", async () => {
    const before = readdirSync(folder);
    const words = ["check", at("tank.json"), at("empty.csv"), "--format", format, "--save-baseline", at("known.json")];
    for (const out of [[], ["-o", at("found.txt")]])
      expect(await runCli([...words, ...out])).toMatchObject({ code: 2, stdout: "" });
    expect(readdirSync(folder)).toEqual(before);
  });

  test("exits 0 and reports 0 rows with --allow-empty", async () => {
    const words = ["check", at("tank.json"), at("empty.csv"), "--format", format, "--allow-empty"];
    const { code, stdout, stderr } = await runCli(words);
    expect([code, stderr]).toEqual([0, ""]);
    if (format === "json") expect(JSON.parse(stdout)).toMatchObject({ rows: 0, findings: 0, isOver: false });
    else if (format === "ndjson")
      expect(stdout).toBe(""); // a line for each finding
    else expect(stdout).toContain("0 rows were checked");
  });
});

test("a file of no bytes is an error unless --allow-empty accepts it", async () => {
  writeFileSync(at("nothing.csv"), "");
  const words = ["check", at("tank.json"), at("nothing.csv")];
  const refused = await runCli(words);
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain(`error FILE_EMPTY: ${at("nothing.csv")} is empty`);
  const accepted = { code: 0, stdout: "ok: 0 rows were checked\n", stderr: "" };
  expect(await runCli([...words, "--allow-empty"])).toEqual(accepted);
});

test("an old result stays when there is nothing to check", async () => {
  writeFileSync(at("found.json"), "old");
  expect((await runCli(["check", at("tank.json"), at("empty.csv"), "-o", at("found.json")])).code).toBe(2);
  expect(readFileSync(at("found.json"), "utf8")).toBe("old");
  const saved = ["--save-baseline", at("none.json"), "--allow-empty"];
  expect((await runCli(["check", at("tank.json"), at("empty.csv"), ...saved])).code).toBe(0);
  expect(existsSync(at("none.json"))).toBe(true);
});
