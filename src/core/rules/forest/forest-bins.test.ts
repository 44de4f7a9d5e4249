import { describe, expect, test } from "vitest";
import { MAX_BINS, NO_BIN } from "../../schema/index.js";
import type { CategoricalFeature, EncodedTable } from "../../table/index.js";
import { type BinnedFeature, binFeatures, classesOf } from "./forest-bins.js";

function binNumbers(...values: number[]): BinnedFeature {
  const table: EncodedTable = {
    rowCount: values.length,
    features: [{ name: "x", kind: "numeric" }],
    columns: [{ kind: "numeric", values: Float64Array.from(values) }],
  };
  return binFeatures(table, [null])[0]!;
}

function binCodes(feature: CategoricalFeature, counts: readonly number[], ...codes: number[]): BinnedFeature {
  const columns = [{ kind: "categorical", codes: Int32Array.from(codes) }] as const;
  return binFeatures({ rowCount: codes.length, features: [feature], columns }, [classesOf(counts)])[0]!;
}

describe("bins of numbers", () => {
  test("lie between neighbouring values, cut at the simplest decimal; a missing value has none", () => {
    const { bins, values, binCount, split } = binNumbers(9.7, 12, Number.NaN, 9.7, 31.4);
    expect([...values]).toEqual([10, 20]);
    expect([...bins]).toEqual([0, 1, NO_BIN, 0, 2]);
    expect([binCount, split]).toEqual([3, "below"]);
  });

  test("are at most 32, about equally full, and never part equal values", () => {
    const many = Array.from({ length: 1000 }, (_, i) => i);
    const { bins, values, binCount } = binNumbers(...many);
    expect([binCount, values.length]).toEqual([MAX_BINS, MAX_BINS - 1]);
    const sizes = Array.from({ length: MAX_BINS }, (_, bin) => bins.filter((own) => own === bin).length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    const heavy = binNumbers(...many.map((value) => (value < 900 ? 5 : value)));
    expect(heavy.bins.filter((own) => own === heavy.bins[0])).toHaveLength(900);
  });

  test("part a value that most rows have from all others, whether it is the least, a middle or the greatest", () => {
    const rare = Array.from({ length: 40 }, (_, i) => i + 1);
    const most = Array.from({ length: 1960 }, () => 0);
    for (const others of [rare, rare.map((value) => -value), rare.map((value) => (value % 2 === 0 ? value : -value))]) {
      const { bins } = binNumbers(...most, ...others);
      expect(bins.filter((own) => own === bins[0])).toHaveLength(1960);
    }
  });

  test("are one where all values are equal, and hold infinite ones", () => {
    expect(binNumbers(3, 3, 3).binCount).toBe(1);
    expect([...binNumbers(Number.NEGATIVE_INFINITY, 1, Number.POSITIVE_INFINITY).bins]).toEqual([0, 1, 2]);
    // No finite number lies between the greatest one and Infinity.
    expect(binNumbers(Number.MAX_VALUE, Number.POSITIVE_INFINITY).binCount).toBe(1);
  });
});

describe("bins of categories", () => {
  const levels: CategoricalFeature = { name: "x", kind: "categorical", type: "number", categories: [10, 20, 40] };
  const words: CategoricalFeature = { name: "x", kind: "categorical", type: "text", categories: ["a", "b", "c"] };

  test("that are numbers follow their order", () => {
    const { bins, values, split } = binCodes(levels, [1, 0, 2], 0, 2, -1, 2);
    expect([split, [...values], [...bins]]).toEqual(["below", [2], [0, 1, NO_BIN, 1]]);
  });

  test("that are words stand for themselves", () => {
    const { bins, values, split, binCount } = binCodes(words, [1, 0, 2], 0, 2, -1, 2);
    expect([split, [...values], [...bins], binCount]).toEqual(["equal", [0, 1, 2], [0, 2, NO_BIN, 2], 3]);
  });

  test("are the 31 most frequent and the rest where there are more than 32; of equals the first", () => {
    const counts = Array.from({ length: 40 }, (_, code) => (code === 35 ? 9 : 1));
    const { classOf, classes } = classesOf(counts);
    expect(classes).toEqual([...Array(30).keys(), 35, -1]);
    expect([classOf[0], classOf[29], classOf[30], classOf[35], classOf[39]]).toEqual([0, 29, 31, 30, 31]);
    expect(classesOf(counts.slice(0, 32)).classes).toHaveLength(32);
  });
});
