/** review, check, diff and export as a person types them, without a process of their own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readModelFile } from "../../src/cli/shared/model-file.js";
import { createRandom } from "../../src/core/base/index.js";
import { listPaperRanges, listRules } from "../../src/core/presenting/index.js";
import { runCli } from "../support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "parsight-review-"));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The valve is open where the pump runs and the level is high; the outflow follows the valve. */
function lines(
  count: number,
  seed: number,
  spoil: (row: number, cells: (string | number)[]) => void = () => {},
): string {
  const random = createRandom(seed);
  const rows = Array.from({ length: count }, (_, row) => {
    const level = Math.floor(random() * 200) / 10;
    const pump = random() < 0.5 ? "ON" : "OFF";
    const valve = level >= 10 && pump === "ON" ? "Open" : "Closed";
    const outflow = (valve === "Open" ? 5 + random() : random() / 10).toFixed(3);
    const inflow = (pump === "ON" ? 3 + random() : random() / 10).toFixed(3);
    const cells = [level, pump, valve, outflow, inflow, random() < 0.8 ? "Auto" : "Cleaning"];
    spoil(row, cells);
    return cells.join(",");
  });
  return `Level,Pump,Valve,Outflow,Inflow,Mode\n${rows.join("\n")}\n`;
}

/** Every twentieth row: the valve says what it is not. */
function wrongValve(row: number, cells: (string | number)[]): void {
  if (row % 20 === 0) cells[2] = cells[2] === "Open" ? "Closed" : "Open";
}

beforeAll(async () => {
  writeFileSync(at("normal.csv"), lines(800, 1));
  writeFileSync(at("more.csv"), lines(700, 2));
  writeFileSync(at("monday.csv"), lines(300, 3, wrongValve));
  writeFileSync(at("tuesday.csv"), lines(300, 4, wrongValve));
  writeFileSync(
    at("wednesday.csv"),
    lines(300, 5, (row, cells) => {
      wrongValve(row, cells);
      if (row % 15 === 7) cells[4] = 9;
    }),
  );
  const { code, stderr } = await runCli(["learn", at("normal.csv"), "-o", at("tank.json"), "--quiet"]);
  expect(stderr).not.toContain("error");
  expect(code).toBe(0);
});

async function idOf(ending: string, model = "tank.json"): Promise<string> {
  const { stdout } = await runCli(["rules", at(model), "--format", "ndjson"]);
  const rules = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; text: string });
  return rules.find(({ text }) => text.endsWith(ending))!.id;
}

