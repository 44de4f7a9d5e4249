import { expect, test } from "vitest";
import { inferFeatures, tableFromColumns } from "../core/table/index.js";
import { matrixRow } from "./matrix.js";
import { fitMatrixEncoding, matrixValueLabel, rangesOfEncoding, toMatrix } from "./matrix-encoding.js";
import { fitNumericInputs, sumByOwner, toInputs } from "./numeric-inputs.js";

const NO_OPTIONS = { exclude: [], numeric: [], categorical: [] };
const train = tableFromColumns({
  level: [1, 2, 3, 4, 5, 6, null, 7],
  code: [0, 1, 1, 0, 1, 1, 1, 0],
  valve: ["open", "shut", "open", "open", null, "open", "shut", "open"],
  on: [true, true, false, true, true, true, true, true],
});
const { features } = inferFeatures(train, NO_OPTIONS);

test("missing numbers become the mean, missing categories the most frequent value", () => {
  const matrix = toMatrix(fitMatrixEncoding(features, train), train);
  expect(Array.from(matrixRow(matrix, 6))).toEqual([4, 1, 1, 1]);
  expect(matrixRow(matrix, 4)[2]).toBe(0);
});

test("a category never seen is a code of its own, a number never seen keeps its size, infinity stays outside", () => {
  const encoding = fitMatrixEncoding(features, train);
  const rows = tableFromColumns({
    level: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    code: [2.5, null],
    valve: ["stuck", "shut"],
    on: [false, null],
  });
  expect(Array.from(toMatrix(encoding, rows).values)).toEqual([13, 2.5, 2, 0, -5, 1, 1, 1]);
  expect(matrixValueLabel(encoding[2]!, 2)).toBe("a value never seen");
  expect(matrixValueLabel(encoding[2]!, 1)).toBe("shut");
  expect(matrixValueLabel(encoding[1]!, 2.5)).toBe("2.5");
});

test("inputs are standardised, text is one-hot, and every input knows its feature", () => {
  const encoding = fitMatrixEncoding(features, train);
  const matrix = toMatrix(encoding, train);
  const inputs = fitNumericInputs(encoding, matrix, "standard");
  expect(Array.from(inputs.owners)).toEqual([0, 1, 2, 2, 3, 3]);
  const rows = toInputs(inputs, matrix);
  const levels = Array.from({ length: 8 }, (_, row) => matrixRow(rows, row)[0]!);
  expect(levels.reduce((a, b) => a + b)).toBeCloseTo(0, 12);
  expect(levels.reduce((a, b) => a + b * b, 0) / 8).toBeCloseTo(1, 12);
  expect(Array.from(matrixRow(rows, 1).subarray(2))).toEqual([0, 1, 0, 1]);
  expect(Array.from(sumByOwner(inputs, [1, 2, 3, 4, 5, 6], 4))).toEqual([1, 2, 7, 11]);
});

test("a constant column is shifted, not divided by zero", () => {
  const table = tableFromColumns({ c: [0.1, 0.1, 0.1], d: [1, 2, 4] });
  const encoding = fitMatrixEncoding(inferFeatures(table, { ...NO_OPTIONS, numeric: ["c", "d"] }).features, table);
  for (const scaling of ["standard", "range"] as const) {
    const matrix = toMatrix(encoding, table);
    const inputs = fitNumericInputs(encoding, matrix, scaling);
    expect(inputs.scales[0]).toBe(1);
    expect(toInputs(inputs, matrix).values[0]).toBe(0);
  }
});

test("a column of one number ranges from it to it, one of infinite numbers has no range", () => {
  const table = tableFromColumns({ c: [0.1, 0.1], d: [1, 4], e: [Number.POSITIVE_INFINITY, null] });
  const named = inferFeatures(table, { ...NO_OPTIONS, numeric: ["c", "d", "e"] }).features;
  const encoding = fitMatrixEncoding(named, table);
  expect([...rangesOfEncoding(encoding)]).toEqual([
    ["c", [0.1, 0.1]],
    ["d", [1, 4]],
  ]);
  const older = encoding.map(({ range: _, ...column }) => column); // as it was saved before
  expect(rangesOfEncoding(older).get("d")).toEqual([1, 4]);
});

test("no features and no rows are refused by name", () => {
  expect(() => fitMatrixEncoding([], train)).toThrow("the table has no features to detect anomalies in");
  expect(() => fitMatrixEncoding(features, tableFromColumns({ level: [], code: [], valve: [], on: [] }))).toThrow(
    "the table has no rows to learn from",
  );
});
