import { describe, expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { type EncodedTable, rowKeys } from "../table/index.js";
import { stretchOf } from "./deal-rows.js";
import { dealChecking, rowsToCheck } from "./rows-to-check.js";

function tableOf(rowCount: number): EncodedTable {
  const random = createRandom(5);
  const values = Float64Array.from({ length: rowCount }, random);
  return { rowCount, features: [{ name: "Level", kind: "numeric" }], columns: [{ kind: "numeric", values }] };
}

function dealt(rowCount: number, isOrdered: boolean) {
  const table = tableOf(rowCount);
  const all = Int32Array.from({ length: rowCount }, (_, row) => row);
  const stretches = isOrdered ? Uint8Array.from(all, (row) => stretchOf(row, rowCount)) : null;
  const dealing = { stretches, keys: rowKeys(table, 1), sample: all, seed: 1 };
  const checking = dealChecking(table, dealing);
  return { checking, ...rowsToCheck(checking, dealing) };
}

describe("rows that check range and mined rules", () => {
  test("are half of independent rows, and no more than tell it well enough", () => {
    const few = dealt(1000, false);
    expect(few.stretches).toHaveLength(1);
    expect(few.stretches[0]!.length).toBeGreaterThan(430);
    expect(few.stretches[0]!.length).toBeLessThan(570);
    const many = dealt(60_000, false).stretches[0]!;
    expect([many.length, new Set(many).size]).toEqual([20_000, 20_000]);
  });

  test("are whole stretches of dependent ones, some of each by lot where they are many", () => {
    const { checking, stretches, areDependent } = dealt(1600, true);
    expect([areDependent, stretches.length]).toEqual([true, 8]);
    for (const stretch of stretches) {
      expect(stretch).toEqual(Int32Array.from({ length: 100 }, (_, i) => stretch[0]! + i));
      expect(new Set([...stretch].map((row) => checking.parts[row])).size).toBe(1);
    }
    const long = dealt(64_000, true).stretches;
    expect(long.map(({ length }) => length)).toEqual(Array(8).fill(2500));
    for (const stretch of long) {
      expect(new Set(stretch).size).toBe(2500);
      expect(Math.max(...stretch) - Math.min(...stretch)).toBeGreaterThan(3950);
      expect(Math.max(...stretch) - Math.min(...stretch)).toBeLessThan(4000);
    }
  });

  test("check trees by a quarter of a small table and by half of a large one", () => {
    expect([dealt(2999, false), dealt(3000, false)].map(({ checking }) => checking.groupCount)).toEqual([4, 2]);
  });
});
