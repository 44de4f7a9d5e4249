/**
 * Wide tables whose rows lie in parts are learnt to the bytes of one table, and the same is said to be given up. With so
 * many rows that samples are drawn in several states only when asked for, since that takes most of a minute:
 *   PARSIGHT_SLOW=1 npx vitest run --project slow test/property/wide-in-parts.test.ts
 */
import { describe, expect, test } from "vitest";
import { makeWideRows } from "../../research/data/wide-rows.js";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { learn } from "../../src/core/learn.js";
import { type LearnOptions, type Model, saveModel } from "../../src/core/model/index.js";
import { type Table, tableFromColumns } from "../../src/core/table/index.js";
import { learnDealt } from "./rows-in-parts.js";

const QUICK = { order: "none", trees: 2, neighbours: 20 } as const;
const FEW = { order: "none", trees: 0, neighbours: 0 } as const;

function learnInParts(table: Table, parts: number, options: LearnOptions): Model {
  const random = createRandom(parts);
  const pick = (count: number): number => randomInteger(random, count);
  return learnDealt(table, { parts, partOf: (row) => row % parts, pick }, options);
}

/** The codes of what was said. */
function expectSame(table: Table, parts: number, options: LearnOptions): string[] {
  const model = learn(table, options);
  const dealt = learnInParts(table, parts, options);
  expect(dealt.warnings).toEqual(model.warnings);
  expect(saveModel(dealt) === saveModel(model)).toBe(true);
  return model.warnings.map(({ code }) => code);
}

/** Columns by name, each of so many rows. */
function tableOf(count: number, rows: number, cell: (row: number, column: number) => unknown): Table {
  const column = (place: number) => Array.from({ length: rows }, (_, row) => cell(row, place));
  return tableFromColumns(
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`c${place}`, column(place)])),
  );
}

test("more columns than are compared with one another", () => {
  const { normal } = makeWideRows({ columns: 270, rows: 80, others: 1, seed: 3 });
  expect(expectSame(normal, 3, { ...QUICK, contamination: 0.05 })).toEqual(["TABLE_WIDE", "RULES_SHORTENED"]);
});

test("with missing and infinite values, in the order of time", () => {
  const { normal } = makeWideRows({ columns: 260, rows: 160, others: 1, seed: 9 });
  const columns = normal.columns.map((column, place) => {
    if (column.type !== "number") return column;
    const odd = place % 9 === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
    return { ...column, values: column.values.map((value, row) => ((row + place) % 17 === 0 ? odd : value)) };
  });
  const values = Float64Array.from({ length: normal.rowCount }, (_, row) => 1e12 + 60_000 * ((row * 7) % 160));
  const table: Table = { ...normal, columns: [...columns, { name: "when", type: "time", values }] };
  expect(expectSame(table, 3, { ...QUICK, order: "time", time: "when" })).toContain("TABLE_WIDE");
});

test("more rules than may be: of each antecedent those that say most", () => {
  const random = createRandom(4);
  const table = tableOf(1050, 60, () => (random() < 0.03 ? "odd" : "usual"));
  expect(expectSame(table, 2, FEW)).toEqual(["RULES_SHORTENED", "RULES_BEST"]);
});

test("more predicates than may be: numbers are cut into fewer cells", () => {
  const random = createRandom(5);
  const rare = (): string => `v${Math.floor(26 * random() ** 14)}`;
  const table = tableOf(760, 200, (_, column) => (column % 18 === 0 ? random() : rare()));
  expect(expectSame(table, 3, FEW)).toContain("TABLE_WIDE");
});

describe("what was asked for by name", () => {
  const { normal } = makeWideRows({ columns: 260, rows: 80, others: 1, seed: 2 });

  test("is had", () => {
    expect(expectSame(normal, 2, { ...FEW, maxPredicates: 2 })).toContain("TABLE_WIDE");
  });

  test("or refused alike", () => {
    const table = tableOf(260, 80, (row, column) => (row * (column + 7)) % 11);
    const options = { ...FEW, maxPredicates: 2, maxRules: 500 };
    for (const refused of [() => learn(table, options), () => learnInParts(table, 2, options)])
      expect(refused).toThrow(/^about \d+ rules are to be expected, by those between 64 columns/);
  });
});

test.runIf(process.env.PARSIGHT_SLOW !== undefined)(
  "rows so many that a sample of all columns is drawn in several states",
  () => {
    const random = createRandom(6);
    const table = tableOf(264, 20_600, (_, column) => (column % 40 === 0 ? random() : randomInteger(random, 2) === 0));
    expect(expectSame(table, 2, { ...FEW, maxPredicates: 1 })).toEqual(["TABLE_WIDE"]);
  },
);

test("more columns than may be are refused", () => {
  const table = tableOf(2049, 12, (row, column) => (row + column) % 2 === 0);
  expect(() => learnInParts(table, 1, FEW)).toThrow(
    "there are 2049 columns to learn, at most 2048 can be where rows lie in parts",
  );
});
