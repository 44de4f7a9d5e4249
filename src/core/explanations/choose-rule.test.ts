import { describe, expect, test } from "vitest";
import { loneChooser } from "../../../test/rule-chooser.js";
import { openKernel } from "../kernel/kernel.js";
import type { Model } from "../model/model.js";
import type { CategoryPredicate, Predicate } from "../predicates/predicate.js";
import type { Forest } from "../rules/forest.js";
import { type ListedRule, type Rule, RuleListBuilder } from "../rules/rule-list.js";
import type { EncodedTable } from "../table/encode-table.js";
import type { Feature } from "../table/features.js";
import { chooseRule, countBroken } from "./choose-rule.js";

const features: readonly Feature[] = [
  { name: "Level", kind: "numeric" },
  { name: "Pump", kind: "categorical", type: "text", categories: ["OFF", "ON"] },
  { name: "Valve", kind: "categorical", type: "text", categories: ["Closed", "Half", "Open"] },
];
const [LEVEL, PUMP, VALVE] = [0, 1, 2];

const HIGH: Predicate = {
  kind: "interval",
  feature: LEVEL,
  min: 10,
  max: Number.POSITIVE_INFINITY,
  maxInclusive: false,
};
const RANGE: Predicate = { kind: "interval", feature: LEVEL, min: 0, max: 15, maxInclusive: true };
const NARROW: Predicate = { kind: "interval", feature: LEVEL, min: 4, max: 6, maxInclusive: false };
const ON: CategoryPredicate = { kind: "in", feature: PUMP, codes: [1] };
const OPEN: CategoryPredicate = { kind: "in", feature: VALVE, codes: [2] };
const SEEN: Predicate = { kind: "in", feature: VALVE, codes: [0, 1, 2] };
const NOT_CLOSED: Predicate = { kind: "in", feature: VALVE, codes: [1, 2] };
const PRESENT: Predicate = { kind: "present", feature: VALVE };
const EITHER: Predicate = { kind: "anyOf", parts: [ON, OPEN] };
const predicates = [HIGH, RANGE, NARROW, ON, OPEN, SEEN, NOT_CLOSED, PRESENT, EITHER];

type Given = Omit<ListedRule, "antecedent" | "consequent" | "source"> & {
  readonly when: readonly Predicate[];
  readonly then: Predicate;
};

const NO_TREES: Forest = {
  targets: new Int32Array(),
  roots: Uint32Array.of(0),
  splitFeatures: new Int32Array(),
  splitValues: new Float64Array(),
  right: new Uint32Array(),
  means: new Float64Array(),
  deviations: new Float64Array(),
  lows: new Float64Array(),
  highs: new Float64Array(),
  classOffsets: Uint32Array.of(0),
  classCounts: new Uint32Array(),
  antecedentCounts: new Uint32Array(),
  supportCounts: new Uint32Array(),
};

/** One tree about Level that asks for the pump; when it is on, Level is 9 to 11. */
const ONE_TREE: Forest = {
  ...NO_TREES,
  targets: Int32Array.of(LEVEL),
  roots: Uint32Array.of(0, 3),
  splitFeatures: Int32Array.of(PUMP, -1, -1),
  splitValues: Float64Array.of(1, 0, 0),
  right: Uint32Array.of(2, 0, 0),
  means: Float64Array.of(0, 0.5, -0.5),
  deviations: Float64Array.of(1, 0.1, 0.1),
  lows: Float64Array.of(0, 9, 3),
  highs: Float64Array.of(15, 11, 5),
  classOffsets: Uint32Array.of(0, 0, 0, 0),
  antecedentCounts: Uint32Array.of(1000, 600, 400),
  supportCounts: Uint32Array.of(1000, 600, 400),
};

function modelOf(rules: readonly Given[], forest = NO_TREES): Model {
  const builder = new RuleListBuilder();
  for (const { when, then, antecedentCount, supportCount } of rules) {
    const antecedent = when.map((predicate) => predicates.indexOf(predicate));
    const source = when.length === 0 ? "range" : "mined";
    builder.add({ source, antecedent, consequent: predicates.indexOf(then), antecedentCount, supportCount });
  }
  const model: Partial<Model> = {
    rowCount: 1000,
    features,
    profiles: [
      { kind: "numeric", mean: 7, deviation: 2, min: 0, max: 15, missingCount: 0 },
      { kind: "categorical", counts: [400, 600], missingCount: 0 },
      { kind: "categorical", counts: [300, 300, 400], missingCount: 0 },
    ],
    predicates,
    rules: builder.build(Uint32Array.from(rules.keys())),
    forest,
  };
  return model as Model;
}

function tableOf(level: number, pump: number, valve: number): EncodedTable {
  return {
    rowCount: 1,
    features,
    columns: [
      { kind: "numeric", values: Float64Array.of(level) },
      { kind: "categorical", codes: Int32Array.of(pump) },
      { kind: "categorical", codes: Int32Array.of(valve) },
    ],
  };
}

/** By the kernel and by its twin, which are to choose the same. */
function choose(model: Model, table: EncodedTable, feature: number, accused: readonly number[] = []): Rule | null {
  const [found, byTwin] = [openKernel(), null].map((kernel) => {
    const { chooser, look } = loneChooser(model, kernel);
    look(table, 0, [feature, ...accused]);
    return chooseRule(chooser, feature);
  });
  expect(found).toEqual(byTwin);
  return found ?? null;
}

