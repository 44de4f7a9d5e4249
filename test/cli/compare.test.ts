import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPARED_METHODS } from "../../src/compare/peer-names.js";
import { type Folder, parsight, TANK, temporaryFolder } from "./support/program.js";

const NORMAL = join(TANK, "normal.csv");
const ANOMALIES = join(TANK, "anomalies.csv");

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const compare = (...words: string[]) => parsight(["compare", NORMAL, ANOMALIES, ...words], { cwd: folder.path });

test("every method answers, in its own form, with a sentence and the time it took", async () => {
  const { code, stdout } = await compare("--row", "1", "--format", "json", "-q");
  expect(code).toBe(0);
  const comparison = JSON.parse(stdout);
  expect(comparison.row).toBe(1);
  expect(comparison.values.Outflow).toBe(42.2);
  expect(comparison.detector).toMatchObject({ title: "an isolation forest", flag: 0 });
  expect(comparison.methods.map(({ method }: { method: string }) => method)).toEqual([...COMPARED_METHODS]);
  for (const { explanation, sentence, seconds, features, citation } of comparison.methods) {
    expect(explanation.length).toBeGreaterThan(0);
    expect(explanation.every((line: string) => line.length > 0)).toBe(true);
    expect(sentence.length).toBeGreaterThan(10);
    expect(citation.length).toBeGreaterThan(10);
    expect(seconds).toBeGreaterThan(0);
    expect(features.length).toBeGreaterThan(0);
  }
  const of = (method: string) => comparison.methods.find((answer: { method: string }) => answer.method === method);
  expect(of("anchor").explanation[0]).toMatch(/ → f\(x\) = 1$/);
  expect(of("soam").explanation[0]).toMatch(/^\{.*\}$/);
  expect(of("paper").explanation[0]).toMatch(/ → /);
  expect(of("diagnosis").features[0].feature).toBe("Outflow");
  expect(of("diagnosis").learnSeconds).toBeGreaterThan(0);
  expect(of("shap").learnSeconds).toBe(null);
});

test("as text: the row, the detector's verdict, then method by method", async () => {
  const { code, stdout } = await compare("--row", "1", "--methods", "diagnosis, z", "-q");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Row 1\nMode = Manual, /);
  expect(stdout).toMatch(/The detector \(an isolation forest\) does not flag it: its score is 0\.\d+/);
  expect(stdout).toMatch(/\n\|z\| +Mode: 2\.11/);
  expect(stdout).toMatch(/\nParsight +Outflow [89]\d %: /);
  expect(stdout).toContain("Outflow is 42.2 but should be between");
  expect(stdout).toMatch(/after \d+\.\d s of learning/);
});

test("as Markdown, into a file by its ending", async () => {
  const { code, stdout } = await compare("--row", "1", "--methods", "z,paper", "-o", "row.md", "-q");
  expect(code).toBe(0);
  expect(stdout).toBe("");
  const page = readFileSync(folder.at("row.md"), "utf8");
  expect(page).toMatch(/^# Row 1\n/);
  expect(page).toContain("| method | explanation | time |");
  expect(page).toContain("| \\|z\\| | **Mode: ");
  expect(page).toMatch(/\n\| PAR \| \*\*/);
});

test("another detector gives peers another score to explain", async () => {
  const { stdout } = await compare("--methods", "lime", "--format", "json", "-q", "--detector", "autoencoder");
  expect(JSON.parse(stdout).detector.title).toBe("an autoencoder");
});

describe("mistakes", () => {
  test.each([
    ["a row that is not there", ["--row", "300"], "has no row 300: it has rows 0 to 299"],
    ["a row that is no number", ["--row", "x"], "--row must be a whole number"],
    ["an unknown method", ["--methods", "shap,lyme"], 'there is no method "lyme"'],
    ["an unknown detector", ["--detector", "forest"], 'there is no detector "forest"'],
  ])("%s", async (_, words, message) => {
    const { code, stderr } = await compare(...words, "-q");
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
