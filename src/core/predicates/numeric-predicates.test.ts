import { describe, expect, test } from "vitest";
import { openKernel, soloPool } from "../compute/index.js";
import { encodeTable, inferFeatures, tableFromColumns } from "../table/index.js";
import { numericColumns } from "./numeric-columns.js";
import type { CutOffMethod } from "./numeric-predicates.js";

const HOOKS = { pool: soloPool(openKernel()), step: () => {} };

interface Question {
  readonly columns: Record<string, readonly unknown[]>;
  readonly method?: CutOffMethod;
  readonly minSupport?: number;
  readonly cells?: number;
}

/** The cells of the numeric column x. */
function cells({ columns, method = "dependency", minSupport = 0, cells: most = 0 }: Question): [number, number][] {
  const table = tableFromColumns(columns as Record<string, unknown[]>);
  const { features } = inferFeatures(table, { exclude: [], numeric: ["x"], categorical: [] });
  const encoded = encodeTable(features, table);
  const sample = Int32Array.from({ length: table.rowCount }, (_, row) => row);
  const found = numericColumns(encoded, { method, minSupport, cells: most, sample }, HOOKS);
  return found
    .flatMap((column) => column?.cells ?? [])
    .flatMap((predicate) => (predicate.kind === "interval" ? [[predicate.min, predicate.max]] : []));
}

describe("cut-offs by dependency", () => {
  const x = [1, 2, 3, 9.9, 10.2, 11, 20, 21, 22];
  const y = ["a", "a", "a", "b", "b", "b", "c", "c", "c"];

  test("are kept in the order of what they tell, as readable numbers", () => {
    expect(cells({ columns: { x, y } })).toEqual([
      [-Infinity, 5],
      [5, 20],
      [20, Infinity],
    ]);
  });

  test("stop at the limit of cells", () => {
    expect(cells({ columns: { x, y }, cells: 2 })).toEqual([
      [-Infinity, 5],
      [5, Infinity],
    ]);
    expect(cells({ columns: { x, y }, cells: 1 })).toEqual([]);
  });

  test("leave out a cut that would make a cell too rare", () => {
    expect(cells({ columns: { x, y }, minSupport: 3 / 9 })).toEqual([
      [-Infinity, 10],
      [10, Infinity],
    ]);
    expect(cells({ columns: { x, y }, minSupport: 0.3 })).toHaveLength(3);
  });

  test("of a feature that tells nothing are none", () => {
    expect(cells({ columns: { x, y: new Array<string>(9).fill("a") } })).toEqual([]);
  });

  test("put infinite values into the outermost cells", () => {
    const columns = { x: [-Infinity, -Infinity, Infinity, Infinity], y: ["a", "a", "b", "b"] };
    expect(cells({ columns })).toEqual([
      [-Infinity, 0],
      [0, Infinity],
    ]);
  });

  test("make no cell of Infinity alone next to the largest number", () => {
    expect(cells({ columns: { x: [Number.MAX_VALUE, Infinity], y: ["a", "b"] } })).toEqual([]);
  });
});

describe("cut-offs of one feature by itself", () => {
  const columns = { x: [0, 1, 2, 3, 4, 5, 6, 7, 8, 10] };

  test("uniform: ten equal widths, or fewer where cells says so", () => {
    expect(cells({ columns, method: "uniform" })).toHaveLength(10);
    expect(cells({ columns, method: "uniform", cells: 2 })).toEqual([
      [-Infinity, 5],
      [5, Infinity],
    ]);
    expect(cells({ columns, method: "uniform", cells: 500 })).toHaveLength(10);
  });

  test("kmeans: between the clusters", () => {
    const clusters = { x: [1, 2, 3, 100, 101, 102] };
    expect(cells({ columns: clusters, method: "kmeans", cells: 2 })).toEqual([
      [-Infinity, 100],
      [100, Infinity],
    ]);
  });

  test("leave out cells that are too rare", () => {
    expect(cells({ columns: { x: [0, 0, 0, 10] }, method: "uniform", cells: 2, minSupport: 0.25 })).toEqual([
      [-Infinity, 10],
    ]);
  });
});
