/**
 * ATON (Xu et al., 2021): a small network learns, for this one row, to tell it from normal rows; the attention it pays
 * to each dimension of its embedding, carried back to the inputs, is the weight of each feature.
 *
 * 30 nearest normal rows and 30 random others make 900 triplets with the row (aton-network.ts), inputs scaled to [0,
 * 1]. Adam with rate .1, a tenth of it after 5 of 10 epochs, weight decay .01, batches of 512, 64 dimensions, margin 5:
 * the defaults of the authors' code, which the paper used. Training ends after 3 epochs without a better loss, and the
 * best epoch's parameters are taken. Cost: about 60 million multiplications a row, hardly dependent on the table.
 */
import { createRandom, type Random, randomInteger } from "../core/base/index.js";
import { adamStep, createAdam } from "../detectors/adam.js";
import { createMatrix, type Matrix, matrixRow } from "../detectors/matrix.js";
import { fitNumericInputs, sumByOwner, toInputs } from "../detectors/numeric-inputs.js";
import {
  type AtonLoss,
  type AtonParameters,
  type AtonShape,
  attend,
  batchLoss,
  createAtonBuffers,
  createAtonParameters,
  drawAtonParameters,
  embedRows,
  scaleToUnit,
  type Triplet,
  type TripletRows,
} from "./aton-network.js";
import { nearestRows } from "./nearest-rows.js";
import { checkPeerInput, type Peer, type PeerContext, type PeerExplanation } from "./peer.js";
import { formatRanking, rankFeatures } from "./rank-features.js";

interface AtonSettings extends AtonLoss {
  readonly neighbours: number;
  readonly others: number;
  readonly dimensions: number;
  readonly epochs: number;
  readonly batchSize: number;
  readonly learningRate: number;
  readonly weightDecay: number;
  /** Epochs after which the rate falls to a tenth. */
  readonly rateStep: number;
  /** Epochs without a better loss after which training ends. */
  readonly patience: number;
}

const ATON_SETTINGS: AtonSettings = {
  neighbours: 30,
  others: 30,
  dimensions: 64,
  epochs: 10,
  batchSize: 512,
  learningRate: 0.1,
  weightDecay: 0.01,
  rateStep: 5,
  patience: 3,
  margin: 5,
  marginWeight: 0.8,
  restWeight: 0.2,
};

export function createAton(settings: Partial<AtonSettings> = {}): Peer {
  const resolved = { ...ATON_SETTINGS, ...settings };
  return {
    name: "ATON",
    citation:
      "H. Xu, Y. Wang, S. Jian, Z. Huang, Y. Wang, N. Liu, F. Li: Beyond Outlier Detection: Outlier Interpretation by Attention-Guided Triplet Deviation Network. WWW 2021.",
    explain: (context, row) => explainByAton(resolved, context, row),
  };
}

function explainByAton(settings: AtonSettings, context: PeerContext, row: Float64Array): PeerExplanation {
  checkPeerInput(context, row);
  const random = createRandom(context.seed);
  const together = appendRow(context.training, row);
  const inputs = fitNumericInputs(context.encoding, together, "range");
  const rows = chooseRows(settings, toInputs(inputs, together), random);
  const hidden = Math.floor(1.5 * settings.dimensions);
  const shape: AtonShape = { inputs: inputs.owners.length, dimensions: settings.dimensions, hidden };
  const parameters = trainAton({ settings, shape, random }, rows);
  const weights = sumByOwner(inputs, inputWeights(shape, parameters, rows), row.length);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const features = rankFeatures(
    context.encoding,
    weights.map((weight) => weight / total),
  );
  return {
    peer: "ATON",
    features,
    form: { kind: "weights", meaning: "the share of the attention that tells the row from normal rows" },
    text: `Attention that tells the row from normal rows, in shares: ${formatRanking(features)}.`,
  };
}

/** The row comes last, so that it shares in the scaling. */
function appendRow(training: Matrix, row: Float64Array): Matrix {
  const together = createMatrix(training.rowCount + 1, training.width);
  together.values.set(training.values);
  together.values.set(row, training.values.length);
  return together;
}

/**
 * The row, random normal rows, and its nearest normal rows; the random ones are none of the nearest where that can be.
 */
