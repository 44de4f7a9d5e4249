import { expect, test } from "vitest";
import type { Explanation } from "./explanation.js";
import type { PublicRule } from "./public-rule.js";
import { createSummary } from "./summary.js";

const rule = (feature: string): PublicRule => ({
  source: "range",
  antecedent: [],
  consequent: { feature, present: true },
  antecedentCount: 1,
  supportCount: 1,
  support: 1,
  confidence: 1,
  confidenceLow: 0.2,
  score: 3,
  text: `∅ → ${feature} is present`,
});

function explanation(row: number, strength: number | null, ...features: string[]): Explanation {
  return {
    row,
    strength,
    features: features.map((feature, i) => ({
      feature,
      blame: 1 / features.length,
      observed: null,
      expected: { feature, present: true },
      suggested: null,
      rule: i === 0 ? 0 : null,
    })),
    rules: features.length === 0 ? [] : [rule(features[0]!)],
    text: `row ${row}`,
  };
}

test("rows with the same accused features and first rule are one group, the largest first", () => {
  const summary = createSummary();
  summary.add(explanation(0, 0.5, "Pump"));
  summary.add(explanation(3, 0.8, "Valve", "Level"));
  summary.add(explanation(4, 0.9, "Valve", "Level"));
  summary.add(explanation(5, 0.7, "Valve", "Level"));
  summary.add(explanation(6, 0.1));
  const { rows, groups } = summary.finish();
  expect(rows).toBe(5);
  expect(
    groups.map(({ features, count, firstRow, lastRow, example }) => ({ features, count, firstRow, lastRow, example })),
  ).toEqual([
    { features: ["Valve", "Level"], count: 3, firstRow: 3, lastRow: 5, example: { row: 4, text: "row 4" } },
    { features: ["Pump"], count: 1, firstRow: 0, lastRow: 0, example: { row: 0, text: "row 0" } },
    { features: [], count: 1, firstRow: 6, lastRow: 6, example: { row: 6, text: "row 6" } },
  ]);
  expect(groups.map((group) => group.rule?.text ?? null)).toEqual([
    "∅ → Valve is present",
    "∅ → Pump is present",
    null,
  ]);
});

test("without a strength the score of the rule decides the example", () => {
  const summary = createSummary();
  summary.add(explanation(0, null, "Pump"));
  summary.add(explanation(1, null, "Pump"));
  expect(summary.finish().groups).toMatchObject([{ count: 2, example: { row: 0 } }]);
});

test("no rows give no groups", () => {
  expect(createSummary().finish()).toEqual({ rows: 0, groups: [] });
});
