import { describe, expect, test } from "vitest";
import { createRandom, randomInteger, randomNormal } from "../base/index.js";
import { type EncodedTable, encodeTable, inferFeatures, rowKeys, sampleRows, tableFromRows } from "../table/index.js";
import { dealRows, groupParts, PART_COUNT, stretchOf } from "./deal-rows.js";

function encode(rows: readonly Record<string, unknown>[]): EncodedTable {
  const table = tableFromRows(rows);
  return encodeTable(inferFeatures(table, { exclude: [], numeric: [], categorical: [] }).features, table);
}

const deal = (rows: readonly Record<string, unknown>[], stretches: Uint8Array | null = null): number[] => {
  const table = encode(rows);
  const sample = sampleRows(table, rows.length, 1);
  return [...dealRows(table, { stretches, keys: rowKeys(table, 1), sample, seed: 1 })];
};

const numbers = (count: number, seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => ({ x: randomNormal(random), y: randomNormal(random) }));
};

describe("rows that stand in an order", () => {
  test("are dealt in stretches of equal length", () => {
    const counts = new Array(PART_COUNT).fill(0);
    for (let place = 0; place < 160; place++) counts[stretchOf(place, 160)]++;
    expect(counts).toEqual(new Array(PART_COUNT).fill(10));
    const backwards = Uint8Array.from({ length: 160 }, (_, row) => stretchOf(159 - row, 160));
    expect(deal(numbers(160, 1), backwards)).toEqual([...backwards]);
  });
});

describe("rows that stand in none", () => {
  test("are dealt by lot, about as many to each part", () => {
    const parts = deal(numbers(3200, 2));
    const counts = Array.from({ length: PART_COUNT }, (_, part) => parts.filter((other) => other === part).length);
    for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(60);
  });

  test("go into the same parts in any order", () => {
    const rows = numbers(100, 3);
    const parts = deal(rows);
    expect(deal(rows.toReversed()).toReversed()).toEqual(parts);
  });

  test("share a part with their copies", () => {
    const rows = numbers(300, 4);
    const parts = deal([...rows, ...rows, ...rows]);
    expect(parts.slice(300, 600)).toEqual(parts.slice(0, 300));
    expect(parts.slice(600)).toEqual(parts.slice(0, 300));
  });

  /** Each of them so many times, in parts that are listed row by row; a few columns hardly tell rows apart. */
  const narrow = (count: number, times: number) => {
    const random = createRandom(7);
    const rows = Array.from({ length: count }, () => ({
      size: Math.round(100 * randomNormal(random)) / 100,
      hour: randomInteger(random, 3),
    }));
    const parts = deal(Array.from({ length: times }, () => rows).flat());
    return rows.map((row, at) => ({
      content: `${row.size} ${row.hour}`,
      parts: Array.from({ length: times }, (_, copy) => parts[at + copy * count]!),
    }));
  };

  test("share a part with as many as every row comes, also where a few columns hardly tell rows apart", () => {
    const dealt = narrow(200, 4);
    const once = dealt.filter(({ content }) => dealt.filter((other) => other.content === content).length === 1);
    expect(once.length).toBeGreaterThan(100);
    for (const { parts } of once) expect(new Set(parts).size).toBe(1);
  });

  test("come by themselves where they are equal by chance, however often every row comes", () => {
    const dealt = narrow(3000, 2); // some 300 sizes in each of three hours
    const partsOf = new Map<string, number[]>();
    for (const { content, parts } of dealt) partsOf.set(content, [...(partsOf.get(content) ?? []), ...parts]);
    const often = [...partsOf.values()].filter((parts) => parts.length >= 14);
    expect(often.length).toBeGreaterThan(10);
    for (const parts of often) {
      const counts = Array.from({ length: PART_COUNT }, (_, part) => parts.filter((other) => other === part).length);
      expect(counts.filter((count) => count > 0).length).toBeGreaterThan(3);
      for (const count of counts) expect(count % 2).toBe(0);
    }
  });

  test("may come an even number of times by chance where they are few", () => {
    const random = createRandom(8);
    const states = Array.from({ length: 30 }, (_, state) => ({ a: `a${state % 6}`, b: `b${Math.floor(state / 6)}` }));
    const rows = states.flatMap((state) => Array.from({ length: 2 * (1 + randomInteger(random, 4)) }, () => state));
    const parts = deal(rows);
    const pairs = rows.flatMap((row, at) => (rows[at + 1] === row ? [[at, at + 1] as const] : []));
    expect(pairs.filter(([one, other]) => parts[one] !== parts[other]).length).toBeGreaterThan(pairs.length / 2);
  });

  /** Things measured some times each. */
  const measured = (things: number, times: number, noise: number) => {
    const random = createRandom(6);
    const truths = Array.from({ length: things }, () => [0, 1, 2, 3].map(() => randomNormal(random)));
    const rows = Array.from({ length: things * times }, (_, row) => {
      const [x, y, z, u] = truths[row % things]!.map((value) => value + noise * randomNormal(random));
      return { x, y, z, u, machine: `m${row % 3}` };
    });
    const parts = deal(rows);
    const others = Array.from({ length: rows.length - things }, (_, i) => i + things);
    const together = others.filter((row) => parts[row] === parts[row % things]).length / others.length;
    return { rows, parts, together };
  };

  test("share a part with rows that are nearly their copies", () => {
    expect(measured(300, 5, 0.001).together).toBe(1);
    expect(measured(300, 2, 0.001).together).toBeGreaterThan(0.95);
  });

  test("go there in any order, too", () => {
    const { rows, parts } = measured(300, 3, 0.001);
    expect(deal(rows.toReversed()).toReversed()).toEqual(parts);
  });

  test("do not where nearly equal rows are states that come again", () => {
    expect(measured(9, 100, 0.001).together).toBeLessThan(0.15);
  });

  test("do not where rows are as near as chance has it", () => {
    expect(measured(300, 5, 0.5).together).toBeLessThan(0.15);
  });

  test("do not where equal rows are states that come again", () => {
    const random = createRandom(5);
    const rows = Array.from({ length: 600 }, () => ({
      a: "xyz"[randomInteger(random, 3)],
      b: "pqr"[randomInteger(random, 3)],
    }));
    const parts = deal(rows);
    const ofOneState = parts.filter((_, row) => rows[row]!.a === "x" && rows[row]!.b === "p");
    expect(new Set(ofOneState).size).toBe(PART_COUNT);
  });
});

describe("groups of parts", () => {
  test("are of equal size, drawn by the seed", () => {
    for (const groups of [2, 4, 8]) {
      const groupOf = [...groupParts(groups, 1)];
      for (let group = 0; group < groups; group++) {
        expect(groupOf.filter((other) => other === group)).toHaveLength(PART_COUNT / groups);
      }
    }
    expect(groupParts(8, 1)).not.toEqual(groupParts(8, 2));
  });
});
