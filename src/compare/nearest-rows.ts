/**
 * The rows nearest to a point, by Euclidean distance, nearest first, ties by position. Cost: O(rows × (width + log
 * rows)).
 */
import type { Matrix } from "../detectors/matrix.js";

export interface Neighbours {
  readonly rows: Int32Array;
  /** For each of them its distance. */
  readonly distances: Float64Array;
}

export function nearestRows(matrix: Matrix, point: Float64Array, count: number): Neighbours {
  const squares = new Float64Array(matrix.rowCount);
  for (let row = 0, cell = 0; row < matrix.rowCount; row++) {
    let sum = 0;
    for (let column = 0; column < matrix.width; column++) sum += (matrix.values[cell++]! - point[column]!) ** 2;
    squares[row] = sum;
  }
  const rows = Int32Array.from(squares, (_, row) => row)
    .sort((a, b) => squares[a]! - squares[b]! || a - b)
    .subarray(0, count);
  return { rows, distances: Float64Array.from(rows, (row) => Math.sqrt(squares[row]!)) };
}
