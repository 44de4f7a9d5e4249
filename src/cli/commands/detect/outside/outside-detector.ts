/** A detector that stands outside: a scheme before its place, and how it is opened. */
import type { ScoreRows } from "../../../../detectors/detector.js";
import type { MatrixEncoding } from "../../../../detectors/matrix-encoding.js";
import type { Invocation } from "../../../arguments/command.js";

export interface OutsideDetector {
  /** The file it is read from, if it is one: nothing may be written over it. */
  file(place: string): string | undefined;
  open(place: string, encoding: MatrixEncoding, run: Invocation): Promise<OpenOutside>;
}

export interface OpenOutside {
  /** As it completes "scored by …". */
  readonly title: string;
  readonly score: (rows: Parameters<ScoreRows>[0]) => Promise<Float64Array>;
  close(): Promise<void>;
}
