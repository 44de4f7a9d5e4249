/**
 * The two detectors of the paper on a set: trained on its normal rows, thresholds by the best F1 on its test rows.
 */

import type { Table } from "../../src/index.js";
import {
  type Detector,
  type DetectorKind,
  inferFeatures,
  scoreTable,
  thresholdByLabels,
  trainDetector,
} from "../internals.js";
import { numbers } from "./benchmark-set.js";

export interface DetectorPair {
  readonly forest: Detector;
  readonly autoencoder: Detector;
}

/** `test` has a column `label`. Columns that are no features are left out by both. */
export function trainDetectors(train: Table, test: Table, seed: number): DetectorPair {
  const { features } = inferFeatures(train, { exclude: [], numeric: [], categorical: [] });
  const labels = numbers(test, "label");
  const tuned = (kind: DetectorKind): Detector => {
    const detector = trainDetector(train, features, { kind, seed });
    if (!labels.includes(1)) return detector;
    return { ...detector, threshold: thresholdByLabels(scoreTable(detector, test), labels).threshold };
  };
  return { forest: tuned("isolation-forest"), autoencoder: tuned("autoencoder") };
}
