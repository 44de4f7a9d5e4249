import { beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import { featuresOf } from "../predicates/index.js";
import { listRules } from "../presenting/index.js";
import { type RowObject, tableFromRows } from "../table/index.js";
import type { Model } from "./model.js";
import { seenRanges, withSeenRanges } from "./seen-ranges.js";

/** Amounts as shops have them: never below 0.3, most near 10, few of hundreds; whole items; hours of a day. */
function purchases(): RowObject[] {
  const random = createRandom(3);
  return Array.from({ length: 3000 }, () => {
    const skewed = Math.exp(2.3 + 1.8 * (random() + random() + random() + random() - 2));
    return {
      amount: Math.round(100 * (0.3 + skewed)) / 100,
      items: 1 + Math.floor(-2 * Math.log(1 - random())),
      hour: Math.floor(24 * random()),
      shop: random() < 0.5 ? "north" : "south",
    };
  });
}

const USUAL = { amount: 9.5, items: 2, hour: 12, shop: "north" };

describe("ranges of numbers by themselves", () => {
  const rows = purchases();
  const table = tableFromRows(rows);
  let model: Model;
  beforeAll(() => {
    model = learn(table);
  });

  const shown = (row: RowObject, method: "diagnosis" | "paper" = "diagnosis"): string[] =>
    explain(model, tableFromRows([row]), { method })[0]!.rules.map(({ text }) => text);
  const ends = (feature: string): readonly (number | null)[] =>
    [...listRules(model, { source: "range", feature })].flatMap(({ consequent }) =>
      "min" in consequent ? [consequent.min, consequent.max] : [],
    );

  test("no negative amount is allowed where none was ever seen", () => {
    const [range] = shown({ ...USUAL, amount: -40 });
    expect(range).toMatch(/^always → 0(\.\d+)? ≤ amount ≤ \d+$/);
    expect(ends("amount")[0]).toBeGreaterThanOrEqual(0);
  });

  test("a skewed amount is expected nearly as far as rows go, not only to three deviations", () => {
    const amounts = rows.map(({ amount }) => amount as number).sort((a, b) => a - b);
    const max = ends("amount")[1]!;
    const outside = amounts.filter((amount) => amount > max).length / amounts.length;
    const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
    const deviation = Math.sqrt(amounts.reduce((sum, amount) => sum + (amount - mean) ** 2, 0) / amounts.length);
    expect(outside).toBeLessThan(0.01);
    expect(amounts.filter((amount) => amount > mean + 3 * deviation).length / amounts.length).toBeGreaterThan(0.01);
  });

  test("whole numbers stay whole, and no hour is 30.2", () => {
    expect(ends("hour")).toEqual([0, 23]);
    expect(ends("items").every((end) => Number.isInteger(end))).toBe(true);
    expect(ends("items")[0]).toBe(1);
    expect(shown({ ...USUAL, hour: 25 })[0]).toBe("always → 0 ≤ hour ≤ 23");
  });

  test("a rule that is shown is listed, with the same id and the same counts", () => {
    const [rule] = explain(model, tableFromRows([{ ...USUAL, hour: 25 }]))[0]!.rules;
    const listed = [...listRules(model)].find(({ id }) => id === rule!.id);
    expect(listed).toMatchObject({
      source: "range",
      text: rule!.text,
      antecedentCount: rule!.antecedentCount,
      supportCount: rule!.supportCount,
      confidenceLow: rule!.confidenceLow,
    });
  });

  test("its counts can be recounted", () => {
    for (const { rule } of seenRanges(model)) {
      if (rule.consequent.kind !== "interval") throw new Error("no interval");
      const { feature, min, max } = rule.consequent;
      const values = rows.map((row) => row[model.features[feature]!.name] as number);
      expect(rule.antecedentCount).toBe(values.length);
      expect(rule.supportCount).toBe(values.filter((value) => value >= min && value <= max).length);
    }
  });

  test("where a file is sorted by a number, its range is that of all rows, and a value beyond it has a rule", () => {
    const random = createRandom(5);
    const seasons = Array.from({ length: 3000 }, (_, row) => ({
      year: 1975 + Math.floor(row / 60),
      wind: Math.round(50 + 30 * (random() + random() + random() - 1.5)),
      status: random() < 0.3 ? "storm" : "calm",
    }));
    const sorted = learn(tableFromRows(seasons));
    expect(sorted.warnings.map(({ code }) => code)).toContain("FILE_ORDER");
    expect(seenRanges(sorted).map(({ rule }) => sorted.features[featuresOf(rule.consequent)[0]!]!.name)).toEqual([
      "wind",
    ]);
    const [explanation] = explain(sorted, tableFromRows([{ year: -1995, wind: 50, status: "calm" }]));
    expect(explanation!.features[0]).toMatchObject({ feature: "year", rule: 0 });
    expect(explanation!.rules[0]!.confidence).toBe(1);
    expect(explanation!.text).toContain("all normal rows have 1975 to 2024");
  });

  test("the paper's method has mean ± 3 deviations", () => {
    expect(shown({ ...USUAL, hour: 40 }, "paper")[0]).toMatch(/^always → -\d+(\.\d+)? ≤ hour ≤ 3\d(\.\d+)?$/);
  });

  test("a model without trees has the paper's ranges", () => {
    const bare = learn(table, { trees: 0 });
    expect(seenRanges(bare)).toEqual([]);
    expect(withSeenRanges(bare)).toBe(bare);
  });
});
