/**
 * Turns a Matrix into inputs for methods that measure distances or train networks: quantities standardised to mean 0
 * and deviation 1 or scaled to [0, 1], text categories one-hot.
 *
 * Every input belongs to one matrix column (`owners`), so that what a method finds about inputs can be said about
 * features. A constant quantity is only shifted, never divided by zero; a category never seen is all zeros.
 */
import { createMatrix, type Matrix, matrixColumn } from "./matrix.js";
import type { MatrixEncoding } from "./matrix-encoding.js";

type Scaling = "standard" | "range";

export interface NumericInputs {
  /** For each input: the matrix column it is made from. */
  readonly owners: Int32Array;
  /** For each input: the code it stands for, or -1 for a quantity. */
  readonly codes: Int32Array;
  /** For each quantity: input = (value - offset) / scale. */
  readonly offsets: Float64Array;
  readonly scales: Float64Array;
}

/** What one input is made from: the fields of NumericInputs, each for itself. */
interface Input {
  readonly owner: number;
  readonly code: number;
  readonly offset: number;
  readonly scale: number;
}

export function fitNumericInputs(encoding: MatrixEncoding, matrix: Matrix, scaling: Scaling): NumericInputs {
  const inputs = encoding.flatMap((column, owner): Input[] => {
    if (column.holds === "codes" && column.feature.kind === "categorical")
      return column.feature.categories.map((_, code) => ({ owner, code, offset: 0, scale: 1 }));
    const values = matrixColumn(matrix, owner);
    const { offset, scale } = scaling === "standard" ? meanAndDeviation(values) : lowAndRange(values);
    return [{ owner, code: -1, offset, scale: scale || 1 }];
  });
  return {
    owners: Int32Array.from(inputs, ({ owner }) => owner),
    codes: Int32Array.from(inputs, ({ code }) => code),
    offsets: Float64Array.from(inputs, ({ offset }) => offset),
    scales: Float64Array.from(inputs, ({ scale }) => scale),
  };
}

export function toInputs(inputs: NumericInputs, matrix: Matrix): Matrix {
  const width = inputs.owners.length;
  const result = createMatrix(matrix.rowCount, width);
  for (let row = 0; row < matrix.rowCount; row++) {
    for (let input = 0; input < width; input++) {
      const value = matrix.values[row * matrix.width + inputs.owners[input]!]!;
      const code = inputs.codes[input]!;
      result.values[row * width + input] =
        code < 0 ? scaled(value, inputs.offsets[input]!, inputs.scales[input]!) : Number(value === code);
    }
  }
  return result;
}

/** The difference of two huge numbers may be infinite although their distance in scales is not. */
function scaled(value: number, offset: number, scale: number): number {
  const difference = value - offset;
  return Number.isFinite(difference) ? difference / scale : value / scale - offset / scale;
}

/** Adds up weights of inputs by the matrix column they belong to. */
export function sumByOwner(inputs: NumericInputs, weights: ArrayLike<number>, width: number): Float64Array {
  const sums = new Float64Array(width);
  for (let input = 0; input < inputs.owners.length; input++) {
    const owner = inputs.owners[input]!;
    sums[owner] = sums[owner]! + weights[input]!;
  }
  return sums;
}

interface Scale {
  readonly offset: number;
  /** 0 for a constant column. */
  readonly scale: number;
}

/**
 * Population deviation. Values are taken relative to the first, so that a constant column has deviation 0 exactly, and
 * huge ones in a larger unit, so that neither their sum nor their squares overflow.
 */
export function meanAndDeviation(values: Float64Array): Scale {
  const unit = values.some((value) => Math.abs(value) > HUGE) ? HUGE_UNIT : 1;
  const first = (values[0] ?? 0) / unit;
  let sum = 0;
  for (const value of values) sum += value / unit - first;
  const mean = values.length === 0 ? 0 : sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value / unit - first - mean) ** 2;
  const deviation = values.length === 0 ? 0 : Math.sqrt(squares / values.length);
  return { offset: (first + mean) * unit, scale: Math.min(deviation * unit, Number.MAX_VALUE) };
}

const HUGE = 1e100;
/** A power of two: dividing by it loses no digit. */
const HUGE_UNIT = 2 ** 800;

function lowAndRange(values: Float64Array): Scale {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return values.length === 0 ? { offset: 0, scale: 0 } : { offset: low, scale: Math.min(high - low, Number.MAX_VALUE) };
}
