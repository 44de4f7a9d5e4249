import { expect, test } from "vitest";
import type { CategoryPredicate, Predicate } from "../../predicates/index.js";
import type { Rule } from "../../rules/index.js";
import { memoize, weightOfRule } from "./memoize.js";

const one = (): number => 1;

test("what is kept is made once", () => {
  const made: number[] = [];
  const get = memoize((key: number) => {
    made.push(key);
    return { key };
  }, one);
  const first = get(1);
  expect(get(2)).toEqual({ key: 2 });
  expect(get(1)).toBe(first);
  expect(made).toEqual([1, 2]);
});

test("no more than the limit are kept, and what was forgotten is made again, the same", () => {
  const made: number[] = [];
  const make = (key: number): number => {
    made.push(key);
    return -key;
  };
  const get = memoize(make, one, 2);
  expect([1, 2, 1, 2, 3, 3, 1, 1].map(get)).toEqual([-1, -2, -1, -2, -3, -3, -1, -1]);
  expect(made).toEqual([1, 2, 3, 1]);
});

test("what weighs much takes the place of many, and is kept alone where it weighs too much", () => {
  const made: number[] = [];
  const make = (key: number): number => {
    made.push(key);
    return key;
  };
  const get = memoize(make, (_, key) => key, 10);
  for (const key of [4, 5, 4, 5, 2, 5, 11, 11, 2, 2]) get(key);
  expect(made).toEqual([4, 5, 2, 5, 11, 2]);
});

test("a rule weighs as much as it lists", () => {
  const choice = (...codes: number[]): CategoryPredicate => ({ kind: "in", feature: 0, codes });
  const present: Predicate = { kind: "present", feature: 1 };
  const rule = (antecedent: readonly Predicate[], consequent: Predicate): Rule => ({
    source: "tree",
    antecedent,
    consequent,
    antecedentCount: 1,
    supportCount: 1,
    checked: null,
  });
  expect(weightOfRule(rule([], present))).toBe(1);
  expect(weightOfRule(rule([present, choice(1, 2, 3)], choice(4)))).toBe(7);
  expect(weightOfRule(rule([{ kind: "anyOf", parts: [choice(1), choice(2, 3)] }], present))).toBe(6);
});
