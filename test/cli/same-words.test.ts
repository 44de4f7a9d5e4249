/** What the screen says of a row and what JSON says of it are the same words, row by row. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { formatExplanation, type ModelWords, modelWords } from "../../src/cli/screen/explanation-text.js";
import { explain } from "../../src/core/explain.js";
import { loadModel } from "../../src/core/model/index.js";
import { type Explanation, looksNormal } from "../../src/core/presenting/index.js";
import { readTable } from "../../src/input/read-table.js";
import { dayOfIncidents } from "../browser/support/day-of-incidents.js";
import { createFolder } from "../node/support.js";
import { fixtureModel } from "../support/fixtures.js";

const folder = createFolder();
let words: ModelWords;
let explanations: Explanation[];

beforeAll(async () => {
  const model = loadModel(readFileSync(await fixtureModel("day"), "utf8"));
  words = modelWords(model);
  const [head, ...lines] = dayOfIncidents().trimEnd().split("\n");
  const some = lines.filter((_, row) => row % 7 === 0).map((line, row) => (row % 50 === 0 ? withoutPower(line) : line));
  const { table } = await readTable(folder.write("day.csv", `${[head, ...some].join("\n")}\n`));
  explanations = explain(model, table, { verify: true });
});

/** A missing value is wrong, too. */
function withoutPower(line: string): string {
  return line
    .split(",")
    .map((cell, column) => (column === 4 ? "" : cell))
    .join(",");
}

/** The lines of a row on a screen so wide that none is broken. */
function linesOf(explanation: Explanation): string[] {
  return formatExplanation(explanation, { isColoured: false, width: 10_000, top: 5, words }).trimEnd().split("\n");
}

test("the headline is how the text begins, and how strange the row is stands in it", () => {
  let unruled = 0;
  const strange = explanations.filter((explanation) => !looksNormal(explanation));
  expect(strange.length).toBeGreaterThan(300);
  for (const explanation of strange) {
    const [headline] = linesOf(explanation);
    const [, found, strength = ""] = /^Row \d+ {2}(.*?)(?: {2}(stranger than .*))?$/.exec(headline!)!;
    expect(explanation.text.startsWith(found!), `${headline}\n${explanation.text}`).toBe(true);
    expect(explanation.text).toContain(strength === "" ? found! : ` The row is ${strength}.`);
    if (found!.startsWith("No rule singles out")) unruled++;
  }
  expect(unruled).toBeGreaterThan(20);
  expect(unruled).toBeLessThan(strange.length);
});

test("what would repair the row is said in the same words", () => {
  let repairs = 0;
  for (const explanation of explanations) {
    const last = linesOf(explanation).at(-1)!.trim();
    if (!/^(With .* it would|.* would not make it|There is no repair)/.test(last)) continue;
    repairs++;
    expect(explanation.text.endsWith(last), `${last}\n${explanation.text}`).toBe(true);
  }
  expect(repairs).toBeGreaterThan(300);
});

test("of a row that looks normal both say how many are as strange, and what is least usual", () => {
  const normal = explanations.filter(looksNormal);
  expect(normal.length).toBeGreaterThan(300);
  for (const explanation of normal) {
    const [verdict, second = ""] = linesOf(explanation);
    const [, share] = /looks normal: (.*)$/.exec(verdict!)!;
    expect(explanation.text).toContain(share!);
    const [, told] = /^ {2}(?:least usual|but breaks a rule): (.*)$/.exec(second) ?? [];
    expect(explanation.text, second).toContain(told ?? "");
  }
});