describe("parsight check", () => {
  test("exits 0 on normal rows, 3 above the budget, 2 on bad input", async () => {
    const clean = await runCli(["check", at("tank.json"), at("more.csv")]);
    expect([clean.code, clean.stdout.split(":")[0]]).toEqual([0, "ok"]);
    const found = await runCli(["check", at("tank.json"), at("monday.csv")]);
    expect(found.code).toBe(3);
    expect(found.stdout).toMatch(/^FAILED: \d+ findings in 300 rows; \d\S* % of rows, 1 % allowed\n/);
    expect(found.stdout).toMatch(/\nValve: (Open|Closed) in \d+ rows\n {2}row \d+, /);
    expect((await runCli(["check", at("tank.json"), at("monday.csv"), "--max-rate", "0.2"])).code).toBe(0);
    const bad = await runCli(["check", at("tank.json"), at("nothing.csv")]);
    expect([bad.code, bad.stdout]).toEqual([2, ""]);
    const baseline = await runCli(["check", at("tank.json"), at("monday.csv"), "--baseline", at("tank.json")]);
    expect(baseline.stderr).toContain("error BASELINE_INVALID: this is not a baseline of parsight check\n");
  });

  test("says only what is new since the baseline, also when the model is learnt anew", async () => {
    const saved = at("known.json");
    expect((await runCli(["check", at("tank.json"), at("monday.csv"), "--save-baseline", saved])).code).toBe(3);
    const same = await runCli(["check", at("tank.json"), at("tuesday.csv"), "--baseline", saved]);
    expect(same.code).toBe(0);
    // One normal row in a hundred is as strange as that by itself.
    expect(same.stdout).toMatch(
      /^ok: \d+ findings in 300 rows, [0-2] of them new since the baseline; 0(\.\d)? % of rows/,
    );
    expect(same.stdout).not.toContain("\nValve:");
    await runCli(["learn", at("more.csv"), "-o", at("newer.json"), "--quiet"]);
    const newer = await runCli(["check", at("newer.json"), at("wednesday.csv"), "--baseline", saved]);
    expect(newer.code).toBe(3);
    expect(newer.stdout).toContain("\nInflow: too high in ");
    expect(newer.stdout).not.toContain("\nValve:");
    writeFileSync(
      at("flood.csv"),
      lines(300, 6, (row, cells) => row % 3 === 0 && wrongValve(0, cells)),
    );
    const grown = await runCli(["check", at("tank.json"), at("flood.csv"), "--baseline", saved]);
    expect([grown.code, /Valve: \w+ in \d+ rows, more than before/.test(grown.stdout)]).toEqual([3, true]);
  });

  test("writes JSON, lines, JUnit and SARIF", async () => {
    const words = ["check", at("tank.json"), at("monday.csv")];
    const json = JSON.parse((await runCli([...words, "--format", "json"])).stdout) as Record<string, unknown>;
    expect(json).toMatchObject({ rows: 300, isOver: true, maxRate: 0.01, muted: 0 });
    const ndjson = (await runCli([...words, "--format", "ndjson"])).stdout.trim().split("\n");
    expect(ndjson).toHaveLength(json["findings"] as number);
    expect(JSON.parse(ndjson[0]!)).toMatchObject({
      row: expect.any(Number),
      feature: expect.any(String),
      state: "new",
    });
    await runCli([...words, "-o", at("junit.xml")]);
    const junit = readFileSync(at("junit.xml"), "utf8");
    expect(junit).toMatch(/<testsuites tests="6" failures="[1-6]" errors="0">/);
    expect(junit).toContain(`name="Valve"><failure type="finding" message="Valve: `);
    const sarif = JSON.parse((await runCli([...words, "--format", "sarif"])).stdout) as {
      version: string;
      runs: { results: { ruleId: string; locations: object[] }[]; tool: { driver: { rules: { id: string }[] } } }[];
    };
    expect(sarif.version).toBe("2.1.0");
    const [only] = sarif.runs;
    expect(only!.results).toHaveLength(ndjson.length);
    const known = new Set(only!.tool.driver.rules.map(({ id }) => id));
    expect(only!.results.every(({ ruleId }) => known.has(ruleId))).toBe(true);
    expect(only!.results[0]!.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: at("monday.csv") },
          region: { startLine: (JSON.parse(ndjson[0]!) as { row: number }).row + 2 },
        },
      },
    ]);
  });
});

describe("on a terminal", () => {
  const widest = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));

  test("no word of check, diff and drift is cut where the screen ends", async () => {
    for (const words of [
      ["check", at("tank.json"), at("monday.csv")],
      ["diff", at("tank.json"), at("tank.json"), at("monday.csv")],
      ["drift", at("tank.json"), at("wednesday.csv")],
    ]) {
      const { stdout } = await runCli(words, { columns: 60 });
      expect([words[0], widest(stdout) <= 60]).toEqual([words[0], true]);
      const { stdout: whole } = await runCli(words);
      expect(stdout.replaceAll(/\s+/g, " ")).toBe(whole.replaceAll(/\s+/g, " "));
    }
  });
});

