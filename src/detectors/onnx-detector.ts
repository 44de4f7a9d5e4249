/**
 * A user's ONNX model as a detector. The runtime is not ours to choose here: whoever has one (onnxruntime-web, in a
 * browser or in Node) hands over a session that runs a matrix, and this file batches rows and checks the answer.
 */
import type { ScoreRows } from "./detector.js";
import { type Matrix, matrixRow } from "./matrix.js";
import { checkOutsideScores } from "./outside-scores.js";

/** What is needed of an ONNX session: rows × features as single precision in, one score for each row out. */
export interface OnnxSession {
  run(values: Float32Array, dimensions: readonly [rows: number, features: number]): Promise<ArrayLike<number>>;
}

interface OnnxOptions {
  /** How the model is called in messages, such as its file's name. */
  readonly name?: string;
  /** Rows handed over at once. */
  readonly batchRows?: number;
  /** What the model's output means: isolation forests exported from scikit-learn score normal rows higher. */
  readonly direction?: "higher-is-stranger" | "lower-is-stranger";
}

export function createOnnxDetector(session: OnnxSession, options: OnnxOptions = {}): ScoreRows {
  const { name = "the ONNX model", batchRows = 4096, direction = "higher-is-stranger" } = options;
  const sign = direction === "higher-is-stranger" ? 1 : -1;
  return async (rows) => {
    const scores = new Float64Array(rows.rowCount);
    for (let from = 0; from < rows.rowCount; from += batchRows) {
      const count = Math.min(batchRows, rows.rowCount - from);
      const answer = await session.run(singlePrecision(rows, from, count), [count, rows.width]);
      scores.set(checkOutsideScores(answer, count, name), from);
    }
    return sign === 1 ? scores : scores.map((score) => -score);
  };
}

function singlePrecision(rows: Matrix, from: number, count: number): Float32Array {
  const values = new Float32Array(count * rows.width);
  for (let i = 0; i < count; i++) values.set(matrixRow(rows, from + i), i * rows.width);
  return values;
}
