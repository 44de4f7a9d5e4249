import { expect, test } from "vitest";
import { createRandom, randomNormal } from "../core/base/index.js";
import { averagePathLength, growIsolationForest, scoreIsolationForest } from "./isolation-forest.js";
import { matrixFromRows } from "./matrix.js";

function cloud(rows: number, width: number, seed: number) {
  const random = createRandom(seed);
  return matrixFromRows(Array.from({ length: rows }, () => Array.from({ length: width }, () => randomNormal(random))));
}

test("the expected depth c(n) has its known values", () => {
  expect(averagePathLength(0)).toBe(0);
  expect(averagePathLength(1)).toBe(0);
  expect(averagePathLength(2)).toBe(1);
  expect(averagePathLength(256)).toBeCloseTo(10.244770920119917, 12); // scikit-learn's figure
});

test("a far row has a high score, a central row a low one, all in (0, 1]", () => {
  const forest = growIsolationForest(cloud(1000, 3, 7));
  const [centre, edge, far] = scoreIsolationForest(
    forest,
    matrixFromRows([
      [0, 0, 0],
      [2, 2, 2],
      [9, 9, 9],
    ]),
  );
  expect(centre).toBeLessThan(0.45);
  expect(edge).toBeGreaterThan(centre!);
  expect(far).toBeGreaterThan(0.75);
  expect(far).toBeLessThanOrEqual(1);
});

test("the mean score of the learning rows is near one half", () => {
  const rows = cloud(256, 4, 3);
  const scores = scoreIsolationForest(growIsolationForest(rows), rows);
  expect(scores.reduce((a, b) => a + b) / 256).toBeCloseTo(0.45, 1);
});

test("one seed gives one forest, another seed another", () => {
  const rows = cloud(300, 2, 5);
  expect(growIsolationForest(rows, { seed: 4 })).toEqual(growIsolationForest(rows, { seed: 4 }));
  expect(growIsolationForest(rows, { seed: 4 }).thresholds).not.toEqual(
    growIsolationForest(rows, { seed: 5 }).thresholds,
  );
});

test("scoring rows together or one by one is the same", () => {
  const rows = cloud(50, 3, 1);
  const forest = growIsolationForest(rows);
  const together = scoreIsolationForest(forest, rows);
  const alone = Array.from({ length: 50 }, (_, row) => {
    const one = { rowCount: 1, width: 3, values: rows.values.slice(row * 3, row * 3 + 3) };
    return scoreIsolationForest(forest, one)[0]!;
  });
  expect(Array.from(together)).toEqual(alone);
});

test("constant columns are never split; a table of equal rows scores one half everywhere", () => {
  const rows = matrixFromRows(Array.from({ length: 100 }, (_, row) => [5, row]));
  expect(growIsolationForest(rows).columns).not.toContain(0);
  const equal = matrixFromRows(Array.from({ length: 100 }, () => [1, 2]));
  const score = scoreIsolationForest(growIsolationForest(equal), equal)[0]!;
  expect(score).toBeCloseTo(0.5, 12);
});

test("one row and one feature are enough", () => {
  const one = matrixFromRows([[3]]);
  expect(Array.from(scoreIsolationForest(growIsolationForest(one), one))).toEqual([0.5]);
});

test("values at the limits of double precision do not stop it", () => {
  const rows = matrixFromRows([[1], [1 + Number.EPSILON], [-Number.MAX_VALUE], [Number.MAX_VALUE]]);
  for (const score of scoreIsolationForest(growIsolationForest(rows), rows)) expect(score).toBeGreaterThan(0);
});
