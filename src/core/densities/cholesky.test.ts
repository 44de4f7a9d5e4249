import { describe, expect, test } from "vitest";
import { choleskyOf, inverseOf, logDeterminant, solveLower } from "./cholesky.js";

// [[4, 2], [2, 5]] = L·Lᵀ with L = [[2, 0], [1, 2]]; its determinant is 16.
const matrix = Float64Array.of(4, 2, 2, 5);
const root = choleskyOf(matrix, 2);

describe("the root of a matrix", () => {
  test("is lower triangular and gives the matrix when multiplied by its transpose", () => {
    expect([...root]).toEqual([2, 0, 1, 2]);
  });

  test("reads the lower triangle only", () => {
    expect(choleskyOf(Float64Array.of(4, Number.NaN, 2, 5), 2)).toEqual(root);
  });

  test("solves equations, and tells the squared length of the solution", () => {
    const x = Float64Array.of(2, 5);
    expect(solveLower(root, 2, x)).toBe(5);
    expect([...x]).toEqual([1, 2]);
  });

  test("tells the determinant and the inverse", () => {
    expect(logDeterminant(root, 2)).toBeCloseTo(Math.log(16), 14);
    expect([...inverseOf(root, 2)]).toEqual([5 / 16, -2 / 16, -2 / 16, 4 / 16]);
  });

  test("exists where rounding left nothing of a pivot", () => {
    expect([...choleskyOf(Float64Array.of(1, 1, 1, 1), 2)]).toEqual([1, 0, 1, 1e-6]);
  });
});
