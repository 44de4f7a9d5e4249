import { describe, expect, test } from "vitest";
import { explainedShare } from "../../../../test/reference/explained-share.js";
import { createRandom, randomNormal } from "../../base/index.js";
import { openKernel } from "../../compute/index.js";
import { NO_BIN } from "../../schema/index.js";
import { type BinnedFeature, classesOf } from "./forest-bins.js";
import { classTarget, numericTarget, type Target } from "./forest-target.js";
import { createTreeGrower } from "./grow-trees.js";
import { chooseShortlist, type Effort } from "./input-shortlist.js";

const ROWS = 300;
const random = createRandom(11);
const first = Array.from({ length: ROWS }, () => randomNormal(random));
/** Fifty features; every one below ten follows the first, the others are noise. */
const columns = Array.from({ length: 50 }, (_, j) =>
  first.map((value) => (j < 10 ? value + 0.2 * randomNormal(random) : randomNormal(random))),
);
const targets = columns.map((values): Target => numericTarget(Float64Array.from(values)));
const features = columns.map((values) => binned(values));

function binned(values: readonly number[]): BinnedFeature {
  const cuts = [-1, 0, 1];
  const bins = Uint8Array.from(values, (value) => cuts.filter((cut) => value >= cut).length);
  return { split: "below", bins, binCount: 4, values: Float64Array.from(cuts) };
}

/** By the kernel, held against the reference. */
function sharesOf(target: Target, all: readonly BinnedFeature[], inputs: readonly number[], rows = ROWS): number[] {
  const material = { rowCount: ROWS, features: all, depth: 2, minLeaf: 2, maxShortlist: 40, maxTrees: 0 };
  const shares = createTreeGrower(openKernel(), material).explainedShares(target, inputs, rows);
  expect(shares).toEqual(inputs.map((input) => explainedShare(target, all[input]!, rows)));
  return shares;
}

describe("how much a feature tells", () => {
  test("is a share, less what chance explains", () => {
    const [own, related, noise] = sharesOf(targets[0]!, features, [0, 1, 20]);
    expect(own!).toBeGreaterThan(0.8);
    expect(own!).toBeLessThan(1);
    expect(related!).toBeGreaterThan(0.7);
    expect(Math.abs(noise!)).toBeLessThan(0.05);
    expect(sharesOf(targets[0]!, features, [0, 1], 50)).not.toEqual([own, related]);
  });

  test("is told of categories too, and missing values do not count", () => {
    const codes = Int32Array.from(features[0]!.bins, (bin, row) => (row % 7 === 0 ? -1 : Number(bin > 1)));
    const state = classTarget(codes, classesOf([150, 150]));
    const holes: BinnedFeature = {
      ...features[1]!,
      bins: features[1]!.bins.map((bin, row) => (row % 5 === 0 ? NO_BIN : bin)),
    };
    const all = [features[0]!, holes, ...features.slice(2)];
    const shares = sharesOf(state, all, [...all.keys()]);
    expect(Math.min(...shares.slice(0, 10))).toBeGreaterThan(Math.max(...shares.slice(10)));
    const some = sharesOf(targets[2]!, all, [1, 2, 3]);
    expect(some[0]!).toBeGreaterThan(0.6);
  });

  test("is nothing of a constant", () => {
    expect(sharesOf(numericTarget(new Float64Array(ROWS)), features, [0, 1])).toEqual([0, 0]);
    expect(sharesOf(numericTarget(new Float64Array(ROWS).fill(Number.NaN)), features, [0, 1])).toEqual([0, 0]);
  });
});

describe("the inputs of a feature", () => {
  const explainedShares = (own: number) => (inputs: readonly number[], rowCount: number) =>
    inputs.map((input) => explainedShare(targets[own]!, features[input]!, rowCount));
  const shortlistOf = (own: number, seed: number, effort: Effort = "full"): readonly number[] => {
    const others = [...features.keys()].filter((feature) => feature !== own);
    return chooseShortlist(`f${own}`, others, { count: 50, seed, effort, explainedShares: explainedShares(own) });
  };

  test("are all others on a narrow table, or where there are few", () => {
    const never = (): never => {
      throw new Error("nothing to choose");
    };
    const others = [...features.keys()].slice(1, 40);
    expect(chooseShortlist("f0", others, { count: 40, seed: 1, effort: "full", explainedShares: never })).toEqual(
      others,
    );
    const few = others.slice(0, 20);
    expect(chooseShortlist("f0", few, { count: 50, seed: 1, effort: "full", explainedShares: never })).toEqual(few);
  });

  test("are ten that tell most about it and ten by lot on a wide one, in the order given", () => {
    for (let own = 0; own < 10; own++) {
      const shortlist = shortlistOf(own, 1);
      expect(shortlist).toHaveLength(20);
      expect(shortlist).toEqual(
        expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((feature) => feature !== own)),
      );
      expect(shortlist).toEqual([...shortlist].sort((a, b) => a - b));
    }
    expect(shortlistOf(3, 2)).not.toEqual(shortlistOf(3, 1));
    expect(shortlistOf(3, 1)).toEqual(shortlistOf(3, 1));
  });

  test("with less effort are chosen from those given in the same way", () => {
    for (let own = 0; own < 10; own++) expect(shortlistOf(own, 1, "reduced")).toEqual(shortlistOf(own, 1));
  });

  test("are chosen by fewer rows on very wide tables, but no fewer than 200", () => {
    const rows: number[] = [];
    const watch = (inputs: readonly number[], rowCount: number) => {
      rows.push(rowCount);
      return inputs.map(() => 0);
    };
    const others = [...features.keys()];
    for (const count of [50, 1000, 5000])
      chooseShortlist("f0", others, { count, seed: 1, effort: "full", explainedShares: watch });
    chooseShortlist("f0", others, { count: 5000, seed: 1, effort: "reduced", explainedShares: watch });
    expect(rows).toEqual([160_000, 400, 200, 1600]); // of 50 inputs instead of 5,000 more rows can be looked at
  });
});
