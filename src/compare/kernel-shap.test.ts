import { expect, test } from "vitest";
import { contextWith, normalTable } from "../../test/compare/planted.js";
import { createRandom } from "../core/base/index.js";
import { matrixRow } from "../detectors/matrix.js";
import { listCoalitions } from "./coalitions.js";
import { createKernelShap, summariseBackground } from "./kernel-shap.js";
import type { AdditiveForm, PeerContext } from "./peer.js";

async function explained(context: PeerContext, row: Float64Array): Promise<AdditiveForm> {
  return (await createKernelShap().explain(context, row)).form as AdditiveForm;
}

function expectAdditive({ expected, contributions, score }: AdditiveForm): void {
  expect(expected + contributions.reduce((sum, value) => sum + value, 0)).toBeCloseTo(score, 10);
}

for (const width of [2, 5, 12, 20]) {
  test(`on a linear score of ${width} features contributions are β (value − background mean), exactly`, async () => {
    const beta = Array.from({ length: width }, (_, i) => (i % 2 === 0 ? 1 : -1) * (i + 1));
    const context = contextWith(normalTable(150, width, 5), (row) =>
      row.reduce((sum, value, i) => sum + beta[i]! * value, 0),
    );
    const row = Float64Array.from({ length: width }, (_, i) => i / 3 - 1);
    const { rows, weights } = summariseBackground(context, 20);
    const form = await explained(context, row);
    beta.forEach((factor, column) => {
      const mean = weights.reduce((sum, weight, b) => sum + weight * matrixRow(rows, b)[column]!, 0);
      expect(form.contributions[column]).toBeCloseTo(factor * (row[column]! - mean), 8);
    });
    expectAdditive(form);
  });
}

test("on a score with interactions they are the Shapley values that enumeration gives", async () => {
  const score = (row: Float64Array) => row[0]! * row[1]! + Math.max(row[2]!, row[3]!) - row[0]! * row[3]! * row[4]!;
  const context = contextWith(normalTable(100, 5, 8), score);
  const row = Float64Array.of(2, -1, 0.5, 1.5, -2);
  const form = await explained(context, row);
  const exact = shapleyValues(context, row, score);
  exact.forEach((value, column) => {
    expect(form.contributions[column]).toBeCloseTo(value, 10);
  });
  expectAdditive(form);
});

/** The definition: the mean gain of a feature over all orders, by subsets. */
function shapleyValues(context: PeerContext, row: Float64Array, score: (row: Float64Array) => number): number[] {
  const { rows, weights } = summariseBackground(context, 20);
  const size = row.length;
  const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
  const value = (subset: number): number =>
    weights.reduce((sum, weight, b) => {
      const mixed = matrixRow(rows, b).map((other, i) => ((subset >> i) & 1 ? row[i]! : other));
      return sum + weight * score(mixed);
    }, 0);
  return Array.from(row, (_, column) => {
    let sum = 0;
    for (let subset = 0; subset < 1 << size; subset++) {
      if ((subset >> column) & 1) continue;
      const members = Array.from({ length: size }, (_, i) => (subset >> i) & 1).reduce((a, b) => a + b, 0);
      const weight = (factorial(members) * factorial(size - members - 1)) / factorial(size);
      sum += weight * (value(subset | (1 << column)) - value(subset));
    }
    return sum;
  });
}

test("it says on which side of the expected score the row lies, and what moved it there", async () => {
  const told = async (...values: number[]): Promise<string> => {
    const context = contextWith(normalTable(60, 3, 4), (row) => 10 + row[0]! - row[1]!);
    return (await createKernelShap().explain(context, Float64Array.from(values))).text;
  };
  const above = await told(9, 0, 0);
  const [, high, more, usual] = /^The score (\S+) is (\S+) above the expected (\S+); the most is added by /.exec(
    above,
  )!;
  expect(Number(high)).toBe(19);
  expect(Number(more)).toBeCloseTo(19 - Number(usual), 1);
  const below = await told(-9, 0, 0);
  const [, low, less, same, first] =
    /^The score (\S+) is (\S+) below the expected (\S+); the most is taken off by (\S+) \d/.exec(below)!;
  expect(Number(low)).toBe(1);
  expect(same).toBe(usual);
  expect(Number(less)).toBeCloseTo(Number(usual) - 1, 1);
  expect(first).toBe(/added by (\S+) \d/.exec(above)![1]);
  expect(below).not.toContain("-");
  const flat = contextWith(normalTable(60, 3, 4), () => 0.5);
  expect((await createKernelShap().explain(flat, Float64Array.of(9, 9, 9))).text).toBe(
    "The score 0.5 is the expected 0.5.",
  );
});

test("with more features than can be enumerated the sum still holds exactly", async () => {
  const context = contextWith(normalTable(80, 25, 3), (row) => Math.hypot(...row));
  expectAdditive(await explained(context, new Float64Array(25).fill(1.5)));
});

test("all coalitions have the Shapley kernel's weights", () => {
  const { members, weights, complete } = listCoalitions(5, 1000, createRandom(1));
  expect(complete).toBe(true);
  expect(members.rowCount).toBe(2 ** 5 - 2);
  const kernel = (size: number) => 4 / ([0, 5, 10, 10, 5][size]! * size * (5 - size));
  const sizes = Array.from({ length: 30 }, (_, i) => matrixRow(members, i).reduce((a, b) => a + b));
  const ratio = weights[0]! / kernel(sizes[0]!);
  sizes.forEach((size, i) => {
    expect(weights[i]).toBeCloseTo(ratio * kernel(size), 12);
  });
  expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
});

test("sampled coalitions come with their complements, once each, their weights sum to 1, and the budget is kept", () => {
  const { members, weights, complete } = listCoalitions(21, 2 * 21 + 2048, createRandom(1));
  expect(complete).toBe(false);
  expect(members.rowCount).toBeLessThanOrEqual(2090);
  expect(members.rowCount).toBeGreaterThan(2000);
  expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 10);
  const keys = new Set(Array.from({ length: members.rowCount }, (_, i) => matrixRow(members, i).join("")));
  expect(keys.size).toBe(members.rowCount);
  const complements = [...keys].filter((key) => keys.has(key.replace(/[01]/g, (bit) => (bit === "0" ? "1" : "0"))));
  expect(complements.length).toBeGreaterThanOrEqual(keys.size - 1);
});
