import { expect, test } from "vitest";
import type { Predicate } from "../predicates/index.js";
import { rankRules, ruleScores } from "./rank-rules.js";
import { type ListedRule, RuleListBuilder } from "./rule-list.js";

/** Items 0, 1 are about feature 0; items 2, 3 about features 1 and 2; item 4 about features 0 and 2. */
const predicates: Predicate[] = [
  { kind: "in", feature: 0, codes: [0] },
  { kind: "in", feature: 0, codes: [1] },
  { kind: "in", feature: 1, codes: [0] },
  { kind: "in", feature: 2, codes: [0] },
  {
    kind: "anyOf",
    parts: [
      { kind: "in", feature: 0, codes: [2] },
      { kind: "in", feature: 2, codes: [1] },
    ],
  },
];
const weights = { minSupport: 0.1, minConfidence: 0.5, confidenceWeight: 5 };

function rank(rules: readonly Partial<ListedRule>[], rowCount = 100): number[] {
  const builder = new RuleListBuilder();
  for (const rule of rules) {
    builder.add({ source: "mined", antecedent: [0], consequent: 2, antecedentCount: 50, supportCount: 50, ...rule });
  }
  return [...rankRules(builder.added(), predicates, { rowCount, weights })];
}

test("the better score comes first", () => {
  expect(rank([{ supportCount: 40 }, { supportCount: 50 }, { supportCount: 45 }])).toEqual([1, 2, 0]);
});

test("of equal scores the rule with fewer predicates, then the consequent's feature, then the antecedent's", () => {
  expect(
    rank([
      { antecedent: [0, 2], consequent: 3 },
      { antecedent: [0], consequent: 3 },
    ]),
  ).toEqual([1, 0]);
  expect(
    rank([
      { antecedent: [0], consequent: 3 },
      { antecedent: [3], consequent: 2 },
    ]),
  ).toEqual([1, 0]);
  expect(
    rank([
      { antecedent: [2], consequent: 3 },
      { antecedent: [1], consequent: 3 },
    ]),
  ).toEqual([1, 0]);
});

test("then the order of predicates decides, so that no two rules tie", () => {
  expect(rank([{ antecedent: [1] }, { antecedent: [0] }])).toEqual([1, 0]);
  expect(
    rank([
      { antecedent: [2], consequent: 4 },
      { antecedent: [2], consequent: 0 },
    ]),
  ).toEqual([1, 0]);
});

test("a model of no rows scores without dividing by zero", () => {
  const builder = new RuleListBuilder();
  builder.add({ source: "range", antecedent: [], consequent: 0, antecedentCount: 0, supportCount: 0 });
  expect([...ruleScores(builder.added(), 0, weights)].every(Number.isFinite)).toBe(true);
});
