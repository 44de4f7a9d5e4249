import { describe, expect, test } from "vitest";
import { shortenStrangeness, strengthOf } from "./strength.js";

const strengthAmong = (normal: readonly number[], ofRow: number): number | null =>
  strengthOf({ strangeness: Float64Array.from(normal) }, ofRow);

describe("strength", () => {
  test("is the share of normal rows that are less strange, the row itself counted among them", () => {
    expect(strengthAmong([1, 2, 3, 4], 3.5)).toBe(3 / 5);
    expect(strengthAmong([1, 2, 3, 4], 0.5)).toBe(0);
  });

  test("never says more than the number of rows allows", () => {
    expect(strengthAmong([1, 2, 3, 4], 1e9)).toBe(4 / 5);
    expect(strengthAmong([], 3)).toBeNull();
  });

  test("does not put a row above others that are as strange but for what learning from other rows changes", () => {
    expect(strengthAmong([2, 2, 2, 2.004], 2.01)).toBe(0);
    expect(strengthAmong([2, 2, 2, 2.004], 2.1)).toBe(4 / 5);
  });

  test("is told by six digits, before and after a file", () => {
    expect(shortenStrangeness(1.23456789)).toBe(1.23457);
  });
});
