/**
 * A Matrix: rows of numbers, stored row after row in one array. It is what detectors score and what peers perturb.
 *
 * Every number is finite: matrix-encoding.ts has replaced missing and infinite values before a Matrix exists.
 */
export interface Matrix {
  readonly rowCount: number;
  readonly width: number;
  /** Row-major: the value of column c in row r is values[r * width + c]. */
  readonly values: Float64Array;
}

export function createMatrix(rowCount: number, width: number): Matrix {
  return { rowCount, width, values: new Float64Array(rowCount * width) };
}

/** `width` is only needed when there are no rows. */
export function matrixFromRows(rows: readonly ArrayLike<number>[], width = rows[0]?.length ?? 0): Matrix {
  const matrix = createMatrix(rows.length, width);
  rows.forEach((row, index) => {
    matrix.values.set(row, index * width);
  });
  return matrix;
}

/** It shares memory, it is no copy. */
export function matrixRow(matrix: Matrix, row: number): Float64Array {
  return matrix.values.subarray(row * matrix.width, (row + 1) * matrix.width);
}

/** At most `count` rows from this one on; they share memory. */
export function matrixRows(matrix: Matrix, from: number, count: number): Matrix {
  const rowCount = Math.min(count, matrix.rowCount - from);
  const values = matrix.values.subarray(from * matrix.width, (from + rowCount) * matrix.width);
  return { rowCount, width: matrix.width, values };
}

export function matrixColumn(matrix: Matrix, column: number): Float64Array {
  const values = new Float64Array(matrix.rowCount);
  for (let row = 0; row < values.length; row++) values[row] = matrix.values[row * matrix.width + column]!;
  return values;
}

/** Some of the rows, in the order of `rows`. */
export function selectMatrixRows(matrix: Matrix, rows: ArrayLike<number>): Matrix {
  const selected = createMatrix(rows.length, matrix.width);
  for (let i = 0; i < rows.length; i++) selected.values.set(matrixRow(matrix, rows[i]!), i * matrix.width);
  return selected;
}
