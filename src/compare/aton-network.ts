/**
 * ATON's network and its gradients: an embedding of rows, and an attention over the embedding's dimensions that is made
 * from a whole triplet.
 *
 * A triplet is a random normal row (the anchor), a normal neighbour of the anomaly (the positive) and the anomaly
 * itself (the negative). Each is embedded linearly; one hidden layer over the three embeddings gives the attention,
 * scaled to [0, 1]. The loss asks that, under the attention, the anomaly be farther from the anchor than the positive
 * by a margin, and that what the attention leaves out cannot tell the two apart. All triplets share few rows, so
 * embeddings and their part of the hidden layer are computed once for each row, not once for each triplet. Cost of a
 * batch: O(triplets × hidden × dimensions + rows × dimensions × (inputs + hidden)).
 */
import type { Random } from "../core/base/index.js";

export interface AtonShape {
  readonly inputs: number;
  /** Dimensions of the embedding, of which there is one attention each. */
  readonly dimensions: number;
  readonly hidden: number;
}

export interface AtonLoss {
  readonly margin: number;
  /** Weights of the margin loss and of the loss on what the attention leaves out. */
  readonly marginWeight: number;
  readonly restWeight: number;
}

/** Views into one flat array, so that the optimiser sees one array and the code its parts. */
export interface AtonParameters {
  readonly flat: Float64Array;
  /** dimensions × inputs. */
  readonly embedding: Float64Array;
  /** hidden × dimensions, for the negative, the anchor and the positive. */
  readonly fromRole: readonly [negative: Float64Array, anchor: Float64Array, positive: Float64Array];
  readonly hiddenBias: Float64Array;
  /** hidden × dimensions: by hidden neuron, since about half of them are silent and skipped. */
  readonly attention: Float64Array;
  readonly attentionBias: Float64Array;
}

export function createAtonParameters({ inputs, dimensions, hidden }: AtonShape): AtonParameters {
  const sizes = [
    dimensions * inputs,
    hidden * dimensions,
    hidden * dimensions,
    hidden * dimensions,
    hidden,
    hidden * dimensions,
    dimensions,
  ];
  const flat = new Float64Array(sizes.reduce((sum, size) => sum + size, 0));
  let start = 0;
  const [embedding, negative, anchor, positive, hiddenBias, attention, attentionBias] = sizes.map((size) =>
    flat.subarray(start, (start += size)),
  );
  return {
    flat,
    embedding: embedding!,
    fromRole: [negative!, anchor!, positive!],
    hiddenBias: hiddenBias!,
    attention: attention!,
    attentionBias: attentionBias!,
  };
}

/** Uniform in ±1/sqrt(inputs of the layer), the usual start of a linear layer. */
export function drawAtonParameters(shape: AtonShape, parameters: AtonParameters, random: Random): void {
  const fill = (values: Float64Array, inputs: number): void => {
    for (let i = 0; i < values.length; i++) values[i] = (2 * random() - 1) / Math.sqrt(inputs);
  };
  fill(parameters.embedding, shape.inputs);
  for (const weights of parameters.fromRole) fill(weights, 3 * shape.dimensions);
  fill(parameters.hiddenBias, 3 * shape.dimensions);
  fill(parameters.attention, shape.hidden);
  fill(parameters.attentionBias, shape.hidden);
}

/** The rows that triplets are made of: [0] the anomaly, then the anchors, then the positives. */
export interface TripletRows {
  readonly rows: readonly Float64Array[];
  readonly anchors: number;
}

/** Positions in TripletRows. */
export interface Triplet {
  readonly anchor: number;
  readonly positive: number;
}

/** What one pass over a batch needs besides the parameters; made once and refilled. */
interface AtonBuffers {
  readonly embedded: readonly Float64Array[];
  /** The row's part of the hidden layer, before rectification. */
  readonly hiddenParts: readonly Float64Array[];
  readonly embeddedErrors: readonly Float64Array[];
  readonly hiddenErrors: readonly Float64Array[];
  readonly hidden: Float64Array;
  readonly attention: Float64Array;
  readonly attentionError: Float64Array;
}

export function createAtonBuffers({ dimensions, hidden }: AtonShape, rowCount: number): AtonBuffers {
  const lists = (size: number) => Array.from({ length: rowCount }, () => new Float64Array(size));
  return {
    embedded: lists(dimensions),
    hiddenParts: lists(hidden),
    embeddedErrors: lists(dimensions),
    hiddenErrors: lists(hidden),
    hidden: new Float64Array(hidden),
    attention: new Float64Array(dimensions),
    attentionError: new Float64Array(dimensions),
  };
}

