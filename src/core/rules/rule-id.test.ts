import { expect, test } from "vitest";
import type { RuleMeaning } from "../predicates/index.js";
import { ruleIdOf } from "./rule-id.js";

const rule: RuleMeaning = {
  antecedent: [
    { feature: "Level", min: 10, max: null },
    { feature: "Pump", in: ["ON", "AUTO"] },
  ],
  consequent: { feature: "Valve", in: ["Open"] },
};

test("an id is short, and the same for the same meaning in any order", () => {
  expect(ruleIdOf(rule)).toMatch(/^r[0-9a-z]{9}$/);
  const [level] = rule.antecedent;
  const turned = { ...rule, antecedent: [{ feature: "Pump", in: ["AUTO", "ON"] }, level!] };
  expect(ruleIdOf(turned)).toBe(ruleIdOf(rule));
});

test("what means something else has another id", () => {
  const [level, pump] = rule.antecedent;
  const others: RuleMeaning[] = [
    { ...rule, antecedent: [] },
    { ...rule, antecedent: [pump!] },
    { ...rule, antecedent: [{ feature: "Level", min: 10, max: 20 }, pump!] },
    { ...rule, antecedent: [{ feature: "Level", min: 10, max: 20, maxInclusive: true }, pump!] },
    { ...rule, antecedent: [{ feature: "Level", min: null, max: 10 }, pump!] },
    { ...rule, antecedent: [level!, { feature: "Pump", in: ["ON"] }] },
    { ...rule, consequent: { feature: "Valve", in: ["Closed"] } },
    { ...rule, consequent: { feature: "Valve", present: true } },
    { ...rule, consequent: { anyOf: [{ feature: "Valve", in: ["Open"] }] } },
    { ...rule, consequent: { feature: "Valve", in: [1] } },
    { ...rule, consequent: { feature: "Valve", in: ["1"] } },
  ];
  expect(new Set([rule, ...others].map(ruleIdOf)).size).toBe(others.length + 1);
});
