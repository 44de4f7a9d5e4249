import { describe, expect, test } from "vitest";
import { createRandom, randomInteger, randomNormal } from "../base/index.js";
import type { EncodedTable } from "../table/index.js";
import { findKnownAgain, findKnownValues, type KnownValues, newChanceOf, placeAmong } from "./known-values.js";

/** Beside a column that tells all rows apart. */
function tableOf(values: readonly number[], others: readonly number[] = [...values.keys()]): EncodedTable {
  return {
    rowCount: values.length,
    features: [
      { name: "x", kind: "numeric" },
      { name: "row", kind: "numeric" },
    ],
    columns: [
      { kind: "numeric", values: Float64Array.from(values) },
      { kind: "numeric", values: Float64Array.from(others) },
    ],
  };
}

/** Rows are dealt into 16 parts in turn. */
function inTurn(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, row) => row % 16);
}

function knownOf(values: readonly number[], parts = inTurn(values.length)): KnownValues | null {
  return findKnownValues(tableOf(values), parts)[0]!;
}

/**
 * By definition: of all rows with a value, and one more, those whose value no two rows have that are of different parts
 * and differ otherwise, too.
 */
function newChanceByDefinition(values: readonly number[], others: readonly number[], parts: Uint8Array): number {
  const finite = [...values.keys()].filter((row) => Number.isFinite(values[row]));
  const isNew = (row: number): boolean => {
    const equal = finite.filter((each) => values[each] === values[row]);
    return equal.every((a) => equal.every((b) => parts[a] === parts[b] || others[a] === others[b]));
  };
  return (finite.filter(isNew).length + 1) / (finite.length + 1);
}