describe("parsight review", () => {
  const review = at("tank.review.yaml");
  const day = ["--today", "2026-11-17"];

  test("approve, mute and note write a sorted file in which the comments of people stay", async () => {
    const id = await idOf("→ Valve = Open");
    const decide = (action: string, ...words: readonly string[]) =>
      runCli(["review", action, review, at("tank.json"), ...words, ...day]);
    const muteValve = () => decide("mute", "Valve", "--when", "Mode = Cleaning");
    const approved = await decide("approve", id, "--reason", "gold", "--by", "Ada");
    expect([approved.code, approved.stderr]).toEqual([0, ""]);
    expect(approved.stdout).toMatch(new RegExp(`^approved ${id} .* → Valve = Open\n$`));
    writeFileSync(
      review,
      readFileSync(review, "utf8")
        .replace("approved:", "# from the plant meeting\napproved:")
        .replace('reason: "gold"', 'reason: "gold" # says Bob'),
    );
    const muted = await muteValve();
    expect(muted.stdout).toBe("muted Valve where Mode = Cleaning\n");
    const late = await decide("mute", "Inflow", "--until", "2026-10-01");
    expect(late.stdout).toBe("muted Inflow: it has no effect, since 2026-10-01 (--until) is past\n");
    await decide("note", "Level", "--text", "sensor is old");
    const text = readFileSync(review, "utf8");
    expect(text).toContain("# from the plant meeting\napproved:\n");
    expect(text).toContain('reason: "gold" # says Bob\n');
    expect(text).toContain(
      '  - feature: "Valve"\n    when:\n      - {feature: "Mode", in: ["Cleaning"]}\n    on: "2026-11-17"\n',
    );
    expect(text.indexOf('feature: "Inflow"')).toBeLessThan(text.indexOf('- feature: "Valve"'));
    const again = await muteValve();
    expect([again.code, readFileSync(review, "utf8")]).toEqual([0, text]);
    const list = await runCli(["review", "list", review, ...day]);
    expect(list.stdout).toContain("muted     Inflow (on 2026-11-17 until 2026-10-01) EXPIRED\n");
    expect(list.stdout).toContain("note      Level: sensor is old (on 2026-11-17)\n");
  });

  test("a review as JSON says the same, and both fit the schema", async () => {
    const { stdout } = await runCli(["review", "list", review, "--format", "json"]);
    writeFileSync(at("tank.review.json"), stdout);
    expect((await runCli(["review", "list", at("tank.review.json"), "--format", "json"])).stdout).toBe(stdout);
    const schema = JSON.parse(
      readFileSync(new URL("../../docs/review.schema.json", import.meta.url), "utf8"),
    ) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect([validate(JSON.parse(stdout)), validate.errors]).toEqual([true, null]);
    expect(validate({ format: "parsight-review", version: 1, approved: [{ id: "r1" }], muted: [], notes: [] })).toBe(
      false,
    );
  });

  test("check exits 3 and says what is stale, expired, contradicting or never used, and how many rows each mute hid", async () => {
    const found = await runCli(["review", "check", review, at("tank.json"), at("monday.csv"), ...day]);
    expect(found.code).toBe(3);
    expect(found.stdout).toMatch(
      /^muted Inflow: hid a suspect in \d+ rows?\nmuted Valve where Mode = Cleaning: hid a suspect in [1-9]\d* rows?\n/,
    );
    expect(found.stdout).toContain("expired: muted Inflow: it ended on 2026-10-01 and has no effect\n");
    const unused = await runCli([
      "review",
      "mute",
      at("unused.yaml"),
      at("tank.json"),
      "Pump",
      "--when",
      "Level >= 500",
    ]);
    expect(unused.code).toBe(0);
    expect((await runCli(["review", "check", at("unused.yaml"), at("tank.json")])).stdout).toBe("All decisions fit.\n");
    const never = await runCli(["review", "check", at("unused.yaml"), at("tank.json"), at("monday.csv")]);
    expect([never.code, never.stdout]).toEqual([
      3,
      "muted Pump where Level ≥ 500: hid a suspect in 0 rows\nnever used: muted Pump where Level ≥ 500: it hid no suspect in these rows\n1 to look at.\n",
    ]);
    const id = await idOf("→ Valve = Open");
    await runCli(["review", "approve", at("both.yaml"), at("tank.json"), id]);
    await runCli(["review", "mute", at("both.yaml"), at("tank.json"), "Valve"]);
    expect((await runCli(["review", "check", at("both.yaml"), at("tank.json")])).stdout).toBe(
      `contradicting: approved ${id}: Valve is muted everywhere, so the rule is never shown\n1 to look at.\n`,
    );
  });

  test("learn, explain and check obey it; an expired mute has no effect", async () => {
    const learnt = await runCli([
      "learn",
      at("more.csv"),
      "-o",
      at("reviewed.json"),
      "--review",
      review,
      ...day,
      "--quiet",
    ]);
    expect(learnt.code).toBe(0);
    const approved = await runCli(["rules", at("reviewed.json"), "--source", "approved", "--format", "ndjson"]);
    expect(JSON.parse(approved.stdout)).toMatchObject({ source: "approved", id: await idOf("→ Valve = Open") });
    const words = ["check", at("reviewed.json"), at("monday.csv"), "--format", "json"];
    const plain = JSON.parse((await runCli(words)).stdout) as { findings: number };
    const reviewed = JSON.parse((await runCli([...words, "--review", review, ...day])).stdout) as {
      findings: number;
      muted: number;
    };
    expect(reviewed.muted).toBeGreaterThan(0);
    expect(reviewed.findings).toBeLessThan(plain.findings);
    await runCli(["review", "mute", at("short.yaml"), at("tank.json"), "Valve", "--until", "2026-11-16"]);
    const ended = JSON.parse((await runCli([...words, "--review", at("short.yaml"), ...day])).stdout) as {
      findings: number;
    };
    expect(ended.findings).toBe(plain.findings);
  });

  test("a range that only the paper's method shows can be decided on, too", async () => {
    const model = await readModelFile(at("tank.json"));
    const [range] = listPaperRanges(model, "whole");
    expect([...listRules(model)].map(({ id }) => id)).not.toContain(range!.id);
    const noted = await runCli(["review", "note", at("ranges.yaml"), at("tank.json"), range!.id, "--text", "agreed"]);
    expect(noted).toMatchObject({ code: 0, stderr: "" });
    expect(noted.stdout).toContain(range!.id);
  });

  test("what is wrong in a command or a file is said", async () => {
    const error = async (...words: string[]): Promise<string> => (await runCli(words)).stderr.split("\n")[0]!;
    expect(await error("review", "approve", review, at("tank.json"), "r000")).toBe(
      "error RULE_UNKNOWN: the model has no rule r000",
    );
    expect(await error("review", "approve", review, at("tank.json"), "r")).toMatch(
      /^error RULE_AMBIGUOUS: r begins the ids of \d+ rules$/,
    );
    expect(await error("review", "mute", review, at("tank.json"), "Valv")).toContain("FEATURE_UNKNOWN: ");
    expect(await error("review", "mute", review, at("tank.json"), "Valve", "--when", "Mode")).toBe(
      'error CONDITION_FORM: "Mode" is no condition',
    );
    expect(await error("review", "mute", review, at("tank.json"), "Valve", "--until", "soon")).toBe(
      'error DAY_FORM: --until must be a day, got "soon"',
    );
    expect(await error("explain", at("tank.json"), at("monday.csv"), "--review", at("none.yaml"))).toContain(
      "REVIEW_MISSING: there is no review file ",
    );
    writeFileSync(at("broken.yaml"), "format: parsight-review\nversion: 1\nmuted:\n  - feature: 7\n");
    expect(await error("review", "list", at("broken.yaml"))).toContain(
      "broken.yaml: the review's muted[0].feature is not the name of a feature",
    );
    writeFileSync(at("odd.yaml"), "a: [");
    expect(await error("review", "list", at("odd.yaml"))).toContain("REVIEW_SYNTAX");
    writeFileSync(at("other.yaml"), "a: 1");
    expect(await error("review", "list", at("other.yaml"))).toContain("REVIEW_FORMAT");
  });
});

