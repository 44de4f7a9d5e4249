/**
 * A peer: another method that explains why a row is an anomaly, so that ours can be set beside it.
 *
 * All peers see the same: a detector's score function over matrix rows, the normal rows, and the row to explain. Each
 * answers with the features ranked by suspicion and with an explanation in its form, as data and as a sentence.
 * Explaining is pure: the same context, row and settings give the same answer, whatever was explained before.
 */
import { InputError } from "../core/base/index.js";
import type { Table } from "../core/table/index.js";
import { type Detector, type ScoreRows, scoreMatrix } from "../detectors/detector.js";
import type { Matrix } from "../detectors/matrix.js";
import { type MatrixEncoding, toMatrix } from "../detectors/matrix-encoding.js";

export interface PeerContext {
  /** What the columns of the matrices are. */
  readonly encoding: MatrixEncoding;
  /** Normal rows. */
  readonly training: Matrix;
  /** Higher is stranger. */
  readonly score: ScoreRows;
  /** Rows with at least this score are anomalies. */
  readonly threshold: number;
  readonly seed: number;
}

export interface RankedFeature {
  /** Position of the feature's column. */
  readonly column: number;
  readonly feature: string;
  /** The method's weight; never greater than that of the feature before. */
  readonly weight: number;
}

/** An explanation in the method's form. */
export type PeerForm = WeightsForm | LinearForm | AdditiveForm | RuleForm | SubspaceForm;

/** One weight for each feature and nothing more. `meaning` completes "the weight is …". */
interface WeightsForm {
  readonly kind: "weights";
  readonly meaning: string;
}

/** A linear model of the score around the row. */
export interface LinearForm {
  readonly kind: "linear";
  readonly intercept: number;
  /** What the model says about the row, beside the detector's score. */
  readonly localScore: number;
  readonly score: number;
  /** Weighted coefficient of determination among the samples. */
  readonly fit: number;
  readonly terms: readonly { readonly column: number; readonly text: string; readonly weight: number }[];
}

/** score = expected + the sum of the features' weights. */
export interface AdditiveForm {
  readonly kind: "additive";
  readonly expected: number;
  readonly score: number;
  /** One for each column, in the order of columns. */
  readonly contributions: readonly number[];
}

/** A rule under which the detector nearly always flags. */
export interface RuleForm {
  readonly kind: "rule";
  /** Each holds for above < value <= most; null: no such limit. */
  readonly predicates: readonly {
    readonly column: number;
    readonly above: number | null;
    readonly most: number | null;
    readonly text: string;
  }[];
  /** Share of perturbed rows under the rule that are flagged. */
  readonly precision: number;
  /** Share of normal rows under the rule. */
  readonly coverage: number;
  /** Whether the wanted precision was reached. */
  readonly reached: boolean;
  /** Whether the search was ended by the limit on samples. */
  readonly capped: boolean;
}

/** The set of features in which the row is strangest. */
export interface SubspaceForm {
  readonly kind: "subspace";
  readonly columns: readonly number[];
  /** Deviations by which the row is less likely there than normal rows. */
  readonly outlyingness: number;
}

export interface PeerExplanation {
  readonly peer: string;
  /** All features, the most suspect first; ties by column. */
  readonly features: readonly RankedFeature[];
  readonly form: PeerForm;
  readonly text: string;
}

export interface Peer {
  readonly name: string;
  readonly citation: string;
  /** `row` is one row of a matrix seen through the context's encoding. */
  explain(context: PeerContext, row: Float64Array): Promise<PeerExplanation> | PeerExplanation;
}

/** The context of one of our detectors and the normal rows. */
export function createPeerContext(detector: Detector, normal: Table, seed = 1): PeerContext {
  return {
    encoding: detector.encoding,
    training: toMatrix(detector.encoding, normal),
    score: (rows) => scoreMatrix(detector, rows),
    threshold: detector.threshold,
    seed,
  };
}

/** Refuses what no peer could explain. */
export function checkPeerInput({ encoding, training }: PeerContext, row: Float64Array): void {
  if (row.length !== encoding.length || training.width !== encoding.length) {
    throw new InputError(
      "PEER_ROW_WIDTH",
      `the row has ${row.length} values, the normal rows ${training.width}, and there are ${encoding.length} features`,
      "All three must agree: make the row with the encoding of the normal rows.",
    );
  }
  if (training.rowCount === 0) {
    throw new InputError("PEER_NO_ROWS", "there are no normal rows to compare with", "Give at least one normal row.");
  }
  if (!row.every(Number.isFinite)) {
    throw new InputError(
      "PEER_ROW_NUMBER",
      "the row holds a value that is not a finite number",
      "Make the row with the encoding of the normal rows, which fills what is missing.",
    );
  }
}
