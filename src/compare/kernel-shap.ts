/**
 * KernelSHAP (Lundberg and Lee, 2017): the score shared out among the features as Shapley values, by regression over
 * coalitions. A feature outside a coalition takes its values from 20 background rows, the centres of k-means over the
 * normal rows with every value moved to the nearest one that occurs, weighted by cluster size.
 *
 * All coalitions are evaluated when there are at most 2·features + 2048, else a paired sample (coalitions.ts). The
 * regression is solved with the additivity constraint exactly: contributions sum to score − expected score. Features
 * equal to all background rows contribute 0. No l1 selection. Cost: coalitions × background rows × score.
 */
import { countBelow, createRandom } from "../core/base/index.js";
import { createMatrix, type Matrix, matrixColumn, matrixFromRows, matrixRow } from "../detectors/matrix.js";
import { type Coalitions, listCoalitions } from "./coalitions.js";
import { clusterRows } from "./kmeans.js";
import { solveSymmetric } from "./least-squares.js";
import {
  type AdditiveForm,
  checkPeerInput,
  type Peer,
  type PeerContext,
  type PeerExplanation,
  type RankedFeature,
} from "./peer.js";
import { formatRanking, formatWeight, rankFeatures } from "./rank-features.js";
import { rememberFor } from "./remember-for.js";

interface KernelShapSettings {
  readonly backgroundRows: number;
  /** Coalitions evaluated beyond twice the number of features. */
  readonly extraCoalitions: number;
}

const KERNEL_SHAP_SETTINGS: KernelShapSettings = { backgroundRows: 20, extraCoalitions: 2048 };

interface Background {
  readonly rows: Matrix;
  /** Sum to 1. */
  readonly weights: Float64Array;
}

export function createKernelShap(settings: Partial<KernelShapSettings> = {}): Peer {
  const resolved = { ...KERNEL_SHAP_SETTINGS, ...settings };
  const backgroundFor = rememberFor((context: PeerContext) => summariseBackground(context, resolved.backgroundRows));
  return {
    name: "KernelSHAP",
    citation: "S. M. Lundberg, S.-I. Lee: A Unified Approach to Interpreting Model Predictions. NeurIPS 2017.",
    explain: (context, row) => explainByShap({ ...resolved, background: backgroundFor(context) }, context, row),
  };
}

/** The background rows of a context. */
export function summariseBackground({ training, seed }: PeerContext, count: number): Background {
  const { centres, sizes } = clusterRows(training, count, createRandom(seed));
  const rows = createMatrix(centres.rowCount, training.width);
  for (let column = 0; column < training.width; column++) {
    const sorted = matrixColumn(training, column).sort();
    for (let row = 0; row < rows.rowCount; row++) {
      rows.values[row * rows.width + column] = nearestValue(sorted, centres.values[row * rows.width + column]!);
    }
  }
  return { rows, weights: Float64Array.from(sizes, (size) => size / training.rowCount) };
}

function nearestValue(sorted: Float64Array, value: number): number {
  const place = Math.min(countBelow(sorted, value), sorted.length - 1);
  const below = sorted[Math.max(0, place - 1)]!;
  const above = sorted[place]!;
  return value - below <= above - value ? below : above;
}

interface PreparedShap extends KernelShapSettings {
  readonly background: Background;
}

async function explainByShap(
  { background, extraCoalitions }: PreparedShap,
  context: PeerContext,
  row: Float64Array,
): Promise<PeerExplanation> {
  checkPeerInput(context, row);
  const varying = Array.from(row.keys()).filter((column) => varies(background.rows, column, row[column]!));
  const scores = await context.score(matrixFromRows([row, ...rowsOf(background.rows)]));
  const score = scores[0]!;
  const expected = background.weights.reduce((sum, weight, i) => sum + weight * scores[i + 1]!, 0);
  const budget = 2 * varying.length + extraCoalitions;
  const contributions = new Float64Array(row.length);
  if (varying.length === 1) contributions[varying[0]!] = score - expected;
  if (varying.length > 1) {
    const coalitions = listCoalitions(varying.length, budget, createRandom(context.seed));
    const gains = await coalitionGains(context, row, { background, varying, coalitions, expected });
    solveShares(coalitions, gains, score - expected).forEach((share, i) => {
      contributions[varying[i]!] = share;
    });
  }
  const features = rankFeatures(context.encoding, contributions);
  const form: AdditiveForm = { kind: "additive", expected, score, contributions: Array.from(contributions) };
  return {
    peer: "KernelSHAP",
    features,
    form,
    text: describeShares(score, expected, features),
  };
}

