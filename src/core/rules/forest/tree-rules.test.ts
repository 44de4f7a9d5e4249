import { describe, expect, test } from "vitest";
import { openKernel, soloPool } from "../../compute/index.js";
import type { EncodedTable, Feature } from "../../table/index.js";
import { countForest } from "./count-forest.js";
import { expectedClasses, type Forest } from "./forest.js";
import { classesOf } from "./forest-bins.js";
import { nodeExpectation, saysMore, treeRules } from "./tree-rules.js";

const features: readonly Feature[] = [
  { name: "Level", kind: "numeric" },
  { name: "Pump", kind: "categorical", type: "text", categories: ["AUTO", "OFF", "ON"] },
  { name: "Step", kind: "categorical", type: "number", categories: [1, 2, 4] },
];

/** Level: below 10 → (Pump = ON → …), else; Pump: by Step below 4, then by Level. */
const forest: Forest = {
  targets: Int32Array.of(0, 1),
  roots: Uint32Array.of(0, 5, 10),
  splitFeatures: Int32Array.of(1, -1, 1, -1, -1, 2, 0, -1, -1, -1),
  splitValues: Float64Array.of(2, 0, 1, 0, 0, 2, 10, 0, 0, 0),
  right: Uint32Array.of(2, 0, 4, 0, 0, 9, 8, 0, 0, 0),
  means: new Float64Array(10),
  deviations: new Float64Array(10),
  lows: Float64Array.of(0, 0, 2, 2, 2, 0, 0, 0, 0, 0),
  highs: Float64Array.of(20, 9, 18, 10, 17.9, 0, 0, 0, 0, 0),
  classOffsets: Uint32Array.of(0, 0, 0, 0, 0, 0, 3, 6, 9, 12, 15),
  classCounts: new Uint32Array(15),
  antecedentCounts: new Uint32Array(10),
  supportCounts: new Uint32Array(10),
  checked: null,
};

/** Level, Pump, Step; −1 is missing. */
const ROWS = [
  [5, 2, 0],
  [9, 2, 0],
  [15, 2, 2],
  [3, 1, 1],
  [12, 1, 1],
  [17.95, 0, 2],
  [1, 0, 0],
  [Number.NaN, 1, 0],
  [8, -1, 1],
  [9, 2, -1],
] as const;
const table: EncodedTable = {
  rowCount: ROWS.length,
  features,
  columns: [
    { kind: "numeric", values: Float64Array.from(ROWS, (row) => row[0]) },
    { kind: "categorical", codes: Int32Array.from(ROWS, (row) => row[1]) },
    { kind: "categorical", codes: Int32Array.from(ROWS, (row) => row[2]) },
  ],
};
const categoryCounts = [null, [2, 3, 4], [4, 3, 2]];
const classes = categoryCounts.map((counts) => (counts === null ? null : classesOf(counts)));
countForest({ forest, table, classes, onlyClasses: false }, { pool: soloPool(openKernel()), tick: () => {} });
const context = { forest, features, categoryCounts };

describe("counts of nodes", () => {
  test("are over all rows that reach them with a known target", () => {
    expect([...forest.antecedentCounts]).toEqual([9, 4, 4, 2, 2, 9, 6, 4, 1, 2]);
  });

  test("of support are those inside the range, both ends included, or with an expected category", () => {
    expect([...forest.supportCounts]).toEqual([9, 3, 3, 1, 0, 9, 6, 4, 1, 2]);
    expect([...forest.classCounts.subarray(0, 3)]).toEqual([2, 3, 4]);
    expect(expectedClasses(forest, 9)).toEqual([0, 2]);
    expect(expectedClasses(forest, 1)).toEqual([]);
  });
});

describe("rules of trees", () => {
  const rules = [...treeRules(context)];

  test("join what the path says about a feature into one predicate, in the order of features", () => {
    expect(
      rules.filter(({ consequent }) => consequent.kind === "interval").map(({ antecedent }) => antecedent),
    ).toEqual([
      [{ kind: "in", feature: 1, codes: [2] }],
      [{ kind: "in", feature: 1, codes: [0, 1] }],
      [{ kind: "in", feature: 1, codes: [1] }],
    ]);
    expect(rules.at(-1)).toEqual({
      source: "tree",
      antecedent: [{ kind: "in", feature: 2, codes: [2] }],
      consequent: { kind: "in", feature: 1, codes: [0, 2] },
      antecedentCount: 2,
      supportCount: 2,
      checked: null,
    });
  });

  test("are only those that say more than every node above", () => {
    // Node 4 is as wide as node 2 above it; nodes 6 to 8 expect no fewer categories than the root, but for node 8.
    expect(saysMore(forest, [0])).toBe(false);
    expect(saysMore(forest, [0, 2])).toBe(true);
    expect(saysMore(forest, [0, 2, 3])).toBe(true);
    expect(saysMore(forest, [0, 2, 4])).toBe(false);
    expect(saysMore(forest, [5, 6])).toBe(false);
    expect(saysMore(forest, [5, 6, 8])).toBe(true);
    expect(rules.some(({ antecedentCount }) => antecedentCount === 0)).toBe(false);
  });

  test("cut numbers at the open ends of the path", () => {
    const rule = rules.find(({ antecedent }) => antecedent.length === 2);
    expect(rule?.antecedent).toEqual([
      { kind: "interval", feature: 0, min: 10, max: Number.POSITIVE_INFINITY, maxInclusive: false },
      { kind: "in", feature: 2, codes: [0, 1] },
    ]);
    expect(rule?.consequent).toEqual({ kind: "in", feature: 1, codes: [1] });
  });
});

test("a node expects every category of a class of rarer ones", () => {
  const counts = Array.from({ length: 40 }, (_, code) => 40 - code);
  const many: readonly Feature[] = [
    { name: "x", kind: "categorical", type: "text", categories: counts.map((_, code) => `c${code}`) },
  ];
  const classCounts = new Uint32Array(32);
  classCounts[0] = 5;
  classCounts[31] = 5;
  const bare: Forest = {
    ...forest,
    classOffsets: Uint32Array.of(0, 32),
    classCounts,
    antecedentCounts: Uint32Array.of(10),
  };
  expect(nodeExpectation({ forest: bare, features: many, categoryCounts: [counts] }, 0, 0)).toEqual({
    kind: "in",
    feature: 0,
    codes: [0, 31, 32, 33, 34, 35, 36, 37, 38, 39],
  });
});
