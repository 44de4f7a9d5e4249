/**
 * SOAM (Lüdtke, Bartelt and Stuckenschmidt, 2023): the set of features in which the row is least likely, under a
 * sum-product network learnt once from the normal rows (sum-product-network.ts).
 *
 * Backward elimination: from all features, again and again the one is left out without which the row stays strangest.
 * Among sets of one size strangeness is minus the log density, each feature counted relative to its mean among normal
 * rows; between sizes it is the deviations by which the row's log density lies below that of normal rows. The set with
 * the most deviations is the explanation; features rank by how long they stayed. The paper's appendix gives no settings
 * for SOAM: leaves, least rows and the threshold of independence are ours. Cost: O(features² × nodes) for each row.
 */
import { type Matrix, matrixRow, selectMatrixRows } from "../detectors/matrix.js";
import type { MatrixEncoding } from "../detectors/matrix-encoding.js";
import { meanAndDeviation } from "../detectors/numeric-inputs.js";
import { checkPeerInput, type Peer, type PeerContext, type PeerExplanation, type SubspaceForm } from "./peer.js";
import { formatWeight, rankByOrder } from "./rank-features.js";
import { rememberFor } from "./remember-for.js";
import { type DensityNode, learnDensity, logDensity } from "./sum-product-network.js";

interface SoamSettings {
  /** Share of the normal rows below which a node of the network is not split, and the least such number. */
  readonly minShare: number;
  readonly minRows: number;
  readonly independence: number;
  /** Least deviation of a leaf, in deviations of the feature. */
  readonly minDeviation: number;
  /** Normal rows that set of features are compared on. */
  readonly referenceRows: number;
  /** Most normal rows the network is learnt from. */
  readonly maxRows: number;
}

const SOAM_SETTINGS: SoamSettings = {
  minShare: 0.05,
  minRows: 30,
  independence: 0.3,
  minDeviation: 0.1,
  referenceRows: 100,
  maxRows: 5000,
};

interface Prepared {
  readonly density: DensityNode;
  readonly offsets: Float64Array;
  readonly scales: Float64Array;
  /** Normal rows as the density sees them. */
  readonly reference: Matrix;
  /** For each feature the mean log density of normal rows. */
  readonly usual: Float64Array;
}

export function createSoam(settings: Partial<SoamSettings> = {}): Peer {
  const resolved = { ...SOAM_SETTINGS, ...settings };
  const preparedFor = rememberFor((context: PeerContext) => prepare(resolved, context));
  return {
    name: "SOAM",
    citation: "S. Lüdtke, C. Bartelt, H. Stuckenschmidt: Outlying Aspect Mining via Sum-Product Networks. PAKDD 2023.",
    explain: (context, row) => {
      checkPeerInput(context, row);
      return explainBySoam(context.encoding, row, preparedFor(context));
    },
  };
}

function prepare(settings: SoamSettings, { encoding, training, seed }: PeerContext): Prepared {
  const offsets = new Float64Array(encoding.length);
  const scales = new Float64Array(encoding.length).fill(1);
  encoding.forEach((column, index) => {
    if (column.feature.kind === "categorical") return;
    const values = Float64Array.from({ length: training.rowCount }, (_, row) => matrixRow(training, row)[index]!);
    const { offset, scale } = meanAndDeviation(values);
    offsets[index] = offset;
    scales[index] = scale || 1;
  });
  const sample = selectMatrixRows(training, evenRows(training.rowCount, settings.maxRows));
  const rows: Matrix = {
    ...sample,
    values: sample.values.map(
      (value, cell) => (value - offsets[cell % encoding.length]!) / scales[cell % encoding.length]!,
    ),
  };
  const density = learnDensity(rows, {
    categorical: encoding.map((column) => column.feature.kind === "categorical"),
    minRows: Math.max(settings.minRows, settings.minShare * rows.rowCount),
    independence: settings.independence,
    minDeviation: settings.minDeviation,
    seed,
  });
  const reference = selectMatrixRows(rows, evenRows(rows.rowCount, settings.referenceRows));
  const usual = Float64Array.from(encoding, (_, column) =>
    meanOf(densities(density, reference, only(encoding.length, column))),
  );
  return { density, offsets, scales, reference, usual };
}

/** At most `count` rows, evenly spread over the table. */
function evenRows(rowCount: number, count: number): Int32Array {
  const taken = Math.min(rowCount, count);
  return Int32Array.from({ length: taken }, (_, i) => Math.floor((i * rowCount) / taken));
}

function only(size: number, column: number): Uint8Array {
  const included = new Uint8Array(size);
  included[column] = 1;
  return included;
}

function densities(density: DensityNode, rows: Matrix, included: Uint8Array): Float64Array {
  return Float64Array.from({ length: rows.rowCount }, (_, row) => logDensity(density, matrixRow(rows, row), included));
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function explainBySoam(encoding: MatrixEncoding, row: Float64Array, prepared: Prepared): PeerExplanation {
  const point = row.map((value, column) => (value - prepared.offsets[column]!) / prepared.scales[column]!);
  const included = new Uint8Array(row.length).fill(1);
  const removed: number[] = [];
  let best: { columns: number[]; outlyingness: number } = { columns: [], outlyingness: Number.NEGATIVE_INFINITY };
  for (let size = row.length; size > 0; size--) {
    const outlyingness = deviationsBelow(prepared, point, included);
    if (outlyingness >= best.outlyingness) {
      best = { columns: Array.from(included.keys()).filter((column) => included[column] === 1), outlyingness };
    }
    removed.push(leaveOneOut(prepared, point, included));
  }
  const form: SubspaceForm = { kind: "subspace", ...best };
  const names = form.columns.map((column) => encoding[column]!.feature.name).join(", ");
  return {
    peer: "SOAM",
    features: rankByOrder(encoding, removed.reverse()),
    form,
    text: `The row is strangest in {${names}}: there its log density lies ${formatWeight(form.outlyingness)} deviations below that of normal rows.`,
  };
}

/** How far the row's log density of the included features lies below the mean of normal rows, in their deviations. */
function deviationsBelow({ density, reference }: Prepared, point: Float64Array, included: Uint8Array): number {
  const { offset, scale } = meanAndDeviation(densities(density, reference, included));
  return (offset - logDensity(density, point, included)) / (scale || 1);
}

/** Takes out the feature without which the row stays strangest, the last among equals, and returns it. */
function leaveOneOut({ density, usual }: Prepared, point: Float64Array, included: Uint8Array): number {
  let chosen = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let column = 0; column < included.length; column++) {
    if (included[column] === 0) continue;
    included[column] = 0;
    const excess = logDensity(density, point, included) + usual[column]!;
    included[column] = 1;
    if (excess <= least) {
      least = excess;
      chosen = column;
    }
  }
  included[chosen] = 0;
  return chosen;
}
