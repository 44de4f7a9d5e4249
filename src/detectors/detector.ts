/**
 * A detector of our own as data: how it sees a table, what it learnt, and from which score on it flags a row.
 *
 * Outside detectors (http-detector.ts, onnx-detector.ts) share only the way rows are handed over: a Matrix in, one
 * score for each row out, higher is stranger.
 */
import { InputError } from "../core/base/errors/input-error.js";
import type { Feature } from "../core/table/features.js";
import type { Table } from "../core/table/table.js";
import { type Autoencoder, autoencoderSteps, scoreAutoencoder } from "./autoencoder.js";
import { DEFAULT_CONTAMINATION, DETECTOR_KINDS, type DetectorKind } from "./detector-kinds.js";
import { growIsolationForest, type IsolationForest, scoreIsolationForest } from "./isolation-forest.js";
import { type Matrix, matrixRows } from "./matrix.js";
import { fitMatrixView, type MatrixView, toMatrix } from "./matrix-view.js";
import { finishSteps, type Steps } from "./steps.js";
import { thresholdByShare } from "./thresholds.js";

/** Scores many rows at once. Outside detectors answer later. */
export type ScoreRows = (rows: Matrix) => Float64Array | Promise<Float64Array>;

export type DetectorModel =
  | { readonly kind: "isolation-forest"; readonly forest: IsolationForest }
  | { readonly kind: "autoencoder"; readonly autoencoder: Autoencoder };

export interface Detector {
  readonly view: MatrixView;
  readonly model: DetectorModel;
  /** Rows with at least this score are anomalies. */
  readonly threshold: number;
}

interface TrainOptions {
  readonly kind?: DetectorKind;
  /** The share of learning rows to lie at or above the threshold, in [0, 1). */
  readonly contamination?: number;
  readonly seed?: number;
}

export function trainDetector(table: Table, features: readonly Feature[], options: TrainOptions = {}): Detector {
  return finishSteps(detectorSteps(table, features, options));
}

/** The same in steps of some milliseconds; each yields the share done. */
export function* detectorSteps(
  table: Table,
  features: readonly Feature[],
  options: TrainOptions = {},
): Steps<Detector> {
  const { kind = "isolation-forest", contamination = DEFAULT_CONTAMINATION, seed = 1 } = options;
  const view = fitMatrixView(features, table);
  const matrix = toMatrix(view, table);
  const model = yield* modelSteps(kind, { view, matrix }, seed);
  const scores = new Float64Array(matrix.rowCount);
  for (let from = 0; from < matrix.rowCount; from += STEP_ROWS) {
    scores.set(scoreModel(model, matrixRows(matrix, from, STEP_ROWS)), from);
    yield from / matrix.rowCount;
  }
  return { view, model, threshold: thresholdByShare(scores, contamination) };
}

/** Learning rows scored between two steps. */
const STEP_ROWS = 1024;

/** The detector's scores of rows seen through its view. */
export function scoreMatrix(detector: Detector, matrix: Matrix): Float64Array {
  return scoreModel(detector.model, matrix);
}

export function scoreTable(detector: Detector, table: Table): Float64Array {
  return scoreModel(detector.model, toMatrix(detector.view, table));
}

interface LearningRows {
  readonly view: MatrixView;
  readonly matrix: Matrix;
}

function* modelSteps(kind: DetectorKind, { view, matrix }: LearningRows, seed: number): Steps<DetectorModel> {
  switch (kind) {
    case "isolation-forest":
      return { kind, forest: growIsolationForest(matrix, { seed }) };
    case "autoencoder":
      return { kind, autoencoder: yield* autoencoderSteps(view, matrix, { seed }) };
    default:
      throw new InputError(
        "DETECTOR_KIND",
        `there is no detector "${String(kind)}"`,
        `Detectors are: ${DETECTOR_KINDS.join(", ")}.`,
      );
  }
}

function scoreModel(model: DetectorModel, matrix: Matrix): Float64Array {
  return model.kind === "isolation-forest"
    ? scoreIsolationForest(model.forest, matrix)
    : scoreAutoencoder(model.autoencoder, matrix);
}
