import { describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../base/index.js";
import { openKernel } from "../compute/index.js";
import { areWholeTrees, type BoostedTrees, LEAF } from "../densities/index.js";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import { loadModel, saveModel } from "../model/index.js";
import { HIDDEN_BIN } from "../schema/index.js";
import { tableFromRows } from "../table/index.js";
import { boostTarget } from "./boost-target.js";
import { createBoostedGrower, grownLeaf } from "./boosted-grower.js";
import { classLoss, oddsLoss, squaredLoss } from "./boosting-losses.js";
import { FOLDS } from "./diagnosis-inputs.js";
import { turnsWithout } from "./learn-conditionals.js";
import { surpriseCurve } from "./surprise-curve.js";

/** Purchases: what is usual depends on the kind and the currency together; a fee is often nothing. */
function purchases(count: number, seed = 1): Record<string, unknown>[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const kind = ["grocery", "travel", "fuel"][randomInteger(random, 3)]!;
    const currency = random() < 0.5 ? "EUR" : "JPY";
    const usual = { grocery: 40, travel: 600, fuel: 60 }[kind]!;
    const amount = Math.round(usual * (0.7 + 0.6 * random()) * (currency === "EUR" ? 1 : 150));
    return {
      kind,
      currency,
      amount,
      fee: random() < 0.5 ? 0 : Math.round(amount / 50),
      hour: randomInteger(random, 24),
    };
  });
}

describe("boosted conditionals", () => {
  const model = learn(tableFromRows(purchases(600)));

  test("blame an amount that is common overall but never seen for its kind and currency", () => {
    const [row] = explain(model, [{ kind: "grocery", currency: "EUR", amount: 700, fee: 14, hour: 12 }]);
    expect(["kind", "amount"]).toContain(row!.features[0]!.feature);
    expect(row!.strength).toBeGreaterThan(0.95);
  });

  test("are whole trees, know a value that many rows have, tell hours as classes, and outlive a file", () => {
    const known = model.conditionals!;
    expect(known.features.map((own) => own?.kind)).toEqual([
      "categorical",
      "categorical",
      "numeric",
      "numeric",
      "categorical",
    ]);
    expect(known.features.map((own) => (own?.kind === "numeric" ? own.atom : undefined))[3]).toBe(0);
    const hours = known.features[4]!;
    expect(hours.kind === "categorical" && [...hours.values!]).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    for (const own of known.features) {
      for (const trees of own!.trees.flat()) expect(areWholeTrees(trees.features)).toBe(true);
    }
    const text = saveModel(model);
    expect(saveModel(loadModel(text))).toBe(text);
    expect(loadModel(text).conditionals).toEqual(known);
  });

  test("are not learnt from numbers alone, from few rows or without trees", () => {
    const numbers = purchases(200).map(({ amount, fee, hour }) => ({ amount, fee, hour }));
    expect(learn(tableFromRows(numbers)).conditionals).toBeNull();
    expect(learn(tableFromRows(purchases(40))).conditionals).toBeNull();
    expect(learn(tableFromRows(purchases(100)), { trees: 0 }).conditionals).toBeNull();
  });

  test("a model without them, as older ones are, loads and explains", () => {
    const file = saveModel({ ...model, conditionals: null });
    expect(file).not.toContain("conditionals");
    const older = loadModel(file);
    expect(older.conditionals).toBeNull();
    expect(explain(older, purchases(2))).toHaveLength(2);
  });
});

const SAVED = saveModel(learn(tableFromRows(purchases(200))));