describe("parsight export", () => {
  test("names the model and the command, chooses approved rules, and obeys mutes", async () => {
    const { stdout, code } = await runCli([
      "export",
      at("tank.json"),
      "--to",
      "sql",
      "--table",
      "plant.tank",
      "--limit",
      "3",
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^-- 3 rules of the parsight model [0-9a-f]{16}; [\d,]+ others passed over\n-- Written by: parsight export /,
    );
    expect(stdout).toContain('FROM "plant"."tank" AS t\n');
    const review = ["--review", at("tank.review.yaml"), "--today", "2026-11-17"];
    const reviewed = await runCli(["export", at("tank.json"), "--to", "sql", ...review]);
    expect(reviewed.stdout.match(/SELECT /g)).toHaveLength(1);
    expect(reviewed.stdout).toContain(`AND (CAST("Mode" AS VARCHAR) = 'Cleaning') IS NOT TRUE`);
    const muted = await runCli(["export", at("tank.json"), "--to", "csv", "--review", at("both.yaml")]);
    expect(muted.stdout.split("\n")).toHaveLength(2);
    expect(muted.stderr).toContain("RULE_LEFT_OUT: ");
    expect(muted.stderr).toContain("the review mutes Valve");
  });

  test("writes a dbt folder, an expectation suite and tables for people", async () => {
    expect((await runCli(["export", at("tank.json"), "--to", "dbt", "-o", at("dbt"), "--limit", "4"])).code).toBe(0);
    expect(readdirSync(at("dbt")).sort()).toEqual(["dbt_project.yml", "models", "profiles.yml", "tests"]);
    expect(readdirSync(at("dbt/tests"))).toHaveLength(4);
    expect((await runCli(["export", at("tank.json"), "--to", "dbt", "-o", at("dbt")])).stderr).toContain(
      "OUTPUT_FOLDER_FULL",
    );
    const suite = JSON.parse(
      (await runCli(["export", at("tank.json"), "--to", "great-expectations", "--limit", "5"])).stdout,
    ) as {
      expectations: object[];
    };
    expect(suite.expectations.length).toBeGreaterThanOrEqual(5);
    const csv = (await runCli(["export", at("tank.json"), "--to", "csv", "--feature", "Level"])).stdout;
    expect(csv).toMatch(/^id,source,feature,conditions,min,max,maxInclusive,values,seenMin,seenMax,supportCount,/);
    const markdown = (await runCli(["export", at("tank.json"), "--to", "markdown", "--limit", "2"])).stdout;
    expect(markdown).toContain("| id | when | then | seen | true in |");
    const check = await runCli(["export", at("tank.json"), "--as", "check"]);
    expect(check.stderr).toContain("error OPTION_CONFLICT: DuckDB cannot add a CHECK to a table that is there");
  });
});

test("parsight diff tells features, ranges, rules and verdicts apart", async () => {
  const same = await runCli(["diff", at("tank.json"), at("tank.json"), at("monday.csv")]);
  expect(same.stdout).toMatch(
    /^learnt from 800 rows, before from 800\nrules: [\d,]+ the same, 0 gained, 0 lost, 0 moved\nverdicts: 0 of 300 rows change/,
  );
  writeFileSync(
    at("hot.csv"),
    lines(700, 8, (_, cells) => {
      cells[0] = Number(cells[0]) + 30;
      if (cells[5] === "Cleaning") cells[5] = "Test";
    }),
  );
  await runCli(["learn", at("hot.csv"), "-o", at("hot.json"), "--exclude", "Inflow", "--quiet"]);
  const { stdout } = await runCli(["diff", at("tank.json"), at("hot.json"), at("monday.csv")]);
  expect(stdout).toContain("features lost: Inflow\n");
  expect(stdout).toMatch(/\nLevel: seen 0 to 19\.9 \(mean [\d.]+\), now 30 to 49\.9/);
  expect(stdout).toContain("\nMode: new values: Test; values gone: Cleaning\n");
  expect(stdout).toMatch(/\nverdicts: [1-9]\d* of 300 rows change: \d+ newly found/);
  const json = JSON.parse((await runCli(["diff", at("tank.json"), at("hot.json"), "--format", "json"])).stdout) as {
    rules: { moved: unknown[] };
    verdicts: null;
  };
  expect(json.verdicts).toBeNull();
  expect(json.rules.moved.length).toBeGreaterThan(0);
});
