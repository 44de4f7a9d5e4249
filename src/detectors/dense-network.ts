/**
 * A chain of dense layers with its parameters in one flat array, so that one optimiser step is one loop.
 *
 * Hidden layers are rectified (ReLU), the bottleneck (the narrowest) and the last layer are linear: a rectified
 * bottleneck of one or two neurons can fall silent for good. Cost: O(parameters) for each row, forward and backward.
 */
import { type Random, randomNormal } from "../core/base/index.js";

interface DenseLayer {
  readonly inputs: number;
  readonly outputs: number;
  readonly rectified: boolean;
  /** Where its weights (outputs × inputs, then outputs biases) begin in the parameters. */
  readonly start: number;
}

/** Layers of these widths, the first being the input. */
export function denseLayers(widths: readonly number[]): DenseLayer[] {
  const narrowest = Math.min(...widths);
  let start = 0;
  return widths.slice(1).map((outputs, index) => {
    const inputs = widths[index]!;
    const rectified = index < widths.length - 2 && outputs !== narrowest;
    const layer = { inputs, outputs, rectified, start };
    start += outputs * (inputs + 1);
    return layer;
  });
}

export function parameterCount(layers: readonly DenseLayer[]): number {
  return layers.reduce((sum, layer) => sum + layer.outputs * (layer.inputs + 1), 0);
}

/** He's initialisation for rectified layers, Glorot's for linear ones; biases are zero. */
export function initialParameters(layers: readonly DenseLayer[], random: Random): Float64Array {
  const parameters = new Float64Array(parameterCount(layers));
  for (const { inputs, outputs, rectified, start } of layers) {
    const deviation = Math.sqrt(2 / (rectified ? inputs : inputs + outputs));
    for (let i = 0; i < inputs * outputs; i++) parameters[start + i] = deviation * randomNormal(random);
  }
  return parameters;
}

/** One buffer for each layer's output. */
export function layerBuffers(layers: readonly DenseLayer[]): Float64Array[] {
  return layers.map((layer) => new Float64Array(layer.outputs));
}

export interface DenseNetwork {
  readonly layers: readonly DenseLayer[];
  readonly parameters: Float64Array;
}

/** Fills `outputs` with what each layer makes of the row. */
export function forward(
  { layers, parameters }: DenseNetwork,
  row: Float64Array,
  outputs: readonly Float64Array[],
): void {
  layers.forEach((layer, index) => {
    const input = index === 0 ? row : outputs[index - 1]!;
    const output = outputs[index]!;
    const biases = layer.start + layer.inputs * layer.outputs;
    for (let o = 0, weight = layer.start; o < layer.outputs; o++) {
      let sum = parameters[biases + o]!;
      for (let i = 0; i < layer.inputs; i++) sum += parameters[weight++]! * input[i]!;
      output[o] = layer.rectified && sum < 0 ? 0 : sum;
    }
  });
}

/** What backward needs of one row besides the network: its input and, from `forward`, the layers' outputs. */
export interface PassedRow {
  readonly input: Float64Array;
  readonly outputs: readonly Float64Array[];
  /** For each layer the derivative of the loss by its output; the last is known, the others are filled. */
  readonly errors: readonly Float64Array[];
}

/** Adds the derivative of the loss by each parameter to `gradients`. */
export function backward({ layers, parameters }: DenseNetwork, row: PassedRow, gradients: Float64Array): void {
  for (let index = layers.length - 1; index >= 0; index--) {
    const { inputs, outputs, start, rectified } = layers[index]!;
    const input = index === 0 ? row.input : row.outputs[index - 1]!;
    const error = row.errors[index]!;
    const before = index === 0 ? null : row.errors[index - 1]!;
    before?.fill(0);
    for (let o = 0; o < outputs; o++) {
      const slope = rectified && row.outputs[index]![o]! <= 0 ? 0 : error[o]!;
      if (slope === 0) continue;
      const weight = start + o * inputs;
      const bias = start + inputs * outputs + o;
      gradients[bias] = gradients[bias]! + slope;
      for (let i = 0; i < inputs; i++) {
        gradients[weight + i] = gradients[weight + i]! + slope * input[i]!;
        if (before !== null) before[i] = before[i]! + slope * parameters[weight + i]!;
      }
    }
  }
}