const closed = tableOf(12, 1, 0);
const rule = (when: readonly Predicate[], then: Predicate, supportCount: number, antecedentCount: number): Given => ({
  when,
  then,
  supportCount,
  antecedentCount,
});

describe("the rule chosen about a category", () => {
  test("is the one with the rarest exceptions among those that are sure, even if another is more general", () => {
    const general = rule([HIGH], OPEN, 970, 1000);
    const clear = rule([HIGH, ON], OPEN, 500, 500);
    for (const rules of [
      [general, clear],
      [clear, general],
    ]) {
      expect(choose(modelOf(rules), closed, VALVE)?.antecedent).toEqual([HIGH, ON]);
    }
  });

  test("names one category rather than several, even if another is clearer and more general; but it must be as sure", () => {
    const vague = rule([], NOT_CLOSED, 3000, 3000);
    const one = rule([HIGH, ON], OPEN, 300, 300);
    for (const rules of [
      [vague, one],
      [one, vague],
    ]) {
      expect(choose(modelOf(rules), closed, VALVE)?.consequent).toEqual(OPEN);
    }
    const unsure = rule([HIGH, ON], OPEN, 90, 100);
    expect(choose(modelOf([unsure, vague]), closed, VALVE)?.antecedent).toEqual([]);
  });

  test("is the most general of equally clear ones, then the shorter one", () => {
    const small = rule([HIGH], OPEN, 200, 200);
    const large = rule([ON], OPEN, 300, 300);
    expect(choose(modelOf([small, large]), closed, VALVE)?.antecedent).toEqual([ON]);
    const longer = rule([HIGH, ON], OPEN, 300, 300);
    expect(choose(modelOf([longer, large]), closed, VALVE)?.antecedent).toEqual([ON]);
  });

  test("leans on no other accused feature", () => {
    const model = modelOf([rule([HIGH, ON], OPEN, 500, 500), rule([ON], OPEN, 290, 300)]);
    expect(choose(model, closed, VALVE)?.antecedent).toEqual([HIGH, ON]);
    expect(choose(model, closed, VALVE, [LEVEL])?.antecedent).toEqual([ON]);
    expect(choose(model, closed, VALVE, [PUMP])).toBeNull();
  });

  test("is none where none is broken or sure enough", () => {
    const unsure = rule([ON], OPEN, 80, 100);
    expect(choose(modelOf([unsure]), closed, VALVE)).toBeNull();
    expect(choose(modelOf([rule([ON], OPEN, 300, 300)]), tableOf(12, 1, 2), VALVE)).toBeNull();
    expect(choose(modelOf([rule([ON], OPEN, 300, 300)]), tableOf(12, 0, 0), VALVE)).toBeNull();
    expect(choose(modelOf([rule([HIGH], EITHER, 300, 300)]), tableOf(12, 0, 0), VALVE)).toBeNull();
  });

  test("says that the value should be present where it is missing", () => {
    const model = modelOf([rule([], SEEN, 1000, 1000), rule([], PRESENT, 1000, 1000)]);
    expect(choose(model, tableOf(12, 1, -1), VALVE)?.consequent).toEqual(PRESENT);
    expect(choose(model, tableOf(12, 1, -2), VALVE)?.consequent).toEqual(SEEN);
  });
});

describe("the rule chosen about a number", () => {
  test("is the general one once both are broken clearly, else the clearer one", () => {
    const rules = [rule([], RANGE, 1000, 1000), rule([ON], NARROW, 600, 600)];
    expect(choose(modelOf(rules), tableOf(30, 1, 2), LEVEL)?.consequent).toEqual(RANGE);
    expect(choose(modelOf(rules), tableOf(15.5, 1, 2), LEVEL)?.consequent).toEqual(NARROW);
  });

  test("may be a node of a tree, unless the tree leans on another accused feature", () => {
    const on = tableOf(8, 1, 2);
    expect(choose(modelOf([], ONE_TREE), on, LEVEL)).toEqual({
      source: "tree",
      antecedent: [{ kind: "in", feature: PUMP, codes: [1] }],
      consequent: { kind: "interval", feature: LEVEL, min: 9, max: 11, maxInclusive: true },
      antecedentCount: 600,
      supportCount: 600,
    });
    expect(choose(modelOf([], ONE_TREE), on, LEVEL, [PUMP])).toBeNull();
    expect(choose(modelOf([], ONE_TREE), tableOf(8, -1, 2), LEVEL)).toBeNull();
    expect(choose(modelOf([], ONE_TREE), tableOf(10, 1, 2), LEVEL)).toBeNull();
  });
});

test("all sure rules that are broken are counted, those about several features too", () => {
  const model = modelOf([
    rule([HIGH], OPEN, 970, 1000),
    rule([HIGH], EITHER, 300, 300),
    rule([ON], OPEN, 290, 310),
    rule([], RANGE, 1000, 1000),
  ]);
  for (const kernel of [openKernel(), null]) {
    const { chooser, look } = loneChooser(model, kernel);
    const brokenBy = (level: number, pump: number, valve: number): number => {
      look(tableOf(level, pump, valve), 0, []);
      return countBroken(chooser);
    };
    expect([brokenBy(12, 0, 0), brokenBy(20, 1, 0), brokenBy(12, 1, 2)]).toEqual([2, 2, 0]);
  }
});
