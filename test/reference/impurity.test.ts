import { describe, expect, test } from "vitest";
import { MISSING, UNSEEN } from "../../src/core/table/index.js";
import { entropyImpurity, varianceImpurity } from "./impurity.js";

const order = (length: number): Int32Array => Int32Array.from({ length }, (_, row) => row);
const rising = (length: number): Float64Array => Float64Array.from({ length }, (_, row) => row);

describe("entropy", () => {
  test("is best cut where the categories change; a clean half of two equal parts gains one bit a row", () => {
    const impurity = entropyImpurity(Int32Array.of(0, 0, 1, 1), 2);
    expect(impurity.bestCut(order(4), rising(4), 1)).toEqual({ position: 2, decrease: 4 });
  });

  test("of equally good cuts takes the first", () => {
    const impurity = entropyImpurity(Int32Array.of(0, 1, 0, 1), 2);
    expect(impurity.bestCut(order(4), rising(4), 1)?.position).toBe(1);
  });

  test("does not know rows whose category is missing or was never seen", () => {
    const impurity = entropyImpurity(Int32Array.of(0, MISSING, UNSEEN), 1);
    expect([0, 1, 2].map((row) => impurity.known(row))).toEqual([true, false, false]);
  });
});

describe("variance", () => {
  test("is best cut where the target jumps", () => {
    const impurity = varianceImpurity(Float64Array.of(1, 1, 1, 9, 9, 9));
    const cut = impurity.bestCut(order(6), rising(6), 1);
    expect(cut?.position).toBe(3);
    expect(cut?.decrease).toBeCloseTo(6, 9);
  });

  test("does not depend on the unit or the origin of the target", () => {
    const values = [1, 2, 2, 7, 8, 12];
    const decrease = (scale: number, shift: number): number | undefined =>
      varianceImpurity(Float64Array.from(values, (value) => value * scale + shift)).bestCut(order(6), rising(6), 1)
        ?.decrease;
    expect(decrease(1024, 4096)).toBeCloseTo(decrease(1, 0)!, 4);
    expect(decrease(2 ** 1000, 0)).toBe(decrease(1, 0));
  });

  test("sees an infinite target one deviation beyond the farthest finite one", () => {
    const found = varianceImpurity(Float64Array.of(-1, -1, 1, 1, Infinity)).bestCut(order(5), rising(5), 1);
    const meant = varianceImpurity(Float64Array.of(-1, -1, 1, 1)).bestCut(order(4), rising(4), 1);
    expect(found?.position).toBe(2);
    expect(found!.decrease).toBeGreaterThan(meant!.decrease);
  });

  test("of a constant target gains nothing", () => {
    expect(varianceImpurity(Float64Array.of(3, 3, 3)).bestCut(order(3), rising(3), 1)?.decrease).toBe(0);
    expect(varianceImpurity(Float64Array.of(3, NaN)).known(1)).toBe(false);
  });
});

describe("a cut", () => {
  const impurity = entropyImpurity(Int32Array.of(0, 1, 1, 1), 2);

  test("never goes between equal values", () => {
    expect(impurity.bestCut(order(4), Float64Array.of(1, 1, 1, 1), 1)).toBeNull();
    expect(impurity.bestCut(order(4), Float64Array.of(1, 1, 2, 2), 1)?.position).toBe(2);
  });

  test("leaves minLeaf rows on each side", () => {
    expect(impurity.bestCut(order(4), rising(4), 2)?.position).toBe(2);
    expect(impurity.bestCut(order(4), rising(4), 3)).toBeNull();
    expect(varianceImpurity(rising(4)).bestCut(order(4), rising(4), 3)).toBeNull();
  });
});
