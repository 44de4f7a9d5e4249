import { expect, test } from "vitest";
import { contextWith, groupedTable } from "../../test/compare/planted.js";
import { matrixFromRows } from "../detectors/matrix.js";
import { featureDependence } from "./rank-dependence.js";
import { type DensityNode, learnDensity, logDensity } from "./sum-product-network.js";

const OPTIONS = { minRows: 30, independence: 0.3, minDeviation: 0.1, seed: 1 };
const rows = contextWith(groupedTable(500, 6), () => 0).training;
const density = learnDensity(rows, { ...OPTIONS, categorical: new Array<boolean>(7).fill(false) });

test("a marginal density is the integral of the joint one", () => {
  const joint = Uint8Array.of(1, 1, 0, 0, 0, 0, 0);
  const marginal = Uint8Array.of(1, 0, 0, 0, 0, 0, 0);
  for (const x of [-1.3, 0, 0.7]) {
    let integral = 0;
    for (let y = -8; y < 8; y += 0.01)
      integral += 0.01 * Math.exp(logDensity(density, Float64Array.of(x, y, 0, 0, 0, 0, 0), joint));
    expect(integral).toBeCloseTo(Math.exp(logDensity(density, Float64Array.of(x, 0, 0, 0, 0, 0, 0), marginal)), 6);
  }
});

test("independent groups of features are factors of the root", () => {
  expect(density.kind).toBe("product");
  expect((density as DensityNode & { kind: "product" }).factors).toHaveLength(3);
});

test("nothing included is certain; values against their group are less likely than with it", () => {
  expect(logDensity(density, new Float64Array(7), new Uint8Array(7))).toBeCloseTo(0, 12);
  const group = Uint8Array.of(1, 1, 1, 0, 0, 0, 0);
  const along = logDensity(density, Float64Array.of(1.5, 1.5, 1.5, 0, 0, 0, 0), group);
  const against = logDensity(density, Float64Array.of(1.5, -1.5, 1.5, 0, 0, 0, 0), group);
  expect(along - against).toBeGreaterThan(5);
});

test("shares of categories, one never seen included, sum to 1", () => {
  const codes = matrixFromRows(Array.from({ length: 40 }, (_, i) => [i % 3]));
  const leaf = learnDensity(codes, { ...OPTIONS, categorical: [true] });
  const share = (code: number) => Math.exp(logDensity(leaf, Float64Array.of(code), Uint8Array.of(1)));
  expect(share(0) + share(1) + share(2) + share(9)).toBeCloseTo(1, 12);
  expect(share(9)).toBeGreaterThan(0);
});

test("dependence sees a line and a parabola, and none with a constant", () => {
  const points = matrixFromRows(Array.from({ length: 101 }, (_, i) => [i - 50, 3 * i, (i - 50) ** 2, 4]));
  const depends = featureDependence(points, [0, 1, 2, 3]);
  expect(depends[1]).toBeCloseTo(1, 10);
  expect(depends[2]).toBeGreaterThan(0.9);
  expect(depends[3]).toBe(0);
});
