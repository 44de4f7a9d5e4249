import { describe, expect, test } from "vitest";
import { openKernel } from "../../compute/index.js";
import type { Model } from "../../model/index.js";
import type { CategoryPredicate, Predicate } from "../../predicates/index.js";
import { RuleListBuilder } from "../../rules/index.js";
import { encodeTable, type Feature, tableFromRows } from "../../table/index.js";
import { findByRules, preparePaperMethod } from "./paper-method.js";

const categorical = (name: string, ...categories: string[]): Feature => ({
  name,
  kind: "categorical",
  type: "text",
  categories,
});
const features = [
  categorical("Mode", "usual", "odd"),
  categorical("Pump", "ON", "stuck"),
  categorical("Valve", "Open", "leaks"),
  { name: "Level", kind: "numeric" } as const,
];
const odd: Predicate = { kind: "in", feature: 0, codes: [1] };
const stuck: CategoryPredicate = { kind: "in", feature: 1, codes: [1] };
const leaks: CategoryPredicate = { kind: "in", feature: 2, codes: [1] };
const either: Predicate = { kind: "anyOf", parts: [stuck, leaks] };
const low: Predicate = { kind: "interval", feature: 3, min: 0, max: 5, maxInclusive: true };

/** Rules `odd → consequent`, with how many of four rows agree, out of ten learnt from. */
function findBroken(given: readonly (readonly [consequent: Predicate, supportCount: number])[], top: number) {
  const predicates = [odd, ...given.map(([consequent]) => consequent)];
  const builder = new RuleListBuilder();
  given.forEach(([, supportCount], i) => {
    builder.add({ source: "mined", antecedent: [0], consequent: i + 1, antecedentCount: 4, supportCount });
  });
  const model = {
    rowCount: 10,
    features,
    predicates,
    rules: builder.build(Uint32Array.from(given.keys())),
    options: { minSupport: 0, minConfidence: 0, confidenceWeight: 1 },
  } as unknown as Model;
  const row = encodeTable(features, tableFromRows([{ Mode: "odd", Pump: "ON", Valve: "Open", Level: 9 }]));
  const { suspects, rules } = findByRules(preparePaperMethod(model, top, openKernel()), row, 0);
  for (const { rule, expected } of suspects) expect(expected).toBe(rules[rule!]!.consequent);
  return suspects.map(({ feature, rule, blame }) => [features[feature]!.name, rule, Number(blame.toFixed(12))]);
}

describe("the paper's method", () => {
  test("accuses every feature of a joined consequent alike, each once, by the best rule that names it", () => {
    const rules = [
      [either, 4],
      [stuck, 3],
      [low, 2],
    ] as const;
    // Scores: 0.4 + 1 for the first rule, 0.2 + 0.5 for the last.
    expect(findBroken(rules, 3)).toEqual([
      ["Pump", 0, 0.4],
      ["Valve", 0, 0.4],
      ["Level", 2, 0.2],
    ]);
    expect(findBroken(rules, 1)).toEqual([
      ["Pump", 0, 0.5],
      ["Valve", 0, 0.5],
    ]);
  });

  test("lets a feature keep the rule it was first accused by", () => {
    expect(
      findBroken(
        [
          [leaks, 4],
          [either, 4],
        ],
        2,
      ),
    ).toEqual([
      ["Valve", 0, 0.5],
      ["Pump", 1, 0.5],
    ]);
  });

  test("accuses by ranges before all others, the value furthest out first, what was never seen before any number", () => {
    const level = { name: "Level", kind: "numeric" } as const;
    const depth = { name: "Depth", kind: "numeric" } as const;
    const range = (feature: number, min: number, max: number): Predicate => ({
      kind: "interval",
      feature,
      min,
      max,
      maxInclusive: true,
    });
    const seen: Predicate = { kind: "in", feature: 0, codes: [0] };
    const predicates = [range(2, 0, 10), range(3, 0, 100), seen, odd, stuck];
    const builder = new RuleListBuilder();
    const count = { antecedentCount: 10, supportCount: 10 };
    builder.add({ source: "mined", antecedent: [3], consequent: 4, ...count });
    for (const consequent of [0, 1, 2]) {
      builder.add({ source: "range", antecedent: [], consequent, antecedentCount: 10, supportCount: 9 });
    }
    const model = {
      rowCount: 10,
      features: [categorical("Mode", "usual", "odd"), categorical("Pump", "ON", "stuck"), level, depth],
      predicates,
      rules: builder.build(Uint32Array.of(0, 1, 2, 3)),
      options: { minSupport: 0, minConfidence: 0, confidenceWeight: 1 },
    } as unknown as Model;
    const row = encodeTable(model.features, tableFromRows([{ Mode: "odd", Pump: "ON", Level: 15, Depth: 120 }]));
    const accused = (top: number) =>
      findByRules(preparePaperMethod(model, top, openKernel()), row, 0).suspects.map(({ feature, blame }) => [
        model.features[feature]!.name,
        blame,
      ]);
    // Depth is further out in its own units, and less far in widths of its range; each counts as certain.
    expect(accused(4)).toEqual([
      ["Mode", 0.25],
      ["Level", 0.25],
      ["Depth", 0.25],
      ["Pump", 0.25],
    ]);
    expect(accused(2).map(([name]) => name)).toEqual(["Mode", "Level"]);
  });

  test("accuses nothing where no rule is broken", () => {
    expect(findBroken([], 3)).toEqual([]);
  });
});