/** Embeds every row and makes its part of the hidden layer. */
export function embedRows(parameters: AtonParameters, { rows, anchors }: TripletRows, buffers: AtonBuffers): void {
  rows.forEach((row, index) => {
    multiply(parameters.embedding, row, buffers.embedded[index]!);
    multiply(parameters.fromRole[roleOf(index, anchors)], buffers.embedded[index]!, buffers.hiddenParts[index]!);
  });
}

/** Fills `buffers.attention` (and `buffers.hidden`) for one triplet of embedded rows. */
export function attend(parameters: AtonParameters, { anchor, positive }: Triplet, buffers: AtonBuffers): void {
  const { hidden, hiddenParts, attention } = buffers;
  const [negativePart, anchorPart, positivePart] = [hiddenParts[0]!, hiddenParts[anchor]!, hiddenParts[positive]!];
  for (let h = 0; h < hidden.length; h++) {
    const sum = negativePart[h]! + anchorPart[h]! + positivePart[h]! + parameters.hiddenBias[h]!;
    hidden[h] = Math.max(0, sum);
  }
  attention.set(parameters.attentionBias);
  for (let h = 0; h < hidden.length; h++) {
    const active = hidden[h]!;
    if (active === 0) continue;
    const start = h * attention.length;
    for (let k = 0; k < attention.length; k++) attention[k] = attention[k]! + active * parameters.attention[start + k]!;
  }
}

/** A network in training: gradients and buffers are refilled by each batch. */
interface AtonTraining {
  readonly parameters: AtonParameters;
  readonly gradients: AtonParameters;
  readonly buffers: AtonBuffers;
}

interface TripletBatch {
  readonly rows: TripletRows;
  readonly triplets: readonly Triplet[];
  readonly loss: AtonLoss;
}

/** The batch's mean loss; fills the gradients with its derivatives. */
export function batchLoss(training: AtonTraining, batch: TripletBatch): number {
  const { parameters, gradients, buffers } = training;
  gradients.flat.fill(0);
  for (const errors of [...buffers.embeddedErrors, ...buffers.hiddenErrors]) errors.fill(0);
  embedRows(parameters, batch.rows, buffers);
  let total = 0;
  for (const triplet of batch.triplets) {
    attend(parameters, triplet, buffers);
    const range = scaleToUnit(buffers.attention);
    total += tripletErrors(triplet, batch, buffers);
    unscaleErrors(range, buffers);
    attentionGradients(training, triplet);
  }
  rowGradients(training, batch.rows);
  return total / batch.triplets.length;
}

function roleOf(index: number, anchors: number): 0 | 1 | 2 {
  if (index === 0) return 0;
  return index <= anchors ? 1 : 2;
}

/** result = matrix · vector; the matrix has one row for each entry of the result. */
function multiply(matrix: Float64Array, vector: Float64Array, result: Float64Array): void {
  for (let o = 0, cell = 0; o < result.length; o++) {
    let sum = 0;
    for (let i = 0; i < vector.length; i++) sum += matrix[cell++]! * vector[i]!;
    result[o] = sum;
  }
}

interface UnitRange {
  readonly least: number;
  readonly greatest: number;
  /** Positions of the least and the greatest entry. */
  readonly leastAt: number;
  readonly greatestAt: number;
}

/** Scales the entries to [0, 1] in place; all are 0 when they are equal. */
export function scaleToUnit(values: Float64Array): UnitRange {
  let leastAt = 0;
  let greatestAt = 0;
  for (let k = 1; k < values.length; k++) {
    if (values[k]! < values[leastAt]!) leastAt = k;
    if (values[k]! > values[greatestAt]!) greatestAt = k;
  }
  const range = { least: values[leastAt]!, greatest: values[greatestAt]!, leastAt, greatestAt };
  const width = range.greatest - range.least;
  for (let k = 0; k < values.length; k++) values[k] = width === 0 ? 0 : (values[k]! - range.least) / width;
  return range;
}

/** Keeps a distance of zero differentiable. */
const LEAST_DISTANCE = 1e-6;

