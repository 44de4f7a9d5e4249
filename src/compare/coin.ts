/**
 * COIN (Liu, Shin and Hu, 2018): the row against clusters of its normal neighbours, each by a sparse linear classifier;
 * a feature's weight is its share of the classifiers' weights.
 *
 * The context is the nearest 8 % of the normal rows (standardised), in as many clusters as prediction strength confirms
 * plus one, at most 4; clusters of fewer than 5 rows are left out. Against each cluster the row is spread into as many
 * synthetic rows around it, and an l1 classifier (squared hinge, C = 1) parts the two. Settings are the defaults of the
 * code of Xu et al. (2021), which the paper used. At least 10 neighbours are taken, and when all clusters are too small
 * the whole context is one. Cost: O(neighbours² × inputs) to spread, as much to train.
 */
import { createRandom, type Random } from "../core/base/index.js";
import { createMatrix, type Matrix, matrixRow, selectMatrixRows } from "../detectors/matrix.js";
import { fitNumericInputs, type NumericInputs, sumByOwner, toInputs } from "../detectors/numeric-inputs.js";
import { clusterRows } from "./kmeans.js";
import { trainL1Svm } from "./l1-svm.js";
import { nearestRows } from "./nearest-rows.js";
import { checkPeerInput, type Peer, type PeerContext, type PeerExplanation } from "./peer.js";
import { countClusters } from "./prediction-strength.js";
import { formatRanking, rankFeatures } from "./rank-features.js";
import { rememberFor } from "./remember-for.js";

interface CoinSettings {
  /** Share of the normal rows that make the row's context. */
  readonly neighbourShare: number;
  readonly minNeighbours: number;
  readonly minClusterSize: number;
  readonly maxClusters: number;
  /** Splits behind each prediction strength, and the strength to reach. */
  readonly splits: number;
  readonly strength: number;
  readonly c: number;
  readonly interceptInput: number;
}

const COIN_SETTINGS: CoinSettings = {
  neighbourShare: 0.08,
  minNeighbours: 10,
  minClusterSize: 5,
  maxClusters: 4,
  splits: 10,
  strength: 0.85,
  c: 1,
  interceptInput: 10,
};

interface Prepared {
  readonly inputs: NumericInputs;
  readonly rows: Matrix;
}

export function createCoin(settings: Partial<CoinSettings> = {}): Peer {
  const resolved = { ...COIN_SETTINGS, ...settings };
  const preparedFor = rememberFor((context: PeerContext): Prepared => {
    const inputs = fitNumericInputs(context.encoding, context.training, "standard");
    return { inputs, rows: toInputs(inputs, context.training) };
  });
  return {
    name: "COIN",
    citation: "N. Liu, D. Shin, X. Hu: Contextual Outlier Interpretation. IJCAI 2018.",
    explain: (context, row) => explainByCoin({ settings: resolved, ...preparedFor(context) }, context, row),
  };
}

/** COIN at work on one context. */
interface Coin extends Prepared {
  readonly settings: CoinSettings;
}

function explainByCoin({ settings, inputs, rows }: Coin, context: PeerContext, row: Float64Array): PeerExplanation {
  checkPeerInput(context, row);
  const outlier = toInputs(inputs, { rowCount: 1, width: row.length, values: row }).values;
  const search = { settings, outlier, random: createRandom(context.seed) };
  const sums = new Float64Array(outlier.length);
  for (const cluster of contextClusters(search, rows)) {
    const weights = separate(search, cluster);
    for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + cluster.rowCount * Math.abs(weights[i]!);
  }
  const byFeature = sumByOwner(inputs, sums, row.length);
  const total = byFeature.reduce((sum, weight) => sum + weight, 0) || 1;
  const features = rankFeatures(
    context.encoding,
    byFeature.map((weight) => weight / total),
  );
  return {
    peer: "COIN",
    features,
    form: { kind: "weights", meaning: "the share in what separates the row from its normal neighbours" },
    text: `What separates the row from its normal neighbours, in shares: ${formatRanking(features)}.`,
  };
}

/** One explanation: the row to explain, as inputs, and where chance comes from. */
interface CoinSearch {
  readonly settings: CoinSettings;
  readonly outlier: Float64Array;
  readonly random: Random;
}

function contextClusters({ settings, outlier, random }: CoinSearch, rows: Matrix): Matrix[] {
  const wanted = Math.max(settings.minNeighbours, Math.floor(settings.neighbourShare * rows.rowCount));
  const neighbours = selectMatrixRows(rows, nearestRows(rows, outlier, wanted).rows);
  const { maxClusters, splits, strength } = settings;
  const confirmed = countClusters(neighbours, { maxClusters, splits, threshold: strength }, random);
  const { labels, sizes } = clusterRows(neighbours, Math.min(confirmed + 1, maxClusters), random);
  const clusters = Array.from(sizes.keys())
    .filter((cluster) => sizes[cluster]! >= settings.minClusterSize)
    .map((cluster) => selectMatrixRows(neighbours, rowsWith(labels, cluster)));
  return clusters.length > 0 ? clusters : [neighbours];
}

function rowsWith(labels: Int32Array, cluster: number): number[] {
  return Array.from(labels.keys()).filter((row) => labels[row] === cluster);
}

/** The weights that part the cluster from the row and the synthetic rows around it. */
function separate({ settings, outlier, random }: CoinSearch, cluster: Matrix): Float64Array {
  const count = cluster.rowCount;
  const both = createMatrix(2 * count, cluster.width);
  both.values.set(spreadOutlier(cluster, outlier, random).values);
  both.values.set(cluster.values, count * cluster.width);
  const classes = new Int8Array(2 * count).fill(-1, 0, count).fill(1, count);
  return trainL1Svm(both, classes, { c: settings.c, interceptInput: settings.interceptInput });
}

/**
 * Most of the way towards a mixture of the cluster that a synthetic row may go, for each deviation of distance per
 * input.
 */
const SPREAD = 0.2;

/** As many rows as the cluster has: the row itself and points a little towards random mixtures of the cluster. */
function spreadOutlier(cluster: Matrix, outlier: Float64Array, random: Random): Matrix {
  const { rowCount, width } = cluster;
  const spread = createMatrix(rowCount, width);
  const reach = nearestRows(cluster, outlier, 1).distances[0]! / width;
  for (let row = 0; row < rowCount; row++) {
    const point = matrixRow(spread, row);
    if (row > 0) mixRows(cluster, random, point);
    const share = row > 0 ? SPREAD * random() * reach : 0;
    for (let i = 0; i < width; i++) point[i] = outlier[i]! + share * (point[i]! - outlier[i]!);
  }
  return spread;
}

/** Fills `point` with a mean of the rows under random weights. */
function mixRows(rows: Matrix, random: Random, point: Float64Array): void {
  let total = 0;
  for (let row = 0, cell = 0; row < rows.rowCount; row++) {
    const weight = random();
    total += weight;
    for (let i = 0; i < point.length; i++) point[i] = point[i]! + weight * rows.values[cell++]!;
  }
  for (let i = 0; i < point.length; i++) point[i] = point[i]! / (total || 1);
}
