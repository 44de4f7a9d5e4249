import { describe, expect, test } from "vitest";
import { encodeTable, inferFeatures, tableFromColumns } from "../table/index.js";
import { categoricalPredicates } from "./categorical-predicates.js";

function predicates(columns: Record<string, unknown[]>, minSupport: number, numeric: string[] = []) {
  const table = tableFromColumns(columns);
  const { features } = inferFeatures(table, { exclude: [], numeric, categorical: [] });
  return categoricalPredicates(encodeTable(features, table), minSupport);
}

const repeat = (counts: Record<string, number>): string[] =>
  Object.entries(counts).flatMap(([value, count]) => new Array<string>(count).fill(value));

describe("Algorithm 1", () => {
  test("lets a frequent value stand alone; exactly θ is not frequent", () => {
    expect(predicates({ x: repeat({ a: 6, b: 4 }) }, 0.4)).toEqual([{ kind: "in", feature: 0, codes: [0] }]);
    expect(predicates({ x: repeat({ a: 6, b: 4 }) }, 0.39)).toEqual([
      { kind: "in", feature: 0, codes: [0] },
      { kind: "in", feature: 0, codes: [1] },
    ]);
  });

  test("joins a feature's rare values", () => {
    expect(predicates({ x: repeat({ a: 6, b: 2, c: 2 }) }, 0.3)).toEqual([
      { kind: "in", feature: 0, codes: [0] },
      { kind: "in", feature: 0, codes: [1, 2] },
    ]);
  });

  test("joins what is still rare across features, in the order of their names", () => {
    const x10 = ["r", ...repeat({ a: 9 })];
    const x2 = ["a", "r", ...repeat({ a: 8 })];
    const [, , joined] = predicates({ x10, x2 }, 0.15);
    expect(joined).toEqual({
      kind: "anyOf",
      parts: [
        { kind: "in", feature: 0, codes: [1] },
        { kind: "in", feature: 1, codes: [1] },
      ],
    });
  });

  test("gives the last group the rest when the rest could not stand alone", () => {
    const rareAt = (place: number): string[] => Array.from({ length: 10 }, (_, row) => (row === place ? "r" : "a"));
    const joined = predicates({ a: rareAt(0), b: rareAt(1), c: rareAt(2) }, 0.15).filter(
      ({ kind }) => kind === "anyOf",
    );
    expect(joined).toHaveLength(1);
    expect(joined[0]).toMatchObject({ parts: [{ feature: 0 }, { feature: 1 }, { feature: 2 }] });
    const two = predicates({ a: rareAt(0), b: rareAt(1), c: rareAt(2), d: rareAt(3) }, 0.15);
    expect(two.filter(({ kind }) => kind === "anyOf")).toHaveLength(2);
  });

  test("gives no predicate to a rest that never gets frequent", () => {
    expect(predicates({ x: ["a", "b", null] }, 0.9)).toEqual([]);
    expect(predicates({ x: [null, null] }, 0)).toEqual([]);
  });

  test("does not look at numeric features", () => {
    expect(predicates({ x: [1, 2, 3] }, 0, ["x"])).toEqual([]);
  });
});
