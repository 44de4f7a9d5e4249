import { describe, expect, test } from "vitest";
import type { Predicate } from "../predicates/index.js";
import { type ListedRule, predicateCount, RuleListBuilder, ruleAt, withoutSource } from "./rule-list.js";

const predicates: Predicate[] = [0, 1, 2].map((feature) => ({ kind: "present", feature }));
const mined: ListedRule = { source: "mined", antecedent: [0, 1], consequent: 2, antecedentCount: 10, supportCount: 9 };
const range: ListedRule = { source: "range", antecedent: [], consequent: 0, antecedentCount: 20, supportCount: 20 };

describe("a list of rules", () => {
  test("gives back what was added, in the order asked for", () => {
    const builder = new RuleListBuilder();
    builder.add(mined);
    builder.add(range);
    const checked = {
      antecedentCounts: Uint32Array.of(4, 10),
      supportCounts: Uint32Array.of(3, 10),
      lows: Float64Array.of(0.3, 0.6),
    };
    const rules = builder.build(Uint32Array.of(1, 0), checked);
    expect(ruleAt(rules, predicates, 0)).toEqual({
      ...range,
      antecedent: [],
      consequent: predicates[0],
      checked: { antecedentCount: 10, supportCount: 10, confidenceLow: 0.6 },
    });
    expect(ruleAt(rules, predicates, 1)).toEqual({
      ...mined,
      antecedent: [predicates[0], predicates[1]],
      consequent: predicates[2],
      checked: { antecedentCount: 4, supportCount: 3, confidenceLow: 0.3 },
    });
    expect(ruleAt(builder.build(Uint32Array.of(0)), predicates, 0).checked).toBeNull();
    expect([predicateCount(rules, 0), predicateCount(rules, 1)]).toEqual([1, 3]);
  });

  test("grows past its first size", () => {
    const builder = new RuleListBuilder();
    for (let i = 0; i < 3000; i++) builder.add({ ...mined, supportCount: i });
    const rules = builder.build(Uint32Array.from({ length: 3000 }, (_, i) => 2999 - i));
    expect(rules.length).toBe(3000);
    expect([rules.supportCounts[0], rules.supportCounts[2999]]).toEqual([2999, 0]);
    expect(ruleAt(rules, predicates, 1500).antecedent).toEqual([predicates[0], predicates[1]]);
    expect(builder.added().length).toBe(3000);
  });

  test("without one source counts as many rows as before, beyond 32 bits, too", () => {
    const rowCount = 2 ** 33;
    const builder = new RuleListBuilder(rowCount);
    builder.add({ ...mined, source: "dependency", antecedent: [0] });
    builder.add({ ...range, antecedentCount: rowCount, supportCount: rowCount - 1 });
    const rules = withoutSource(builder.build(Uint32Array.of(0, 1)), "dependency", rowCount);
    expect(rules.length).toBe(1);
    expect(ruleAt(rules, predicates, 0)).toMatchObject({ antecedentCount: rowCount, supportCount: rowCount - 1 });
  });

  test("begins anew when it is cleared", () => {
    const builder = new RuleListBuilder();
    for (let i = 0; i < 3000; i++) builder.add(mined);
    builder.clear();
    builder.add(range);
    const rules = builder.build(Uint32Array.of(0));
    expect([rules.length, rules.items.length, builder.added().sources.length]).toEqual([1, 0, 1024]);
    expect(ruleAt(rules, predicates, 0)).toMatchObject({ source: "range", supportCount: 20 });
  });

  test("may be empty", () => {
    const rules = new RuleListBuilder().build(new Uint32Array());
    expect([rules.length, rules.items.length, [...rules.offsets]]).toEqual([0, 0, [0]]);
  });
});
