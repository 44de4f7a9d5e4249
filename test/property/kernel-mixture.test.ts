/** Fitting a mixture in the kernel against its reference: the same components, to the last bit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, randomInteger, randomNormal } from "../../src/core/base/index.js";
import { openKernel } from "../../src/core/compute/index.js";
import { createFitter, fitMixture } from "../../src/core/densities/index.js";
import { createReferenceFitter } from "../reference/fit-components.js";
import { runs } from "./runs.js";

/** One memory for all fits: what one leaves behind must not matter to the next. */
const kernel = openKernel();

interface Plan {
  readonly seed: number;
  readonly rowCount: number;
  readonly featureCount: number;
  readonly count: number;
}

/** Rows of a few regimes, with ties, columns without noise, and values at the limits. */
function rowsOf({ seed, rowCount, featureCount }: Plan): Float64Array {
  const random = createRandom(seed);
  const kinds = Array.from({ length: featureCount }, () => randomInteger(random, 5));
  return Float64Array.from({ length: rowCount * featureCount }, (_, i) => {
    const regime = Math.floor(i / featureCount) % 3;
    switch (kinds[i % featureCount]) {
      case 0:
        return 0;
      case 1:
        return regime - 1;
      case 2:
        return randomInteger(random, 3) * 5 - 5;
      case 3:
        return random() < 0.05 ? 10 : -0;
      default:
        return randomNormal(random) + 3 * regime;
    }
  });
}

function expectSame(plan: Plan): void {
  const random = createRandom(plan.seed + 1);
  const given = { ...plan, rows: rowsOf(plan), ridge: 0.001 + 0.1 * random() };
  const starts = Array.from({ length: plan.count }, () => randomInteger(random, plan.rowCount));
  const mark = kernel.mark();
  const fitter = createFitter(kernel, given);
  const reference = createReferenceFitter(given);
  for (const row of starts) expect(fitter.distancesFrom(row)).toEqual(reference.distancesFrom(row));
  expect(fitter.fit(starts)).toEqual(reference.fit(starts));
  kernel.release(mark);
}

describe("the fit of a mixture", () => {
  const counts = fc.integer({ min: 1, max: 5 });

  test("is that of the reference around every boundary", () => {
    for (const rowCount of [1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65]) {
      for (const featureCount of [1, 2, 3, 4, 5]) {
        for (const count of [1, 2, 5]) expectSame({ seed: rowCount * featureCount, rowCount, featureCount, count });
      }
    }
  });

  test("is that of the reference on random rows", () => {
    const plans = fc.record({
      seed: fc.nat(),
      rowCount: fc.integer({ min: 1, max: 300 }),
      featureCount: fc.integer({ min: 1, max: 20 }),
      count: counts,
    });
    fc.assert(fc.property(plans, expectSame), runs(150));
  });

  test("is that of the reference on wide rows", () => {
    for (const featureCount of [63, 64, 65, 256])
      expectSame({ seed: featureCount, rowCount: 40, featureCount, count: 2 });
  });

  test("is the same whatever was in memory before, and gives it back", () => {
    const plans = fc.record({
      seed: fc.nat(),
      rowCount: fc.integer({ min: 0, max: 400 }),
      featureCount: fc.integer({ min: 0, max: 12 }),
      count: counts,
    });
    fc.assert(
      fc.property(plans, (plan) => {
        const scores = rowsOf(plan).map((value, i) => (i % 11 === 0 ? Number.NaN : value));
        const mark = kernel.mark();
        const fitted = fitMixture(scores, plan.featureCount, {
          ridge: 0.05,
          weight: 1.25,
          doubtWeight: 0,
          random: createRandom(plan.seed),
          kernel,
        });
        expect(kernel.mark()).toBe(mark);
        const fresh = {
          ridge: 0.05,
          weight: 1.25,
          doubtWeight: 0,
          random: createRandom(plan.seed),
          kernel: openKernel(),
        };
        expect(fitted).toEqual(fitMixture(scores, plan.featureCount, fresh));
      }),
      runs(100),
    );
  });
});
