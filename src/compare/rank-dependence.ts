/**
 * How much each two features depend on each other, in [0, 1]: the largest absolute correlation between ranks and
 * squared centred ranks. Ranks see every monotone dependence, their squares also one that turns around in the middle. A
 * constant feature depends on nothing. Cost: O(features × rows log rows + features² × rows).
 */
import type { Matrix } from "../detectors/matrix.js";

/** A matrix of columns × columns, row-major, over these columns. */
export function featureDependence(rows: Matrix, columns: readonly number[]): Float64Array {
  const shapes = columns.map((column) => rankShapes(rows, column));
  const size = columns.length;
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      let largest = 0;
      for (const a of shapes[i]!) for (const b of shapes[j]!) largest = Math.max(largest, Math.abs(dot(a, b)));
      result[i * size + j] = result[j * size + i] = largest;
    }
  }
  return result;
}

/** Ranks and squared ranks, each centred and of length 1 (or 0 when constant), so that products are correlations. */
function rankShapes(rows: Matrix, column: number): readonly [Float64Array, Float64Array] {
  const ranks = centred(meanRanks(rows, column));
  return [scaled(ranks), scaled(centred(ranks.map((rank) => rank * rank)))];
}

/** Equal values share the mean of their ranks. */
function meanRanks(rows: Matrix, column: number): Float64Array {
  const value = (row: number): number => rows.values[row * rows.width + column]!;
  const order = Int32Array.from({ length: rows.rowCount }, (_, row) => row).sort((a, b) => value(a) - value(b));
  const ranks = new Float64Array(rows.rowCount);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && value(order[to]!) === value(order[from]!)) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + to - 1) / 2;
  }
  return ranks;
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

function scaled(values: Float64Array): Float64Array {
  const length = Math.sqrt(dot(values, values));
  return values.map((value) => (length < 1e-9 ? 0 : value / length));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
