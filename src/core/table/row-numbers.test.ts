import { describe, expect, test } from "vitest";
import { type NumberFacts, numberFacts } from "./number-facts.js";
import { describeEvenNumbers, describeRowNumbers } from "./row-numbers.js";

const rows = (count: number, numberOf: (row: number) => number): NumberFacts =>
  numberFacts(Float64Array.from({ length: count }, (_, row) => numberOf(row)));

describe("row numbers", () => {
  test("are consecutive integers, each once, from anywhere, in more than twenty rows", () => {
    expect(describeRowNumbers(rows(21, (row) => 5 - row))).toBe(
      "it numbers the rows (every integer from -15 to 5, once)",
    );
    expect(describeRowNumbers(rows(20, (row) => row))).toBeNull();
    expect(describeRowNumbers(rows(30, (row) => (row === 7 ? 8 : row)))).toBeNull();
    expect(describeRowNumbers(rows(30, (row) => row + 0.5))).toBeNull();
    expect(describeRowNumbers(rows(30, (row) => row * 2))).toBeNull();
  });
});

describe("numbers in even steps", () => {
  test("number the rows whatever their step and their order, in more than twenty rows", () => {
    const seconds = "it numbers the rows (in even steps of 10 from 0 to 290)";
    expect(describeEvenNumbers(rows(30, (row) => row * 10))).toBe(seconds);
    expect(describeEvenNumbers(rows(30, (row) => ((row * 7) % 30) * 10))).toBe(seconds);
    expect(describeEvenNumbers(rows(21, (row) => row * -0.5))).toBe(
      "it numbers the rows (in even steps of 0.5 from -10 to 0)",
    );
    expect(describeEvenNumbers(rows(20, (row) => row * 10))).toBeNull();
  });

  test("are told by sums of steps, single precision and few decimals", () => {
    let sum = 0;
    expect(describeEvenNumbers(rows(10_000, () => (sum += 0.1)))).toBe(
      "it numbers the rows (in even steps of 0.1 from 0.1 to 1000)",
    );
    expect(describeEvenNumbers(rows(10_000, (row) => Math.fround(row * 0.1)))).toContain(
      "steps of 0.1 from 0 to 999.9",
    );
    expect(describeEvenNumbers(rows(60, (row) => Math.round((row * 1000) / 30)))).toContain(
      "steps of 33.339 from 0 to",
    );
    expect(describeEvenNumbers(rows(60, (row) => 1e6 + Math.fround(row / 3)))).toContain("steps of 0.333333 from");
  });

  test("leave none out, have none twice and none missing", () => {
    expect(describeEvenNumbers(rows(1000, (row) => 10 * (row < 998 ? row : row + 1)))).toBeNull();
    expect(describeEvenNumbers(rows(1000, (row) => 10 * Math.max(1, row)))).toBeNull();
    expect(describeEvenNumbers(rows(1000, (row) => (row === 5 ? NaN : 10 * row)))).toBeNull();
    expect(describeEvenNumbers(rows(1000, (row) => (row === 5 ? Infinity : 10 * row)))).toBeNull();
  });

  test("are not those that are off by more than rounding, constant, or beyond all measure", () => {
    expect(describeEvenNumbers(rows(30, (row) => row * 10 + (row === 4 ? 1 : 0)))).toBeNull();
    expect(describeEvenNumbers(rows(30, () => 7))).toBeNull();
    expect(describeEvenNumbers(rows(30, (row) => (row / 29 - 0.5) * 2 * Number.MAX_VALUE))).toBeNull();
    expect(describeEvenNumbers(rows(30, (row) => row * 5e-324))).toContain("from 0 to");
  });

  test("are not values drawn by lot, sorted or squared ones, and those of waves", () => {
    const golden = (row: number): number => (row * 0.618_033_988_749_895) % 1; // as even as lots can be
    for (const numberOf of [golden, (row: number) => row ** 2, (row: number) => row ** 1.01, Math.sin]) {
      for (const count of [21, 34, 100, 1000]) expect(describeEvenNumbers(rows(count, numberOf))).toBeNull();
    }
  });
});
