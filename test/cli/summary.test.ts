import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtureModel } from "../support/fixtures.js";
import { type Folder, parsight, TANK, temporaryFolder } from "./support/program.js";

const ANOMALIES = join(TANK, "anomalies.csv");

let folder: Folder;
let model: string;

beforeAll(async () => {
  folder = temporaryFolder();
  model = await fixtureModel("tank");
});

afterAll(() => folder.remove());

const summarise = async (...words: string[]) => {
  const { code, stdout, stderr } = await parsight(["explain", model, ANOMALIES, "--summary", "-q", ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

interface Group {
  readonly features: readonly string[];
  readonly rule: { readonly text: string } | null;
  readonly count: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly kind: "cause" | "unexplained" | "normal";
}

const causesOf = (groups: readonly Group[]): readonly Group[] => groups.filter(({ kind }) => kind === "cause");

/**
 * Rows of each kind by the rule that says so: the summary tells apart what else is suspect, the report in which
 * direction.
 */
function countByRule(rows: readonly (readonly [kind: string, rule: string | null, count: number])[]) {
  const counts = new Map<string, number>();
  for (const [kind, rule, count] of rows) {
    const key = JSON.stringify([kind, rule]);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

describe("explain --summary", () => {
  test("rows that look normal are told last and are no cause; the report counts the same causes", async () => {
    const normal = readFileSync(join(TANK, "normal.csv"), "utf8").split("\n").slice(1, 201);
    const anomalies = readFileSync(ANOMALIES, "utf8").trimEnd().split("\n").slice(0, 21);
    writeFileSync(folder.at("mixed.csv"), `${[...anomalies, ...normal].join("\n")}\n`);
    const run = async (...words: string[]) => (await parsight([...words, "-q"], { cwd: folder.path })).stdout;
    const groups: Group[] = JSON.parse(
      await run("explain", model, "mixed.csv", "--summary", "--format", "json"),
    ).groups;
    const last = groups.at(-1)!;
    expect(last.kind).toBe("normal");
    expect(last.count).toBeGreaterThan(150);
    const text = await run("explain", model, "mixed.csv", "--summary");
    expect(text).toMatch(new RegExp(`^220 rows explained: ${causesOf(groups).length} causes,`));
    expect(text.trimEnd().split("\n").at(-1)).toMatch(new RegExp(`^${last.count} rows look normal \\(rows \\d+ to `));
    await run("report", model, "mixed.csv", "-o", "mixed.html");
    const page = readFileSync(folder.at("mixed.html"), "utf8");
    const report = JSON.parse(/<script type="application\/json" id="report">([\s\S]*?)<\/script>/.exec(page)![1]!);
    const told = groups.map(({ kind, rule, count }) => [kind, rule?.text ?? null, count] as const);
    const causes = report.causes.map(
      (each: { symptom: number; rule: string | null; count: number }) =>
        [report.symptoms[each.symptom].kind, each.rule, each.count] as const,
    );
    expect(countByRule(causes)).toEqual(countByRule(told));
  });

  test("groups all rows, the largest cause first, each with its first and last row", async () => {
    const summary = JSON.parse(await summarise("--format", "json"));
    const groups: Group[] = summary.groups;
    expect(summary.rows).toBe(300);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(300);
    const counts = causesOf(groups).map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(groups.every(({ firstRow, lastRow, count }) => lastRow - firstRow >= count - 1)).toBe(true);
    const keys = groups.map(({ kind, features, rule }) => JSON.stringify([kind, features, rule?.text]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("says the same in every format", async () => {
    const groups: Group[] = JSON.parse(await summarise("--format", "json")).groups;
    const ndjson = (await summarise("--format", "ndjson")).trimEnd().split("\n");
    expect(ndjson.map((line) => JSON.parse(line))).toEqual(groups);
    const csv = (await summarise("--format", "csv")).trimEnd().split("\n");
    expect(csv).toHaveLength(groups.length + 1);
    expect(csv[0]).toBe(
      "count,features,rule,antecedentCount,supportCount,firstRow,lastRow,exampleRow,example,kind,exampleName",
    );
    const markdown = (await summarise("--format", "markdown")).trimEnd().split("\n");
    expect(markdown[0]).toMatch(`# 300 rows explained: ${causesOf(groups).length} causes`);
    expect(markdown).toHaveLength(groups.length + 4);
    const html = await summarise("--format", "html");
    expect(html.match(/<article>/g)).toHaveLength(groups.length);
    const text = await summarise();
    expect(text.split("\n")[0]).toMatch(`300 rows explained: ${causesOf(groups).length} causes`);
    expect(text).toContain(
      `${groups[0]!.count} rows  ${groups[0]!.features.join(", ")}  rows ${groups[0]!.firstRow} to`,
    );
    expect(text).toMatch(/and \d+ smaller causes \(\d+ rows\), mostly in /);
  });

  test("of no rows is a summary of no rows, and a warning", async () => {
    for (const [format, summary] of [
      ["json", JSON.stringify({ rows: 0, groups: [] }, null, 2)],
      ["text", "0 rows explained: no cause"],
    ] as const) {
      const words = ["--summary", "-q", "--format", format, "--where", "Level > 1000"];
      const { code, stdout, stderr } = await parsight(["explain", model, ANOMALIES, ...words]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${summary}\n` });
      expect(stderr).toMatch(/^warning NOTHING_EXPLAINED: none of the 300 rows satisfies Level > 1000/);
    }
  });
});
