import { describe, expect, test } from "vitest";
import { clockOf } from "./clock.js";
import type { Column } from "./table.js";
import { medianStep, usualStep } from "./usual-step.js";

const NOON = Date.UTC(2026, 4, 10, 12);

const numbers = (...values: number[]): Column => ({ name: "t", type: "number", values: Float64Array.from(values) });

describe("when rows were", () => {
  test("is told by moments, by text with and without an offset, and by numbers of any unit since 1970", () => {
    expect(clockOf({ name: "t", type: "time", values: Float64Array.of(NOON) })(0)).toBe(NOON);
    const dictionary = ["2026-05-10T14:00:00+02:00", "2026-05-10 12:00", "noon"];
    const text = clockOf({ name: "t", type: "text", dictionary, codes: Int32Array.of(0, 1, 2, -1) });
    expect([0, 1, 2, 3].map(text)).toEqual([NOON, NOON, Number.NaN, Number.NaN]);
    const clock = clockOf(numbers(NOON / 1000, NOON, NOON * 1000, NOON * 1e6, 1e21, Number.NaN));
    expect([0, 1, 2].map(clock)).toEqual([NOON, NOON, NOON]);
    expect(clock(3)).toBeCloseTo(NOON, 0);
    expect([4, 5].map(clock)).toEqual([Number.NaN, Number.NaN]);
  });

  test("small numbers are seconds since some beginning", () => {
    expect(clockOf(numbers(90))(0)).toBe(90_000);
  });

  test("truth values say nothing", () => {
    expect(clockOf({ name: "t", type: "boolean", codes: Int8Array.of(1) })(0)).toBeNaN();
  });
});

describe("the usual step", () => {
  test("is the median of the steps between moments that differ, in whatever order they stand", () => {
    expect(usualStep(Float64Array.of(30, 10, Number.NaN, 20, 20, 500))).toBe(10);
    expect(usualStep(Float64Array.of(5, 5))).toBeNull();
    expect(medianStep([4, 1, 3, 2])).toBe(2);
  });

  test("is the same of moments in order, of which steps are counted, of others, and where steps are too many", () => {
    for (const count of [7, 1000, 70_000]) {
      const steps = Float64Array.from(
        { length: count },
        (_, at) => ((at * 7919) % 100_003) % (count > 1000 ? 1e9 : 40),
      );
      let sum = 0;
      const inOrder = steps.map((step) => (sum += step));
      const median = medianStep([...steps.subarray(1)].filter((step) => step > 0));
      expect(usualStep(inOrder)).toBe(median);
      expect(usualStep(inOrder.toReversed())).toBe(median);
      expect(usualStep(inOrder, (moment) => 60 * moment)).toBe(60 * median!);
    }
  });
});
