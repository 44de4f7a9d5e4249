/** Lower triangular roots of symmetric positive definite matrices, row by row in flat arrays. */

import { log } from "../base/index.js";
import { LEAST_ROOT_PIVOT } from "../schema/index.js";

/** The root L of a matrix L·Lᵀ; only its lower triangle is read. */
export function choleskyOf(matrix: Float64Array, size: number): Float64Array {
  const root = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= root[i * size + k]! * root[j * size + k]!;
      root[i * size + j] = i === j ? Math.sqrt(Math.max(sum, LEAST_ROOT_PIVOT)) : sum / root[j * size + j]!;
    }
  }
  return root;
}

/** Replaces x by L⁻¹·x and returns its squared length. */
export function solveLower(root: Float64Array, size: number, x: Float64Array): number {
  let squares = 0;
  for (let i = 0; i < size; i++) {
    let sum = x[i]!;
    for (let k = 0; k < i; k++) sum -= root[i * size + k]! * x[k]!;
    x[i] = sum / root[i * size + i]!;
    squares += x[i]! * x[i]!;
  }
  return squares;
}

/** Logarithm of the determinant of L·Lᵀ. */
export function logDeterminant(root: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += 2 * log(root[i * size + i]!);
  return sum;
}

/** The inverse of L·Lᵀ, whole. */
export function inverseOf(root: Float64Array, size: number): Float64Array {
  const columns = Array.from({ length: size }, (_, j) => {
    const column = new Float64Array(size);
    column[j] = 1;
    solveLower(root, size, column);
    return column;
  });
  const inverse = new Float64Array(size * size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let k = a; k < size; k++) sum += columns[a]![k]! * columns[b]![k]!;
      inverse[a * size + b] = inverse[b * size + a] = sum;
    }
  }
  return inverse;
}
