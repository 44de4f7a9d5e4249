import { describe, expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { type ProbabilityTeller, prepareProbability, type SuspectSums, tellProbabilities } from "../evidence/index.js";
import { fitProbability, type TriedRow } from "./fit-probability.js";

const usual = { largest: 5, strangeness: 3 };

/** Rows whose first suspect is wrong as often as `truth` says for its sum. */
function rowsWith(truth: (sum: number) => number, count: number): TriedRow[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, i) => {
    const sum = 0.5 + 20 * random();
    const isChanged = i % 3 !== 0;
    const isWrong = isChanged && random() < truth(sum);
    return {
      rankedSums: Float64Array.of(sum, sum / 4),
      runnerUp: sum / 3,
      strangeness: sum / 2,
      isWrong: Uint8Array.of(Number(isWrong), 0),
      isChanged,
    };
  });
}

const firstOf = (rows: readonly TriedRow[], sum: number): number => {
  const teller = prepareProbability(fitProbability(rows, { usual, features: 6 }));
  return probabilitiesOf(teller, { rankedSums: [sum, sum / 4], runnerUp: sum / 3, strangeness: sum / 2 })[0]!;
};

function probabilitiesOf(teller: ProbabilityTeller, sums: SuspectSums): number[] {
  const told: number[] = [];
  tellProbabilities(teller, sums, (place, probability) => {
    told[place] = probability;
  });
  return told;
}

describe("the probability that a suspect is wrong", () => {
  test("is about the share of such suspects that were", () => {
    const rows = rowsWith((sum) => (sum > 10 ? 0.95 : 0.2), 6000);
    const near = (low: number, high: number): number => {
      const some = rows.filter(({ rankedSums }) => rankedSums[0]! > low && rankedSums[0]! < high);
      return some.filter(({ isWrong }) => isWrong[0] === 1).length / some.length;
    };
    for (const [low, high] of [
      [2, 6],
      [14, 20],
    ] as const) {
      expect(Math.abs(firstOf(rows, (low + high) / 2) - near(low, high))).toBeLessThan(0.12);
    }
  });

  test("of few rows is near what other tables have shown, and grows with the sum", () => {
    const rows = rowsWith((sum) => Number(sum > 8), 12);
    expect(firstOf(rows, 1)).toBeLessThan(0.2);
    expect(firstOf(rows, 40)).toBeGreaterThan(0.9);
  });

  test("does not rise without end where nothing else is suspect", () => {
    const teller = prepareProbability(
      fitProbability(
        rowsWith((sum) => Number(sum > 8), 500),
        { usual, features: 6 },
      ),
    );
    const firstBefore = (runnerUp: number): number =>
      probabilitiesOf(teller, { rankedSums: [4], runnerUp, strangeness: 2 })[0]!;
    expect(firstBefore(0)).toBe(firstBefore(1.4));
  });

  test("of a later suspect is never above that of the one before it", () => {
    const teller = prepareProbability(
      fitProbability(
        rowsWith(() => 0.5, 500),
        { usual, features: 6 },
      ),
    );
    // Sums never rise in a row; that they do here is what tries the limit.
    for (const rankedSums of [
      [9, 9, 9],
      [1, 9, 30],
      [0.1, 40, 40],
    ]) {
      const [first, second, third] = probabilitiesOf(teller, { rankedSums, runnerUp: 9, strangeness: 9 });
      expect(second).toBeLessThanOrEqual(first!);
      expect(third).toBeLessThanOrEqual(second!);
    }
  });
});
