import { describe, expect, test } from "vitest";
import { greatestStrength, shortenStrangeness, strengthOf } from "./strength.js";

const strengthAmong = (normal: readonly number[], ofRow: number): number | null =>
  strengthOf({ strangeness: Float64Array.from(normal) }, ofRow);
const fromOneTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

describe("strength", () => {
  test("is the share of normal rows that are less strange, the row itself counted among them", () => {
    expect(strengthAmong(fromOneTo(20), 3.5)).toBe(3 / 21);
    expect(strengthAmong(fromOneTo(20), 0.5)).toBe(0);
  });

  test("never says more than the number of rows allows", () => {
    expect(strengthAmong(fromOneTo(20), 1e9)).toBe(20 / 21);
    expect(greatestStrength(20)).toBe(20 / 21);
  });

  test("is not told among so few rows that none could be stranger than 95 % of them", () => {
    expect(strengthAmong(fromOneTo(19), 1e9)).toBe(0.95);
    expect(strengthAmong(fromOneTo(18), 1e9)).toBeNull();
    expect(strengthAmong([], 3)).toBeNull();
  });

  test("does not put a row above others that are as strange but for what learning from other rows changes", () => {
    const alike = fromOneTo(20).map((i) => 2 + 0.0002 * i);
    expect(strengthAmong(alike, 2.01)).toBe(0);
    expect(strengthAmong(alike, 2.1)).toBe(20 / 21);
  });

  test("is told by six digits, before and after a file", () => {
    expect(shortenStrangeness(1.23456789)).toBe(1.23457);
  });
});
