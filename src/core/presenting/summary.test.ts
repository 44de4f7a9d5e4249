import { expect, test } from "vitest";
import type { Explanation } from "./explanation.js";
import type { PublicRule } from "./public-rule.js";
import { countCauses, createSummary, describeGroups } from "./summary.js";

const rule = (feature: string): PublicRule => ({
  source: "range",
  id: "r123456789",
  antecedent: [],
  consequent: { feature, present: true },
  antecedentCount: 1,
  supportCount: 1,
  support: 1,
  confidence: 1,
  checked: null,
  confidenceLow: 0.2,
  score: 3,
  text: `always → ${feature} is present`,
});

function explanation(row: number, strength: number | null, ...features: string[]): Explanation {
  return {
    row,
    strength,
    features: features.map((feature, i) => ({
      feature,
      blame: 1 / features.length,
      probability: null,
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
  summary.add(explanation(0, 0.95, "Pump"));
  summary.add(explanation(3, 0.98, "Valve", "Level"));
  summary.add(explanation(4, 0.99, "Valve", "Level"));
  summary.add(explanation(5, 0.97, "Valve", "Level"));
  summary.add(explanation(6, 0.96));
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
    "always → Valve is present",
    "always → Pump is present",
    null,
  ]);
});

test("rows that look normal are one group, whatever is least usual in them; it comes last and is no cause", () => {
  const summary = createSummary();
  summary.add(explanation(0, 0.5, "Pump"));
  summary.add(explanation(1, 0.949, "Valve", "Level"));
  summary.add(explanation(2, 0.1));
  summary.add(explanation(3, 0.99));
  summary.add(explanation(4, 0.99));
  summary.add(explanation(5, 0.97, "Valve"));
  const { groups } = summary.finish();
  expect(groups.map(({ kind, features, rule, count }) => [kind, features, rule === null, count])).toEqual([
    ["cause", ["Valve"], false, 1],
    ["unexplained", [], true, 2],
    ["normal", [], true, 3],
  ]);
  expect(groups.at(-1)).toMatchObject({ firstRow: 0, lastRow: 2, example: { row: 1 } });
  expect(countCauses(groups)).toBe(1);
  expect(describeGroups(groups)).toBe("1 cause, 2 rows without a feature that stands out, 3 rows look normal");
  expect(describeGroups(groups.slice(2))).toBe("no cause, 3 rows look normal");
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
