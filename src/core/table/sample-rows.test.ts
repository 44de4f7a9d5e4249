import { describe, expect, test } from "vitest";
import { tableFromRows } from "./build-table.js";
import { type EncodedTable, encodeTable } from "./encode-table.js";
import { inferFeatures } from "./features.js";
import { rehashRepeated, rowHashes, sampleRows, visitRepeated } from "./sample-rows.js";

function encode(rows: readonly Record<string, unknown>[], numeric: string[] = ["x"]): EncodedTable {
  const table = tableFromRows(rows);
  return encodeTable(inferFeatures(table, { exclude: [], numeric, categorical: [] }).features, table);
}

const rows = Array.from({ length: 50 }, (_, i) => ({ x: i, y: i % 3 === 0 ? null : `c${i % 5}` }));

describe("a sample", () => {
  test("of all rows or more has every row once", () => {
    expect([...sampleRows(encode(rows), 100, 1)].sort((a, b) => a - b)).toEqual(rows.map((_, i) => i));
    expect([...sampleRows(encode(rows), 0, 1)]).toEqual([]);
    expect([...sampleRows(encode([], []), 5, 1)]).toEqual([]);
  });

  test("holds the same rows whatever the order of rows and columns", () => {
    const chosen = (table: EncodedTable): number[] => {
      const column = table.columns.find((candidate) => candidate.kind === "numeric")!;
      return [...sampleRows(table, 10, 7)].map((row) => (column.kind === "numeric" ? column.values[row]! : NaN));
    };
    const turned = [...rows].reverse().map(({ x, y }) => ({ y, x }));
    expect(chosen(encode(turned))).toEqual(chosen(encode(rows)));
  });

  test("depends on the seed", () => {
    expect([...sampleRows(encode(rows), 10, 1)]).not.toEqual([...sampleRows(encode(rows), 10, 2)]);
  });

  test("of two parts merges into the sample of the whole", () => {
    const table = encode(rows);
    const keys = rowHashes(table, 1);
    const whole = [...sampleRows(table, 8, 1)];
    const least = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]!).slice(0, 8);
    expect(whole).toEqual(least);
  });

  test("begins the larger samples", () => {
    const repeated = encode(Array.from({ length: 3000 }, (_, i) => ({ x: i % 700, y: i % 3 === 0 ? "a" : "b" })));
    const all = [...sampleRows(repeated, 3000, 5)];
    expect(new Set(all).size).toBe(3000);
    for (const size of [0, 1, 2, 31, 700, 1500, 2999]) {
      expect([...sampleRows(repeated, size, 5)]).toEqual(all.slice(0, size));
    }
  });

  test("is what sorting all rows by their keys gives, whatever their number", () => {
    for (const count of [1, 2, 3, 7, 64, 65, 1000, 70_000]) {
      const table = encode(Array.from({ length: count }, (_, i) => ({ x: (i * 7919) % 104_729 })));
      const keys = rowHashes(table, 3);
      const sorted = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b);
      for (const size of [0, 1, 2, Math.ceil(count / 3), count, count + 1]) {
        expect([...sampleRows(table, size, 3)], `${size} of ${count}`).toEqual(sorted.slice(0, size));
      }
    }
  });

  test("gives each of equal rows its own chance", () => {
    const states = Array.from({ length: 4000 }, (_, i) => ({
      x: i % 4 === 0 ? 1 : 2,
      y: i % 4 === 0 ? "idle" : "busy",
    }));
    for (const seed of [1, 2, 3]) {
      const idle = [...sampleRows(encode(states), 400, seed)].filter((row) => row % 4 === 0).length;
      expect(idle).toBeGreaterThan(70); // a quarter of 400, give or take three standard deviations
      expect(idle).toBeLessThan(130);
    }
  });
});

describe("equal rows", () => {
  const hashes = Float64Array.from({ length: 500 }, (_, row) => ((row * row) % 37) * 2 ** 47 + (row % 3));

  test("are told apart alike, however many are looked at together", () => {
    const whole = hashes.slice();
    rehashRepeated(whole);
    expect(new Set(whole).size).toBe(500);
    for (const partRows of [1, 7, 499]) {
      const keys = hashes.slice();
      rehashRepeated(keys, partRows);
      expect([...keys]).toEqual([...whole]);
    }
  });

  test("are counted alike, however many are looked at together", () => {
    const counts = (partRows: number): Map<number, number> => {
      const found = new Map<number, number>();
      visitRepeated(hashes, (row, count) => found.set(row, count), partRows);
      return found;
    };
    const slow = new Map([...hashes.keys()].map((row) => [row, hashes.filter((hash) => hash === hashes[row]).length]));
    for (const [row, count] of slow) if (count === 1) slow.delete(row);
    for (const partRows of [1, 7, 1000]) {
      expect([...counts(partRows)].sort(([a], [b]) => a - b)).toEqual([...slow]);
    }
  });
});

test("a row's hash sees names, values, types and what is missing", () => {
  const hash = (row: Record<string, unknown>, numeric: string[] = []): number =>
    rowHashes(encode([row, { a: 9, b: 9, x: 9 }], numeric), 1)[0]!;
  const hashes = [
    hash({ a: 1 }),
    hash({ b: 1 }),
    hash({ a: 2 }),
    hash({ a: null }),
    hash({ a: 1 }, ["a"]),
    hash({ a: null }, ["a"]),
    hash({ a: 1, b: 1 }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  for (const value of hashes) expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
});
