import { describe, expect, test } from "vitest";
import { createRandom, hashText, mix32, randomInteger, randomNormal } from "./random.js";

function take(count: number, next: () => number): number[] {
  return Array.from({ length: count }, next);
}

describe("createRandom", () => {
  test("gives the same numbers for the same seed, in every engine", () => {
    expect(take(5, createRandom(1))).toEqual(take(5, createRandom(1)));
    expect(take(3, createRandom(1))).toEqual([0.8894747814629227, 0.9029512910638005, 0.060947903431952]);
  });

  test("gives other numbers for seeds that differ only above 32 bits", () => {
    expect(take(3, createRandom(7))).not.toEqual(take(3, createRandom(7 + 2 ** 32)));
    expect(take(3, createRandom(0))).not.toEqual(take(3, createRandom(Number.MAX_SAFE_INTEGER)));
  });

  test("stays in [0, 1) and fills it evenly", () => {
    const tenths = new Array<number>(10).fill(0);
    for (const value of take(100_000, createRandom(42))) {
      expect(value >= 0 && value < 1).toBe(true);
      tenths[Math.floor(value * 10)]!++;
    }
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});

test("mix32 is a bijection: no two of many inputs meet", () => {
  const seen = new Set(Array.from({ length: 100_000 }, (_, i) => mix32(i * 7919)));
  expect(seen.size).toBe(100_000);
});

test("randomInteger reaches every integer below its bound and no other", () => {
  const random = createRandom(3);
  expect([...new Set(take(500, () => randomInteger(random, 5)))].sort()).toEqual([0, 1, 2, 3, 4]);
});

test("randomNormal has mean 0 and deviation 1", () => {
  const random = createRandom(5);
  const values = take(50_000, () => randomNormal(random));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.02);
  expect(Math.abs(variance - 1)).toBeLessThan(0.03);
});

test("hashText tells texts and seeds apart", () => {
  const hashes = ["", "a", "b", "ab", "ba", "__proto__"].flatMap((text) => [hashText(text, 1), hashText(text, 2)]);
  expect(new Set(hashes).size).toBe(12);
});
