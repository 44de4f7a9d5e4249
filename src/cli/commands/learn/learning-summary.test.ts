import { expect, test } from "vitest";
import { styleOf } from "../../screen/style.js";
import { formatLearning, type LearningDescription } from "./learning-summary.js";

const LOOK = { out: "model.json", bytes: 1234, style: styleOf(false, {}), program: "npx parsight", width: null };

const LEARNT: LearningDescription = {
  rows: 1,
  features: [
    { name: "Valve", kind: "categorical", reason: "text, 1 different", change: "--exclude", missing: 0, categories: 1 },
  ],
  excluded: [],
  predicates: 1,
  rules: { range: 1, mined: 0, tree: 16 },
  warnings: [],
  seconds: { total: 0.12 },
};

test("one row is one row, and so are rules and features", () => {
  const [headline, , ...lines] = formatLearning(LEARNT, LOOK).split("\n");
  expect(headline).toBe("Learnt 17 rules from 1 row and 1 feature in 0.1 s.");
  expect(lines.slice(0, 3).map((line) => line.slice(0, 16))).toEqual([
    "   1 range rule ",
    "   0 mined rules",
    "  16 tree rules ",
  ]);
  const more = { ...LEARNT, rows: 2000, rules: { range: 1, mined: 0, tree: 0 } };
  expect(formatLearning(more, LOOK)).toMatch(/^Learnt 1 rule from 2,000 rows and 1 feature in/);
});

test("what is left out is told without brackets in brackets, and names that would be misread are in quotes", () => {
  const excluded = [
    {
      name: "id",
      reason: "it looks like an identifier (1,500 distinct values in 1,500 rows)",
      change: "--categorical",
    },
    { name: "fee, charged", reason: "it has no values", change: "" },
  ];
  const lines = formatLearning({ ...LEARNT, excluded }, { ...LOOK, width: 200 }).split("\n");
  expect(lines.find((line) => line.startsWith("  left out"))?.replace(/ {2,}/g, "")).toBe(
    'left outid: it looks like an identifier (1,500 distinct values in 1,500 rows); "fee, charged": it has no values',
  );
});

test("the next command is named as it is typed; in a narrow window it stands by itself and no word is broken", () => {
  expect(formatLearning(LEARNT, LOOK)).toMatch(
    /\nThe model is in model\.json \(1 KB\)\. Next: npx parsight explain model\.json <table>\n$/,
  );
  const narrow = formatLearning(LEARNT, { ...LOOK, out: "models/of/the/plant.json", width: 40 });
  expect(narrow).toContain(
    `
The model is in models/of/the/plant.json
  (1 KB).
Next:
  npx parsight explain \\
    models/of/the/plant.json <table>
`,
  );
  for (const line of narrow.split("\n")) expect(line.length, line).toBeLessThanOrEqual(40);
});
