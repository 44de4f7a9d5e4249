/**
 * Where a score begins to be an anomaly: a row is flagged when its score is at or above the threshold.
 *
 * By share: so large a share of the scored rows is flagged. By labels: the threshold with the best F1, as in the paper.
 * Cost: O(rows log rows).
 */
import { InputError } from "../core/base/index.js";

export interface LabelledThreshold {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * The score that at most this share of rows reaches; equal scores are flagged together or not at all, so that the
 * share is never exceeded. Infinity when even the highest score is shared by too many rows.
 */
export function thresholdByShare(scores: Float64Array, contamination: number): number {
  if (!(contamination >= 0 && contamination < 1)) {
    throw new InputError(
      "CONTAMINATION_RANGE",
      `contamination must be in [0, 1), got ${contamination}`,
      "It is the share of rows to flag: 0.05 flags one row in twenty.",
    );
  }
  const sorted = Float64Array.from(scores).sort().reverse();
  let flagged = Math.floor(contamination * sorted.length + 1e-9);
  while (flagged > 0 && flagged < sorted.length && sorted[flagged] === sorted[flagged - 1]) flagged--;
  return flagged === 0 ? Number.POSITIVE_INFINITY : sorted[flagged - 1]!;
}

/** `labels` holds 1 for an anomaly and 0 for a normal row. Of equally good thresholds, the highest. */
export function thresholdByLabels(scores: Float64Array, labels: ArrayLike<number>): LabelledThreshold {
  const anomalies = Array.from(labels).reduce((sum, label) => sum + label, 0);
  if (labels.length !== scores.length) {
    throw new InputError(
      "LABEL_LENGTH",
      `there are ${labels.length} labels for ${scores.length} scores`,
      "Give one label for each row.",
    );
  }
  if (anomalies === 0) {
    throw new InputError(
      "LABEL_NONE",
      "no row is labelled as an anomaly",
      "Set the threshold by a share of rows instead.",
    );
  }
  const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!);
  let best: LabelledThreshold = { threshold: Number.POSITIVE_INFINITY, precision: 0, recall: 0, f1: 0 };
  let hits = 0;
  order.forEach((row, index) => {
    hits += labels[row]!;
    const next = order[index + 1];
    if (next !== undefined && scores[next] === scores[row]) return; // equal scores fall on the same side
    const f1 = (2 * hits) / (index + 1 + anomalies);
    if (f1 > best.f1) best = { threshold: scores[row]!, precision: hits / (index + 1), recall: hits / anomalies, f1 };
  });
  return best;
}

/** 1 for each flagged row. A score that is not a number is no flag. */
export function flagScores(scores: Float64Array, threshold: number): Uint8Array {
  return Uint8Array.from(scores, (score) => Number(score >= threshold));
}
