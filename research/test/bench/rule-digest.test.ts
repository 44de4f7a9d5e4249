import { expect, test } from "vitest";
import { digestRules, digestRulesOf } from "../../bench/rule-digest.js";

/** a: rows 0-3, b: rows 0-2, c: rows 0, 5. */
const itemsets = [
  { items: [0], support: 4 },
  { items: [1], support: 3 },
  { items: [2], support: 2 },
  { items: [1, 0], support: 3 },
  { items: [0, 2], support: 1 },
];

const rules = (supportCount: number) => ({
  length: 2,
  sources: Uint8Array.of(1, 1),
  offsets: Uint32Array.of(0, 1, 2),
  items: Uint32Array.of(1, 0),
  consequents: Uint32Array.of(0, 1),
  antecedentCounts: Uint32Array.of(3, 4),
  supportCounts: Uint32Array.of(3, supportCount),
  checked: null,
});

test("rules and the itemsets they follow from have the same digest, whatever the order", () => {
  expect(digestRulesOf(itemsets, 0.7)).toEqual(digestRules(rules(3)));
  expect(digestRulesOf([...itemsets].reverse(), 0.7)).toEqual(digestRules(rules(3)));
});

test("another count gives another digest", () => {
  expect(digestRules(rules(2)).digest).not.toBe(digestRules(rules(3)).digest);
});

test("a confidence that only reaches the threshold is none", () => {
  expect(digestRulesOf(itemsets, 0.75).count).toBe(1);
});
