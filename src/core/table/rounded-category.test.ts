import { expect, test } from "vitest";
import { createRandom, isSameNumber, randomInteger } from "../base/index.js";
import { createRoundedFinder } from "./rounded-category.js";

/** By definition. */
function firstSame(categories: readonly number[], value: number): number | null {
  const code = categories.findIndex((category) => isSameNumber(value, category));
  return code < 0 ? null : code;
}

test("finds the first of all categories that a number is a rounding of, on 300 random lists", () => {
  let found = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = createRandom(seed);
    const scale = 10 ** (randomInteger(random, 40) - 20);
    const near = (value: number): number =>
      [value, Math.fround(value), value * (1 + 4e-13), value * (1 + 3e-8), value * (1 + 2e-7), -value][
        randomInteger(random, 6)
      ]!;
    const some = Array.from({ length: 30 }, () => (random() - 0.5) * scale);
    const whole = Array.from({ length: 5 }, () => randomInteger(random, 100) - 50);
    // In no order, as values of approved rules stand behind those learnt, and some next to each other.
    const categories = [...some, ...whole, ...some.slice(0, 15).map(near), Infinity, -Infinity, 5e-324, 1e-316];
    const find = createRoundedFinder(categories);
    for (const value of [...categories.map(near), Math.fround(1e-316), Number.MAX_VALUE, 0]) {
      expect(find(value), `seed ${seed}, ${value}`).toBe(firstSame(categories, value));
      found += Number(find(value) !== null);
    }
  }
  expect(found).toBeGreaterThan(3000);
});

test("no text or truth value is a number", () => {
  expect(createRoundedFinder(["0.5", true, 0.25])(0.5)).toBeNull();
  expect(createRoundedFinder([])(0.5)).toBeNull();
});
