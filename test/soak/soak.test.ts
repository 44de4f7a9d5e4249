/**
 * Small tables, learnt by the kernel and by its references: the same models, to the byte. Five hundred of them;
 * ten thousand with PARSIGHT_SLOW=1.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openKernel, type Pool, soloPool } from "../../src/core/compute/index.js";
import { learn } from "../../src/core/learn.js";
import { type LearnOptions, type Model, saveModel } from "../../src/core/model/index.js";
import type { Table } from "../../src/core/table/index.js";
import { kindOptions, nastyTables, toTable } from "../property/nasty-tables.js";
import { referencePool } from "../reference/reference-pool.js";

const TABLES = process.env.PARSIGHT_SLOW === "1" ? 10_000 : 500;

const tables = nastyTables({ minRows: 1, maxRows: 40, maxColumns: 5, missing: [0, 0, 0, 10, 40] });
const options = fc.record({
  maxPredicates: fc.integer({ min: 2, max: 4 }),
  redundancy: fc.constantFrom("all" as const, "productive" as const),
  minConfidence: fc.constantFrom(0, 0.5, 0.9),
  minSupport: fc.constantFrom(0, 0.05, 0.2),
  trees: fc.constantFrom(0, 1, 3),
  seed: fc.nat(100),
});

function run(pool: Pool, table: Table, given: LearnOptions): Model {
  return learn(table, given, { pool });
}

/** Rules beside those about ranges. */
function hasMined({ rules }: Model): boolean {
  return rules.sources.some((source) => source !== 0);
}

test(`${TABLES} small tables: by the kernel and by its references, all the same`, { timeout: 900_000 }, () => {
  let withRules = 0;
  fc.assert(
    fc.property(tables, options, (raw, own) => {
      const table = toTable(raw);
      const given = { ...own, ...kindOptions(raw) };
      const model = run(referencePool(), table, given);
      const expected = saveModel(model);
      const found = saveModel(run(soloPool(openKernel()), table, given));
      if (hasMined(model)) withRules++;
      if (found !== expected) expect(found).toBe(expected);
    }),
    { numRuns: TABLES, seed: 20_26 },
  );
  expect(withRules).toBeGreaterThan(TABLES / 10);
});
