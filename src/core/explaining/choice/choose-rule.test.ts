import { describe, expect, test } from "vitest";
import { NO_FOREST } from "../../../../test/no-forest.js";
import { loneChooser } from "../../../../test/rule-chooser.js";
import { openKernel } from "../../compute/index.js";
import type { Model } from "../../model/index.js";
import type { CategoryPredicate, Predicate } from "../../predicates/index.js";
import { type Forest, type ListedRule, type Rule, RuleListBuilder } from "../../rules/index.js";
import { MAX_TREE_DEPTH } from "../../schema/index.js";
import type { EncodedTable, Feature } from "../../table/index.js";
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

/** One tree about Level that asks for the pump; when it is on, Level is 9 to 11. */
const ONE_TREE: Forest = {
  ...NO_FOREST,
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

/** `checked`: the counts of rows that check each rule. */
function checkedModel(rules: readonly Given[], checked: readonly (readonly [rows: number, support: number])[]): Model {
  const model = modelOf(rules);
  const counts = {
    antecedentCounts: Uint32Array.from(checked, ([count]) => count),
    supportCounts: Uint32Array.from(checked, ([, support]) => support),
    lows: null,
  };
  return { ...model, rules: { ...model.rules, checked: counts } };
}

function modelOf(rules: readonly Given[], forest = NO_FOREST): Model {
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
      {
        kind: "numeric",
        mean: 7,
        deviation: 2,
        min: 0,
        max: 15,
        missingCount: 0,
        scale: { unit: null, mean: 7, deviation: 2 },
      },
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

function choose(model: Model, table: EncodedTable, feature: number, accused: readonly number[] = []): Rule | null {
  const { chooser, look } = loneChooser(model, openKernel());
  look(table, 0, [feature, ...accused]);
  return chooseRule(chooser, feature);
}

const closed = tableOf(12, 1, 0);
const rule = (when: readonly Predicate[], then: Predicate, supportCount: number, antecedentCount: number): Given => ({
  when,
  then,
  supportCount,
  antecedentCount,
});

describe("rows that check rules", () => {
  const sure = rule([HIGH], OPEN, 200, 200);
  const other = rule([ON], OPEN, 196, 200);
  const supportOf = (found: Rule | null): number | undefined => found?.supportCount;

  test("take no part in choosing: exceptions among them make no difference", () => {
    const model = checkedModel(
      [sure, other],
      [
        [100, 100],
        [100, 96],
      ],
    );
    expect(supportOf(choose(model, closed, VALVE))).toBe(200);
    // Of the rows that choose neither has an exception, and the second is about more of them.
    const fewer = checkedModel(
      [sure, other],
      [
        [110, 110],
        [100, 96],
      ],
    );
    expect(supportOf(choose(fewer, closed, VALVE))).toBe(196);
  });

  test("keep a rule from being shown where they are next to none, or plainly say otherwise", () => {
    const shown = (rows: number, support: number): boolean =>
      choose(checkedModel([sure], [[rows, support]]), closed, VALVE) !== null;
    expect([shown(0, 0), shown(2, 2), shown(3, 3)]).toEqual([false, false, true]);
    expect([shown(50, 28), shown(50, 40)]).toEqual([false, true]);
  });

  test("say how sure the rule is", () => {
    const found = choose(checkedModel([sure], [[100, 99]]), closed, VALVE);
    expect(found!.checked).toMatchObject({ antecedentCount: 100, supportCount: 99 });
    expect(found!.checked!.confidenceLow).toBeCloseTo(0.9564, 4);
  });
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

  test("asks for no other accused feature", () => {
    const model = modelOf([rule([HIGH, ON], OPEN, 500, 500), rule([ON], OPEN, 290, 300)]);
    expect(choose(model, closed, VALVE)?.antecedent).toEqual([HIGH, ON]);
    expect(choose(model, closed, VALVE, [LEVEL])?.antecedent).toEqual([ON]);
    expect(choose(model, closed, VALVE, [PUMP])).toBeNull();
  });

  test("asks for no other accused feature by one of several categories either", () => {
    const model = modelOf([rule([EITHER], RANGE, 500, 500), rule([], NARROW, 900, 1000)]);
    const high = tableOf(30, 1, 2);
    expect(choose(modelOf([rule([EITHER], RANGE, 500, 500)]), high, LEVEL)?.antecedent).toEqual([EITHER]);
    for (const other of [PUMP, VALVE]) {
      expect(choose(modelOf([rule([EITHER], RANGE, 500, 500)]), high, LEVEL, [other])).toBeNull();
      expect(choose(model, high, LEVEL, [other])?.consequent).toEqual(NARROW);
    }
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

  test("may be a node of a tree, unless the tree asks for another accused feature", () => {
    const on = tableOf(8, 1, 2);
    expect(choose(modelOf([], ONE_TREE), on, LEVEL)).toEqual({
      source: "tree",
      antecedent: [{ kind: "in", feature: PUMP, codes: [1] }],
      consequent: { kind: "interval", feature: LEVEL, min: 9, max: 11, maxInclusive: true },
      antecedentCount: 600,
      supportCount: 600,
      checked: null,
    });
    expect(choose(modelOf([], ONE_TREE), on, LEVEL, [PUMP])).toBeNull();
    expect(choose(modelOf([], ONE_TREE), tableOf(8, -1, 2), LEVEL)).toBeNull();
    expect(choose(modelOf([], ONE_TREE), tableOf(10, 1, 2), LEVEL)).toBeNull();
  });
});

describe("the range of a number in all rows", () => {
  const always = { kind: "interval", feature: LEVEL, min: 0, max: 15, maxInclusive: true };
  const range = rule([], RANGE, 990, 1000);
  const near = tableOf(15.5, -1, 2);

  test("is the one that was seen, with its counts, and not three deviations", () => {
    for (const value of [-0.5, 15.5]) {
      const found = choose(modelOf([range], ONE_TREE), tableOf(value, -1, 2), LEVEL);
      expect(found).toMatchObject({ source: "range", antecedent: [], consequent: always, supportCount: 1000 });
    }
    for (const value of [0, 15]) expect(choose(modelOf([range], ONE_TREE), tableOf(value, -1, 2), LEVEL)).toBeNull();
    expect(choose(modelOf([range], NO_FOREST), tableOf(90, -1, 2), LEVEL)?.consequent).toEqual(RANGE);
  });

  test("gives way to a rule that is broken more clearly", () => {
    expect(choose(modelOf([range], ONE_TREE), tableOf(15.5, 1, 2), LEVEL)?.antecedent).toHaveLength(1);
    expect(choose(modelOf([range], ONE_TREE), tableOf(90, 1, 2), LEVEL)?.consequent).toEqual(always);
  });

  test("is not told where it is not sure, nor of a missing value, nor where learning made none", () => {
    const unsure = { ...ONE_TREE, supportCounts: Uint32Array.of(700, 600, 400) };
    expect(choose(modelOf([range], unsure), near, LEVEL)).toBeNull();
    expect(choose(modelOf([range], ONE_TREE), tableOf(Number.NaN, -1, 2), LEVEL)).toBeNull();
    expect(choose(modelOf([], ONE_TREE), near, LEVEL)).toBeNull();
  });
});

describe("of a rule of the list and a node of a tree that are broken as clearly", () => {
  const far = tableOf(90, 1, 2);
  const sources = (given: Given, node: Partial<Forest> = {}): string | undefined =>
    choose(modelOf([given], { ...ONE_TREE, ...node }), far, LEVEL)?.source;

  test("the more general is chosen, and of equally general ones the shorter", () => {
    expect(sources(rule([ON], RANGE, 601, 601))).toBe("mined");
    expect(sources(rule([ON], RANGE, 599, 599))).toBe("tree");
    expect(sources(rule([HIGH, ON], RANGE, 600, 600))).toBe("tree");
    expect(sources(rule([], RANGE, 600, 600))).toBe("range");
  });

  test("the earlier source is chosen where they are equal in that, too", () => {
    expect(sources(rule([ON], RANGE, 600, 600))).toBe("mined");
    expect(sources(rule([ON], RANGE, 590, 600))).toBe("mined");
  });

  test("the surer is chosen, even if it is less general", () => {
    expect(sources(rule([ON], RANGE, 940, 1000))).toBe("tree");
    expect(sources(rule([ON], RANGE, 999, 1000))).toBe("mined");
  });
});

test("of nodes that are equal in all else the one with fewer exceptions is chosen", () => {
  const twice = (numbers: ArrayLike<number>): number[] => [...Array.from(numbers), ...Array.from(numbers)];
  const trees = (first: number, second: number): Forest => ({
    ...ONE_TREE,
    targets: Int32Array.of(LEVEL, LEVEL),
    roots: Uint32Array.of(0, 3, 6),
    splitFeatures: Int32Array.from(twice(ONE_TREE.splitFeatures)),
    splitValues: Float64Array.from(twice(ONE_TREE.splitValues)),
    right: Uint32Array.of(2, 0, 0, 5, 0, 0),
    means: Float64Array.from(twice(ONE_TREE.means)),
    deviations: Float64Array.from(twice(ONE_TREE.deviations)),
    lows: Float64Array.of(0, 9, 3, 0, 8, 3),
    highs: Float64Array.of(15, 11, 5, 15, 10, 5),
    classOffsets: new Uint32Array(7),
    antecedentCounts: Uint32Array.from(twice(ONE_TREE.antecedentCounts)),
    supportCounts: Uint32Array.of(1000, first, 400, 1000, second, 400),
  });
  const expectedBy = (forest: Forest): unknown => choose(modelOf([], forest), tableOf(90, 1, 2), LEVEL)?.consequent;
  expect(expectedBy(trees(600, 599))).toMatchObject({ min: 9, max: 11 });
  expect(expectedBy(trees(599, 600))).toMatchObject({ min: 8, max: 10 });
  expect(expectedBy(trees(600, 600))).toMatchObject({ min: 9, max: 11 });
  // Whether infinity is outside of what begins there nobody can tell: then the rest decides.
  const endless: Forest = {
    ...trees(600, 700),
    lows: Float64Array.of(0, Number.POSITIVE_INFINITY, 3, 0, 8, 3),
    antecedentCounts: Uint32Array.of(1000, 600, 400, 1000, 700, 400),
  };
  const infinite = tableOf(Number.POSITIVE_INFINITY, 1, 2);
  expect(choose(modelOf([], endless), infinite, LEVEL)?.antecedentCount).toBe(700);
});

describe("among many features", () => {
  const many: Feature[] = Array.from({ length: 8 }, (_, j) => ({ name: `f${j}`, kind: "numeric" }));
  const above = many.map(
    (_, feature): Predicate => ({
      kind: "interval",
      feature,
      min: 0,
      max: Number.POSITIVE_INFINITY,
      maxInclusive: false,
    }),
  );
  const wanted: Predicate = { kind: "interval", feature: 0, min: 0, max: 1, maxInclusive: true };
  const chosen = (forest: Forest, values: readonly number[], accused: readonly number[] = []): Rule | null => {
    const builder = new RuleListBuilder();
    if (forest === NO_FOREST) {
      const antecedent = [1, 2, 3, 4, 5, 6, 7];
      builder.add({ source: "mined", antecedent, consequent: 8, antecedentCount: 500, supportCount: 500 });
      builder.add({ source: "mined", antecedent: [2], consequent: 8, antecedentCount: 400, supportCount: 340 });
    }
    const model: Partial<Model> = {
      rowCount: 1000,
      features: many,
      profiles: many.map(() => ({
        kind: "numeric",
        mean: 0,
        deviation: 1,
        min: -1,
        max: 1,
        missingCount: 0,
        scale: { unit: null, mean: 0, deviation: 1 },
      })),
      predicates: [...above, wanted],
      rules: builder.build(Uint32Array.from({ length: builder.length }, (_, place) => place)),
      forest,
    };
    const table: EncodedTable = {
      rowCount: 1,
      features: many,
      columns: values.map((value) => ({ kind: "numeric", values: Float64Array.of(value) })),
    };
    return choose(model as Model, table, 0, accused);
  };
  const row = [9, 1, 1, 1, 1, 1, 1, 1];

  test("a long antecedent holds as a whole, and a shorter one by itself", () => {
    expect(chosen(NO_FOREST, row)?.antecedent).toHaveLength(7);
    for (let feature = 1; feature < 8; feature++) {
      const failing = row.map((value, j) => (j === feature ? -1 : value));
      const expected = feature === 2 ? null : [above[2]];
      expect(chosen(NO_FOREST, failing)?.antecedent ?? null, `f${feature}`).toEqual(expected);
      expect(chosen(NO_FOREST, row, [feature])?.antecedent ?? null, `f${feature} accused`).toEqual(expected);
    }
  });

  test("the longest path of a tree asks for each of its features", () => {
    // From the root down each node asks for the next feature, and its left child is a leaf.
    const depth = MAX_TREE_DEPTH;
    const nodes = 2 * depth + 1;
    const isLeaf = (node: number): boolean => node % 2 === 1 || node === 2 * depth;
    const numbers = (of: (node: number) => number): number[] => Array.from({ length: nodes }, (_, node) => of(node));
    const forest: Forest = {
      ...NO_FOREST,
      targets: Int32Array.of(0),
      roots: Uint32Array.of(0, nodes),
      splitFeatures: Int32Array.from(numbers((node) => (isLeaf(node) ? -1 : 1 + node / 2))),
      splitValues: new Float64Array(nodes),
      right: Uint32Array.from(numbers((node) => (isLeaf(node) ? 0 : node + 2))),
      means: new Float64Array(nodes),
      deviations: new Float64Array(nodes).fill(0.1),
      lows: new Float64Array(nodes),
      // Only the last one says more than those above it; the value is within what is always so.
      highs: Float64Array.from(numbers((node) => (node === 2 * depth ? 1 : 100))),
      classOffsets: new Uint32Array(nodes + 1),
      antecedentCounts: new Uint32Array(nodes).fill(500),
      supportCounts: new Uint32Array(nodes).fill(500),
    };
    expect(chosen(forest, row)?.antecedent).toHaveLength(depth);
    for (let feature = 1; feature <= depth; feature++) {
      expect(chosen(forest, row, [feature]), `f${feature} accused`).toBeNull();
      const lacking = row.map((value, j) => (j === feature ? Number.NaN : value));
      expect(chosen(forest, lacking), `f${feature} missing`).toBeNull();
    }
    expect(chosen(forest, row, [depth + 1])?.antecedent).toHaveLength(depth);
  });
});

test("all sure rules that are broken are counted, those about several features too", () => {
  const model = modelOf([
    rule([HIGH], OPEN, 970, 1000),
    rule([HIGH], EITHER, 300, 300),
    rule([ON], OPEN, 290, 310),
    rule([], RANGE, 1000, 1000),
  ]);
  const { chooser, look } = loneChooser(model, openKernel());
  const brokenBy = (level: number, pump: number, valve: number): number => {
    look(tableOf(level, pump, valve), 0, []);
    return countBroken(chooser);
  };
  expect([brokenBy(12, 0, 0), brokenBy(20, 1, 0), brokenBy(12, 1, 2)]).toEqual([2, 2, 0]);
});
