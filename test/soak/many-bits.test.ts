/**
 * Row sets of more than 2^32 bits together: places in them are bytes and vectors, of which 32 bits can number enough.
 */
import { expect, test, vi } from "vitest";
import { openKernel, soloPool } from "../../src/core/compute/index.js";
import type { Predicate } from "../../src/core/predicates/index.js";
import { mineRules, RuleListBuilder } from "../../src/core/rules/index.js";
import type { CategoricalFeature, EncodedTable } from "../../src/core/table/index.js";

const ROWS = 7_200_000;
const CODES = 600;

/**
 * Codes that differ in their number of rows, in all parts of the table; the second column says whether a code is odd.
 */
function oddTable(): EncodedTable {
  const codes = Int32Array.from({ length: ROWS }, (_, row) => Math.floor(CODES * (((row * 7919) % ROWS) / ROWS) ** 2));
  const feature = (name: string, count: number): CategoricalFeature => ({
    name,
    kind: "categorical",
    type: "number",
    categories: Array.from({ length: count }, (_, code) => code),
  });
  return {
    rowCount: ROWS,
    features: [feature("code", CODES), feature("odd", 2)],
    columns: [
      { kind: "categorical", codes },
      { kind: "categorical", codes: codes.map((code) => code % 2) },
    ],
  };
}

test("rules of 602 predicates over 7,200,000 rows have their true counts", { timeout: 300_000 }, () => {
  const table = oddTable();
  const [column] = table.columns;
  if (column?.kind !== "categorical") throw new TypeError("codes are categorical");
  const counts = new Int32Array(CODES);
  for (const code of column.codes) counts[code]!++;
  const predicates = table.features.flatMap((feature, index) =>
    feature.kind === "categorical"
      ? feature.categories.map((_, code): Predicate => ({ kind: "in", feature: index, codes: [code] }))
      : [],
  );
  expect(predicates.length * ROWS).toBeGreaterThan(2 ** 32);
  const kernel = openKernel();
  const reserve = vi.spyOn(kernel, "reserve"); // the memory itself is given back after large work
  const rules = new RuleListBuilder();
  const options = { minSupport: 0, minConfidence: 0.5, maxPredicates: 2, redundancy: "all", maxRules: 1000 } as const;
  const hooks = { pool: soloPool(kernel), step: () => {}, shouldStop: () => false };
  mineRules({ table, predicates, rules }, options, hooks);
  const reserved = reserve.mock.calls.map(([bytes]) => bytes);
  expect(Math.max(...reserved)).toBeGreaterThan((predicates.length * ROWS) / 8);
  const { length, items, consequents, supportCounts, antecedentCounts } = rules.added();
  const own = Array.from({ length: CODES }, (_, code) => code);
  expect(new Set(counts).size).toBeGreaterThan(100);
  expect([...items.subarray(0, length)]).toEqual(own);
  expect([...consequents.subarray(0, length)]).toEqual(own.map((code) => CODES + (code % 2)));
  expect([...supportCounts.subarray(0, length)]).toEqual(own.map((code) => counts[code]));
  expect([...antecedentCounts.subarray(0, length)]).toEqual(own.map((code) => counts[code]));
});
