/**
 * A detector that was trained here, as data: how it sees a table, what it learnt, and from which score on it flags.
 *
 * Outside detectors (http-detector.ts, onnx-detector.ts) share only the way rows are handed over: a Matrix in, one
 * score for each row out, higher is stranger.
 */
import { InputError } from "../core/base/index.js";
import type { Feature, Table } from "../core/table/index.js";
import { DEFAULT_CONTAMINATION, DETECTOR_KINDS, type DetectorKind } from "./detector-kinds.js";
import type { DetectorMethod } from "./detector-method.js";
import { DETECTORS } from "./detectors.js";
import { type Matrix, matrixRows } from "./matrix.js";
import { fitMatrixEncoding, type MatrixEncoding, toMatrix } from "./matrix-encoding.js";
import { finishSteps, type Steps } from "./steps.js";
import { thresholdByShare } from "./thresholds.js";

/** Scores many rows at once. Outside detectors answer later. */
export type ScoreRows = (rows: Matrix) => Float64Array | Promise<Float64Array>;

/** What a detector of this kind learnt. */
interface DetectorModel {
  readonly kind: DetectorKind;
  readonly learnt: unknown;
}

export interface Detector {
  readonly encoding: MatrixEncoding;
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
  const { kind = DETECTOR_KINDS[0], contamination = DEFAULT_CONTAMINATION, seed = 1 } = options;
  const encoding = fitMatrixEncoding(features, table);
  const matrix = toMatrix(encoding, table);
  const model = { kind, learnt: yield* methodOf(kind).train({ encoding, matrix }, seed) };
  const scores = new Float64Array(matrix.rowCount);
  for (let from = 0; from < matrix.rowCount; from += STEP_ROWS) {
    scores.set(scoreModel(model, matrixRows(matrix, from, STEP_ROWS)), from);
    yield from / matrix.rowCount;
  }
  return { encoding, model, threshold: thresholdByShare(scores, contamination) };
}

/** Learning rows scored between two steps. */
const STEP_ROWS = 1024;

/** The detector's scores of rows in its encoding. */
export function scoreMatrix(detector: Detector, matrix: Matrix): Float64Array {
  return scoreModel(detector.model, matrix);
}

export function scoreTable(detector: Detector, table: Table): Float64Array {
  return scoreModel(detector.model, toMatrix(detector.encoding, table));
}

function methodOf(kind: DetectorKind): DetectorMethod<unknown> {
  if (Object.hasOwn(DETECTORS, kind)) return DETECTORS[kind];
  throw new InputError(
    "DETECTOR_KIND",
    `there is no detector "${String(kind)}"`,
    `Detectors are: ${DETECTOR_KINDS.join(", ")}.`,
  );
}

function scoreModel({ kind, learnt }: DetectorModel, matrix: Matrix): Float64Array {
  return DETECTORS[kind].score(learnt, matrix);
}
