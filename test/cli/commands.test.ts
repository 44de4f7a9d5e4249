import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadModel } from "../../src/index.js";
import { fixtureModel, fixtureTable } from "../support/fixtures.js";
import { type Folder, parsight, TANK, temporaryFolder } from "./support/program.js";

const NORMAL = join(TANK, "normal.csv");
const ANOMALIES = join(TANK, "anomalies.csv");
/** 600 rows, for what does not depend on the table. */
const SMALL = fixtureTable("mixed");

let folder: Folder;
let model: string;

beforeAll(async () => {
  folder = temporaryFolder();
  model = folder.at("tank.json");
  copyFileSync(await fixtureModel("tank"), model);
});

afterAll(() => folder.remove());

const inFolder = (words: readonly string[], input?: string) =>
  parsight(words, { cwd: folder.path, ...(input === undefined ? {} : { input }) });

describe("learn", () => {
  test("--format json answers with exactly the object of the contract", async () => {
    const { code, stdout } = await inFolder(["learn", NORMAL, "--format", "json", "-o", "m.json", "--trees", "2"]);
    expect(code).toBe(0);
    const answer = JSON.parse(stdout);
    expect(Object.keys(answer)).toEqual(["rows", "features", "excluded", "predicates", "rules", "warnings", "seconds"]);
    expect(answer.rows).toBe(10_000);
    expect(answer.excluded).toEqual([
      { name: "Time", reason: "it holds moments in time", change: "--numeric, --categorical" },
    ]);
    expect(Object.keys(answer.rules)).toEqual(["range", "mined", "tree"]);
    expect(answer.rules.mined).toBeGreaterThan(100);
    expect(answer.rules.tree).toBeGreaterThan(10);
    expect(answer.warnings).toEqual([]);
    const kinds = new Map(
      answer.features.map((feature: { name: string; kind: string }) => [feature.name, feature.kind]),
    );
    expect(kinds.get("Level")).toBe("numeric");
    expect(kinds.get("Valve")).toBe("categorical");
    expect(answer.seconds.total).toBeGreaterThan(0);
  });

  test("every option of the contract is taken, and kept in the model", async () => {
    const options =
      "--exclude Mode,Temperature --numeric Level --categorical Pump --preset paper --min-support 0.05 --min-confidence 0.95 --confidence-weight 3 --max-predicates 2 --cells 3 --cutoffs uniform --redundancy all --trees 1 --neighbours 10 --max-rules 5000 --seed 7 --threads 2 --format json";
    const { code, stdout, stderr } = await inFolder([
      ...["learn", NORMAL, "-o", "all.json", "--where", "Level > 5", "--header", "--delimiter", ","],
      ...options.split(" "),
    ]);
    expect(stderr).not.toContain("error");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).excluded.map(({ name }: { name: string }) => name)).toEqual([
      "Time",
      "Mode",
      "Temperature",
    ]);
    expect(loadModel(readFileSync(folder.at("all.json"), "utf8")).options).toEqual({
      preset: "paper",
      minSupport: 0.05,
      minConfidence: 0.95,
      confidenceWeight: 3,
      maxPredicates: 2,
      cells: 3,
      cutoffs: "uniform",
      redundancy: "all",
      trees: 1,
      neighbours: 10,
      maxRules: 5000,
      contamination: 0,
      seed: 7,
    });
  });

  test("--categorical keeps a column whose texts nearly all differ; one without values stays out", async () => {
    const lines = Array.from({ length: 100_100 }, (_, row) => `item-${row},${row % 7},`);
    writeFileSync(folder.at("ids.csv"), `id,x,none\n${lines.join("\n")}\n`);
    const plain = ["learn", "ids.csv", "-o", "ids.json", "--format", "json", "--preset", "paper"];
    const excluded = async (...words: string[]) => JSON.parse((await inFolder([...plain, ...words])).stdout).excluded;
    const empty = { name: "none", reason: "it has no values", change: "" };
    const id = { name: "id", reason: "it holds text that differs in nearly every row", change: "--categorical" };
    expect(await excluded()).toEqual([id, empty]);
    expect(await excluded("--categorical", "id,none")).toEqual([empty]);
  });

  test("--normal learns only from rows so labelled and leaves the column out", async () => {
    const lines = Array.from({ length: 300 }, (_, row) => `${row % 7},${row % 3 === 0 ? 1 : 0}`);
    writeFileSync(folder.at("labelled.csv"), `x,label\n${lines.join("\n")}\n`);
    const { stdout } = await inFolder([
      "learn",
      "labelled.csv",
      "--normal",
      "label=0",
      "-o",
      "l.json",
      "--format",
      "json",
    ]);
    const answer = JSON.parse(stdout);
    expect(answer.rows).toBe(200);
    expect(answer.features.map(({ name }: { name: string }) => name)).toEqual(["x"]);
  });

  test("the model goes to standard output with -o -, and the summary to standard error", async () => {
    const { code, stdout, stderr } = await inFolder(["learn", SMALL, "-o", "-", "--trees", "0"]);
    expect(code).toBe(0);
    expect(loadModel(stdout).rowCount).toBe(600);
    expect(stderr).toContain("Learnt ");
  });

  test("a name that ends in .gz packs the model, and explain and rules read it", async () => {
    await inFolder(["learn", SMALL, "-o", "m.json.gz", "--trees", "1", "-q"]);
    expect(loadModel(gunzipSync(readFileSync(folder.at("m.json.gz"))).toString()).rowCount).toBe(600);
    expect((await inFolder(["rules", "m.json.gz", "--limit", "1"])).code).toBe(0);
    expect((await inFolder(["explain", "m.json.gz", SMALL, "--format", "ndjson"])).code).toBe(0);
  });

  test("the default name is parsight.model.json, here", async () => {
    const { code, stdout } = await inFolder(["learn", SMALL, "--trees", "0", "--no-color"]);
    expect(code).toBe(0);
    expect(stdout).toContain("The model is in parsight.model.json");
    expect(existsSync(folder.at("parsight.model.json"))).toBe(true);
  });

  test("reads standard input, and says plain lines about progress unless quiet", async () => {
    const text = readFileSync(SMALL, "utf8");
    const loud = await inFolder(["learn", "-", "-o", "stdin.json", "--trees", "0"], text);
    expect(loud.code).toBe(0);
    expect(loud.stderr).toMatch(/^Reading: 600 rows in /m);
    expect(loud.stderr).not.toContain("\u001b");
    const quiet = await inFolder(["learn", "-", "-o", "stdin2.json", "--trees", "0", "--quiet"], text);
    expect(quiet).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(folder.at("stdin.json"), "utf8")).toBe(readFileSync(folder.at("stdin2.json"), "utf8"));
  });

  test("quiet, it still warns, and gives the summary as JSON where that is asked for", async () => {
    const few = "a,b\n1,x\n2,y\n";
    const quiet = await inFolder(["learn", "-", "-o", "few.json", "--quiet"], few);
    expect(quiet).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(/^warning FEW_ROWS: .*\n/) });
    const json = await inFolder(["learn", "-", "-o", "few.json", "--quiet", "--format", "json"], few);
    expect(JSON.parse(json.stdout)).toMatchObject({ rows: 2, rules: { mined: 0 }, warnings: [{ code: "FEW_ROWS" }] });
  });

  test("--sql needs no table besides", async () => {
    const sql = `SELECT Level, Valve FROM '${NORMAL}'`;
    const { stdout } = await inFolder(["learn", "--sql", sql, "-o", "sql.json", "--format", "json"]);
    expect(JSON.parse(stdout).features.map(({ name }: { name: string }) => name)).toEqual(["Level", "Valve"]);
  });
});