describe("values that a number comes in", () => {
  test("are the hours of every sixth hour: 17 is new among them, 18 is not", () => {
    const known = knownOf(Array.from({ length: 400 }, (_, row) => 6 * ((row >> 4) % 4)))!;
    expect([...known.values!]).toEqual([0, 6, 12, 18]);
    expect(newChanceOf(known, 18)).toBe(1);
    expect(newChanceOf(known, 17)).toBe(1 / 401);
  });

  test("are unknown where nearly every row brings a new one", () => {
    const random = createRandom(3);
    expect(knownOf(Array.from({ length: 300 }, () => randomNormal(random)))).toBeNull();
  });

  test("are unknown where each part of the rows has others, as years in a file that is sorted by them", () => {
    const years = Array.from({ length: 320 }, (_, row) => 1990 + Math.floor(row / 20));
    const parts = Uint8Array.from(years, (year) => year - 1990);
    expect(knownOf(years, parts)).toEqual({ rowCount: 320, values: null, newChance: 1, decimals: 0 });
  });

  test("are too many to be listed, yet whole: one with decimals is new", () => {
    const random = createRandom(4);
    const known = knownOf(Array.from({ length: 4000 }, () => randomInteger(random, 1e6)))!;
    expect(known).toEqual({ rowCount: 4000, values: null, newChance: 1, decimals: 0 });
    expect(newChanceOf(known, 12)).toBe(1);
    expect(newChanceOf(known, 12.5)).toBe(1 / 4001);
  });

  test("have two decimals, and a third is new", () => {
    const random = createRandom(5);
    const known = knownOf(Array.from({ length: 2000 }, () => randomInteger(random, 1e6) / 100))!;
    expect(known.decimals).toBe(2);
    expect(newChanceOf(known, 12.34)).toBe(1);
    expect(newChanceOf(known, 12.345)).toBe(1 / 2001);
  });

  test("are the same where arithmetic or single precision rounded them", () => {
    const known = knownOf(Array.from({ length: 400 }, (_, row) => ((row >> 4) % 5) / 10))!;
    expect(newChanceOf(known, 0.1 + 0.2)).toBe(1);
    expect(newChanceOf(known, Math.fround(0.3))).toBe(1);
    expect(newChanceOf(known, 0.31)).toBeLessThan(1);
  });

  test("are unknown where they come again in copies of the same rows only", () => {
    const random = createRandom(6);
    const measured = Array.from({ length: 100 }, () => Math.round(1e4 * randomNormal(random)) / 1e4);
    const copied = Array.from({ length: 400 }, (_, row) => measured[row % 100]!);
    const things = copied.map((_, row) => row % 100);
    expect(findKnownValues(tableOf(copied, things), inTurn(400))[0]).toMatchObject({ values: null, newChance: 1 });
  });

  test("are known in a table of this column alone, and beside one that is the same in all rows", () => {
    const hours = Array.from({ length: 400 }, (_, row) => 6 * ((row >> 4) % 4));
    const { columns, features } = tableOf(
      hours,
      hours.map(() => Number.NaN),
    );
    for (const width of [1, 2]) {
      const table = { rowCount: 400, features: features.slice(0, width), columns: columns.slice(0, width) };
      const [known] = findKnownValues(table, inTurn(400));
      expect(known).toEqual({ rowCount: 400, values: Float64Array.of(0, 6, 12, 18), newChance: 1 / 401, decimals: 0 });
    }
  });

  test("leave out what is missing or infinite, and nothing is known of no value at all", () => {
    const some = Array.from({ length: 400 }, (_, row) => (row % 3 === 0 ? Number.NaN : 5 * ((row >> 4) % 3)));
    some[1] = Number.POSITIVE_INFINITY;
    expect(knownOf(some)).toMatchObject({ rowCount: 265, values: Float64Array.of(0, 5, 10) });
    expect(knownOf([Number.NaN, Number.NaN])).toBeNull();
  });

  test("are known of three rows, one a copy of another, whichever of them comes first", () => {
    const values = Array.from({ length: 402 }, (_, row) => (row < 399 ? 6 * ((row >> 4) % 4) : 5));
    const others = [...values.keys()];
    others[401] = others[399]!; // a copy in another part
    const parts = inTurn(402);
    [parts[399], parts[400], parts[401]] = [0, 0, 1];
    const first = others.slice(0, 399).keys();
    for (const rows of [others.keys(), [...first, 400, 399, 401]].map((order) => [...order])) {
      const table = tableOf(
        rows.map((row) => values[row]!),
        rows.map((row) => others[row]!),
      );
      const partsOfRows = Uint8Array.from(rows, (row) => parts[row]!);
      expect(findKnownValues(table, partsOfRows)[0]!.newChance).toBe(1 / 403);
    }
  });

  test("a new one is as probable as the definition says, on 200 random columns with copies of rows", () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = createRandom(seed);
      const size = 5 + randomInteger(random, 60);
      const kinds = 1 + randomInteger(random, 8);
      const values = Array.from({ length: size * 16 }, () =>
        random() < 0.05 ? randomInteger(random, 500) : random() < 0.05 ? Number.NaN : randomInteger(random, kinds) - 2,
      );
      const parts = Uint8Array.from(values, () => randomInteger(random, 16));
      const others = values.map((_, row) => (random() < 0.5 ? row : randomInteger(random, 4)));
      const expected = newChanceByDefinition(values, others, parts);
      const known = findKnownValues(tableOf(values, others), parts)[0]!;
      if (expected > 0.05) expect(known.values, `seed ${seed}`).toBeNull();
      else expect(known.newChance, `seed ${seed}`).toBe(expected);
    }
  });

  test("of some rows are asked again only of features of which they are known", () => {
    const values = Array.from({ length: 400 }, (_, row) => 6 * ((row >> 4) % 4));
    const table = tableOf(values);
    expect(findKnownAgain(table, inTurn(400), [null, null])).toEqual([null, null]);
    expect(findKnownAgain(table, inTurn(400), findKnownValues(table, inTurn(400)))[0]!.values).toHaveLength(4);
  });
});

test("the place of a value among sorted ones is −1 where it is none of them", () => {
  const sorted = Float64Array.of(-1, 0, 2.5);
  expect([-1, -0, 2.5, 2.6, -2, 1, Number.NaN].map((value) => placeAmong(sorted, value))).toEqual([
    0, 1, 2, -1, -1, -1, -1,
  ]);
});
