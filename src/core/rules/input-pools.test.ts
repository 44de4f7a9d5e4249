import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../random/random.js";
import { type BinnedFeature, NO_BIN } from "./forest-bins.js";
import type { Target } from "./grow-tree.js";
import { choosePools } from "./input-pools.js";

/** Fifty features of 300 rows; every one below ten follows the first, the others are noise. */
function wideTable(): { targets: Target[]; features: BinnedFeature[]; names: string[]; order: number[] } {
  const random = createRandom(11);
  const first = Array.from({ length: 300 }, () => randomNormal(random));
  const columns = Array.from({ length: 50 }, (_, j) =>
    first.map((value) => (j < 10 ? value + 0.2 * randomNormal(random) : randomNormal(random))),
  );
  const names = columns.map((_, j) => `f${j}`);
  return {
    targets: columns.map((values): Target => ({ kind: "numeric", values: Float64Array.from(values) })),
    features: columns.map((values) => binned(values)),
    names,
    order: [...names.keys()],
  };
}

function binned(values: readonly number[]): BinnedFeature {
  const cuts = [-1, 0, 1];
  const bins = Uint8Array.from(values, (value) => cuts.filter((cut) => value >= cut).length);
  return { split: "below", bins, binCount: 4, values: Float64Array.from(cuts) };
}

describe("the inputs of a feature", () => {
  const { targets, features, names, order } = wideTable();

  test("are all others on a narrow table, in the order of names, but for constants", () => {
    const constant: BinnedFeature = { ...features[2]!, bins: new Uint8Array(300), binCount: 1 };
    const pools = choosePools(targets.slice(0, 4), [features[0]!, features[1]!, constant, features[3]!], {
      isWide: false,
      seed: 1,
      names: ["b", "a", "c", "d"],
      order: [1, 0, 2, 3],
    });
    expect(pools).toEqual([
      [1, 3],
      [0, 3],
      [1, 0, 3],
      [1, 0],
    ]);
  });

  test("are ten that tell most about it and ten by lot on a wide one", () => {
    const pools = choosePools(targets, features, { isWide: true, seed: 1, names, order });
    for (const pool of pools) expect(pool).toHaveLength(20);
    for (let own = 0; own < 10; own++) {
      const related = [...order.slice(0, 10)].filter((feature) => feature !== own);
      expect(pools[own]).toEqual(expect.arrayContaining(related));
      expect(pools[own]).not.toContain(own);
      expect(pools[own]).toEqual([...pools[own]!].sort((a, b) => a - b));
    }
    expect(choosePools(targets, features, { isWide: true, seed: 2, names, order })).not.toEqual(pools);
    expect(choosePools(targets, features, { isWide: true, seed: 1, names, order })).toEqual(pools);
  });

  test("tell about categories too, and missing values do not count", () => {
    const classes = Uint8Array.from(features[0]!.bins, (bin, row) => (row % 7 === 0 ? NO_BIN : Number(bin > 1)));
    const holes: BinnedFeature = {
      ...features[1]!,
      bins: features[1]!.bins.map((bin, row) => (row % 5 === 0 ? NO_BIN : bin)),
    };
    const state: Target = { kind: "classes", classes, classCount: 2 };
    const flat: Target = { kind: "numeric", values: new Float64Array(300) };
    const pools = choosePools([state, flat, ...targets.slice(2)], [features[0]!, holes, ...features.slice(2)], {
      isWide: true,
      seed: 1,
      names,
      order,
    });
    expect(pools[0]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(pools[1]).toHaveLength(20);
    expect(choosePools([], [], { isWide: false, seed: 1, names: [], order: [] })).toEqual([]);
  });
});
