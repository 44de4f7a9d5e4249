import { describe, expect, test } from "vitest";
import { rankLevels, rankNumbers } from "./ranked-scores.js";

describe("a score among others", () => {
  test("is told by the share of scores at least as high, with itself", () => {
    const ranked = rankNumbers([1, 2, 2, 3]);
    expect([0, 1, 2, 3].map((score) => ranked.shareAtLeast(score))).toEqual([1, 1, 4 / 5, 2 / 5]);
    ranked.add(3);
    expect(ranked.shareAtLeast(3)).toBe(3 / 6);
  });

  test("of one stream is not remembered for another that shares the baseline", () => {
    const baseline = [1, 2, 2, 3];
    const [one, other] = [rankNumbers(baseline), rankNumbers(baseline)];
    one.add(3);
    expect([one.shareAtLeast(3), other.shareAtLeast(3)]).toEqual([3 / 6, 2 / 5]);
    expect(baseline).toEqual([1, 2, 2, 3]);
  });

  test("that is beyond all of them is the rarer, the farther it is", () => {
    const ranked = rankNumbers([0, 0, 1]); // reaches 1 from the middle, and farther since there are few
    const reach = 1 + 16 / 3;
    expect(ranked.shareAtLeast(2)).toBe(1 / 4);
    expect(ranked.shareAtLeast(2 * reach)).toBeCloseTo(1 / 4 / 16, 12);
    expect(ranked.shareAtLeast(10 * reach)).toBeCloseTo(1 / 4 / 10_000, 12);
  });

  test("where all others are the same is not told by distance", () => {
    expect(rankNumbers([0, 0, 0]).shareAtLeast(1)).toBe(1 / 4);
  });

  test("may be a level", () => {
    const ranked = rankLevels([5, 3, 1]);
    expect([0, 1, 2].map((level) => ranked.shareAtLeast(level))).toEqual([1, 5 / 10, 2 / 10]);
    ranked.add(2);
    expect(ranked.shareAtLeast(2)).toBe(3 / 11);
  });

  test("is remembered no longer when a thousand are", () => {
    const numbers = rankNumbers(Array.from({ length: 1024 }, (_, i) => i));
    numbers.add(2000);
    expect(numbers.shareAtLeast(1023.5)).toBe(1 / 1025);
    const levels = rankLevels([1024, 0]);
    levels.add(1);
    expect(levels.shareAtLeast(1)).toBe(1 / 1025);
  });
});
