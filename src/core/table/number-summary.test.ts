import { describe, expect, test } from "vitest";
import { summariseNumbers } from "./number-summary.js";

const summarise = (...values: number[]) => summariseNumbers(Float64Array.from(values));

describe("a summary", () => {
  test("sorts the values and leaves missing ones out", () => {
    expect([...summarise(3, NaN, -Infinity, 1, Infinity).sorted]).toEqual([-Infinity, 1, 3, Infinity]);
  });

  test("has the mean and population deviation of the finite values", () => {
    expect(summarise(2, 4, 4, 4, 5, 5, 7, 9, Infinity, NaN)).toMatchObject({ mean: 5, deviation: 2 });
  });

  test("of no finite values has mean and deviation 0", () => {
    expect(summarise()).toMatchObject({ mean: 0, deviation: 0 });
    expect(summarise(Infinity, NaN)).toMatchObject({ mean: 0, deviation: 0 });
  });

  test("of equal values is that value exactly, with deviation 0", () => {
    expect(summarise(0.1, 0.1, 0.1)).toMatchObject({ mean: 0.1, deviation: 0 });
    expect(summarise(0, 0)).toMatchObject({ mean: 0, deviation: 0 });
  });

  test("of the largest numbers does not overflow", () => {
    const { mean, deviation } = summarise(Number.MAX_VALUE, -Number.MAX_VALUE);
    expect({ mean, deviation }).toEqual({ mean: 0, deviation: Number.MAX_VALUE });
  });

  test("loses nothing to rounding: a small number among large ones that cancel", () => {
    expect(summarise(1e16, 3, -1e16).mean).toBe(1);
  });
});
