/**
 * An autoencoder (Sakurada and Yairi, 2014): a network that must squeeze a row through a bottleneck and restore it;
 * rows unlike the learning rows come back wrong.
 *
 * Three hidden layers, the middle one a third of the inputs wide, the outer ones two thirds; Adam, 10 epochs, batches
 * of 32, inputs standardised. Where the paper's appendix is silent (outer widths, batch, rate) the figures are ours.
 * The score is the mean squared error of the restored inputs, in deviations²; higher is stranger. Deterministic by
 * seed.
 */
import { createRandom, type Random, randomInteger } from "../core/base/index.js";
import { adamStep, createAdam } from "./adam.js";
import {
  backward,
  type DenseNetwork,
  denseLayers,
  forward,
  initialParameters,
  layerBuffers,
  type PassedRow,
} from "./dense-network.js";
import { type Matrix, matrixRow } from "./matrix.js";
import type { MatrixEncoding } from "./matrix-encoding.js";
import { fitNumericInputs, type NumericInputs, toInputs } from "./numeric-inputs.js";
import { finishSteps, type Steps } from "./steps.js";

export interface Autoencoder {
  readonly inputs: NumericInputs;
  /** Widths of input, three hidden layers and output. */
  readonly widths: readonly number[];
  readonly parameters: Float64Array;
}

interface AutoencoderOptions {
  readonly epochs?: number;
  readonly batchSize?: number;
  readonly learningRate?: number;
  readonly seed?: number;
}

export function trainAutoencoder(
  encoding: MatrixEncoding,
  matrix: Matrix,
  options: AutoencoderOptions = {},
): Autoencoder {
  return finishSteps(autoencoderSteps(encoding, matrix, options));
}

/** The same in steps of some milliseconds; each yields the share done. */
export function* autoencoderSteps(
  encoding: MatrixEncoding,
  matrix: Matrix,
  options: AutoencoderOptions = {},
): Steps<Autoencoder> {
  const { epochs = 10, batchSize = 32, learningRate = 0.001, seed = 1 } = options;
  const random = createRandom(seed);
  const inputs = fitNumericInputs(encoding, matrix, "standard");
  const widths = autoencoderWidths(inputs.owners.length);
  const layers = denseLayers(widths);
  const parameters = initialParameters(layers, random);
  const rows = toInputs(inputs, matrix);
  const order = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  const adam = createAdam(parameters.length);
  const descent = { parameters, gradients: new Float64Array(parameters.length) };
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += batchSize) {
      const batch = { rows, batch: order.subarray(from, from + batchSize) };
      batchGradients({ layers, parameters }, batch, descent.gradients);
      adamStep(adam, descent, learningRate);
      if (from % STEP_ROWS < batchSize) yield (epoch + from / order.length) / epochs;
    }
  }
  return { inputs, widths, parameters };
}

/** Rows of an epoch between two steps. */
const STEP_ROWS = 1024;

export function autoencoderWidths(inputs: number): number[] {
  const outer = Math.max(1, Math.round((2 * inputs) / 3));
  return [inputs, outer, Math.max(1, Math.round(inputs / 3)), outer, inputs];
}

/**
 * Bounds within which no score overflows: a layer of up to a million inputs makes of numbers up to m numbers below 10^6
 * · 10^9 · m + 10^9, so four of them stay near 10^60 · MAX_INPUT, and a million squares of that have a finite sum.
 * Training moves a parameter by little more than the learning rate in a step and inputs are in deviations: real ones
 * stay far below.
 */
export const MAX_PARAMETER = 1e9;
const MAX_INPUT = 1e90;

/** One finite score for each row of a matrix seen as the learning rows were. */
export function scoreAutoencoder(autoencoder: Autoencoder, matrix: Matrix): Float64Array {
  const network = { layers: denseLayers(autoencoder.widths), parameters: autoencoder.parameters };
  const outputs = layerBuffers(network.layers);
  const restored = outputs[outputs.length - 1]!;
  const rows = toInputs(autoencoder.inputs, matrix);
  return Float64Array.from({ length: rows.rowCount }, (_, index) => {
    const row = matrixRow(rows, index);
    limitInputs(row);
    forward(network, row, outputs);
    return restored.reduce((sum, value, input) => sum + (value - row[input]!) ** 2, 0) / restored.length;
  });
}

/** Beyond all measure is as strange as anything can be; it must not become NaN, which is no anomaly. */
function limitInputs(row: Float64Array): void {
  for (let input = 0; input < row.length; input++) row[input] = Math.max(-MAX_INPUT, Math.min(MAX_INPUT, row[input]!));
}

interface Batch {
  readonly rows: Matrix;
  readonly batch: Int32Array;
}

/** Fills `gradients` with the derivative of the batch's mean squared error. */
function batchGradients(network: DenseNetwork, { rows, batch }: Batch, gradients: Float64Array): void {
  gradients.fill(0);
  const outputs = layerBuffers(network.layers);
  const errors = layerBuffers(network.layers);
  const restored = outputs[outputs.length - 1]!;
  const scale = 2 / (batch.length * restored.length);
  for (const index of batch) {
    const input = matrixRow(rows, index);
    forward(network, input, outputs);
    for (let o = 0; o < restored.length; o++) errors[errors.length - 1]![o] = scale * (restored[o]! - input[o]!);
    const passed: PassedRow = { input, outputs, errors };
    backward(network, passed, gradients);
  }
}

function shuffle(order: Int32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = randomInteger(random, i + 1);
    const row = order[i]!;
    order[i] = order[other]!;
    order[other] = row;
  }
}
