import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Folder, parsight, TANK, temporaryFolder } from "./support/program.js";

const ANOMALIES = join(TANK, "anomalies.csv");

let folder: Folder;
let model: string;

beforeAll(async () => {
  folder = temporaryFolder();
  model = folder.at("tank.json");
  await parsight(["learn", join(TANK, "normal.csv"), "-o", model, "-q", "--trees", "8"]);
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
}

describe("explain --summary", () => {
  test("groups all rows, the largest group first, each with its first and last row", async () => {
    const summary = JSON.parse(await summarise("--format", "json"));
    const groups: Group[] = summary.groups;
    expect(summary.rows).toBe(300);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(300);
    const counts = groups.map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(groups.every(({ firstRow, lastRow, count }) => lastRow - firstRow >= count - 1)).toBe(true);
    const keys = groups.map(({ features, rule }) => JSON.stringify([features, rule?.text]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("says the same in every format", async () => {
    const groups: Group[] = JSON.parse(await summarise("--format", "json")).groups;
    const ndjson = (await summarise("--format", "ndjson")).trimEnd().split("\n");
    expect(ndjson.map((line) => JSON.parse(line))).toEqual(groups);
    const csv = (await summarise("--format", "csv")).trimEnd().split("\n");
    expect(csv).toHaveLength(groups.length + 1);
    expect(csv[0]).toBe("count,features,rule,antecedentCount,supportCount,firstRow,lastRow,exampleRow,example");
    const markdown = (await summarise("--format", "markdown")).trimEnd().split("\n");
    expect(markdown[0]).toBe(`# 300 rows explained, ${groups.length} causes`);
    expect(markdown).toHaveLength(groups.length + 4);
    const html = await summarise("--format", "html");
    expect(html.match(/<article>/g)).toHaveLength(groups.length);
    const text = await summarise();
    expect(text.split("\n")[0]).toBe(`300 rows explained by ${groups.length} causes`);
    expect(text).toContain(
      `${groups[0]!.count} rows  ${groups[0]!.features.join(", ")}  rows ${groups[0]!.firstRow} to`,
    );
    expect(text).toMatch(/and \d+ smaller causes \(\d+ rows\), mostly in /);
  });

  test("of no rows is a summary of no rows, and a warning", async () => {
    for (const [format, summary] of [
      ["json", JSON.stringify({ rows: 0, groups: [] }, null, 2)],
      ["text", "0 rows explained by 0 causes"],
    ] as const) {
      const words = ["--summary", "-q", "--format", format, "--where", "Level > 1000"];
      const { code, stdout, stderr } = await parsight(["explain", model, ANOMALIES, ...words]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${summary}\n` });
      expect(stderr).toMatch(/^warning NOTHING_EXPLAINED: none of the 300 rows satisfies Level > 1000/);
    }
  });
});
