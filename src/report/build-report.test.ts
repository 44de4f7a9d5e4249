import { expect, test } from "vitest";
import { learn } from "../core/learn.js";
import { tableFromColumns } from "../core/table/index.js";
import { createReportBuilder } from "./build-report.js";
import { formatReportPage, REPORT_PLACE } from "./report-page.js";
import { wrongWords } from "./symptom.js";

/** Twice and Half follow Level; every hundredth row is missing a state. */
const ROWS = Array.from({ length: 400 }, (_, row) => row);
const MODEL = learn(
  tableFromColumns({
    Level: ROWS.map((row) => (row * 7) % 100),
    Twice: ROWS.map((row) => 2 * ((row * 7) % 100)),
    State: ROWS.map((row) => ((row * 7) % 100 < 50 ? "low" : "high")),
  }),
);
const STRANGE = tableFromColumns({
  When: [new Date(0), new Date(60_000), new Date(120_000)],
  Level: [10, 20, 90],
  Twice: [20, 190, 180],
  State: ["low", "low", "</script><b>"],
});

function build(limit: number) {
  const builder = createReportBuilder(MODEL, { title: "t", source: "s", limit, explain: {}, incidents: {} });
  builder.add(STRANGE, [5, 6, 7]);
  return builder.finish();
}

const sumOf = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

test("rows keep their numbers, moments and values, and belong to a cause", () => {
  const report = build(10);
  const byRow = [...report.cards].sort((a, b) => a.explanation.row - b.explanation.row);
  expect(byRow.map(({ explanation, time }) => [explanation.row, time])).toEqual([
    [5, 0],
    [6, 60_000],
    [7, 120_000],
  ]);
  expect(byRow[1]!.cells).toEqual([20, 190, "low"]);
  expect(report.time).toBe("When");
  expect(sumOf(report.causes)).toBe(3);
  for (const { cause } of report.cards) expect(report.causes[cause]!.example).toBeNull();
});

test("rows are gathered by what is wrong with them, and then by the rule", () => {
  const builder = createReportBuilder(MODEL, { title: "t", source: "s", limit: 3, explain: {}, incidents: {} });
  const table = tableFromColumns({
    Level: [20, 30, 90, 14, 20, 20],
    Twice: [190, 180, 10, 28, 40, 40],
    State: ["low", "low", "high", "low", "high", "boiling"],
  });
  builder.add(table, [0, 1, 2, 3, 4, 5]);
  const { symptoms, causes, cards } = builder.finish();
  expect(symptoms.map((symptom) => [symptom.kind, symptom.feature, wrongWords(symptom), symptom.count])).toEqual([
    ["cause", "Twice", "too high", 2],
    ["cause", "Twice", "too low", 1],
    ["cause", "State", "is high", 1],
    ["cause", "State", "has a value never seen before", 1],
    ["normal", null, "", 1],
  ]);
  const sums = symptoms.map((_, place) => sumOf(causes.filter(({ symptom }) => symptom === place)));
  expect(sums).toEqual(symptoms.map(({ count }) => count));
  expect(causes.map(({ symptom }) => symptom)).toEqual(causes.map(({ symptom }) => symptom).sort((a, b) => a - b));
  for (const { explanation, cause } of cards) {
    const { feature } = symptoms[causes[cause]!.symptom]!;
    expect(feature).toBe(explanation.features[0]!.feature);
  }
  expect(cards).toHaveLength(3);
  // What has no card is told by the sentence of its worst row.
  const told = causes.filter(({ example }) => example !== null);
  expect(told).toHaveLength(causes.length - 3);
  for (const { example } of told) expect(example!.text).not.toBe("");
});

test("rows that look normal are counted by themselves, and no suspects come from them", () => {
  const builder = createReportBuilder(MODEL, { title: "t", source: "s", limit: 10, explain: {}, incidents: {} });
  builder.add(STRANGE, [5, 6, 7]);
  const normal = tableFromColumns({ Level: [14, 63], Twice: [28, 126], State: ["low", "high"] });
  builder.add(normal, [8, 9]);
  const { explained, strange, symptoms, causes, suspects, cards } = builder.finish();
  const looking = cards.filter(({ explanation }) => explanation.strength! < 0.95);
  expect(looking.map(({ explanation }) => explanation.row).sort()).toEqual([5, 8, 9]);
  expect(symptoms.at(-1)).toMatchObject({ kind: "normal", count: 3, feature: null });
  for (const { cause } of looking) expect(causes[cause]!.symptom).toBe(symptoms.length - 1);
  expect([explained, strange]).toEqual([5, 2]);
  expect(suspects.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

test("rows that are not strange enough are left out and counted", () => {
  const strengths = build(10).cards.map(({ explanation }) => explanation.strength!);
  const least = Math.max(...strengths);
  const options = { title: "t", source: "s", limit: 10, explain: { minStrength: least }, incidents: {} };
  const builder = createReportBuilder(MODEL, options);
  const kept = strengths.filter((strength) => strength >= least).length;
  expect(kept).toBeLessThan(3);
  expect(builder.add(STRANGE, [5, 6, 7])).toBe(3 - kept);
  const { explained, leftOut, cards, causes } = builder.finish();
  expect({ explained, leftOut, cards: cards.length }).toEqual({ explained: kept, leftOut: 3 - kept, cards: kept });
  expect(sumOf(causes)).toBe(kept);
});

test("a limit keeps the strangest rows and counts them all", () => {
  const report = build(2);
  expect(report.explained).toBe(3);
  expect(report.cards.map(({ explanation }) => explanation.row).sort()).toEqual([6, 7]);
});

test("the page holds the report as JSON that no text in it can end", () => {
  const report = build(10);
  const page = formatReportPage(`<script type="application/json">${REPORT_PLACE}</script>`, report);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  const [, json] = /<script type="application\/json">([\s\S]*)<\/script>/.exec(page)!;
  expect(JSON.parse(json!)).toEqual(report);
});

test("a cause without a rule says in how many normal rows its value was never seen", () => {
  const rows = Array.from({ length: 4000 }, (_, row) => row);
  const hours = {
    Hour: rows.map((row) => 3 * ((row * 7) % 8)),
    Load: rows.map((row) => ((row * 7919) % 4001) / 10),
    Flow: rows.map((row) => ((row * 3571) % 4001) / 10),
  };
  const builder = createReportBuilder(learn(tableFromColumns(hours)), {
    ...{ title: "t", source: "s", limit: 3, explain: {}, incidents: {} },
  });
  builder.add(tableFromColumns({ Hour: [10.5, 1000], Load: [200.1, 200.1], Flow: [150.2, 150.2] }), [0, 1]);
  const { causes, cards } = builder.finish();
  const causeOf = (row: number) => causes[cards.find(({ explanation }) => explanation.row === row)!.cause];
  expect(causeOf(0)).toMatchObject({ rule: null, neverSeenIn: 4000 });
  expect(causeOf(1)).toMatchObject({ rule: expect.stringContaining("Hour"), neverSeenIn: null });
});
