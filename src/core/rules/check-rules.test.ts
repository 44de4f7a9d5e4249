import { describe, expect, test } from "vitest";
import { openKernel, soloPool } from "../compute/index.js";
import type { Predicate } from "../predicates/index.js";
import type { EncodedTable, Feature } from "../table/index.js";
import { type CheckRulesTask, checkRules } from "./check-rules.js";
import type { CheckedCounts } from "./checked-counts.js";
import { type ListedRule, RuleListBuilder } from "./rule-list.js";

const features: readonly Feature[] = [
  { name: "Level", kind: "numeric" },
  { name: "Pump", kind: "categorical", type: "text", categories: ["OFF", "ON", "TEST"] },
];
const LOW: Predicate = { kind: "interval", feature: 0, min: 0, max: 10, maxInclusive: false };
const ON: Predicate = { kind: "in", feature: 1, codes: [1] };
const SEEN: Predicate = { kind: "in", feature: 1, codes: [0, 1, 2] };
const PRESENT: Predicate = { kind: "present", feature: 1 };
const predicates = [LOW, ON, SEEN, PRESENT];

function rulesOf(...given: readonly Omit<ListedRule, "antecedentCount" | "supportCount">[]) {
  const builder = new RuleListBuilder();
  for (const rule of given) builder.add({ ...rule, antecedentCount: 0, supportCount: 0 });
  return builder.added();
}

function check(task: Omit<CheckRulesTask, "predicates">): CheckedCounts {
  return checkRules({ ...task, predicates }, { pool: soloPool(openKernel()), tick: () => {} });
}

function tableOf(levels: readonly number[], pumps: readonly number[]): EncodedTable {
  return {
    rowCount: levels.length,
    features,
    columns: [
      { kind: "numeric", values: Float64Array.from(levels) },
      { kind: "categorical", codes: Int32Array.from(pumps) },
    ],
  };
}

const counts = ({ antecedentCounts, supportCounts }: CheckedCounts) =>
  Array.from(antecedentCounts, (count, rule) => `${supportCounts[rule]} of ${count}`);

describe("rows that check range and mined rules", () => {
  test("are counted where the antecedent holds and the consequent is known, and no others", () => {
    const table = tableOf([5, 5, 5, 15, 5, Number.NaN, 5, 5], [1, 0, -1, 1, 1, 1, 1, 0]);
    const rules = rulesOf(
      { source: "mined", antecedent: [0], consequent: 1 },
      { source: "mined", antecedent: [1], consequent: 0 },
      { source: "range", antecedent: [], consequent: 3 },
    );
    const stretches = [Int32Array.of(0, 1, 2, 3, 4, 5)];
    expect(counts(check({ table, rules, stretches, areDependent: false }))).toEqual(["2 of 3", "2 of 3", "5 of 6"]);
  });

  test("say that a category was seen before only where rows that do not check have it, too", () => {
    const table = tableOf([1, 2, 3, 4], [0, 2, 1, 0]);
    const rules = rulesOf({ source: "range", antecedent: [], consequent: 2 });
    const stretches = [Int32Array.of(0, 1)];
    expect(counts(check({ table, rules, stretches, areDependent: false }))).toEqual(["1 of 2"]);
  });

  test("may be none, and rules may be many", () => {
    const table = tableOf([1, 2], [1, 1]);
    const many = rulesOf(
      ...Array.from(
        { length: 40_000 },
        (_, i) => ({ source: "mined", antecedent: [i % 2], consequent: 1 - (i % 2) }) as const,
      ),
    );
    expect(check({ table, rules: rulesOf(), stretches: [], areDependent: false }).antecedentCounts).toHaveLength(0);
    const none = check({ table, rules: many, stretches: [new Int32Array()], areDependent: false });
    expect([...new Set(none.antecedentCounts)]).toEqual([0]);
    const all = check({ table, rules: many, stretches: [Int32Array.of(0), Int32Array.of(1)], areDependent: false });
    expect([...new Set(all.supportCounts.subarray(0, 40_000))]).toEqual([2]);
  });
});
