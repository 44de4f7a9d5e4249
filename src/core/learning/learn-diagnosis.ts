/**
 * Learns what the diagnosis needs: trees, the distribution of each feature, a mixture, rows to compare with, and how
 * strange normal rows look that took no part in learning.
 *
 * Everything is learnt from one sample by content hash, so the order of rows does not matter; the trees' counts are
 * over all rows.
 */
import type { Mixture } from "../densities/mixture.js";
import type { Model } from "../model/model.js";
import { type ForestHooks, growForest } from "../rules/forest/grow-forest.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { calibrate, dealtFolds } from "./calibrate.js";
import { copyRows } from "./copy-rows.js";
import { type DiagnosisInputs, TREE_ROWS } from "./diagnosis-inputs.js";
import { learnConditionals } from "./learn-conditionals.js";
import { MIXTURE_ROWS, mixtureJob } from "./learn-mixture.js";
import { trustedRows } from "./trusted-rows.js";

type LearntDiagnosis = Pick<Model, "forest" | "quantiles" | "mixture" | "conditionals" | "neighbours" | "calibration">;

export function learnDiagnosis(table: EncodedTable, whole: DiagnosisInputs, hooks: ForestHooks): LearntDiagnosis {
  const { options, profiles, quantiles, checking, effort } = whole;
  const sample = options.contamination > 0 ? trustedRows(table, whole, hooks) : whole.sample;
  const inputs = { ...whole, sample };
  const { trees, seed, neighbours } = options;
  const featureCount = table.features.length;
  const stepsFrom = (start: number) => (done: number) => hooks.step(start + done, 2 * featureCount);
  const mixture = learnWholeMixture(table, inputs, { pool: hooks.pool, step: stepsFrom(0) });
  const growing = { trees, seed, sample, treeRows: TREE_ROWS, checking, effort };
  const forest = growForest(table, profiles, growing, { pool: hooks.pool, step: stepsFrom(0) });
  const conditionals = learnConditionals(table, inputs, dealtFolds(inputs), {
    pool: hooks.pool,
    step: () => hooks.step(featureCount, 2 * featureCount),
  });
  const calibration = calibrate(
    table,
    { ...inputs, conditionals },
    { pool: hooks.pool, step: stepsFrom(featureCount) },
  );
  hooks.step(2 * featureCount, 2 * featureCount);
  return {
    forest,
    mixture,
    conditionals,
    neighbours: copyRows(table, sample.subarray(0, neighbours)),
    quantiles,
    calibration,
  };
}

function learnWholeMixture(
  table: EncodedTable,
  { profiles, quantiles, sample, options }: DiagnosisInputs,
  { pool, step }: ForestHooks,
): Mixture | null {
  if (options.neighbours === 0 && options.trees === 0) return null;
  const rows = encodedRows(table, sample.subarray(0, MIXTURE_ROWS));
  const task = { profiles, quantiles, rows, seed: options.seed };
  const [mixture] = pool.run(mixtureJob, task, [null], { onPart: () => step(0, 1) });
  return mixture!;
}
