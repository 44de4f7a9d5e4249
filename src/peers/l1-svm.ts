/**
 * A linear classifier with few features: l1 norm of the weights plus C times the squared hinge losses.
 *
 * Coordinate descent: each weight in turn takes the minimum of a parabola that lies above the loss (its curvature is that
 * of all rows), then is shrunk towards 0 by the l1 norm; so no step can raise the objective. The intercept is the weight
 * of one more input of constant value, and is shrunk with the others, as in LIBLINEAR (Fan et al., 2008).
 * Cost: O(rounds × rows × inputs).
 */
import { type Matrix, matrixColumn } from "../detectors/matrix.js";

export interface SvmOptions {
  /** Weight of the losses against the norm. */
  readonly c: number;
  /** Value of the constant input behind the intercept. */
  readonly interceptInput: number;
}

const MAX_ROUNDS = 1000;
const TOLERANCE = 1e-4;

/** The weights of the inputs; the sign of their sum with the inputs says the class, +1 or -1. */
export function trainL1Svm(rows: Matrix, classes: Int8Array, { c, interceptInput }: SvmOptions): Float64Array {
  const inputs = Array.from({ length: rows.width }, (_, column) => matrixColumn(rows, column));
  inputs.push(new Float64Array(rows.rowCount).fill(interceptInput));
  const curvatures = inputs.map((input) => 2 * c * input.reduce((sum, value) => sum + value * value, 0));
  const weights = new Float64Array(inputs.length);
  const slacks = new Float64Array(rows.rowCount).fill(1); // 1 - class × (weights · inputs)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let largest = 0;
    for (let j = 0; j < inputs.length; j++) {
      const curvature = curvatures[j]!;
      if (curvature === 0) continue;
      const aim = weights[j]! - slope(inputs[j]!, classes, slacks, c) / curvature;
      const weight = Math.sign(aim) * Math.max(0, Math.abs(aim) - 1 / curvature);
      const change = weight - weights[j]!;
      if (change === 0) continue;
      weights[j] = weight;
      moveSlacks(inputs[j]!, classes, change, slacks);
      largest = Math.max(largest, Math.abs(change) * Math.sqrt(curvature));
    }
    if (largest < TOLERANCE) break;
  }
  return weights.subarray(0, rows.width);
}

/** Derivative of the losses by the weight of one input. */
function slope(input: Float64Array, classes: Int8Array, slacks: Float64Array, c: number): number {
  let sum = 0;
  for (let row = 0; row < input.length; row++) {
    const slack = slacks[row]!;
    if (slack > 0) sum -= classes[row]! * input[row]! * slack;
  }
  return 2 * c * sum;
}

function moveSlacks(input: Float64Array, classes: Int8Array, change: number, slacks: Float64Array): void {
  for (let row = 0; row < input.length; row++) slacks[row] = slacks[row]! - classes[row]! * change * input[row]!;
}
