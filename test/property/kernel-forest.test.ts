/** The forest against its reference: the same trees and the same counts, to the last bit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, type Random, randomInteger } from "../../src/core/base/index.js";
import { openKernel, type Pool, soloPool } from "../../src/core/compute/index.js";
import {
  type Checking,
  type Forest,
  type ForestPurpose,
  growForest,
  type TargetProfile,
} from "../../src/core/rules/index.js";
import { type EncodedTable, summariseNumbers, tallyOf } from "../../src/core/table/index.js";
import { referencePool } from "../reference/reference-pool.js";
import { BOUNDARY_ROWS, encodedTable, type TablePlan } from "./encoded-tables.js";
import { runs } from "./runs.js";

function profilesOf(table: EncodedTable): TargetProfile[] {
  return table.columns.map((column, j): TargetProfile => {
    const feature = table.features[j]!;
    if (column.kind === "categorical") {
      const count = feature.kind === "categorical" ? feature.categories.length : 0;
      return { kind: "categorical", counts: tallyOf(column, count).categories };
    }
    const { sorted, mean, deviation } = summariseNumbers(column.values);
    const finite = sorted.filter(Number.isFinite);
    return {
      kind: "numeric",
      mean,
      deviation,
      min: finite[0] ?? 0,
      max: finite[finite.length - 1] ?? 0,
      scale: { unit: null, mean, deviation },
    };
  });
}

/** One memory for all tables: what one leaves behind must not matter to the next. */
const pool = soloPool(openKernel());

interface Growth {
  readonly trees: number;
  /** Share of rows to grow on. */
  readonly share: number;
  /** Into which rows are dealt to check trees; 1: none do. */
  readonly groups?: number;
}

function randomChecking(rowCount: number, groupCount: number, random: Random): Checking {
  return {
    parts: Uint8Array.from({ length: rowCount }, () => randomInteger(random, 8)),
    groupOf: Uint8Array.from({ length: 8 }, (_, part) => part % groupCount),
    groupCount,
    areDependent: groupCount === 2,
  };
}

/** Number of splits of the forest, which both must grow. */
function expectSame(plan: TablePlan, { trees, share, groups = 1 }: Growth): number {
  const table = encodedTable(plan);
  const profiles = profilesOf(table);
  const random = createRandom(plan.seed + 1);
  const sample = Int32Array.from({ length: Math.floor(share * table.rowCount) }, () =>
    randomInteger(random, table.rowCount),
  );
  const checking = groups === 1 ? null : randomChecking(table.rowCount, groups, random);
  const growing = {
    trees,
    seed: plan.seed,
    sample,
    treeRows: groups === 1 ? sample.length : Math.ceil(sample.length / 2),
    checking,
  };
  const grow = (by: Pool, purpose: ForestPurpose = "rules"): Forest =>
    growForest(table, { ...growing, profiles, purpose }, { pool: by, step: () => {} });
  const expected = grow(referencePool());
  expect(grow(pool)).toEqual(expected);
  expect(grow(pool, "blame")).toEqual(withoutNumericRules(expected, profiles));
  expect(grow(referencePool(), "blame")).toEqual(withoutNumericRules(expected, profiles));
  return expected.splitFeatures.filter((feature) => feature >= 0).length;
}

/** The forest with 0 for all that makes rules of the nodes of numeric targets. */
function withoutNumericRules(forest: Forest, profiles: readonly TargetProfile[]): Forest {
  const kept = { ...forest, checked: null };
  for (const name of ["antecedentCounts", "supportCounts", "lows", "highs"] as const) {
    const values = forest[name].slice();
    forest.targets.forEach((target, tree) => {
      if (profiles[target]!.kind === "numeric") values.fill(0, forest.roots[tree], forest.roots[tree + 1]);
    });
    Object.assign(kept, { [name]: values });
  }
  return kept;
}

describe("the forest", () => {
  const growths = fc.record({
    trees: fc.constantFrom(0, 1, 3, 17),
    share: fc.constantFrom(1, 1, 0.7),
    groups: fc.constantFrom(1, 2, 4),
  });

  test("is that of the reference at every size", () => {
    const plans = fc.record({
      seed: fc.nat(),
      rowCount: fc.oneof(fc.constantFrom(...BOUNDARY_ROWS), fc.integer({ min: 30, max: 700 })),
      columnCount: fc.integer({ min: 0, max: 8 }),
    });
    let splits = 0;
    fc.assert(
      fc.property(plans, growths, (plan, growth) => {
        splits += expectSame(plan, growth);
      }),
      runs(300),
    );
    expect(splits).toBeGreaterThan(3000);
  });

  test("is that of the reference on wide tables, whose inputs are chosen first", () => {
    const plans = fc.record({
      seed: fc.nat(),
      rowCount: fc.integer({ min: 60, max: 400 }),
      columnCount: fc.integer({ min: 41, max: 90 }),
    });
    let splits = 0;
    fc.assert(
      fc.property(plans, (plan) => {
        splits += expectSame(plan, { trees: 2, share: 1 });
      }),
      runs(12),
    );
    expect(splits).toBeGreaterThan(500);
  });

  test("counts the same around the sizes of blocks and parts of the work, and for very many trees", () => {
    for (const rowCount of [4095, 4096, 4097, 65_535, 65_536, 65_537]) {
      const plan = { seed: 4, rowCount, columnCount: 3 };
      expect(expectSame(plan, { trees: 2, share: 300 / rowCount })).toBeGreaterThan(0);
    }
    expect(expectSame({ seed: 4, rowCount: 5000, columnCount: 4 }, { trees: 130, share: 0.1 })).toBeGreaterThan(130);
  });

  test("looks at no more rows of a sample than 15 bits can count", () => {
    const plan = { seed: 4, rowCount: 32_768, columnCount: 3 };
    expect(expectSame(plan, { trees: 1, share: 1 })).toBeGreaterThan(0);
    const table = encodedTable(plan);
    const grow = (rowCount: number): Forest => {
      const sample = Int32Array.from({ length: rowCount }, (_, row) => row);
      return growForest(table, { profiles: profilesOf(table), trees: 1, seed: 4, sample }, { pool, step: () => {} });
    };
    expect(grow(32_768)).toEqual(grow(32_767));
  });
});
