/**
 * Ten thousand small tables through everything compiled and everything in plain TypeScript: the same models and the same
 * explanations, to the byte.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { soloCrew } from "../../src/core/crew/crew.js";
import { createExplainer } from "../../src/core/explain.js";
import { type Kernel, openKernel } from "../../src/core/kernel/kernel.js";
import { learn } from "../../src/core/learn.js";
import type { LearnOptions } from "../../src/core/model/learn-options.js";
import { saveModel } from "../../src/core/model/model-json.js";
import type { Table } from "../../src/core/table/table.js";
import { kindOptions, nastyTables, toTable } from "../property/nasty-tables.js";

const TABLES = 10_000;

const tables = nastyTables({ minRows: 1, maxRows: 40, maxColumns: 5, missing: [0, 0, 0, 10, 40] });
const options = fc.record({
  maxPredicates: fc.integer({ min: 2, max: 4 }),
  redundancy: fc.constantFrom("all" as const, "productive" as const),
  minConfidence: fc.constantFrom(0, 0.5, 0.9),
  minSupport: fc.constantFrom(0, 0.05, 0.2),
  trees: fc.constantFrom(0, 1, 3),
  seed: fc.nat(100),
});

/** The model's file and what it says about the table's own rows, by both methods. */
function run(kernel: Kernel | null, table: Table, given: LearnOptions): string {
  const model = learn(table, given, { crew: soloCrew(kernel) });
  const explanations = (["diagnosis", "paper"] as const).map((method) =>
    createExplainer(model, { method }, { kernel })(table),
  );
  return `${saveModel(model)}\n${JSON.stringify(explanations)}`;
}

test(`${TABLES} small tables: compiled and not, all the same`, { timeout: 900_000 }, () => {
  expect(openKernel()).not.toBeNull();
  let withRules = 0;
  fc.assert(
    fc.property(tables, options, (raw, own) => {
      const table = toTable(raw);
      const given = { ...own, ...kindOptions(raw) };
      const twin = run(null, table, given);
      const compiled = run(openKernel(), table, given);
      if (twin.includes('"mined"')) withRules++;
      if (compiled !== twin) expect(compiled).toBe(twin);
    }),
    { numRuns: TABLES, seed: 20_26 },
  );
  expect(withRules).toBeGreaterThan(TABLES / 10);
});
