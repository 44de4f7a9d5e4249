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

describe("numbers that say when", () => {
  test("are read from texts as they are written, and as dates where learning rows wrote them so", () => {
    const texts = ["1767225600.000", "1.7672256E+09", "1767225600000000", "oops"];
    const codes = Int32Array.from(texts.keys());
    const clock = clockOf({ name: "t", type: "text", dictionary: texts, codes });
    expect([0, 1, 2].map(clock)).toEqual(new Array(3).fill(Date.UTC(2026, 0, 1)));
    expect(clock(3)).toBeNaN();
    const values = Float64Array.of(202610, 20_261_028, 202_610_281_305, 20_261_028_130_507, 1_767_225_600, Number.NaN);
    const dates = clockOf({ name: "t", type: "number", values }, "as numbers");
    expect(Array.from(values, (_, row) => dates(row))).toEqual([
      Date.UTC(2026, 9, 1),
      Date.UTC(2026, 9, 28),
      Date.UTC(2026, 9, 28, 13, 5),
      Date.UTC(2026, 9, 28, 13, 5, 7),
      Date.UTC(2026, 0, 1),
      Number.NaN,
    ]);
    expect(clockOf({ name: "t", type: "number", values })(1)).toBe(20_261_028_000);
  });
});

describe("the usual step", () => {
  test("is the median of the steps between moments that differ, within stretches of rows", () => {
    expect(usualStep([Float64Array.of(10, 20, 20, Number.NaN, 30, 500)])).toBe(10);
    expect(usualStep([Float64Array.of(10, 20), Float64Array.of(500, 503, 506)])).toBe(3);
    expect(usualStep([Float64Array.of(1, 2, 5)], (moment) => 60 * moment)).toBe(60);
    expect(usualStep([Float64Array.of(5, 5), Float64Array.of(6), new Float64Array()])).toBeNull();
    expect(medianStep([4, 1, 3, 2])).toBe(2);
  });
});