describe("explain", () => {
  test("progress counts the rows that are explained, not those that are read", async () => {
    for (const format of ["ndjson", "html"]) {
      const words = ["explain", model, ANOMALIES, "--format", format, "-o", `counted.${format}`];
      const all = await inFolder(words);
      expect(all.stderr).toMatch(/^Explaining: 300 rows in /m);
      const few = await inFolder([...words, "--where", "Level > 12 AND Pump = 'ON'"]);
      expect(few.stderr).toMatch(/^Explaining: 2 rows in /m);
    }
  });

  test("a condition that no row satisfies, or a table without rows, is said and no mistake", async () => {
    const warning =
      "warning NOTHING_EXPLAINED: none of the 300 rows satisfies Level > 1000, so nothing was explained\n" +
      "  Try the condition in a wider form first.\n";
    const none = ["--where", "Level > 1000", "-q"];
    const quiet = await inFolder(["explain", model, ANOMALIES, "--format", "ndjson", ...none]);
    expect(quiet).toMatchObject({ code: 0, stdout: "", stderr: warning });
    const page = await inFolder(["report", model, ANOMALIES, "-o", "none.html", ...none]);
    expect(page).toMatchObject({ code: 0, stdout: "", stderr: warning });
    const header = readFileSync(ANOMALIES, "utf8").split("\n")[0]!;
    writeFileSync(folder.at("no-rows.csv"), `${header}\n`);
    expect(await inFolder(["explain", model, "no-rows.csv", "--format", "json", "-q"])).toMatchObject({
      code: 0,
      stdout: "[\n]\n",
      stderr:
        "warning NOTHING_EXPLAINED: the table has no rows, so nothing was explained\n  Check how it was written.\n",
    });
  });

  test("a value that no row has is a quiet day: an empty result in every format, and what is there instead", async () => {
    const warning =
      "warning NOTHING_EXPLAINED: none of the 300 rows has Alarm = Standby, so nothing was explained\n" +
      '  Values seen, with their number of rows: "ON" (220), "OFF" (74), "LOCAL" (6).\n';
    const none = ["--anomaly", "Alarm=Standby", "-q"];
    const lines = readFileSync(ANOMALIES, "utf8").trimEnd().split("\n");
    const pump = lines[0]!.split(",").indexOf("Pump");
    const alarms = lines.map((line, row) => `${line},${row === 0 ? "Alarm" : line.split(",")[pump]}\n`).join("");
    writeFileSync(folder.at("alarms.csv"), alarms);
    const written = async (format: string): Promise<string> => {
      const name = `quiet-day.${format}`;
      expect(await inFolder(["explain", model, "alarms.csv", "-o", name, ...none])).toEqual({
        code: 0,
        signal: null,
        stdout: "",
        stderr: warning,
      });
      return readFileSync(folder.at(name), "utf8");
    };
    expect(await written("ndjson")).toBe("");
    expect(JSON.parse(await written("json"))).toEqual([]);
    expect(await written("csv")).toMatch(/^row,rank,feature,[^\n]*\n$/);
    expect(await written("txt")).toBe("No row was to be explained.\n");
    expect(await written("md")).toBe("# Explanations\n\nNo row was to be explained.\n");
    expect(await written("html")).toContain('"explained":0,"leftOut":0,');
    expect(await inFolder(["report", model, "alarms.csv", "-o", "quiet-day.html", ...none.slice(0, 2)])).toMatchObject({
      code: 0,
      stdout: "quiet-day.html: no row was to be explained\n",
      stderr: expect.stringContaining(warning),
    });
    const stdin = await inFolder(["explain", model, "-", "--format", "ndjson", ...none], alarms);
    expect(stdin).toMatchObject({ code: 0, stdout: "", stderr: warning });
    const both = await inFolder(["explain", model, "alarms.csv", "--where", "Level < 3", ...none]);
    expect(both.stderr).toMatch(
      /^warning NOTHING_EXPLAINED: none of the rows that satisfy Level < 3 has Alarm = Standby, /,
    );
  });

  test("a column that does not exist is a mistake, whatever its rows would hold", async () => {
    const { code, stderr } = await inFolder(["explain", model, ANOMALIES, "--anomaly", "Pmup=ON", "-o", "none.ndjson"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error COLUMN_UNKNOWN: .* has no column "Pmup"\n {2}Closest: "Pump"\. /m);
    expect(existsSync(folder.at("none.ndjson"))).toBe(false);
  });

  test("ndjson: one line for each row, in order, as the contract has it", async () => {
    const { code, stdout } = await inFolder(["explain", model, ANOMALIES, "--format", "ndjson", "--top", "3"]);
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(300);
    expect(lines.map(({ row }) => row)).toEqual(lines.map((_, index) => index));
    for (const { features, rules, text } of lines) {
      const total = features.reduce((sum: number, { blame }: { blame: number }) => sum + blame, 0);
      expect(total).toBeCloseTo(1, 6);
      expect(rules.length).toBeLessThanOrEqual(3);
      expect(typeof text).toBe("string");
      for (const { rule } of features) if (rule !== null) expect(rules[rule]).toBeDefined();
    }
  });

  test("rows are numbered before --where and --anomaly", async () => {
    const flagged = readFileSync(ANOMALIES, "utf8")
      .trimEnd()
      .split("\n")
      .map((line, index) => `${line},${index === 0 ? "flag" : index % 10 === 3 ? "yes" : "no"}`);
    writeFileSync(folder.at("flagged.csv"), `${flagged.join("\n")}\n`);
    const { stdout } = await inFolder(["explain", model, "flagged.csv", "--anomaly", "flag=yes", "--format", "ndjson"]);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).row);
    expect(rows.slice(0, 3)).toEqual([2, 12, 22]);
    expect(rows).toHaveLength(30);
  });

  test("json is one list, csv has a head, markdown and html are documents", async () => {
    const explained = async (format: string) =>
      (await inFolder(["explain", model, ANOMALIES, "--format", format, "--where", "Level < 5"])).stdout;
    expect(JSON.parse(await explained("json")).length).toBeGreaterThan(0);
    expect(await explained("csv")).toMatch(/^row,rank,feature,blame,observed,expected,/);
    expect(await explained("markdown")).toMatch(/^# Explanations\n/);
    expect(await explained("html")).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
  });

  test("the ending of --out decides the format", async () => {
    await inFolder(["explain", model, ANOMALIES, "-o", "out.html"]);
    expect(readFileSync(folder.at("out.html"), "utf8")).toMatch(/^<!doctype html>/);
    await inFolder(["explain", model, ANOMALIES, "-o", "out.jsonl"]);
    expect(readFileSync(folder.at("out.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(300);
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("text that goes to no terminal has no colours and no line beyond 100 columns", async () => {
    const { stdout } = await inFolder(["explain", model, ANOMALIES]);
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("95 % certain: at least");
    expect(Math.max(...stdout.split("\n").map((line) => [...line].length))).toBeLessThanOrEqual(100);
  });

  test("both methods answer", async () => {
    const { code, stdout } = await inFolder(["explain", model, ANOMALIES, "--method", "paper", "--format", "ndjson"]);
    expect(code).toBe(0);
    const explained = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const named = explained.filter(({ features }) => features.length > 0);
    expect(named.length).toBeGreaterThan(150);
  });

  test("a table without rows gives nothing, and no error", async () => {
    writeFileSync(folder.at("none.csv"), `${readFileSync(ANOMALIES, "utf8").split("\n", 1)[0]}\n`);
    expect(await inFolder(["explain", model, "none.csv", "--format", "ndjson", "-q"])).toMatchObject({
      code: 0,
      stdout: "",
    });
  });

  test("a row that looks normal is said to, and nothing in it should be otherwise unless it breaks a rule", async () => {
    const normal = readFileSync(NORMAL, "utf8").split("\n").slice(0, 2001).join("\n");
    const { stdout } = await inFolder(["explain", model, "-", "-q"], `${normal}\n`);
    const looking = stdout.split("\n\n").filter((row) => row.includes("looks normal"));
    expect(looking.length).toBeGreaterThan(1500);
    for (const row of looking) {
      expect(row).toMatch(/^Row \d+ {2}looks normal: [\d.]+ % of normal rows are at least as strange\n/);
      expect(row.match(/looks normal/g)).toHaveLength(1);
      expect(row).not.toContain("less suspect");
      if (!row.includes("breaks a rule")) expect(row).not.toContain("should be");
    }
  });
});

describe("--min-strength", () => {
  const linesOf = async (...words: string[]) => {
    const { code, stdout } = await inFolder(["explain", model, ANOMALIES, "-q", "--format", "ndjson", ...words]);
    expect(code).toBe(0);
    return stdout.split("\n").slice(0, -1);
  };

  test("explains exactly the rows that are at least so strange, and says how many are not", async () => {
    const all = await linesOf();
    const strong = all.filter((line) => JSON.parse(line).strength >= 0.999);
    expect(strong.length).toBeLessThan(all.length);
    expect(await linesOf("--min-strength", "0.999")).toEqual(strong);
    expect(await linesOf("--min-strength", "0")).toEqual(all);
    const words = ["explain", model, ANOMALIES, "--min-strength", "0.999", "--format", "csv", "-o", "strong.csv"];
    const { stderr } = await inFolder(words);
    expect(stderr).toContain(
      `\n${300 - strong.length} of 300 rows are less strange than --min-strength 0.999 asks for and left out\n`,
    );
    const csv = readFileSync(folder.at("strong.csv"), "utf8").trimEnd().split("\n");
    expect(csv[0]).toMatch(
      /,score,text,strength,suggested,expectedMin,expectedMax,probability,checkedAntecedentCount,checkedSupportCount,ruleId,time$/,
    );
    for (const line of csv.slice(1)) {
      const [strength] = line.slice(line.lastIndexOf('",') + 2).split(",");
      expect(Number(strength)).toBeGreaterThanOrEqual(0.999);
    }
  });

  test("counts in summaries, reports and pages alike", async () => {
    const count = (await linesOf("--min-strength", "0.999")).length;
    const least = ["--min-strength", "0.999"];
    const summary = await inFolder(["explain", model, ANOMALIES, "-q", "--summary", "--format", "json", ...least]);
    expect(JSON.parse(summary.stdout).rows).toBe(count);
    const { stdout } = await inFolder(["report", model, ANOMALIES, "-o", "strong.html", ...least]);
    expect(stdout).toMatch(
      new RegExp(`^strong.html: ${count} rows explained, ${300 - count} less strange left out; ${count} look stranger`),
    );
    await inFolder(["explain", model, ANOMALIES, "-o", "page.html", "-q", ...least]);
    for (const page of ["strong.html", "page.html"]) {
      const text = readFileSync(folder.at(page), "utf8");
      expect(text).toContain(`"explained":${count},"leftOut":${300 - count},`);
    }
  });

  test("that no row reaches is said, and no mistake", async () => {
    const normal = readFileSync(NORMAL, "utf8").split("\n").slice(0, 3).join("\n");
    const words = ["explain", model, "-", "-q", "--min-strength", "0.999", "--format", "ndjson"];
    expect(await inFolder(words, `${normal}\n`)).toMatchObject({
      code: 0,
      stdout: "",
      stderr:
        "warning NOTHING_EXPLAINED: none of 2 rows is as strange as --min-strength 0.999 asks for, so nothing was explained\n" +
        "  That is good news, or the share is too high: without it every row is explained.\n",
    });
    const text = await inFolder([...words.slice(0, -1), "text"], `${normal}\n`);
    expect(text.stdout).toBe("None of 2 rows is strange enough.\n");
  });

  test.each([["explain"], ["report"]])("%s refuses it with the method that has no strength", async (command) => {
    const words = [command, "no-such-model.json", ANOMALIES, "--method", "paper", "--min-strength", "0.95"];
    expect(await inFolder(words)).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "error OPTION_CONFLICT: --min-strength and --method paper do not go together: that method does not say how strange a row is\n" +
        "  Leave one of them out; the usual method, diagnosis, gives each row a strength.\n",
    });
  });

  test("is refused by a model of so few rows that it cannot say how strange one is", async () => {
    const few = readFileSync(NORMAL, "utf8").split("\n").slice(0, 2).join("\n");
    await inFolder(["learn", "-", "-o", "few.json", "-q"], `${few}\n`);
    for (const words of [["explain"], ["explain", "-o", "few.html"], ["report", "-o", "few.html"]]) {
      const { code, stdout, stderr } = await inFolder([...words, "few.json", ANOMALIES, "--min-strength", "0.95"]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(
        /^error OPTION_CONFLICT: --min-strength 0.95 cannot be told by this model, which was learnt from 1 row: too few/,
      );
    }
    expect(existsSync(folder.at("few.html"))).toBe(false);
  });

  test("outside of 0 to 1 is refused", async () => {
    const { code, stderr } = await inFolder(["explain", model, ANOMALIES, "--min-strength", "95"]);
    expect(code).toBe(2);
    expect(stderr).toContain('error OPTION_RANGE: --min-strength must be in [0, 1], got "95"');
  });
});

describe("rules", () => {
  test("of all sources stand in the same columns, those of dependencies, too", async () => {
    const lines = Array.from({ length: 3000 }, (_, row) => {
      const product = (row * 7919) % 60;
      return `P-${product},${"ABCDE"[(product * 13) % 5]},${(row * 37) % 101}`;
    });
    writeFileSync(folder.at("products.csv"), `product,group,level\n${lines.join("\n")}\n`);
    expect((await inFolder(["learn", "products.csv", "-o", "products.json", "-q"])).code).toBe(0);
    const { stdout } = await inFolder(["rules", "products.json", "--limit", "0"]);
    const [head, ...rules] = stdout.split("\n").filter((line) => /^score|^ *\d\.\d\d /.test(line));
    expect(rules.some((line) => line.includes(" dependency "))).toBe(true);
    const place = head!.indexOf("id ");
    for (const line of rules) expect(line.slice(place - 2, place + 11), line).toMatch(/^ {2}r[0-9a-z]{9} $/);
  });

  test("best score first, in every format", async () => {
    const { stdout } = await inFolder(["rules", model, "--format", "json"]);
    const rules = JSON.parse(stdout);
    const scores = rules.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(rules.map(({ source }: { source: string }) => source))).toEqual(new Set(["range", "mined", "tree"]));
    const lines = (await inFolder(["rules", model, "--format", "ndjson"])).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(rules);
    const csv = (await inFolder(["rules", model, "--format", "csv", "--limit", "3"])).stdout.trimEnd().split("\n");
    expect(csv).toHaveLength(4);
    expect(csv[0]).toBe(
      "source,rule,antecedentCount,supportCount,support,confidence,confidenceLow,score,checkedAntecedentCount,checkedSupportCount,ruleId",
    );
  });

  test("--feature, --source and --limit choose", async () => {
    const words = ["rules", model, "--feature", "Valve", "--source", "mined", "--limit", "5", "--format", "json"];
    const rules = JSON.parse((await inFolder(words)).stdout);
    expect(rules).toHaveLength(5);
    for (const { source, consequent } of rules) expect([source, consequent.feature]).toEqual(["mined", "Valve"]);
  });

  test("text shows 20 and says how many more there are", async () => {
    const { stdout } = await inFolder(["rules", model]);
    expect(stdout.split("\n").filter((line) => /^ *\d\.\d\d /.test(line))).toHaveLength(20);
    expect(stdout).toMatch(/\d more; --limit 0 lists all [\d,]+\.\n$/);
  });
});

describe("demo", () => {
  test("names most faults rightly, and its three commands run as they stand", async () => {
    const { code, stdout, stderr } = await parsight(["demo"]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const [, right, all] = /Named rightly: (\d+) of (\d+) visible faults/.exec(stdout) ?? [];
    expect(Number(all)).toBe(300);
    expect(Number(right)).toBeGreaterThan(270);
    const commands = stdout.match(/npx parsight .*/g) ?? [];
    expect(commands).toHaveLength(3);
    mkdirSync(folder.at("demo"));
    for (const line of commands) {
      const words = line
        .split(" ")
        .slice(2)
        .map((word) => word.replace(/^\S*examples\/water-tank\/data/, TANK));
      expect((await parsight(words, { cwd: folder.at("demo") })).code, line).toBe(0);
    }
  });
});
