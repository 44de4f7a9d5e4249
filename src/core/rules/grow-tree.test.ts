import { describe, expect, test } from "vitest";
import { type BinnedFeature, NO_BIN } from "./forest-bins.js";
import { type GrownTree, growTree, momentsOf, type Target } from "./grow-tree.js";

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
  return { kind: "numeric", values: Float64Array.from(values) };
}

function grow(target: Target, features: readonly BinnedFeature[], limits = LIMITS): GrownTree {
  const count = target.kind === "numeric" ? target.values.length : target.classes.length;
  const rows = Int32Array.from({ length: count }, (_, row) => row);
  return growTree(target, [...features.keys()], features, rows, limits);
}

function splitsOf({ nodes }: GrownTree): (readonly [feature: number, value: number])[] {
  return nodes.filter(({ splitFeature }) => splitFeature >= 0).map((node) => [node.splitFeature, node.splitValue]);
}

const TWENTY = Array.from({ length: 20 }, (_, row) => row);
/** −1 in the first ten rows, 1 in the last ten. */
const STEP = numbers(...TWENTY.map((row) => (row < 10 ? -1 : 1)));

describe("a tree", () => {
  test("is split where the target's deviations fall most", () => {
    const bins = TWENTY.map((row) => Math.floor(row / 5));
    const tree = grow(STEP, [ordered(bins, [5, 10, 15])]);
    expect(splitsOf(tree)).toEqual([[0, 10]]);
    expect(tree.nodes.map(({ start, end }) => [start, end])).toEqual([
      [0, 20],
      [0, 10],
      [10, 20],
    ]);
  });

  test("splits a category off the rest, but never the rarer ones together", () => {
    const bins = TWENTY.map((row) => (row < 10 ? 1 : row < 15 ? 0 : 2));
    expect(splitsOf(grow(STEP, [categories(bins, [4, 7, 9])]))).toEqual([[0, 7]]);
    expect(splitsOf(grow(STEP, [categories(bins, [4, -1, 9])], { depth: 1, minLeaf: 2 }))).toEqual([[0, 4]]);
  });

  test("is split for categories as for numbers", () => {
    const target: Target = {
      kind: "classes",
      classes: Uint8Array.from(TWENTY, (row) => Number(row >= 10)),
      classCount: 2,
    };
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
    expect(grow(noise, [half]).nodes).toHaveLength(1);
    expect(grow(numbers(...TWENTY.map(() => 0.1)), [half]).nodes).toHaveLength(1);
    expect(grow(STEP, []).nodes).toHaveLength(1);
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

  test("lets a row without the value fall out, behind those that go on", () => {
    const bins = TWENTY.map((row) => (row % 5 === 0 ? NO_BIN : Number(row >= 10)));
    const tree = grow(STEP, [ordered(bins, [10])]);
    expect(tree.nodes.map(({ start, end }) => [start, end])).toEqual([
      [0, 20],
      [0, 8],
      [8, 16],
    ]);
    expect([...tree.rows.subarray(16)]).toEqual([0, 5, 10, 15]);
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

test("moments of rows are their mean and deviation, 0 without rows", () => {
  expect(momentsOf(Float64Array.of(1, 9, 3), Int32Array.of(0, 2))).toEqual({ mean: 2, deviation: 1 });
  expect(momentsOf(Float64Array.of(1), new Int32Array())).toEqual({ mean: 0, deviation: 0 });
});
