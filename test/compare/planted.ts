/**
 * Small tables whose anomalies are known because they were planted, and contexts with detectors of known form.
 */

import { createPeerContext, type PeerContext } from "../../src/compare/peer.js";
import { createRandom, randomNormal } from "../../src/core/base/index.js";
import { inferFeatures, type Table, tableFromColumns } from "../../src/core/table/index.js";
import { trainDetector } from "../../src/detectors/detector.js";
import { type Matrix, matrixRow } from "../../src/detectors/matrix.js";
import { fitMatrixEncoding, toMatrix } from "../../src/detectors/matrix-encoding.js";

const NO_OPTIONS = { exclude: [], numeric: [], categorical: [] };

/** A score for each row from a function of one row. */
export function scoreBy(score: (row: Float64Array) => number): (rows: Matrix) => Float64Array {
  return (rows) => Float64Array.from({ length: rows.rowCount }, (_, row) => score(matrixRow(rows, row)));
}

/** Columns of independent standard normal numbers. */
export function normalTable(rows: number, columns: number, seed: number): Table {
  const random = createRandom(seed);
  return tableFromColumns(
    Array.from({ length: columns }, (_, column) => ({
      name: `f${column}`,
      values: Float64Array.from({ length: rows }, () => randomNormal(random)),
    })),
  );
}

/** Columns of independent numbers, uniform in [-1, 1). */
export function uniformTable(rows: number, columns: number, seed: number): Table {
  const random = createRandom(seed);
  return tableFromColumns(
    Array.from({ length: columns }, (_, column) => ({
      name: `f${column}`,
      values: Float64Array.from({ length: rows }, () => 2 * random() - 1),
    })),
  );
}

/** Two groups of three features, each saying one thing with a little noise: f0 f1 f2 and f3 f4 f5; f6 stands alone. */
export function groupedTable(rows: number, seed: number): Table {
  const random = createRandom(seed);
  const columns = Array.from({ length: 7 }, (_, column) => ({ name: `f${column}`, values: new Float64Array(rows) }));
  for (let row = 0; row < rows; row++) {
    const causes = [randomNormal(random), randomNormal(random), randomNormal(random)];
    columns.forEach(({ values }, column) => {
      values[row] = causes[Math.floor(column / 3)]! + (column === 6 ? 0 : 0.15 * randomNormal(random));
    });
  }
  return tableFromColumns(columns);
}

/** Quantities, text and number categories, and a constant. */
export function mixedTable(rows: number, seed: number): Table {
  const random = createRandom(seed);
  const level = Float64Array.from({ length: rows }, () => randomNormal(random));
  return tableFromColumns({
    level,
    flow: level.map((value) => 3 * value + randomNormal(random)),
    valve: Array.from(level, (value) => (value > 0 ? "open" : random() < 0.5 ? "shut" : "half")),
    mode: Array.from(level, () => Math.floor(3 * random())),
    site: Array.from(level, () => 7),
  });
}

/** A context around a score of one's own. */
export function contextWith(table: Table, score: (row: Float64Array) => number, threshold = 0.5): PeerContext {
  const encoding = fitMatrixEncoding(inferFeatures(table, NO_OPTIONS).features, table);
  return { encoding, training: toMatrix(encoding, table), score: scoreBy(score), threshold, seed: 1 };
}

/** A context around an isolation forest. */
export function forestContext(table: Table, seed = 1): PeerContext {
  const { features } = inferFeatures(table, NO_OPTIONS);
  return createPeerContext(trainDetector(table, features, { seed }), table, seed);
}