function chooseRows(settings: AtonSettings, inputs: Matrix, random: Random): TripletRows {
  const last = inputs.rowCount - 1;
  const normal: Matrix = {
    rowCount: last,
    width: inputs.width,
    values: inputs.values.subarray(0, last * inputs.width),
  };
  const outlier = matrixRow(inputs, last);
  const order = nearestRows(normal, outlier, last).rows;
  const near = Math.min(settings.neighbours, Math.max(1, last >>> 1));
  const positives = Array.from(order.subarray(0, near));
  const others = last > near ? order.subarray(near) : order;
  const anchors = drawRows(others, settings.others, random);
  return {
    rows: [outlier, ...[...anchors, ...positives].map((index) => matrixRow(normal, index))],
    anchors: anchors.length,
  };
}

/** Without replacement; all when there are no more. */
function drawRows(rows: Int32Array, count: number, random: Random): number[] {
  const left = Array.from(rows);
  const drawn: number[] = [];
  while (drawn.length < count && left.length > 0) {
    const place = randomInteger(random, left.length);
    drawn.push(left[place]!);
    left[place] = left[left.length - 1]!;
    left.pop();
  }
  return drawn;
}

function listTriplets({ rows, anchors }: TripletRows): Triplet[] {
  const triplets: Triplet[] = [];
  for (let anchor = 1; anchor <= anchors; anchor++) {
    for (let positive = anchors + 1; positive < rows.length; positive++) triplets.push({ anchor, positive });
  }
  return triplets;
}

/** What a network is to be, and how it is trained. */
interface AtonPlan {
  readonly settings: AtonSettings;
  readonly shape: AtonShape;
  readonly random: Random;
}

function trainAton({ settings, shape, random }: AtonPlan, rows: TripletRows): AtonParameters {
  const parameters = createAtonParameters(shape);
  drawAtonParameters(shape, parameters, random);
  const gradients = createAtonParameters(shape);
  const training = { parameters, gradients, buffers: createAtonBuffers(shape, rows.rows.length) };
  const descent = { parameters: parameters.flat, gradients: gradients.flat };
  const adam = createAdam(parameters.flat.length, settings.weightDecay);
  const triplets = listTriplets(rows);
  const best = { loss: Number.POSITIVE_INFINITY, flat: parameters.flat.slice(), epoch: 0 };
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(triplets, random);
    const rate = settings.learningRate * 0.1 ** Math.floor(epoch / settings.rateStep);
    let sum = 0;
    for (let from = 0; from < triplets.length; from += settings.batchSize) {
      const batch = { rows, triplets: triplets.slice(from, from + settings.batchSize), loss: settings };
      sum += batchLoss(training, batch) * batch.triplets.length;
      adamStep(adam, descent, rate);
    }
    if (sum < best.loss) {
      best.loss = sum;
      best.epoch = epoch;
      best.flat.set(parameters.flat);
    } else if (epoch - best.epoch >= settings.patience) {
      parameters.flat.set(best.flat);
      break;
    }
  }
  return parameters;
}

/** Mean attention of each dimension over all triplets, times the size of each input's weight in that dimension. */
function inputWeights(shape: AtonShape, parameters: AtonParameters, rows: TripletRows): Float64Array {
  const buffers = createAtonBuffers(shape, rows.rows.length);
  embedRows(parameters, rows, buffers);
  const attention = new Float64Array(shape.dimensions);
  for (const triplet of listTriplets(rows)) {
    attend(parameters, triplet, buffers);
    scaleToUnit(buffers.attention);
    for (let k = 0; k < attention.length; k++) attention[k] = attention[k]! + buffers.attention[k]!;
  }
  const weights = new Float64Array(shape.inputs);
  for (let k = 0, cell = 0; k < attention.length; k++) {
    for (let i = 0; i < weights.length; i++, cell++) {
      weights[i] = weights[i]! + attention[k]! * Math.abs(parameters.embedding[cell]!);
    }
  }
  return weights;
}

function shuffle(triplets: Triplet[], random: Random): void {
  for (let i = triplets.length - 1; i > 0; i--) {
    const other = randomInteger(random, i + 1);
    const triplet = triplets[i]!;
    triplets[i] = triplets[other]!;
    triplets[other] = triplet;
  }
}
