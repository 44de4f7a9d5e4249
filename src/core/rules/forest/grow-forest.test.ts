import { describe, expect, test } from "vitest";
import { referencePool } from "../../../../test/reference/reference-pool.js";
import { createRandom, randomNormal } from "../../base/index.js";
import { openKernel, type Pool, soloPool } from "../../compute/index.js";
import { type EncodedTable, type Feature, summariseNumbers } from "../../table/index.js";
import { type Forest, LEAF, nodeSpread, splitKind, widened } from "./forest.js";
import { growForest, type TargetProfile } from "./grow-forest.js";

/** Flow follows speed, and heat its switch; noise is noise. */
function plantRows(count: number): number[][] {
  const random = createRandom(5);
  return Array.from({ length: count }, () => {
    const speed = 50 + 10 * randomNormal(random);
    const isOn = random() < 0.5;
    return [speed, 3 * speed + randomNormal(random), isOn ? 1 : 0, (isOn ? 80 : 20) + randomNormal(random), random()];
  });
}

const features: readonly Feature[] = [
  { name: "speed", kind: "numeric" },
  { name: "flow", kind: "numeric" },
  { name: "switch", kind: "categorical", type: "boolean", categories: [false, true] },
  { name: "heat", kind: "numeric" },
  { name: "noise", kind: "numeric" },
];

function tableOf(rows: readonly (readonly number[])[]): EncodedTable {
  return {
    rowCount: rows.length,
    features,
    columns: features.map((feature, j) =>
      feature.kind === "numeric"
        ? { kind: "numeric", values: Float64Array.from(rows, (row) => row[j]!) }
        : { kind: "categorical", codes: Int32Array.from(rows, (row) => row[j]!) },
    ),
  };
}

function profilesOf(table: EncodedTable): TargetProfile[] {
  return table.columns.map((column) => {
    if (column.kind === "categorical") {
      return { kind: "categorical", counts: [0, 1].map((code) => column.codes.filter((own) => own === code).length) };
    }
    const { sorted, mean, deviation } = summariseNumbers(column.values);
    return {
      kind: "numeric",
      mean,
      deviation,
      min: sorted[0]!,
      max: sorted[sorted.length - 1]!,
      scale: { unit: null, mean, deviation },
    };
  });
}

function grow(rows: readonly (readonly number[])[], trees: number, sampled = rows.length): Forest {
  const table = tableOf(rows);
  const sample = Int32Array.from({ length: sampled }, (_, row) => row);
  const growBy = (pool: Pool): Forest =>
    growForest(table, { profiles: profilesOf(table), trees, seed: 1, sample }, { pool, step: () => {} });
  const forest = growBy(soloPool(openKernel()));
  expect(forest).toEqual(growBy(referencePool()));
  return forest;
}

function rootSplit(forest: Forest, target: number): number {
  return forest.splitFeatures[forest.roots[forest.targets.indexOf(target)]!]!;
}

describe("a forest", () => {
  const rows = plantRows(600);

  test("has as many trees for each feature as asked for, the first of which asks what tells most", () => {
    const forest = grow(rows, 4);
    expect([...forest.targets]).toEqual([0, 1, 2, 3, 4].flatMap((feature) => [feature, feature, feature, feature]));
    expect([0, 1, 2, 3, 4].map((target) => rootSplit(forest, target))).toEqual([1, 0, 3, 2, -1]);
    expect(grow(rows, 0).targets).toHaveLength(0);
  });

  test("has no tree for a constant, a feature without values, nor one that asks for it", () => {
    const forest = grow(
      rows.map(([speed, flow, state, heat]) => [speed!, flow!, state!, heat!, 7]),
      2,
    );
    expect([...forest.targets]).not.toContain(4);
    expect([...forest.splitFeatures]).not.toContain(4);
    const empty = grow(
      rows.map(([speed, flow, state, heat]) => [speed!, flow!, state!, heat!, Number.NaN]),
      2,
    );
    expect([...empty.targets]).not.toContain(4);
  });

  test("grows on a sample and counts over all rows", () => {
    const forest = grow(rows, 1, 200);
    expect(forest.antecedentCounts[0]).toBe(600);
    expect(grow(rows, 1, 0).targets).toHaveLength(0);
  });

  test("expects mean ± 3 deviations at numbers that read well, and no more than a little beyond all normal rows", () => {
    const forest = grow(rows, 1);
    const root = forest.roots[forest.targets.indexOf(4)]!;
    const noise = rows.map((row) => row[4]!);
    expect(forest.lows[root]).toBeLessThanOrEqual(Math.min(...noise));
    expect(forest.lows[root]).toBeGreaterThan(-0.1);
    expect(forest.highs[root]).toBeGreaterThanOrEqual(Math.max(...noise));
    expect(forest.highs[root]).toBeLessThan(1.1);
    const heat = forest.roots[forest.targets.indexOf(3)]!;
    expect(forest.splitFeatures[heat]).toBe(2);
    const hot = forest.splitValues[heat] === 1 ? heat + 1 : forest.right[heat]!;
    expect([forest.lows[hot]! > 65, forest.highs[hot]! < 95]).toEqual([true, true]);
    expect(String(forest.lows[hot]).length).toBeLessThanOrEqual(4);
    expect(forest.splitFeatures[hot]).toBe(LEAF);
  });

  test("stays finite at the limits of numbers", () => {
    const huge = rows.map(([speed, , state, heat, noise], row) => {
      return [
        speed!,
        (row % 2 === 0 ? 1 : -1) * Number.MAX_VALUE,
        state!,
        row % 9 === 0 ? Number.POSITIVE_INFINITY : heat!,
        noise! * 1e-320,
      ];
    });
    const forest = grow(huge, 2);
    for (const list of [forest.means, forest.deviations, forest.lows, forest.highs]) {
      expect(list.every(Number.isFinite)).toBe(true);
    }
  });
});

test("numbers and categories that are numbers are split by order, others one against the rest", () => {
  expect(features.map(splitKind)).toEqual(["below", "below", "equal", "below", "below"]);
  expect(splitKind({ name: "x", kind: "categorical", type: "number", categories: [1] })).toBe("below");
});

test("the deviation a rule allows for is never below a tenth of the feature's own", () => {
  expect(widened(0)).toBe(0.1);
  const forest = grow(plantRows(100), 1);
  expect(nodeSpread(forest, 0)).toBe(Math.hypot(forest.deviations[0]!, 0.1));
});
