/**
 * A linear classifier with few features: l1 norm of the weights plus C times the squared hinge losses.
 *
 * Coordinate descent with Newton steps and a line search (Yuan et al., 2010), as in LIBLINEAR (Fan et al., 2008): each
 * weight in turn takes the minimum of the norm and a parabola whose curvature is that of the rows inside the margin,
 * and the step is halved until the objective falls enough. (A parabola above all rows' losses needs no search, but on
 * 3,200 rows it was still far from the optimum after 1,000 rounds.) The intercept is the weight of one more input of
 * constant value, and is shrunk with the others. Cost: O(rounds × rows × inputs).
 */
import { type Matrix, matrixColumn } from "../detectors/matrix.js";

interface SvmOptions {
  /** Weight of the losses against the norm. */
  readonly c: number;
  /** Value of the constant input behind the intercept. */
  readonly interceptInput: number;
}

const MAX_ROUNDS = 1000;
/** Training ends when weights could improve by this share of what they could at the start. */
const TOLERANCE = 1e-4;
/** A step must lower the objective by this share of what its slope promises. */
const ENOUGH = 0.01;
const MAX_HALVINGS = 20;

/** One input over all rows, times the class of each row: what moves the slacks. */
type SignedInput = Float64Array;

/** The weights of the inputs; the sign of their sum with the inputs says the class, +1 or -1. */
export function trainL1Svm(rows: Matrix, classes: Int8Array, { c, interceptInput }: SvmOptions): Float64Array {
  const inputs: SignedInput[] = Array.from({ length: rows.width }, (_, column) =>
    matrixColumn(rows, column).map((value, row) => classes[row]! * value),
  );
  inputs.push(Float64Array.from(classes, (side) => side * interceptInput));
  const weights = new Float64Array(inputs.length);
  const slacks = new Float64Array(rows.rowCount).fill(1); // 1 - class × (weights · inputs)
  let atStart = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let improvable = 0;
    for (let j = 0; j < inputs.length; j++) {
      const { slope, curvature } = lossParabola(inputs[j]!, slacks, c);
      const weight = weights[j]!;
      improvable += distanceFromOptimum(weight, slope);
      const step = newtonStep(weight, slope, curvature);
      if (Math.abs(step) < 1e-12) continue;
      weights[j] = weight + searchLine({ input: inputs[j]!, weight, slope, step, c }, slacks);
    }
    if (round === 0) atStart = improvable;
    if (improvable <= TOLERANCE * atStart) break;
  }
  return weights.subarray(0, rows.width);
}

interface Parabola {
  readonly slope: number;
  readonly curvature: number;
}

/** First and second derivative of the losses by the weight of one input. */
function lossParabola(input: SignedInput, slacks: Float64Array, c: number): Parabola {
  let slope = 0;
  let curvature = 0;
  for (let row = 0; row < input.length; row++) {
    const slack = slacks[row]!;
    if (slack <= 0) continue;
    slope -= input[row]! * slack;
    curvature += input[row]! * input[row]!;
  }
  return { slope: 2 * c * slope, curvature: Math.max(2 * c * curvature, 1e-12) };
}

/** The least subgradient of the objective in one weight: 0 at its optimum. */
function distanceFromOptimum(weight: number, slope: number): number {
  return weight === 0 ? Math.max(0, Math.abs(slope) - 1) : Math.abs(slope + Math.sign(weight));
}

/** To the minimum of the parabola plus the size of the weight. */
function newtonStep(weight: number, slope: number, curvature: number): number {
  if (slope + 1 <= curvature * weight) return -(slope + 1) / curvature;
  if (slope - 1 >= curvature * weight) return -(slope - 1) / curvature;
  return -weight;
}

interface Line {
  readonly input: SignedInput;
  readonly weight: number;
  readonly slope: number;
  readonly step: number;
  readonly c: number;
}

/** The step that is taken, 0 when none lowers the objective; moves the slacks by it. */
function searchLine({ input, weight, slope, step, c }: Line, slacks: Float64Array): number {
  const promised = slope * step + Math.abs(weight + step) - Math.abs(weight);
  for (let halving = 0, share = 1; halving < MAX_HALVINGS; halving++, share /= 2) {
    const taken = share * step;
    let change = 0;
    for (let row = 0; row < input.length; row++) {
      const before = Math.max(0, slacks[row]!);
      const after = Math.max(0, slacks[row]! - taken * input[row]!);
      change += after * after - before * before;
    }
    if (c * change + Math.abs(weight + taken) - Math.abs(weight) > ENOUGH * share * promised) continue;
    for (let row = 0; row < input.length; row++) slacks[row] = slacks[row]! - taken * input[row]!;
    return taken;
  }
  return 0;
}
