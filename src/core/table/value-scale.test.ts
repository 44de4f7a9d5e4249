import { describe, expect, test } from "vitest";
import { bend, unbend } from "./value-scale.js";

describe("a bent value", () => {
  test("comes back, keeps its sign and its order, and is finite where it was", () => {
    const values = [-Number.MAX_VALUE, -900, -0.19, -5e-324, 0, 5e-324, 0.19, 900, Number.MAX_VALUE];
    for (const unit of [5e-324, 0.01, 3, 1e300]) {
      const bent = values.map((value) => bend(value, unit));
      expect(bent.every(Number.isFinite)).toBe(true);
      expect([...bent].sort((a, b) => a - b)).toEqual(bent);
    }
    for (const value of [-900, -0.19, 0, 0.19, 900]) expect(unbend(bend(value, 3), 3)).toBeCloseTo(value, 9);
  });

  test("is itself without a unit, or where it is no finite number", () => {
    expect([bend(-7, null), unbend(-7, null)]).toEqual([-7, -7]);
    expect([bend(Number.NaN, 3), bend(Infinity, 3), bend(-Infinity, 3)]).toEqual([Number.NaN, Infinity, -Infinity]);
  });
});
