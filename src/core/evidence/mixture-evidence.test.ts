import { describe, expect, test } from "vitest";
import { partsOf } from "../../../test/blame-parts.js";
import { openKernel } from "../compute/index.js";
import type { Mixture } from "../densities/index.js";
import { blameFeatures } from "./blame.js";
import { dropFromMixture, startMixture } from "./mixture-evidence.js";
import { prepareRowBlamer } from "./row-blame.js";

/** One regime of unit variances; the first two features have this correlation, the third is by itself. */
function regime(correlation: number): Mixture {
  const det = 1 - correlation ** 2;
  return {
    featureCount: 3,
    centres: new Float64Array(3),
    scales: new Float64Array(3).fill(1),
    components: [
      {
        logWeight: 0,
        mean: new Float64Array(3),
        precision: Float64Array.of(1 / det, -correlation / det, 0, -correlation / det, 1 / det, 0, 0, 0, 1),
        logDeterminant: Math.log(det),
      },
    ],
    weight: 1.25,
    doubtWeight: 0,
  };
}

/** What a step of blaming makes of these scores, by the mixture alone. */
function gainsOf(
  mixture: Mixture,
  values: readonly number[],
  left: readonly number[] = [0, 0, 0],
  dropped: readonly number[] = [],
): number[] {
  const blamer = prepareRowBlamer(partsOf(3, { mixture }), openKernel());
  const evidence = blamer.mixture!;
  evidence.scores.set(values.map((value, j) => (left[j] === 1 ? 0 : value)));
  startMixture(evidence, Uint8Array.from(left));
  for (const feature of dropped) dropFromMixture(evidence, feature);
  blameFeatures(blamer.blame, 1);
  return [...evidence.gains.subarray(0, 3)];
}

describe("the gain of leaving a value out", () => {
  test("of an independent feature is its distance, nothing at the centre", () => {
    const [, , gain] = gainsOf(regime(0), [0, 0, 4]);
    // ½ · 4² and ½ ln 2π, less 0.9.
    expect(gain).toBeCloseTo(Math.sqrt(2 * (8 + Math.log(2 * Math.PI) / 2 - 0.9)), 12);
    expect(gainsOf(regime(0), [0, 0, 0])[2]).toBeLessThan(0.2);
  });

  test("is the same for two that contradict each other, and that of the second by itself once the first is out", () => {
    const [first, second, third] = gainsOf(regime(0.95), [2, -2, 0]);
    expect(first).toBeCloseTo(second!, 12);
    expect(first).toBeGreaterThan(8);
    expect(third).toBeLessThan(0.2);
    const alone = Math.sqrt(2 * (2 + Math.log(2 * Math.PI) / 2 - 0.9));
    expect(gainsOf(regime(0.95), [2, -2, 0], undefined, [0])[1]).toBeCloseTo(alone, 9);
  });

  test("of a value out of the start is as if it had been dropped", () => {
    const missing = gainsOf(regime(0.95), [Number.NaN, -2, 1], [1, 0, 0]);
    const dropped = gainsOf(regime(0.95), [7, -2, 1], undefined, [0]);
    expect(missing[1]).toBeCloseTo(dropped[1]!, 9);
    expect(missing[2]).toBeCloseTo(dropped[2]!, 9);
  });

  test("is limited, so that one wild value does not outshout all else", () => {
    expect(gainsOf(regime(0), [0, 0, 1e9])[2]).toBeLessThanOrEqual(10);
  });

  test("is finite where nothing is left of a pivot", () => {
    const flat: Mixture = {
      ...regime(0),
      components: [{ ...regime(0).components[0]!, precision: new Float64Array(9) }],
    };
    for (const gain of gainsOf(flat, [1, 2, 3], undefined, [0, 1])) expect(gain).toSatisfy(Number.isFinite);
  });
});
