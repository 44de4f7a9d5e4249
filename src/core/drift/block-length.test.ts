import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { type BlockSums, chooseBlocks, chooseLength, meanOf, SMALLEST_BLOCK, settlingRows } from "./block-length.js";

/** Sums over smallest blocks of an AR(1) series. */
function seriesOf(phi: number, blocks: number, seed = 1): BlockSums {
  const random = createRandom(seed);
  let state = randomNormal(random);
  const sums = new Float64Array(blocks).map(() => {
    let sum = 0;
    for (let row = 0; row < SMALLEST_BLOCK; row++) {
      state = phi * state + Math.sqrt(1 - phi * phi) * randomNormal(random);
      sum += state;
    }
    return sum;
  });
  return { sums, counts: new Float64Array(blocks).fill(SMALLEST_BLOCK) };
}

const DEPENDENT = { leastRows: 32, areDependent: true };

describe("rows of a block", () => {
  test("are the least where rows depend on nothing", () => {
    expect(chooseBlocks(seriesOf(0, 600), { leastRows: 8, areDependent: false })).toMatchObject({ rows: 8, carry: 0 });
    expect(chooseBlocks(seriesOf(0, 600), DEPENDENT)!.rows).toBeLessThanOrEqual(64);
  });

  test("are few where what blocks tell of one another can be taken off, and many where it cannot", () => {
    const slow = seriesOf(0.98, 1200);
    expect(chooseBlocks(slow, DEPENDENT)!.rows).toBeLessThanOrEqual(64);
    expect(chooseBlocks(slow, DEPENDENT)!.carry).toBeGreaterThan(0.4);
    expect(settlingRows(slow, DEPENDENT)).toBeGreaterThanOrEqual(128);
  });

  test("are none where too few blocks would be left", () => {
    expect(settlingRows(seriesOf(0.999, 600), DEPENDENT)).toBeNull();
    expect(chooseBlocks(seriesOf(0.999, 600), DEPENDENT)).toBeNull(); // it hardly returns to its mean
    expect(chooseBlocks(seriesOf(0, 31), { leastRows: 8, areDependent: false })).toBeNull();
  });

  test("do not count where they are missing: a block needs a quarter of them", () => {
    expect([meanOf(3, 2, 8), meanOf(3, 1, 8), meanOf(0, 0, 0)]).toEqual([1.5, Number.NaN, Number.NaN]);
    const { sums, counts } = seriesOf(0.9, 600);
    counts.fill(0, 100, 104); // one block of 32 rows
    const { raw, scores } = chooseBlocks({ sums, counts }, DEPENDENT)!;
    expect(raw[25]).toBeNaN();
    expect([scores[0], scores[25], scores[26]]).toEqual([Number.NaN, Number.NaN, Number.NaN]); // nothing to take off
  });

  test("of a series that is always the same are the least", () => {
    const same = { sums: new Float64Array(600), counts: new Float64Array(600).fill(8) };
    expect(chooseBlocks(same, DEPENDENT)).toMatchObject({ rows: 32, carry: 0 });
  });

  test("grow while rare things come together", () => {
    const bursts = new Float64Array(1200).map((_, block) => Number(block % 200 < 6));
    const chosen = chooseLength(DEPENDENT, (rows) => {
      const joined = rows / SMALLEST_BLOCK;
      return { rows, scores: bursts.filter((_, block) => block % joined === 0) };
    });
    expect(chosen!.rows).toBeGreaterThan(32);
  });
});
