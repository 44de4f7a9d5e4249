/** Cut-off trees against their reference: the same proposals in the same order, to the last bit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openKernel, type Pool, soloPool } from "../../src/core/compute/index.js";
import { type CutProposal, proposeCuts } from "../../src/core/predicates/index.js";
import type { EncodedTable } from "../../src/core/table/index.js";
import { referencePool } from "../reference/reference-pool.js";
import { BOUNDARY_ROWS, encodedTable } from "./encoded-tables.js";
import { runs } from "./runs.js";

function grow(pool: Pool, table: EncodedTable, minLeaf: number): CutProposal[] {
  return proposeCuts(table, minLeaf, { pool, step: () => {} });
}

/** One memory for all tables: what one leaves behind must not matter to the next. */
const kernel = openKernel();

function expectSame(table: EncodedTable, minLeaf: number): number {
  const mark = kernel.mark();
  const expected = grow(referencePool(), table, minLeaf);
  expect(grow(soloPool(kernel), table, minLeaf)).toEqual(expected);
  expect(kernel.mark()).toBe(mark);
  return expected.length;
}

describe("cut-off trees", () => {
  test("propose what the reference proposes at every size", () => {
    const plans = fc.record({
      seed: fc.nat(),
      rowCount: fc.oneof(fc.constantFrom(...BOUNDARY_ROWS), fc.integer({ min: 3, max: 600 })),
      columnCount: fc.integer({ min: 0, max: 7 }),
    });
    let cuts = 0;
    fc.assert(
      fc.property(plans, fc.constantFrom(1, 1, 2, 3, 10, 40), (plan, minLeaf) => {
        cuts += expectSame(encodedTable(plan), minLeaf);
      }),
      runs(600),
    );
    expect(cuts).toBeGreaterThan(10_000);
  });

  test("look at the same hundred inputs on wide tables", () => {
    const plans = fc.record({
      seed: fc.nat(),
      rowCount: fc.integer({ min: 20, max: 70 }),
      columnCount: fc.integer({ min: 130, max: 180 }),
    });
    let cuts = 0;
    fc.assert(
      fc.property(plans, (plan) => {
        cuts += expectSame(encodedTable(plan), 8);
      }),
      runs(8),
    );
    expect(cuts).toBeGreaterThan(100);
  });

  test("grow on as many rows as 16 bits can number, and are asked for no more", () => {
    const table = (rowCount: number): EncodedTable => encodedTable({ seed: 4, rowCount, columnCount: 3 });
    expect(expectSame(table(65_535), 9000)).toBeGreaterThan(0);
    expect(() => grow(soloPool(kernel), table(65_536), 9000)).toThrow("cut-off trees cannot grow on 65536 rows");
  });
});
