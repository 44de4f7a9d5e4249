/**
 * Small tables that lean to trouble: no row or one, ties, duplicates, constants, columns without a value, -0, NaN,
 * ±Infinity, the largest and smallest numbers, and names and categories that break careless code. Columns may follow
 * the one before them, so that there are rules to find.
 */
import fc from "fast-check";
import { type KindOptions, type Table, tableFromColumns } from "../../src/core/table/index.js";
import type { Override } from "../oracle/kinds.js";
import type { RawTable } from "../oracle/raw-values.js";

export interface NastyColumn {
  readonly name: string;
  readonly values: readonly unknown[];
  /** What the options say about its kind. */
  readonly kind: Override;
}

export interface NastyTable extends RawTable {
  readonly columns: readonly NastyColumn[];
}

const NAMES = [
  "x",
  "f2",
  "f10",
  "f02",
  "constructor",
  "__proto__",
  "",
  "a, b",
  "x or y",
  "🚰",
  "a<b",
  "Level = 1",
  "é",
];

const NASTY_NUMBERS = [
  -Infinity,
  -Number.MAX_VALUE,
  -1e308,
  -1,
  -5e-324,
  -0,
  0,
  5e-324,
  1e-300,
  0.1,
  0.2,
  0.1 + 0.2,
  9.99737,
  10,
  123456.789,
  1e15,
  1e15 + 1,
  1e308,
  Number.MAX_VALUE,
  Infinity,
];
const NASTY_TEXTS = ["", " ", "-0", "ON", "__proto__", "a, b", "constructor", "x or y", "🙂", "Infinity", "null"];

/** Values in an order in which a larger draw means a larger value; `share` is a draw in [0, 1). */
const POOLS = {
  integers: (share: number) => Math.floor(share * 12) - 3,
  fine: (share: number) => Math.floor(share * 125) / 8,
  decimals: (share: number) => Number((share * 3 - 1).toFixed(1)),
  nasty: (share: number) => NASTY_NUMBERS[Math.floor(share * NASTY_NUMBERS.length)],
  few: (share: number) => [-1, -0, 2.5, 1e9][Math.floor(share * 4)],
  booleans: (share: number) => share > 0.3,
  switches: (share: number) => (share < 0.6 ? "ON" : "OFF"),
  texts: (share: number) => NASTY_TEXTS[Math.floor(share * NASTY_TEXTS.length)],
  rare: (share: number) => NASTY_TEXTS[Math.floor(share ** 4 * NASTY_TEXTS.length)],
  constant: () => 7,
  word: () => "constructor",
} as const;

type Pool = keyof typeof POOLS;
const NUMBER_POOLS: readonly Pool[] = ["integers", "fine", "decimals", "nasty", "few", "constant"];

export interface TableShape {
  readonly maxRows: number;
  readonly minRows?: number;
  readonly minColumns?: number;
  readonly maxColumns: number;
  readonly pools?: readonly Pool[];
  /** Per cent of missing values to choose from. */
  readonly missing?: readonly number[];
}

export function nastyTables(shape: TableShape): fc.Arbitrary<NastyTable> {
  const minRows = shape.minRows ?? 1;
  const rowCounts = fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: minRows, max: Math.max(minRows, 3) }) },
    { weight: 9, arbitrary: fc.integer({ min: minRows, max: shape.maxRows }) },
  );
  return rowCounts.chain((rowCount) =>
    fc
      .array(columnPlans(rowCount, shape), { minLength: shape.minColumns ?? 0, maxLength: shape.maxColumns })
      .chain((plans) =>
        fc
          .shuffledSubarray(NAMES, { minLength: plans.length, maxLength: plans.length })
          .map((names) => ({ rowCount, columns: buildColumns(plans, names) })),
      ),
  );
}

interface ColumnPlan {
  readonly pool: Pool;
  /** One number in [0, 1000) for each row. */
  readonly draws: readonly number[];
  /** Per cent of cells that do not follow the column before; 100: none does. */
  readonly noise: number;
  readonly missing: number;
  readonly forced: boolean;
}

function columnPlans(rowCount: number, shape: TableShape): fc.Arbitrary<ColumnPlan> {
  return fc.record({
    pool: fc.constantFrom(...(shape.pools ?? (Object.keys(POOLS) as Pool[]))),
    draws: fc.array(fc.nat(999), { minLength: rowCount, maxLength: rowCount }),
    noise: fc.constantFrom(100, 0, 5, 20),
    missing: fc.constantFrom(...(shape.missing ?? [0, 0, 0, 10, 30, 60, 100])),
    forced: fc.boolean(),
  });
}

function buildColumns(plans: readonly ColumnPlan[], names: readonly string[]): NastyColumn[] {
  let before: readonly number[] = [];
  return plans.map((plan, i) => {
    const draws = plan.draws.map((draw, row) => (i === 0 || (draw * 7) % 100 < plan.noise ? draw : before[row]!));
    before = draws;
    const values = draws.map((draw, row) =>
      (plan.draws[row]! * 31 + row * 17) % 100 < plan.missing
        ? [null, undefined, NaN][row % 3]
        : POOLS[plan.pool](draw / 1000),
    );
    return { name: names[i]!, values, kind: kindFor(plan) };
  });
}

/** Numbers may be forced either way; other values only to be categories. */
function kindFor(plan: ColumnPlan): Override {
  if (!plan.forced) return "inferred";
  return NUMBER_POOLS.includes(plan.pool) ? "numeric" : "categorical";
}

export function toTable(raw: RawTable): Table {
  return tableFromColumns(raw.columns, raw.rowCount);
}

/** The names of columns whose kind the options decide. */
export function kindOptions(table: NastyTable): KindOptions {
  const named = (kind: Override): string[] =>
    table.columns.filter((column) => column.kind === kind).map((column) => column.name);
  return { exclude: named("exclude"), numeric: named("numeric"), categorical: named("categorical") };
}

/** Thresholds that some count reaches exactly, and plain ones. */
export function supportThresholds(rowCount: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.nat(Math.max(0, rowCount - 1)).map((count) => count / Math.max(1, rowCount)) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.01, 0.07, 0.1, 0.29, 0.5) },
  );
}

export function confidenceThresholds(rowCount: number): fc.Arbitrary<number> {
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.integer({ min: 1, max: Math.max(1, rowCount) }), fc.nat(Math.max(0, rowCount - 1)))
        .map(([whole, part]) => (part % whole) / whole),
    },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.5, 0.9) },
  );
}

/** The rows in the given order; a row may be named more than once. */
export function rowsOf(table: NastyTable, rows: readonly number[]): NastyTable {
  const columns = table.columns.map((column) => ({ ...column, values: rows.map((row) => column.values[row]) }));
  return { rowCount: rows.length, columns };
}
