import { expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { strengthOf } from "../evidence/index.js";
import { PART_COUNT } from "./deal-rows.js";
import { spreadStrangeness } from "./dependent-strangeness.js";

const STRETCH = 50;
const partsOf = (count: number): Uint8Array => Uint8Array.from({ length: count }, (_, i) => Math.floor(i / STRETCH));

/** As many independent rows as tell the same: by the variance of shares between stretches, one by one. */
function independentRows(values: readonly number[], parts: Uint8Array): number {
  const limit = values.toSorted((a, b) => a - b)[Math.floor(0.9 * values.length)]!;
  const share = values.filter((value) => value > limit).length / values.length;
  const stretches = [...new Set(parts)].map((part) => values.filter((_, i) => parts[i] === part));
  const excesses = stretches.map((rows) => rows.filter((value) => value > limit).length - share * rows.length);
  const variance = excesses.reduce((sum, excess) => sum + excess ** 2, 0) / (stretches.length - 1);
  const byChance = (values.length / stretches.length) * share * (1 - share);
  return values.length / Math.max(1, byChance === 0 ? 1 : variance / byChance);
}

/** Normal rows of which whole stretches are stranger than others. */
function drawRows(seed: number, shift: number): number[] {
  const random = createRandom(seed);
  const levels = Array.from({ length: PART_COUNT }, () => shift * random());
  return Array.from({ length: PART_COUNT * STRETCH }, (_, i) => random() + levels[Math.floor(i / STRETCH)]!);
}

test("a strength is stated only where as few independent rows would allow it", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const values = drawRows(seed, (seed % 5) / 2);
    const [count, parts] = [values.length, partsOf(values.length)];
    const independent = independentRows(values, parts);
    const spread = spreadStrangeness(Float64Array.from(values), parts);
    const sorted = values.toSorted((a, b) => a - b);
    for (const level of [0.5, 0.9, 0.95, 0.99]) {
      const limit = spread[Math.ceil(level * (count + 1)) - 1]!;
      const below = sorted.filter((value) => value <= limit).length / count;
      const wanted = Math.min(1, (level * (independent + 1)) / independent);
      expect(below).toBeGreaterThanOrEqual(wanted - 1e-6);
      expect(below).toBeLessThan(wanted + 2 / count + 1e-9);
    }
  }
});

test("rows whose stretches are alike count in full", () => {
  const values = Array.from({ length: PART_COUNT * STRETCH }, (_, i) => i % STRETCH);
  expect([...spreadStrangeness(Float64Array.from(values), partsOf(values.length))]).toEqual(
    values.toSorted((a, b) => a - b),
  );
});

test("nothing becomes less strange, and what is stranger than all of them stays so", () => {
  const values = Float64Array.from(drawRows(3, 4));
  const spread = spreadStrangeness(values, partsOf(values.length));
  const sorted = values.slice().sort();
  spread.forEach((limit, i) => {
    expect(limit).toBeGreaterThanOrEqual(sorted[i]!);
  });
  expect(spread.at(-1)).toBe(sorted.at(-1));
  expect(strengthOf({ strangeness: spread }, 1e9)).toBe(values.length / (values.length + 1));
});

test("rows that are all as strange, or of one stretch, count in full", () => {
  const alike = new Float64Array(40).fill(2);
  expect([...spreadStrangeness(alike, new Uint8Array(40))]).toEqual([...alike]);
  const rising = Float64Array.from({ length: 40 }, (_, i) => i);
  expect([...spreadStrangeness(rising, new Uint8Array(40))]).toEqual([...rising]);
});