test.each([
  ["a cut that is not above the one before", (own: Loose) => own["cuts"][2].reverse(), "cuts[2] is not ascending"],
  ["cuts of categories", (own: Loose) => (own["cuts"][0] = [1]), "cuts[0] is not null, as its feature has categories"],
  ["too many cuts", (own: Loose) => (own["cuts"][2] = [...Array(63).keys()]), "fewer than 63 entries"],
  ["half a tree", (own: Loose) => own["targets"][2].trees[0][0].features.pop(), "not made of whole trees"],
  [
    "a tree of too many leaves",
    (own: Loose) => (own["targets"][2].trees[0][0].features = [...Array(16).fill(1), ...Array(17).fill(0)]),
    "whole trees of at most 16 leaves",
  ],
  [
    "a tree that asks for what it tells",
    (own: Loose) => (own["targets"][2].trees[0][0].features = [3, 0, 0]),
    "without the feature that they tell about",
  ],
  ["trees that are no list", (own: Loose) => (own["targets"][0].trees = "none"), "targets[0].trees is not a list"],
  ["an atom that is no number", (own: Loose) => (own["targets"][2].atom = "0"), "targets[2].atom is not"],
  ["a field of something else", (own: Loose) => (own["more"] = 1), "conditionals"],
  ["a split beyond all bins", (own: Loose) => fill(own["targets"][2].trees[0][0].splits, 126), "splits"],
  ["a leaf too few", (own: Loose) => own["targets"][2].trees[0][0].leaves.pop(), "leaves is not a list of"],
  ["a huge leaf", (own: Loose) => fill(own["targets"][2].trees[0][0].leaves, 1e9), "leaves[0] is not within"],
  ["a turn too few", (own: Loose) => own["targets"][0].trees[0].pop(), "trees[0] is not a list of 2 entries"],
  ["a kind of tree too few", (own: Loose) => own["targets"][2].trees.pop(), "trees is not a list of 3 entries"],
  ["classes twice", (own: Loose) => own["targets"][0].trees.push([]), "trees is not a list of 1 entry"],
  ["a blend above 1", (own: Loose) => (own["targets"][0].blend = 2), "blend is not from 0 to 1"],
  ["a negative weight", (own: Loose) => (own["weight"] = -1), "weight is not from 0 to"],
  ["a target too few", (own: Loose) => own["targets"].pop(), "targets is not a list of 5 entries"],
])("a file with %s is refused", (_, change, message) => {
  const file = JSON.parse(SAVED) as Loose;
  change(file["conditionals"]);
  expect(() => loadModel(JSON.stringify(file))).toThrow(message);
});

// biome-ignore lint/suspicious/noExplicitAny: a file that somebody edited
type Loose = Record<string, any>;

function fill(list: number[], value: number): void {
  list.fill(value);
}

/**
 * 300 rows of two inputs: a number in ten bins, which tells the target, and a category in four, of which the third
 * does.
 */
function material() {
  const random = createRandom(3);
  const rowCount = 300;
  const bins = new Uint8Array(2 * rowCount);
  for (let row = 0; row < rowCount; row++) {
    bins[2 * row] = random() < 0.1 ? HIDDEN_BIN : randomInteger(random, 10);
    bins[2 * row + 1] = randomInteger(random, 4);
  }
  const values = Float64Array.from(
    { length: rowCount },
    (_, row) => (bins[2 * row]! < 5 ? -1 : 1) + Number(bins[2 * row + 1] === 2),
  );
  const grower = createBoostedGrower(openKernel(), {
    rowCount,
    bins,
    binCounts: Int32Array.of(10, 4),
    isCategorical: Uint8Array.of(0, 1),
  });
  const groups = Uint8Array.from({ length: rowCount }, (_, row) => row % 4);
  const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
  const turns = [
    [0, 1],
    [2, 3],
    [0, 2],
    [1, 3],
  ];
  return { bins, values, rows, grower, boosting: { bins, stride: 2, groups, turns, grower } };
}

