import { describe, expect, test } from "vitest";
import { createReferenceGrower } from "../../../../test/reference/grow-trees.js";
import { openKernel } from "../../compute/index.js";
import { NO_BIN } from "../../schema/index.js";
import { type BinnedFeature, classesOf } from "./forest-bins.js";
import { classTarget, numericTarget, type Target } from "./forest-target.js";
import { createTreeGrower, type GrownTrees, type TreeMaterial } from "./grow-trees.js";

const LIMITS = { depth: 2, minLeaf: 2 };

function ordered(bins: readonly number[], cutOffs: readonly number[]): BinnedFeature {
  return {
    split: "below",
    bins: Uint8Array.from(bins),
    binCount: cutOffs.length + 1,
    values: Float64Array.from(cutOffs),
  };
}

function categories(bins: readonly number[], codes: readonly number[]): BinnedFeature {
  return { split: "equal", bins: Uint8Array.from(bins), binCount: codes.length, values: Float64Array.from(codes) };
}

function numbers(...values: number[]): Target {
  return numericTarget(Float64Array.from(values));
}

function grow(target: Target, features: readonly BinnedFeature[], limits = LIMITS): GrownTrees {
  const material: TreeMaterial = { rowCount: 20, features, ...limits, maxShortlist: features.length, maxTrees: 1 };
  const inputs = [...features.keys()];
  const tree = createTreeGrower(openKernel(), material).growTrees(target, inputs, [inputs]);
  expect(tree).toEqual(createReferenceGrower(material).growTrees(target, inputs, [inputs]));
  return tree;
}

function splitsOf({ splitFeatures, splitValues }: GrownTrees): (readonly [feature: number, value: number])[] {
  const nodes = Array.from(splitFeatures, (feature, node) => [feature, splitValues[node]!] as const);
  return nodes.filter(([feature]) => feature >= 0);
}

const TWENTY = Array.from({ length: 20 }, (_, row) => row);
/** −1 in the first ten rows, 1 in the last ten. */
const STEP = numbers(...TWENTY.map((row) => (row < 10 ? -1 : 1)));

describe("a tree", () => {
  test("is split where the target's deviations fall most", () => {
    const bins = TWENTY.map((row) => Math.floor(row / 5));
    const tree = grow(STEP, [ordered(bins, [5, 10, 15])]);
    expect(splitsOf(tree)).toEqual([[0, 10]]);
    expect([...tree.means]).toEqual([0, -1, 1]);
    expect([...tree.deviations]).toEqual([1, 0, 0]);
    expect([...tree.right]).toEqual([2, 0, 0]);
    expect([...tree.roots]).toEqual([0, 3]);
  });

  test("splits a category off the rest, but never the rarer ones together", () => {
    const bins = TWENTY.map((row) => (row < 10 ? 1 : row < 15 ? 0 : 2));
    expect(splitsOf(grow(STEP, [categories(bins, [4, 7, 9])]))).toEqual([[0, 7]]);
    expect(splitsOf(grow(STEP, [categories(bins, [4, -1, 9])], { depth: 1, minLeaf: 2 }))).toEqual([[0, 4]]);
  });

  test("is split for categories as for numbers", () => {
    const target = classTarget(
      Int32Array.from(TWENTY, (row) => Number(row >= 10)),
      classesOf([10, 10]),
    );
    expect(
      splitsOf(
        grow(target, [
          ordered(
            TWENTY.map((row) => Math.floor(row / 5)),
            [5, 10, 15],
          ),
        ]),
      ),
    ).toEqual([[0, 10]]);
    expect(
      splitsOf(
        grow(target, [
          categories(
            TWENTY.map((row) => Number(row < 10)),
            [0, 1],
          ),
        ]),
      ),
    ).toEqual([[0, 0]]);
  });

  test("stays a bare root where no split tells more than chance, or the target is constant", () => {
    const noise = numbers(...TWENTY.map((row) => (row % 2 === 0 ? -1 : 1)));
    const half = ordered(
      TWENTY.map((row) => Number(row >= 10)),
      [10],
    );
    expect(grow(noise, [half]).right).toHaveLength(1);
    expect(grow(numbers(...TWENTY.map(() => 0.1)), [half]).right).toHaveLength(1);
    expect(grow(STEP, []).right).toHaveLength(1);
  });

  test("keeps to its depth and leaves enough rows on both sides", () => {
    const steps = numbers(...TWENTY.map((row) => Math.floor(row / 5) * 3));
    const bins = ordered(
      TWENTY.map((row) => Math.floor(row / 5)),
      [5, 10, 15],
    );
    expect(splitsOf(grow(steps, [bins], { depth: 2, minLeaf: 2 }))).toHaveLength(3);
    expect(splitsOf(grow(steps, [bins], { depth: 1, minLeaf: 2 }))).toHaveLength(1);
    expect(splitsOf(grow(steps, [bins], { depth: 2, minLeaf: 6 }))).toHaveLength(1);
    expect(splitsOf(grow(steps, [bins], { depth: 2, minLeaf: 11 }))).toHaveLength(0);
  });

  test("lets a row without the value fall out", () => {
    const bins = TWENTY.map((row) => (row % 5 === 0 ? NO_BIN : Number(row >= 10)));
    const tree = grow(STEP, [ordered(bins, [10])]);
    expect([...tree.means]).toEqual([0, -1, 1]);
  });

  test("takes the first of splits that are equal but for rounding, whatever the order in which they add up", () => {
    const target = numbers(...TWENTY.map((row) => (row < 10 ? 0.1 * row : 7.7 + 0.3 * row)));
    const upwards = ordered(
      TWENTY.map((row) => row),
      TWENTY.slice(1),
    );
    const downwards = ordered(
      TWENTY.map((row) => 19 - row),
      TWENTY.slice(1),
    );
    const once = ordered(
      TWENTY.map((row) => Number(row >= 10)),
      [10],
    );
    const mirrored = ordered(
      TWENTY.map((row) => Number(row < 10)),
      [0.5],
    );
    const root = (features: readonly BinnedFeature[]) => splitsOf(grow(target, features))[0];
    const orders = [
      [upwards, downwards, once, mirrored],
      [mirrored, once, downwards, upwards],
      [once, upwards, mirrored, downwards],
      [downwards, mirrored, upwards, once],
    ];
    for (const features of orders) expect(root(features)?.[0]).toBe(0);
  });
});