/** The loss of one triplet; fills the attention's errors and adds to the errors of the three embedded rows. */
function tripletErrors({ anchor, positive }: Triplet, { loss, triplets }: TripletBatch, buffers: AtonBuffers): number {
  const share = 1 / triplets.length;
  const { attention, attentionError, embedded, embeddedErrors } = buffers;
  const [n, a, p] = [embedded[0]!, embedded[anchor]!, embedded[positive]!];
  let near = 0;
  let far = 0;
  let nearRest = 0;
  let farRest = 0;
  for (let k = 0; k < attention.length; k++) {
    const s = attention[k]! ** 2;
    const r = (1 - attention[k]!) ** 2;
    const u = (a[k]! - p[k]!) ** 2;
    const v = (a[k]! - n[k]!) ** 2;
    near += s * u;
    far += s * v;
    nearRest += r * u;
    farRest += r * v;
  }
  near = Math.max(LEAST_DISTANCE, Math.sqrt(near));
  far = Math.max(LEAST_DISTANCE, Math.sqrt(far));
  nearRest = Math.max(LEAST_DISTANCE, Math.sqrt(nearRest));
  farRest = Math.max(LEAST_DISTANCE, Math.sqrt(farRest));
  const short = near - far + loss.margin;
  const pull = short > 0 ? share * loss.marginWeight : 0;
  const rest = share * loss.restWeight * Math.sign(farRest - nearRest);
  const [nError, aError, pError] = [embeddedErrors[0]!, embeddedErrors[anchor]!, embeddedErrors[positive]!];
  for (let k = 0; k < attention.length; k++) {
    const s = attention[k]!;
    const u = a[k]! - p[k]!;
    const v = a[k]! - n[k]!;
    const byNear = pull / near;
    attentionError[k] =
      s * (byNear * u * u - (pull / far) * v * v) + (1 - s) * ((rest / nearRest) * u * u - (rest / farRest) * v * v);
    const uError = u * (s * s * byNear - (1 - s) ** 2 * (rest / nearRest));
    const vError = v * ((1 - s) ** 2 * (rest / farRest) - s * s * (pull / far));
    aError[k] = aError[k]! + uError + vError;
    pError[k] = pError[k]! - uError;
    nError[k] = nError[k]! - vError;
  }
  return loss.marginWeight * Math.max(0, short) + loss.restWeight * Math.abs(farRest - nearRest);
}

/** Turns errors of the scaled attention into errors of the attention before scaling, in place. */
function unscaleErrors({ least, greatest, leastAt, greatestAt }: UnitRange, buffers: AtonBuffers): void {
  const { attention, attentionError } = buffers;
  const width = greatest - least;
  if (width === 0) {
    attentionError.fill(0);
    return;
  }
  let toLeast = 0;
  let toGreatest = 0;
  for (let k = 0; k < attention.length; k++) {
    toLeast += attentionError[k]! * (attention[k]! - 1);
    toGreatest -= attentionError[k]! * attention[k]!;
    attentionError[k] = attentionError[k]! / width;
  }
  attentionError[leastAt] = attentionError[leastAt]! + toLeast / width;
  attentionError[greatestAt] = attentionError[greatestAt]! + toGreatest / width;
}

/** From the attention's errors to the gradients of the attention layer and the errors of the hidden layer's parts. */
function attentionGradients(training: AtonTraining, { anchor, positive }: Triplet): void {
  const { parameters, gradients, buffers } = training;
  const { hidden, attentionError, hiddenErrors } = buffers;
  const width = attentionError.length;
  for (let k = 0; k < width; k++) gradients.attentionBias[k] = gradients.attentionBias[k]! + attentionError[k]!;
  for (let h = 0; h < hidden.length; h++) {
    const active = hidden[h]!;
    if (active === 0) continue;
    let error = 0;
    for (let k = 0, cell = h * width; k < width; k++, cell++) {
      error += attentionError[k]! * parameters.attention[cell]!;
      gradients.attention[cell] = gradients.attention[cell]! + attentionError[k]! * active;
    }
    gradients.hiddenBias[h] = gradients.hiddenBias[h]! + error;
    for (const row of [0, anchor, positive]) hiddenErrors[row]![h] = hiddenErrors[row]![h]! + error;
  }
}

/** From the errors collected at each row to the gradients of the role layers and of the embedding. */
function rowGradients({ parameters, gradients, buffers }: AtonTraining, { rows, anchors }: TripletRows): void {
  rows.forEach((row, index) => {
    const role = roleOf(index, anchors);
    const error = buffers.embeddedErrors[index]!;
    addOuter(buffers.hiddenErrors[index]!, buffers.embedded[index]!, gradients.fromRole[role]);
    addTransposed(parameters.fromRole[role], buffers.hiddenErrors[index]!, error);
    addOuter(error, row, gradients.embedding);
  });
}

/** result += left · rightᵀ. */
function addOuter(left: Float64Array, right: Float64Array, result: Float64Array): void {
  for (let o = 0, cell = 0; o < left.length; o++) {
    const factor = left[o]!;
    for (let i = 0; i < right.length; i++, cell++) result[cell] = result[cell]! + factor * right[i]!;
  }
}

/** result += matrixᵀ · vector. */
function addTransposed(matrix: Float64Array, vector: Float64Array, result: Float64Array): void {
  for (let o = 0, cell = 0; o < vector.length; o++) {
    const factor = vector[o]!;
    for (let i = 0; i < result.length; i++, cell++) result[i] = result[i]! + factor * matrix[cell]!;
  }
}
