import { describe, expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { learn } from "../learn.js";
import type { Model } from "../model/index.js";
import type { NamedPredicate, RuleMeaning } from "../predicates/index.js";
import { listPaperRanges, listRules } from "./list-rules.js";
import { findSimilar } from "./similar-rule.js";

const random = createRandom(5);
const rows = Array.from({ length: 600 }, () => {
  const level = Math.floor(random() * 200) / 10;
  const pump = random() < 0.5 ? "ON" : "OFF";
  const rare = random() < 0.004 ? "odd" : "usual";
  return { level, pump, valve: level >= 10 && pump === "ON" ? "Open" : "Closed", rare };
});
const model = learn(rows, { order: "none" });
const bare = learn(rows, { order: "none", neighbours: 0 });

const rule = (antecedent: readonly NamedPredicate[], consequent: NamedPredicate): RuleMeaning => ({
  antecedent,
  consequent,
});
const ON: NamedPredicate = { feature: "pump", in: ["ON"] };
const OPEN: NamedPredicate = { feature: "valve", in: ["Open"] };
const above = (min: number): NamedPredicate => ({ feature: "level", min, max: null });

function textFor(wanted: RuleMeaning, by: Model = model): string | null {
  return findSimilar(wanted, by)?.text ?? null;
}

describe.each([
  ["by the rows that the model holds", model],
  ["by intervals and values, where it holds none", bare],
])("%s", (_, by) => {
  test("the rule that covers nearly the same is found, whatever its number is now", () => {
    const found = findSimilar(rule([ON, above(10.4)], OPEN), by)!;
    expect(found.text).toMatch(/^level ≥ (9\.9|10), pump = ON → valve = Open$/);
    expect(found.alike).toBeGreaterThanOrEqual(0.8);
    expect(found.alike).toBeLessThan(1);
  });

  test("one about the same features that covers other rows is none", () => {
    expect(textFor(rule([ON, above(12.7)], OPEN), by)).toBeNull();
    expect(textFor(rule([ON, { feature: "level", min: null, max: 5 }], OPEN), by)).toBeNull();
    expect(textFor(rule([{ feature: "pump", in: ["OFF"] }, above(10.4)], OPEN), by)).toBeNull();
  });

  test("a rule that is still learnt needs none, and one about what is gone has none", () => {
    const [learnt] = [...listRules(by)].filter(({ antecedent }) => antecedent.length === 2);
    expect(findSimilar(learnt!, by)).toBeNull();
    expect(textFor(rule([{ feature: "gone", min: 0, max: null }], OPEN), by)).toBeNull();
  });

  test("ranges, presence and joined categories are compared, too", () => {
    const range = [...listRules(by)].find(({ text }) => text.startsWith("always →") && text.includes("≤ level ≤"))!;
    const { min, max } = range.consequent as { min: number; max: number };
    expect(textFor(rule([], { feature: "level", min: min + 0.3, max, maxInclusive: true }), by)).toBe(range.text);
    expect(textFor(rule([{ feature: "rare", present: true }], OPEN), by)).toBeNull();
    expect(textFor(rule([], { anyOf: [OPEN, { feature: "pump", in: ["OFF"] }] }), by)).toBeNull();
  });
});

test("of what few rows show the intervals tell", () => {
  const narrow = rule([above(30), ON], OPEN);
  expect(textFor(narrow)).toBeNull();
  expect(textFor(rule([{ feature: "level", min: 5, max: 5 }, ON], OPEN))).toBeNull();
});

test("open ends reach as far as what was seen, and presence is the same or not", () => {
  const ranges: readonly NamedPredicate[] = [
    { feature: "level", min: null, max: null },
    { feature: "level", min: null, max: -9 },
    { feature: "level", min: 25, max: null },
    { feature: "level", min: -12, max: 60 },
  ];
  expect(ranges.map((range) => textFor(rule([], range), bare))).toEqual(["always → 0 ≤ level ≤ 20", null, null, null]);
  const lacking = learn(
    rows.map((row, place) => (place % 3 === 0 ? { ...row, level: null, pump: null } : row)),
    { order: "none" },
  );
  expect(textFor(rule([ON, above(10.3)], OPEN), lacking)).toMatch(/ → valve = Open$/);
  const present = rule([], { feature: "gone", present: true });
  expect([textFor(present), textFor(rule([], { feature: "level", in: [3] }), bare)]).toEqual([null, null]);
});

test("a range that only the paper's method shows is still learnt", () => {
  const [range] = [...listPaperRanges(model, "whole")];
  expect([...listRules(model)].map(({ id }) => id)).not.toContain(range!.id);
  expect(findSimilar(range!, model)).toBeNull();
});
