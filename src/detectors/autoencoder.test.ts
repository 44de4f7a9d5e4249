import { expect, test } from "vitest";
import { createRandom, randomNormal } from "../core/base/index.js";
import { inferFeatures, tableFromColumns } from "../core/table/index.js";
import { autoencoderWidths, scoreAutoencoder, trainAutoencoder } from "./autoencoder.js";
import { backward, denseLayers, forward, initialParameters, layerBuffers } from "./dense-network.js";
import { fitMatrixEncoding, toMatrix } from "./matrix-encoding.js";

const NO_OPTIONS = { exclude: [], numeric: [], categorical: [] };

/** Six features that say one thing. */
function dependentTable(rows: number, seed: number) {
  const random = createRandom(seed);
  const a = Array.from({ length: rows }, () => randomNormal(random));
  const noisy = (factor: number) => a.map((value) => factor * value + 0.05 * randomNormal(random));
  const table = tableFromColumns({ a, b: noisy(2), c: noisy(-1), d: noisy(1), e: noisy(-2), f: noisy(1) });
  const encoding = fitMatrixEncoding(inferFeatures(table, NO_OPTIONS).features, table);
  return { encoding, matrix: toMatrix(encoding, table) };
}

test("backward gives the derivative that finite differences give", () => {
  const layers = denseLayers([3, 2, 1, 2, 3]);
  const parameters = initialParameters(layers, createRandom(3));
  const input = Float64Array.of(0.3, -1, 0.7);
  const outputs = layerBuffers(layers);
  const errors = layerBuffers(layers);
  const loss = (): number => {
    forward({ layers, parameters }, input, outputs);
    return outputs[3]!.reduce((sum, value, i) => sum + (value - input[i]!) ** 2 / 2, 0);
  };
  loss();
  outputs[3]!.forEach((value, i) => {
    errors[3]![i] = value - input[i]!;
  });
  const gradients = new Float64Array(parameters.length);
  backward({ layers, parameters }, { input, outputs, errors }, gradients);
  parameters.forEach((value, i) => {
    parameters[i] = value + 1e-6;
    const above = loss();
    parameters[i] = value - 1e-6;
    const below = loss();
    parameters[i] = value;
    expect(gradients[i]).toBeCloseTo((above - below) / 2e-6, 6);
  });
});

test("the widths are two thirds and one third, never 0", () => {
  expect(autoencoderWidths(21)).toEqual([21, 14, 7, 14, 21]);
  expect(autoencoderWidths(1)).toEqual([1, 1, 1, 1, 1]);
});

test("a row that breaks the dependency scores above every row that keeps it", () => {
  const { encoding, matrix } = dependentTable(2000, 1);
  const autoencoder = trainAutoencoder(encoding, matrix, { epochs: 20 });
  const normal = scoreAutoencoder(autoencoder, matrix).sort();
  const broken = scoreAutoencoder(autoencoder, {
    rowCount: 1,
    width: 6,
    values: Float64Array.of(1, -2, -1, 1, -2, 1),
  })[0]!;
  expect(broken).toBeGreaterThan(normal[Math.floor(0.995 * 2000)]!);
});

test("one seed gives one network", () => {
  const { encoding, matrix } = dependentTable(100, 2);
  expect(trainAutoencoder(encoding, matrix, { seed: 3 })).toEqual(trainAutoencoder(encoding, matrix, { seed: 3 }));
  expect(trainAutoencoder(encoding, matrix, { seed: 3 })).not.toEqual(trainAutoencoder(encoding, matrix, { seed: 4 }));
});

test("constant columns, text and a single feature are no obstacle", () => {
  const table = tableFromColumns({ k: [1, 1, 1, 1], t: ["x", "y", "x", "x"] });
  const encoding = fitMatrixEncoding(inferFeatures(table, { ...NO_OPTIONS, categorical: ["t"] }).features, table);
  const matrix = toMatrix(encoding, table);
  for (const score of scoreAutoencoder(trainAutoencoder(encoding, matrix), matrix))
    expect(score).toBeGreaterThanOrEqual(0);
  const single = tableFromColumns({ v: [1, 2, 3, 4, 5, 6, 7] });
  const singleView = fitMatrixEncoding(inferFeatures(single, NO_OPTIONS).features, single);
  const rows = toMatrix(singleView, single);
  expect(scoreAutoencoder(trainAutoencoder(singleView, rows), rows).every(Number.isFinite)).toBe(true);
});

test("values beyond all measure score above every other row, by a finite number", () => {
  const { encoding, matrix } = dependentTable(200, 5);
  const autoencoder = trainAutoencoder(encoding, matrix);
  const highest = Math.max(...scoreAutoencoder(autoencoder, matrix));
  const values = Float64Array.of(1e308, -1e308, 1e308, -1e308, 1e308, -1e308);
  const [score] = scoreAutoencoder(
    { ...autoencoder, inputs: { ...autoencoder.inputs, scales: autoencoder.inputs.scales.map(() => 1e-9) } },
    { rowCount: 1, width: 6, values },
  );
  expect(score).toBeGreaterThan(highest);
  expect(score).toBeLessThan(Infinity);
});

test.each([
  ["spread over all that a number can be", [1.7e308, -1.7e308]],
  ["all huge", [1.7e308, 1.6e308]],
  ["one huge among small ones", [1.7e308, 1, 2, 3, 4, 5, 6, 7]],
])("learning values %s give every row a finite score", (_, values) => {
  const random = createRandom(4);
  const a = Array.from({ length: 80 }, (__, row) => values[row % values.length]! * (1 - 0.001 * random()));
  const b = a.map(() => randomNormal(random));
  const table = tableFromColumns({ a, b });
  const encoding = fitMatrixEncoding(inferFeatures(table, { ...NO_OPTIONS, numeric: ["a"] }).features, table);
  const trained = trainAutoencoder(encoding, toMatrix(encoding, table));
  const rows = tableFromColumns({
    a: [0, Number.MAX_VALUE, -Number.MAX_VALUE, Infinity, -Infinity, NaN],
    b: [0, 1, 2, 3, 4, Infinity],
  });
  for (const scored of [table, rows])
    expect(
      Array.from(scoreAutoencoder(trained, toMatrix(encoding, scored))).filter((score) => !Number.isFinite(score)),
    ).toEqual([]);
});