describe("a boosted tree", () => {
  test("parts the rows that differ, and each row stands in the leaf that its bins lead to", () => {
    const { bins, values, rows, grower } = material();
    const loss = squaredLoss(values);
    expect(loss.fillEntries(new Float64Array(rows.length), rows, grower.entries)).toBe(1);
    grower.rows.set(rows);
    const nodes = grower.grow(rows.length, 1, Int32Array.of(0, 1));
    expect(nodes[0]!.feature).toBe(0);
    nodes.forEach(({ feature, begin, end }, number) => {
      if (feature >= 0) return;
      const own = [...grower.rows.subarray(begin, end)];
      for (const row of own) expect(grownLeaf(nodes, bins, 2 * row)).toBe(number);
    });
  });

  test.each([
    ["numbers", (values: Float64Array) => squaredLoss(values)],
    [
      "odds",
      (values: Float64Array) =>
        oddsLoss(
          Uint8Array.from(values, (value) => Number(value > 0)),
          0,
        ),
    ],
    [
      "classes",
      (values: Float64Array) =>
        classLoss(
          Int32Array.from(values, (value) => value + 1),
          Float64Array.of(0, 0, 0, 0),
        ),
    ],
  ])("tells %s of rows that were not seen", (_, lossOf) => {
    const { values, rows, boosting } = material();
    const loss = lossOf(values);
    const boosted = boostTarget(boosting, { rows, inputs: Int32Array.of(0, 1), rounds: 20 }, loss);
    expect(loss.lossOf(boosted.unseen, rows)).toBeLessThan(
      0.6 * loss.lossOf(new Float64Array(boosted.unseen.length), rows),
    );
    expect(boosted.treesTimes(0)[0]!.leaves.every((number) => number === 0)).toBe(true);
  });

  test("is none where rows are too few", () => {
    const { values, rows, boosting } = material();
    const boosted = boostTarget(
      boosting,
      { rows: rows.subarray(0, 30), inputs: Int32Array.of(0, 1), rounds: 5 },
      squaredLoss(values),
    );
    expect(boosted.treesTimes(1).map(({ features }) => features.length)).toEqual([0, 0, 0, 0]);
  });

  test("tells a row by the mean of the turns that did not see it", () => {
    const { values, rows, boosting } = material();
    const { groups, turns, bins } = boosting;
    const boosted = boostTarget(boosting, { rows, inputs: Int32Array.of(0, 1), rounds: 3 }, squaredLoss(values));
    const trees = boosted.treesTimes(1);
    for (const row of rows) {
      const said = trees.flatMap((each, turn) =>
        turns[turn]!.includes(groups[row]!) ? [sumOfTrees(each, (feature) => bins[2 * row + feature]!)] : [],
      );
      expect(said).toHaveLength(2);
      expect(boosted.unseen[row]).toBeCloseTo((said[0]! + said[1]!) / 2, 3);
    }
  });
});

/** What trees of one number say, node by node. */
function sumOfTrees({ features, low, high, leaves }: BoostedTrees, binOf: (feature: number) => number): number {
  let [node, leaf, sum] = [0, 0, 0];
  const walk = (isReached: boolean): void => {
    const at = node++;
    const feature = features[at]!;
    if (feature === LEAF) {
      const said = leaves[leaf++]!;
      if (isReached) sum += said;
      return;
    }
    const bin = binOf(feature);
    const isLeft = (((bin < 32 ? low[at]! : high[at]!) >>> (bin & 31)) & 1) === 1;
    walk(isReached && isLeft);
    walk(isReached && !isLeft);
  };
  while (node < features.length) walk(true);
  return sum;
}

test("rows of each fold that are held back are told by two turns, as rows to explain are", () => {
  const model = learn(tableFromRows(purchases(100)));
  expect(model.conditionals!.turns).toBe(2);
  for (let fold = 0; fold < FOLDS; fold++) expect(turnsWithout(fold)).toHaveLength(2);
});

test("surprise grows with the distance, and goes on beyond all that was seen", () => {
  const random = createRandom(5);
  const curve = surpriseCurve(Float64Array.from({ length: 500 }, () => Math.abs(random() - random())).sort());
  expect(curve.every((value, knot) => knot === 0 || value >= curve[knot - 1]!)).toBe(true);
  expect(curve[80]! - curve[40]!).toBeGreaterThan(1);
});
