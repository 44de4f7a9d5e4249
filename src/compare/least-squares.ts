/**
 * Weighted least squares with few unknowns: normal equations, solved by Cholesky's decomposition.
 *
 * A direction without information (a column of zeros, two equal columns) has no pivot; its unknown is set to 0 rather
 * than to the quotient of two rounding errors. Cost: O(rows × unknowns² + unknowns³).
 */
import type { Matrix } from "../detectors/matrix.js";

/** A symmetric matrix (row-major, size × size) and the right-hand side. Both are overwritten. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const least = 1e-12 * Math.max(...Array.from({ length: size }, (_, i) => matrix[i * size + i]!), 1e-300);
  for (let j = 0; j < size; j++) {
    let pivot = matrix[j * size + j]!;
    for (let k = 0; k < j; k++) pivot -= matrix[j * size + k]! ** 2;
    const root = pivot > least ? Math.sqrt(pivot) : 0;
    matrix[j * size + j] = root;
    for (let i = j + 1; i < size; i++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * size + k]! * matrix[j * size + k]!;
      matrix[i * size + j] = root === 0 ? 0 : sum / root;
    }
  }
  substitute(matrix, right);
  return right;
}

/** Forward, then backward substitution with the lower triangle; a zero pivot gives a zero. */
function substitute(lower: Float64Array, right: Float64Array): void {
  const size = right.length;
  for (let i = 0; i < size; i++) {
    let sum = right[i]!;
    for (let k = 0; k < i; k++) sum -= lower[i * size + k]! * right[k]!;
    const pivot = lower[i * size + i]!;
    right[i] = pivot === 0 ? 0 : sum / pivot;
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = right[i]!;
    for (let k = i + 1; k < size; k++) sum -= lower[k * size + i]! * right[k]!;
    const pivot = lower[i * size + i]!;
    right[i] = pivot === 0 ? 0 : sum / pivot;
  }
}

export interface Regression {
  /** The inputs; only `columns` of them are used. */
  readonly inputs: Matrix;
  readonly columns: readonly number[];
  readonly targets: Float64Array;
  readonly weights: Float64Array;
}

export interface LinearModel {
  readonly intercept: number;
  /** One for each of the regression's columns. */
  readonly coefficients: Float64Array;
  /** Weighted coefficient of determination; 0 when the targets are constant. */
  readonly fit: number;
}

/**
 * Ridge regression: the sum of weighted squared errors plus `penalty` times the squared coefficients; the intercept is
 * free.
 */
export function fitRidge({ inputs, columns, targets, weights }: Regression, penalty: number): LinearModel {
  const size = columns.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const means = Float64Array.from(columns, (column) => weightedMean(inputs, column, weights) / total);
  const targetMean = targets.reduce((sum, target, row) => sum + weights[row]! * target, 0) / total;
  const gram = new Float64Array(size * size);
  const right = new Float64Array(size);
  const centred = new Float64Array(size);
  for (let row = 0; row < inputs.rowCount; row++) {
    for (let i = 0; i < size; i++) centred[i] = inputs.values[row * inputs.width + columns[i]!]! - means[i]!;
    const weight = weights[row]!;
    const target = targets[row]! - targetMean;
    for (let i = 0; i < size; i++) {
      const scaled = weight * centred[i]!;
      right[i] = right[i]! + scaled * target;
      for (let j = 0; j <= i; j++) gram[i * size + j] = gram[i * size + j]! + scaled * centred[j]!;
    }
  }
  for (let i = 0; i < size; i++) gram[i * size + i] = gram[i * size + i]! + penalty;
  const coefficients = solveSymmetric(gram, right);
  const intercept = targetMean - coefficients.reduce((sum, value, i) => sum + value * means[i]!, 0);
  const model = { intercept, coefficients, fit: 0 };
  return { ...model, fit: determination({ inputs, columns, targets, weights }, model, targetMean) };
}

export function predictLinear(model: LinearModel, inputs: ArrayLike<number>, columns: readonly number[]): number {
  return columns.reduce((sum, column, i) => sum + model.coefficients[i]! * inputs[column]!, model.intercept);
}

function weightedMean(inputs: Matrix, column: number, weights: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < inputs.rowCount; row++) sum += weights[row]! * inputs.values[row * inputs.width + column]!;
  return sum;
}

function determination({ inputs, columns, targets, weights }: Regression, model: LinearModel, mean: number): number {
  let errors = 0;
  let spread = 0;
  for (let row = 0; row < inputs.rowCount; row++) {
    let predicted = model.intercept;
    for (let i = 0; i < columns.length; i++) {
      predicted += model.coefficients[i]! * inputs.values[row * inputs.width + columns[i]!]!;
    }
    errors += weights[row]! * (targets[row]! - predicted) ** 2;
    spread += weights[row]! * (targets[row]! - mean) ** 2;
  }
  return spread === 0 ? 0 : 1 - errors / spread;
}
