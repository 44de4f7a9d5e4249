import { describe, expect, test } from "vitest";
import type { RawSet } from "../../data/adbench.js";
import { type BenchmarkSet, isFlagged, numbers } from "../../data/benchmark-set.js";
import { makeSet, PROTOCOL } from "../../data/make-set.js";
import { createRandom, randomNormal } from "../../internals.js";

/** f0 normal, f1 = 2·f0 + noise, f2 whole numbers, f3 one of three codes, f4 constant; anomalies lie far out. */
function rawSet(normal: number, anomalies: number): RawSet {
  const random = createRandom(5);
  const rows = Array.from({ length: normal + anomalies }, (_, row) => {
    const cause = randomNormal(random) + (row < normal ? 0 : 3);
    return [cause, 2 * cause + 0.1 * randomNormal(random), Math.round(10 * random()), row % 3, 7];
  });
  return {
    name: "made",
    values: { shape: [rows.length, 5], values: Float64Array.from(rows.flat()) },
    labels: Float64Array.from(rows, (_, row) => Number(row >= normal)),
  };
}

const raw = rawSet(500, 50);
const set = makeSet(raw);
const features = ["f0", "f1", "f2", "f3", "f4"];
const rowOf = (table: BenchmarkSet["test"], row: number): number[] =>
  features.map((name) => numbers(table, name)[row]!);

describe("the split", () => {
  test("is 4 : 1, normal rows and anomalies each by themselves", () => {
    expect(set.train.rowCount).toBe(400);
    expect(set.trainAnomalies.rowCount).toBe(40);
    expect(set.test.rowCount).toBe(110);
    expect(numbers(set.test, "label").reduce((sum, label) => sum + label, 0)).toBe(10);
    expect(set.train.columns.map(({ name }) => name)).toEqual(features);
  });

  test("obeys its limits", () => {
    const small = makeSet(raw, { ...PROTOCOL, maxTrain: 100, maxTest: 55, maxPerturbed: 3 });
    expect(small.train.rowCount).toBe(100);
    expect(small.test.rowCount).toBe(55);
    expect(small.truth).toHaveLength(3);
  });
});

describe("changed rows", () => {
  const normalRows = Array.from({ length: 100 }, (_, row) => rowOf(set.test, row));

  test("are flagged by a detector, at most as many as wanted", () => {
    expect(set.truth.length).toBeGreaterThan(20);
    expect(set.truth.length).toBeLessThanOrEqual(100);
    expect(set.perturbed.rowCount).toBe(set.truth.length);
    expect(set.truth.every((_, row) => isFlagged(set.perturbed, row))).toBe(true);
  });

  test("differ from a normal test row in exactly the features of the truth", () => {
    set.truth.forEach(({ features: changed }, row) => {
      const own = rowOf(set.perturbed, row);
      const differences = normalRows.map((other) => features.filter((_, f) => other[f] !== own[f]));
      expect(differences).toContainEqual(changed);
      expect(changed.length).toBeGreaterThanOrEqual(1);
      expect(changed.length).toBeLessThanOrEqual(3);
    });
  });

  test("keep whole numbers whole, codes known, and constants alone", () => {
    expect(numbers(set.perturbed, "f2").every(Number.isInteger)).toBe(true);
    expect(numbers(set.perturbed, "f3").every((value) => [0, 1, 2].includes(value))).toBe(true);
    expect(numbers(set.perturbed, "f4").every((value) => value === 7)).toBe(true);
    expect(new Set(set.truth.map(({ mode }) => mode)).size).toBe(3);
  });
});

test("the same seed makes the same set, another one another", () => {
  expect(makeSet(raw)).toEqual(set);
  expect(makeSet(raw, { ...PROTOCOL, seed: 2 }).truth).not.toEqual(set.truth);
});
