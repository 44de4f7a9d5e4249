import { expect, test } from "vitest";
import { createRandom, randomInteger, randomNormal } from "../base/index.js";
import { clusterRows } from "./cluster-rows.js";

/** Mean squared distance between rows of a group. */
function spread(values: Float64Array, stride: number, order: Int32Array, size: number): number {
  let sum = 0;
  let pairs = 0;
  order.forEach((a, i) => {
    for (const b of order.subarray(i + 1, Math.ceil((i + 1) / size) * size)) {
      for (let j = 0; j < stride; j++) sum += (values[a * stride + j]! - values[b * stride + j]!) ** 2;
      pairs++;
    }
  });
  return sum / pairs;
}

test("every row stands once in the order, for any number of rows and many equal values", () => {
  for (let rowCount = 0; rowCount < 60; rowCount++) {
    const random = createRandom(rowCount);
    const values = Float64Array.from({ length: 2 * rowCount }, () =>
      random() < 0.1 ? Number.NaN : randomInteger(random, 1 + (rowCount % 5)),
    );
    const order = clusterRows({ values, stride: 2, rowCount }, [0, 1], 8);
    expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
    expect([...clusterRows({ values, stride: 2, rowCount }, [0, 1], 8)]).toEqual([...order]);
  }
});

test("rows of a group are alike", () => {
  const random = createRandom(5);
  const values = Float64Array.from({ length: 2 * 400 }, () => random());
  const order = clusterRows({ values, stride: 2, rowCount: 400 }, [0, 1], 8);
  const given = Int32Array.from({ length: 400 }, (_, row) => row);
  expect(spread(values, 2, order, 8)).toBeLessThan(spread(values, 2, given, 8) / 10);
});

test("rows of a group are alike in all features that go together, not only in the most varied one", () => {
  const random = createRandom(6);
  const common = Float64Array.from({ length: 400 }, () => randomNormal(random));
  const values = Float64Array.from(
    { length: 6 * 400 },
    (_, i) => common[Math.floor(i / 6)]! + randomNormal(random) / 2,
  );
  const order = clusterRows({ values, stride: 6, rowCount: 400 }, [0, 1, 2, 3, 4, 5], 100);
  const known = Int32Array.from({ length: 400 }, (_, row) => row).sort((a, b) => common[a]! - common[b]!);
  expect(spread(values, 6, order, 100)).toBeLessThan(1.05 * spread(values, 6, known, 100));
});

test("without a feature that varies the order stays", () => {
  const values = Float64Array.from({ length: 40 }, () => 3);
  expect([...clusterRows({ values, stride: 1, rowCount: 40 }, [0], 8)]).toEqual([...values.keys()]);
  expect([...clusterRows({ values, stride: 1, rowCount: 40 }, [], 8)]).toEqual([...values.keys()]);
});
