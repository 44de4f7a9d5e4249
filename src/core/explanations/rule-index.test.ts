import { describe, expect, test } from "vitest";
import { FAILS, HOLDS, type Predicate, UNKNOWN } from "../predicates/predicate.js";
import { type ListedRule, RuleListBuilder } from "../rules/rule-list.js";
import { buildRuleIndex, findViolated, isViolated } from "./rule-index.js";

const predicates: Predicate[] = [0, 1, 2, 3].map((feature) => ({ kind: "present", feature }));

function index(...rules: [antecedent: number[], consequent: number][]) {
  const builder = new RuleListBuilder();
  for (const [antecedent, consequent] of rules) {
    const rule: ListedRule = { source: "mined", antecedent, consequent, antecedentCount: 1, supportCount: 1 };
    builder.add(rule);
  }
  return buildRuleIndex(builder.build(Uint32Array.from(rules.keys())), predicates);
}

describe("a rule", () => {
  const { rules } = index([[0, 1], 2]);

  test("is broken when its antecedent holds and its consequent fails", () => {
    expect(isViolated(rules, 0, Int8Array.of(HOLDS, HOLDS, FAILS, HOLDS))).toBe(true);
  });

  test("is not broken when anything about it is unknown", () => {
    expect(isViolated(rules, 0, Int8Array.of(HOLDS, HOLDS, UNKNOWN, HOLDS))).toBe(false);
    expect(isViolated(rules, 0, Int8Array.of(HOLDS, UNKNOWN, FAILS, HOLDS))).toBe(false);
    expect(isViolated(rules, 0, Int8Array.of(HOLDS, FAILS, FAILS, HOLDS))).toBe(false);
  });
});

describe("the index", () => {
  const states = Int8Array.of(HOLDS, HOLDS, FAILS, FAILS);

  test("finds the best rules first, wherever they are filed", () => {
    const rules = index([[1], 2], [[0], 2], [[], 3], [[0, 1], 3], [[2], 3]);
    expect(findViolated(rules, states, 10)).toEqual([0, 1, 2, 3]);
    expect(findViolated(rules, states, 2)).toEqual([0, 1]);
    expect(findViolated(rules, states, 1)).toEqual([0]);
  });

  test("files each rule once, under a predicate of its antecedent", () => {
    const { filed, offsets } = index([[0, 1], 2], [[0], 3], [[], 3]);
    expect([...filed].sort()).toEqual([0, 1, 2]);
    expect(offsets[predicates.length + 1]).toBe(3);
  });

  test("of no rules finds none", () => {
    expect(findViolated(index(), states, 5)).toEqual([]);
  });
});
