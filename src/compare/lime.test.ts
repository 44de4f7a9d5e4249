import { expect, test } from "vitest";
import { contextWith, normalTable, scoreBy, uniformTable } from "../../test/compare/planted.js";
import { matrixColumn } from "../detectors/matrix.js";
import { createLime } from "./lime.js";
import type { LinearForm } from "./peer.js";
import { binOf, cutAtQuartiles } from "./quartile-bins.js";

const BETA = [2, -1, 0, 0.5];
const table = uniformTable(400, 4, 11);
const context = contextWith(table, (row) => row.reduce((sum, value, i) => sum + BETA[i]! * value, 0));
const row = Float64Array.of(3, -2, 0.1, 0.2);

test("on a score linear in what LIME sees, the bins, the weights are those of the score", async () => {
  const bins = cutAtQuartiles(context.encoding, context.training);
  const binsOfRow = bins.map((feature, column) => binOf(feature, row[column]!));
  const inBins = scoreBy((values) =>
    values.reduce((sum, value, i) => sum + BETA[i]! * Number(binOf(bins[i]!, value) === binsOfRow[i]), 7),
  );
  const { features, form } = await createLime({ penalty: 0 }).explain({ ...context, score: inBins }, row);
  for (const { column, weight } of features) expect(weight).toBeCloseTo(BETA[column]!, 8);
  expect((form as LinearForm).intercept).toBeCloseTo(7, 8);
  expect((form as LinearForm).fit).toBeCloseTo(1, 8);
});

/**
 * Features are drawn independently, and the kernel is a product over features: so the best linear model's coefficient
 * is β (mean of the row's bin − mean of the other bins), each feature for itself. Uniform values: a normal density cut
 * to a bin keeps the bin's mean.
 */
function closedForm(): number[] {
  const bins = cutAtQuartiles(context.encoding, context.training);
  return bins.map((feature, column) => {
    const binOfRow = binOf(feature, row[column]!);
    const values = matrixColumn(context.training, column);
    const mean = (inside: boolean) => {
      const chosen = values.filter((value) => (binOf(feature, value) === binOfRow) === inside);
      return chosen.reduce((sum, value) => sum + value, 0) / chosen.length;
    };
    return BETA[column]! * (mean(true) - mean(false));
  });
}

test("on a score linear in the values the weights are those of the closed form", async () => {
  const { features } = await createLime({ penalty: 0 }).explain(context, row);
  const expected = closedForm();
  for (const { column, weight } of features) expect(Math.abs(weight - expected[column]!)).toBeLessThan(0.05);
  expect(features[0]!.column).toBe(0);
});

test("the form tells the bins of the row and both scores", async () => {
  const form = (await createLime().explain(context, row)).form as LinearForm;
  expect(form.terms).toHaveLength(4);
  expect(form.terms[0]!.text).toMatch(/^f0 > 0\.\d+$/);
  expect(form.score).toBeCloseTo(8.1, 12);
  expect(form.fit).toBeGreaterThan(0.5);
  expect(form.localScore).toBeLessThan(form.score); // the row lies beyond the mean of its bins
});

test("few wanted features are chosen by forward selection, more by weight; both find the informative ones", async () => {
  const wide = contextWith(normalTable(300, 12, 2), (values) => 3 * values[7]! - 2 * values[4]!);
  const far = new Float64Array(12).fill(2);
  for (const features of [2, 8]) {
    const form = (await createLime({ features }).explain(wide, far)).form as LinearForm;
    expect(form.terms).toHaveLength(features);
    expect(form.terms.map(({ column }) => column)).toEqual(expect.arrayContaining([4, 7]));
    expect(form.terms[0]!.column).toBe(7);
  }
});
