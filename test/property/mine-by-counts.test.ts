/** Rules mined by counts alone, however few are counted in one look at the rows, are those of the miner. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openKernel, soloPool } from "../../src/core/compute/index.js";
import {
  categoricalPredicates,
  featuresOf,
  leastCountAbove,
  numericColumns,
  type Predicate,
} from "../../src/core/predicates/index.js";
import { countRulesFold, mineByCounts, mineRules, RuleListBuilder } from "../../src/core/rules/index.js";
import {
  columnTalliesFold,
  type EncodedTable,
  encodeTable,
  inferFeatures,
  type RowsElsewhere,
  tableFromColumns,
} from "../../src/core/table/index.js";
import { confidenceThresholds, kindOptions, nastyTables, supportThresholds, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

const kernel = openKernel();

/** Answers from the rows of a table, and counts the questions about rules. */
function elsewhereOf(table: EncodedTable): RowsElsewhere & { looks: number } {
  const results = new Map<string, unknown>();
  return {
    looks: 0,
    ask(fold, task) {
      if (fold === columnTalliesFold.name) return columnTalliesFold.fold(table, task as never);
      this.looks++;
      const unused = { keys: () => new Float64Array(), moments: null, dealt: () => new Uint8Array() };
      return countRulesFold.fold(table, task as never, { kernel, ...unused });
    },
    among: () => {
      throw new Error("nobody asks for some columns");
    },
    once<Result>(name: string, work: () => Result): Result {
      if (!results.has(name)) results.set(name, work());
      return results.get(name) as Result;
    },
  };
}

const cases = nastyTables({ maxRows: 40, maxColumns: 6, missing: [0, 0, 0, 10, 40] }).chain((table) =>
  fc.record({
    table: fc.constant(table),
    minSupport: supportThresholds(table.rowCount),
    minConfidence: confidenceThresholds(table.rowCount),
    maxPredicates: fc.integer({ min: 2, max: 5 }),
    redundancy: fc.constantFrom("productive" as const, "all" as const),
    countedAtOnce: fc.constantFrom(3, 20, 100, 1_000_000),
  }),
);

test("the same rules with the same counts in the same order, in one look or in many", () => {
  fc.assert(
    fc.property(cases, ({ table: nasty, countedAtOnce, ...asked }) => {
      const rows = toTable(nasty);
      const table = encodeTable(inferFeatures(rows, kindOptions(nasty)).features, rows);
      const hooks = { pool: soloPool(kernel), step: () => {}, shouldStop: () => false };
      const sample = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
      const cutting = { method: "dependency", minSupport: 0.1, cells: 3, sample } as const;
      const predicates = [
        ...numericColumns(table, cutting, hooks).flatMap((column) => column?.cells ?? []),
        ...categoricalPredicates(table, 0.1),
      ];
      fc.pre(predicates.length > 1);
      const options = { ...asked, maxRules: 100_000 };
      const expected = new RuleListBuilder();
      mineRules({ table, predicates, rules: expected }, options, hooks);
      const elsewhere = elsewhereOf(table);
      const leastCount = leastCountAbove(asked.minSupport, rows.rowCount);
      const task = { leastCount, ...asked };
      const mining = { table: { ...table, elsewhere }, predicates, task, maxRules: 100_000, countedAtOnce };
      const found = new RuleListBuilder();
      for (const { records } of mineByCounts(mining)) found.addRecords(records);
      const order = Uint32Array.from({ length: expected.length }, (_, rule) => rule);
      expect(found.length).toBe(expected.length);
      expect(found.build(order)).toEqual(expected.build(order));
    }),
    runs(300),
  );
});

test("the best rules of each antecedent, also where memory would mine them in pieces", () => {
  const table = toTableOf(12, 40);
  const predicates = categoricalPredicates(table, 0.01);
  const options = { minSupport: 0.01, minConfidence: 0.1, maxPredicates: 2, redundancy: "all", maxRules: 1e6 } as const;
  const shares = Float64Array.from(predicates, (_, item) => ((item * 7) % 10) / 10);
  const mined = [0x40_0000, 30_000, 20_000].map((memoryBytes) => {
    const best = { most: 3, shares };
    const hooks = { pool: soloPool(openKernel()), step: () => {}, shouldStop: () => false, memoryBytes, best };
    const [here, elsewhere] = [table, { ...table, elsewhere: elsewhereOf(table) }].map((rows) => {
      const rules = new RuleListBuilder();
      mineRules({ table: rows, predicates, rules }, options, hooks);
      return rules.build(Uint32Array.from({ length: rules.length }, (_, rule) => rule));
    });
    expect(elsewhere).toEqual(here);
    return here!.length;
  });
  expect(mined[0]).toBe(3 * predicates.length);
  expect(mined[2]).toBeGreaterThan(mined[0]!); // chosen in pieces
});

test("more rules than are wanted end the search", () => {
  const table = toTableOf(12, 40);
  const elsewhere = elsewhereOf(table);
  const predicates = categoricalPredicates(table, 0.01);
  const task = { leastCount: 1, minConfidence: 0.01, maxPredicates: 3, redundancy: "all" } as const;
  const mined = mineByCounts({ table: { ...table, elsewhere }, predicates, task, maxRules: 10, countedAtOnce: 50 });
  expect(elsewhere.looks).toBe(1);
  expect(mined.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(10);
});

test("far too many rules are refused before any is counted", () => {
  const table = toTableOf(12, 40);
  const elsewhere = elsewhereOf(table);
  const predicates = categoricalPredicates(table, 0.01);
  const task = { leastCount: 1, minConfidence: 0.5, maxPredicates: 3, redundancy: "all" } as const;
  expect(() =>
    mineByCounts({ table: { ...table, elsewhere }, predicates, task, maxRules: 1e6, mostCounted: 100 }),
  ).toThrow("more than 100 rules of one length would have to be counted in rows that lie in parts");
  expect(elsewhere.looks).toBe(0);
});

test("as many rules as can be counted are", () => {
  const table = toTableOf(12, 40);
  const predicates = categoricalPredicates(table, 0.01);
  const areApart = (one: Predicate, other: Predicate): boolean =>
    featuresOf(one).every((feature) => !featuresOf(other).includes(feature));
  const pairs = predicates.flatMap((one) => predicates.filter((other) => areApart(one, other))).length;
  const task = { leastCount: 1, minConfidence: 0.5, maxPredicates: 2, redundancy: "all" } as const;
  const mine = (mostCounted: number): unknown =>
    mineByCounts({
      table: { ...table, elsewhere: elsewhereOf(table) },
      predicates,
      task,
      maxRules: 1e6,
      mostCounted,
    });
  expect(() => mine(pairs)).not.toThrow();
  expect(() => mine(pairs - 1)).toThrow(/would have to be counted/);
});

/** Categories by lot. */
function toTableOf(columns: number, rows: number): EncodedTable {
  const names = Array.from({ length: columns }, (_, column) => `c${column}`);
  const table = tableFromColumns(
    Object.fromEntries(
      names.map((name, column) => [
        name,
        Array.from({ length: rows }, (_, row) => ["a", "b", "c"][((row * (column + 3)) % 7) % 3]),
      ]),
    ),
  );
  return encodeTable(inferFeatures(table, { exclude: [], numeric: [], categorical: names }).features, table);
}
