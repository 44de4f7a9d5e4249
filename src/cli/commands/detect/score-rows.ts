/**
 * Scores all rows of a table, batch by batch. Remembered for each row: its score, and whether it is labelled as an
 * anomaly.
 */
import { InputError } from "../../../core/base/index.js";
import { findRows } from "../../../core/table/index.js";
import { rangesOfEncoding, toMatrix } from "../../../detectors/matrix-encoding.js";
import { typesOfFeatures } from "../../../input/feature-types.js";
import { type ReadOptions, type ReadWarning, readBatches, type ValueFilter } from "../../../input/read-table.js";
import { pause } from "../../shared/pause.js";
import { followRead } from "../../shared/progress-on.js";
import type { FollowedRun, OpenDetector } from "./open-detector.js";

const BATCH_ROWS = 2048;

interface ScoredRows {
  /** All columns of the table, features or not. */
  readonly names: readonly string[];
  readonly scores: Float64Array;
  /** null: labels were not asked for. */
  readonly labels: Uint8Array | null;
  readonly warnings: readonly ReadWarning[];
}

/** Who scores, and which rows are known to be anomalies. */
interface Scoring {
  readonly detector: OpenDetector;
  readonly labels: ValueFilter | undefined;
  readonly options: ReadOptions;
}

export async function scoreRows(path: string, scoring: Scoring, { io, progress }: FollowedRun): Promise<ScoredRows> {
  const { detector, labels, options } = scoring;
  const scores: Float64Array[] = [];
  const marks: Uint8Array[] = [];
  const warnings: ReadWarning[] = [];
  let names: readonly string[] = [];
  const batches = readBatches(path, {
    ...options,
    types: typesOfFeatures(detector.encoding.map(({ feature }) => feature)),
    ranges: rangesOfEncoding(detector.encoding),
    batchRows: BATCH_ROWS,
    onProgress: followRead(progress, "Scoring"),
    onWarning: (warning) => warnings.push(warning),
  });
  for await (const { table } of batches) {
    names = table.columns.map(({ name }) => name);
    if (labels !== undefined) {
      const mark = new Uint8Array(table.rowCount);
      for (const row of findRows(table, labels)) mark[row] = 1;
      marks.push(mark);
    }
    scores.push(await detector.score(toMatrix(detector.encoding, table)));
    await pause(io.stop);
  }
  if (scores.length === 0) throw noRows(path);
  return {
    names,
    scores: joined(scores, (length) => new Float64Array(length)),
    labels: labels === undefined ? null : joined(marks, (length) => new Uint8Array(length)),
    warnings,
  };
}

function joined<T extends Float64Array | Uint8Array>(parts: readonly T[], create: (length: number) => T): T {
  const whole = create(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function noRows(path: string): InputError {
  return new InputError("TABLE_EMPTY", `${path} has no rows`, "There is nothing to score. Check how it was written.");
}