/** The expected score is a weighted mean: nearer than this, relative to it, it is the same. */
const ROUNDING = 1e-12;

/** The features that push the score most in the direction in which it lies, with what each adds or takes. */
function describeShares(score: number, expected: number, features: readonly RankedFeature[]): string {
  const difference = score - expected;
  const usual = `the expected ${formatWeight(expected)}`;
  if (Math.abs(difference) <= ROUNDING * Math.abs(expected)) return `The score ${formatWeight(score)} is ${usual}.`;
  const inDirection = features
    .map((entry) => ({ ...entry, weight: entry.weight * Math.sign(difference) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const distance = formatWeight(Math.abs(difference));
  const [side, moved] = difference > 0 ? ["above", "added"] : ["below", "taken off"];
  return `The score ${formatWeight(score)} is ${distance} ${side} ${usual}; the most is ${moved} by ${formatRanking(inDirection)}.`;
}

function varies(rows: Matrix, column: number, value: number): boolean {
  return matrixColumn(rows, column).some((other) => other !== value);
}

function rowsOf(rows: Matrix): Float64Array[] {
  return Array.from({ length: rows.rowCount }, (_, row) => matrixRow(rows, row));
}

interface Evaluation {
  readonly background: Background;
  /** The columns that coalitions are made of. */
  readonly varying: readonly number[];
  readonly coalitions: Coalitions;
  readonly expected: number;
}

/** For each coalition: the mean score when its members have the row's values, less the expected score. */
async function coalitionGains(context: PeerContext, row: Float64Array, evaluation: Evaluation): Promise<Float64Array> {
  const { background, varying, coalitions, expected } = evaluation;
  const { members } = coalitions;
  const count = background.rows.rowCount;
  const mixed = createMatrix(members.rowCount * count, row.length);
  for (let coalition = 0; coalition < members.rowCount; coalition++) {
    const start = coalition * count * row.length;
    mixed.values.set(background.rows.values, start);
    for (let i = 0; i < varying.length; i++) {
      if (members.values[coalition * members.width + i] === 0) continue;
      const column = varying[i]!;
      for (let b = 0; b < count; b++) mixed.values[start + b * row.length + column] = row[column]!;
    }
  }
  const scores = await context.score(mixed);
  return Float64Array.from({ length: members.rowCount }, (_, coalition) => {
    let mean = 0;
    for (let b = 0; b < count; b++) mean += background.weights[b]! * scores[coalition * count + b]!;
    return mean - expected;
  });
}

/** Weighted least squares with the last share following from the others: all shares sum to `total`. */
function solveShares({ members, weights }: Coalitions, gains: Float64Array, total: number): Float64Array {
  const size = members.width - 1;
  const gram = new Float64Array(size * size);
  const right = new Float64Array(size);
  const inputs = new Float64Array(size);
  for (let row = 0; row < members.rowCount; row++) {
    const start = row * members.width;
    const last = members.values[start + size]!;
    const target = gains[row]! - last * total;
    for (let i = 0; i < size; i++) inputs[i] = members.values[start + i]! - last;
    for (let i = 0; i < size; i++) {
      const scaled = weights[row]! * inputs[i]!;
      if (scaled === 0) continue;
      right[i] = right[i]! + scaled * target;
      for (let j = 0; j <= i; j++) gram[i * size + j] = gram[i * size + j]! + scaled * inputs[j]!;
    }
  }
  const shares = solveSymmetric(gram, right);
  return Float64Array.of(...shares, total - shares.reduce((sum, share) => sum + share, 0));
}
