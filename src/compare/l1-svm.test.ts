import { expect, test } from "vitest";
import { createRandom, randomNormal } from "../core/base/index.js";
import { matrixFromRows, matrixRow } from "../detectors/matrix.js";
import { trainL1Svm } from "./l1-svm.js";

/** Two clouds that differ in the second of four inputs. */
function clouds(seed: number) {
  const random = createRandom(seed);
  const classes = Int8Array.from({ length: 80 }, (_, row) => (row < 40 ? -1 : 1));
  const rows = Array.from(classes, (side) =>
    Array.from({ length: 4 }, (_, i) => randomNormal(random) + (i === 1 ? 2 * side : 0)),
  );
  return { rows: matrixFromRows(rows), classes };
}

test("no small change of a weight lowers the objective", () => {
  const { rows, classes } = clouds(3);
  // With an intercept input of 0 the objective is a function of the weights alone.
  const weights = trainL1Svm(rows, classes, { c: 0.1, interceptInput: 0 });
  const objective = (w: Float64Array): number =>
    w.reduce((sum, value) => sum + Math.abs(value), 0) +
    0.1 *
      classes.reduce((sum, side, row) => {
        const margin = side * matrixRow(rows, row).reduce((total, value, i) => total + value * w[i]!, 0);
        return sum + Math.max(0, 1 - margin) ** 2;
      }, 0);
  const best = objective(weights);
  for (let i = 0; i < 4; i++) {
    for (const step of [-0.01, 0.01]) {
      expect(objective(weights.map((value, j) => (i === j ? value + step : value)))).toBeGreaterThan(best - 1e-7);
    }
  }
});

test("the weights are sparse: the input that differs carries the most, most others nothing", () => {
  const { rows, classes } = clouds(5);
  const weights = trainL1Svm(rows, classes, { c: 0.02, interceptInput: 10 });
  expect(Math.abs(weights[1]!)).toBeGreaterThan(0.1);
  expect(Array.from(weights).filter((weight) => weight === 0).length).toBeGreaterThanOrEqual(2);
});
