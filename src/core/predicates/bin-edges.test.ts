import { describe, expect, test } from "vitest";
import { kmeansEdges, uniformEdges } from "./bin-edges.js";

describe("uniform edges", () => {
  test("cut the range into equal widths", () => {
    expect(uniformEdges(Float64Array.of(0, 1, 10), 4)).toEqual([2.5, 5, 7.5]);
  });

  test("do not see infinite values", () => {
    expect(uniformEdges(Float64Array.of(-Infinity, 0, 4, Infinity), 2)).toEqual([2]);
  });

  test("of one value, of none, or of one bin are none", () => {
    expect(uniformEdges(Float64Array.of(3, 3), 4)).toEqual([]);
    expect(uniformEdges(new Float64Array(), 4)).toEqual([]);
    expect(uniformEdges(Float64Array.of(Infinity), 4)).toEqual([]);
    expect(uniformEdges(Float64Array.of(0, 1), 1)).toEqual([]);
  });

  test("of the whole range of numbers do not overflow", () => {
    expect(uniformEdges(Float64Array.of(-Number.MAX_VALUE, Number.MAX_VALUE), 2)).toEqual([0]);
  });
});

describe("k-means edges", () => {
  test("lie half-way between the centres of clusters", () => {
    expect(kmeansEdges(Float64Array.of(0, 1, 2, 10, 11, 12), 2)).toEqual([6]);
  });

  test("drop clusters that nobody belongs to", () => {
    expect(kmeansEdges(Float64Array.of(0, 0, 0, 100), 10)).toEqual([50]);
  });

  test("of one value are none", () => {
    expect(kmeansEdges(Float64Array.of(5, 5), 3)).toEqual([]);
  });
});
