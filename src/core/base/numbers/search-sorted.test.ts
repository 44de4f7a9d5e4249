import { expect, test } from "vitest";
import { createRandom, randomInteger } from "../random/random.js";
import { countBefore, countBelow, countUpTo } from "./search-sorted.js";

test("all three count as a plain filter does, with repeated values and limits between and beyond them", () => {
  const random = createRandom(1);
  for (let length = 0; length < 40; length++) {
    const sorted = Float64Array.from({ length }, () => randomInteger(random, 12)).sort();
    for (let limit = -1; limit <= 12; limit += 0.5) {
      const below = sorted.filter((value) => value < limit).length;
      expect(countBelow(sorted, limit)).toBe(below);
      expect(countUpTo(sorted, limit)).toBe(sorted.filter((value) => value <= limit).length);
      expect(countBefore(length, (place) => sorted[place]! < limit)).toBe(below);
    }
  }
});

test("places may be more than 32 bits can count", () => {
  expect(countBefore(2 ** 40, (place) => place < 2 ** 35 + 7)).toBe(2 ** 35 + 7);
});
