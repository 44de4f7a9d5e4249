import fc from "fast-check";
import { expect, test } from "vitest";
import type { EncodedTable } from "../table/index.js";
import { unionCounts, unionCountsFold } from "./union-counts.js";

/** Columns of codes 0 to 2, -1 missing. */
function tableOf(columns: readonly (readonly number[])[], rowCount: number): EncodedTable {
  return {
    rowCount,
    features: columns.map((_, at) => ({
      name: `f${at}`,
      kind: "categorical",
      type: "text",
      categories: ["a", "b", "c"],
    })),
    columns: columns.map((codes) => ({ kind: "categorical", codes: Int32Array.from(codes) })),
  };
}

const columns = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(12)).chain(([width, rows]) =>
  fc.array(fc.array(fc.integer({ min: -1, max: 2 }), { minLength: rows, maxLength: rows }), {
    minLength: width,
    maxLength: width,
  }),
);

test("rows of any stretch of predicates are those in which one of them holds", () => {
  fc.assert(
    fc.property(columns, (codes) => {
      const rowCount = codes[0]!.length;
      const table = tableOf(codes, rowCount);
      const predicates = codes.map((_, feature) => ({ kind: "in", feature, codes: [0, 2] }) as const);
      const count = unionCounts(table, predicates);
      for (let first = 0; first < codes.length; first++) {
        for (let last = first; last < codes.length; last++) {
          const rows = Array.from({ length: rowCount }, (_, row) => row).filter((row) =>
            codes.slice(first, last + 1).some((column) => column[row] === 0 || column[row] === 2),
          );
          expect(count(first, last)).toBe(rows.length);
        }
      }
    }),
  );
});

test("states of two parts merge to that of both", () => {
  fc.assert(
    fc.property(columns, columns, (one, other) => {
      const width = Math.min(one.length, other.length);
      const predicates = Array.from({ length: width }, (_, feature) => ({ kind: "in", feature, codes: [1] }) as const);
      const stateOf = (codes: readonly (readonly number[])[]) =>
        unionCountsFold.fold(tableOf(codes.slice(0, width), codes[0]!.length), predicates);
      const both = one.slice(0, width).map((column, at) => [...column, ...other[at]!]);
      expect(unionCountsFold.merge(stateOf(one), stateOf(other))).toEqual(stateOf(both));
    }),
  );
});
