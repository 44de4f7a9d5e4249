/** A kind of detector that is trained here: how it learns, scores, and is saved. */
import type { JsonPlace } from "./json-reader.js";
import type { Matrix } from "./matrix.js";
import type { MatrixEncoding } from "./matrix-encoding.js";
import type { Steps } from "./steps.js";

/** Normal rows, and what their columns are. */
interface LearningRows {
  readonly encoding: MatrixEncoding;
  readonly matrix: Matrix;
}

/** `Learnt` is plain data; only its kind knows what is in it. */
export interface DetectorMethod<Learnt> {
  /** As it completes "scored by …". */
  readonly title: string;
  /** In steps of some milliseconds; each yields the share done. */
  train(rows: LearningRows, seed: number): Steps<Learnt>;
  /** One score for each row, higher is stranger; finite, whatever was learnt or read from a file. */
  score(learnt: Learnt, matrix: Matrix): Float64Array;
  /** Fields of the detector's file, as plain JSON. */
  toJson(learnt: Learnt): object;
  /** From the same fields, which nobody has looked at yet: throws DETECTOR_FILE where one is not as it was written. */
  fromJson(file: JsonPlace, encoding: MatrixEncoding): Learnt;
}

/** Typed arrays become lists; the rest stays. */
export function withPlainLists(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value,
    ]),
  );
}
