import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countBelow, createRandom } from "../base/index.js";
import type { EncodedTable } from "./encode-table.js";
import { fewValues, findValues, listValuesFold } from "./find-values.js";
import { foldRows, type RowFold } from "./fold-rows.js";
import { numberBinsFold, numberPlaces } from "./number-places.js";
import { sortedPresent } from "./number-summary.js";

function tableOf(values: Float64Array): EncodedTable {
  return {
    rowCount: values.length,
    features: [{ name: "x", kind: "numeric" }],
    columns: [{ kind: "numeric", values }],
  };
}

/** The same rows in so many parts, of which states are merged, and what was asked about them. */
function inParts(values: Float64Array, count: number): { table: EncodedTable; asked: string[] } {
  const parts = Array.from({ length: count }, (_, part) => tableOf(values.filter((_, row) => row % count === part)));
  const asked: string[] = [];
  const folds = new Map<string, RowFold<unknown, unknown>>();
  for (const fold of [numberBinsFold, listValuesFold]) folds.set(fold.name, fold as RowFold<unknown, unknown>);
  const elsewhere = {
    ask(name: string, task: unknown): unknown {
      asked.push(name);
      const fold = folds.get(name)!;
      return parts.map((part) => foldRows(part, fold, task)).reduce(fold.merge);
    },
    among: () => {
      throw new Error("nobody asks for some columns");
    },
    once: <Result>(_: string, work: () => Result): Result => work(),
  };
  return { table: { ...tableOf(values), elsewhere }, asked };
}

/** Without the second, so that it is no edge of the first look. */
function distinctOf(sorted: Float64Array): Float64Array {
  return Float64Array.from(new Set(sorted)).filter((_, at) => at !== 1);
}

const numbers = fc
  .array(fc.oneof(fc.double(), fc.constantFrom(0, 1, 1, 1, -1, NaN, Infinity, -Infinity, 5e-324, 1e308)), {
    minLength: 1,
    maxLength: 60,
  })
  .map((list) => Float64Array.from(list, (value) => value + 0));

describe("values at places", () => {
  test("are those of the sorted values, whatever the sample and the parts", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 7 }), fc.nat(5), (values, parts, skipped) => {
        const sorted = sortedPresent(values);
        const places = Float64Array.from(sorted.keys());
        const sample = sorted.filter((_, at) => at % (skipped + 1) === 0);
        const { table } = inParts(values, parts);
        expect([...findValues(table, [places], [sample])[0]!]).toEqual([...sorted]);
        expect([...findValues(table, [places], [new Float64Array()])[0]!]).toEqual([...sorted]);
      }),
    );
  });

  test("are found among more values than are listed, by edges that come closer", () => {
    const random = createRandom(5);
    const values = Float64Array.from({ length: 300_000 }, (_, row) => (row % 5 === 0 ? -random() : random() ** 9));
    const sorted = sortedPresent(values);
    const places = Float64Array.of(0, 7, 59_999, 60_000, 150_000, 299_998, 299_999);
    const { table, asked } = inParts(values, 3);
    const found = findValues(table, [places], [Float64Array.of(0.5)])[0]!;
    expect([...found]).toEqual(Array.from(places, (place) => sorted[place]));
    expect(asked.at(-1)).toBe("list-values");
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  test("stay found while others are looked for, where a few values are those of most rows", () => {
    const random = createRandom(6);
    const often = (row: number): number => (row % 10 < 3 ? 0 : row % 10 < 6 ? 1 : 10 + 10 * random());
    const values = Float64Array.from({ length: 600_000 }, (_, row) => often(row));
    const sorted = sortedPresent(values);
    const places = Float64Array.from({ length: 201 }, (_, i) => Math.floor((i * 599_999) / 200));
    const sample = distinctOf(sorted.filter((_, at) => at % 50 === 0));
    const { table, asked } = inParts(values, 3);
    const found = findValues(table, [places], [sample])[0]!;
    expect([...found]).toEqual(Array.from(places, (place) => sorted[place]));
    expect(asked.length).toBeLessThanOrEqual(5);
  });
});

test("few values are listed, of more there is no list", () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 4 }), fc.nat(8), (values, parts, most) => {
      const sorted = sortedPresent(values);
      const distinct = [...new Set(sorted)];
      const { table } = inParts(values, parts);
      const [found] = fewValues(table, [sorted.subarray(0, 3)], most);
      expect(found === null ? null : [...found!]).toEqual(distinct.length > most ? null : distinct);
    }),
  );
});

test("places of numbers are those among the sorted values", () => {
  fc.assert(
    fc.property(numbers, numbers, fc.integer({ min: 1, max: 4 }), (values, wanted, parts) => {
      const edges = wanted.filter((edge) => !Number.isNaN(edge));
      fc.pre(edges.length > 0);
      const sorted = sortedPresent(values);
      const [places] = numberPlaces(inParts(values, parts).table, [edges]);
      for (const edge of edges) {
        const below = countBelow(sorted, edge);
        expect(places!.below(edge)).toBe(below);
        expect(places!.upTo(edge)).toBe(sorted.filter((value) => value <= edge).length);
        if (below > 0) expect(places!.before(edge)).toBe(sorted[below - 1]);
        if (below < sorted.length) expect(places!.from(edge)).toBe(sorted[below]);
      }
    }),
  );
});
