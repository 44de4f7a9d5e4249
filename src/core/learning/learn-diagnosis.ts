/**
 * Learns what the diagnosis needs: trees, the distribution of each feature, a mixture, boosted trees and a network
 * where there are categories, rows to compare with, and how strange normal rows look that took no part in learning.
 *
 * Everything is learnt from one sample by content hash, so the order of rows does not matter; the trees' counts are
 * over all rows. Where some are known to be anomalies, all of it is learnt from rows of the sample that are trusted.
 */

import { findKnownValues, type Mixture, MOST_NETWORK_FEATURES, type Network } from "../densities/index.js";
import type { Model } from "../model/index.js";
import { type Checking, checkingOf, type ForestHooks, growForest } from "../rules/index.js";
import { doneOnce, type EncodedTable, encodedRows, isRecorded } from "../table/index.js";
import { calibrate, dealtFolds } from "./calibrate.js";
import { networkWeight } from "./category-weights.js";
import { copyRows } from "./copy-rows.js";
import { type DiagnosisInputs, TREE_ROWS } from "./diagnosis-inputs.js";
import { profileRows } from "./feature-profiles.js";
import { explainingTurns, learnConditionals } from "./learn-conditionals.js";
import { MIXTURE_ROWS, mixtureJob } from "./learn-mixture.js";
import { learnNetwork } from "./learn-network.js";
import { trustedRows } from "./trusted-rows.js";

type LearntDiagnosis = Pick<
  Model,
  | "trustedRowCount"
  | "profiles"
  | "forest"
  | "quantiles"
  | "mixture"
  | "knownValues"
  | "conditionals"
  | "network"
  | "neighbours"
  | "calibration"
>;

/** What is learnt from, and what tells how strange normal rows look. */
interface LearningRows extends DiagnosisInputs {
  /** Rows that all of it is counted in. */
  readonly rowCount: number;
  /** Rows that are judged in calibration, and which of them are learnt from; null: those of the sample, and all are. */
  readonly judged: { readonly sample: Int32Array; readonly isLearnt: Uint8Array } | null;
}

export function learnDiagnosis(table: EncodedTable, inputs: DiagnosisInputs, hooks: ForestHooks): LearntDiagnosis {
  const { rowCount } = table;
  if (inputs.options.contamination === 0) return learnFrom(table, { ...inputs, rowCount, judged: null }, hooks);
  const { rows, isLearnt } = trustedRows(table, inputs, hooks);
  const trusted = encodedRows(table, rows);
  const all = Int32Array.from(rows.keys());
  const sample = all.filter((row) => isLearnt[row] === 1);
  const known = {
    ...profileRows(encodedRows(trusted, sample)),
    checking: checkingOf(inputs.checking, rows),
    related: null, // found anew, from these rows
  };
  return learnFrom(
    trusted,
    { ...inputs, ...known, sample, rowCount: sample.length, judged: { sample: all, isLearnt } },
    hooks,
  );
}

function learnFrom(table: EncodedTable, inputs: LearningRows, hooks: ForestHooks): LearntDiagnosis {
  const { options, profiles, quantiles, checking, effort, related, sample, judged } = inputs;
  const { trees, seed, neighbours } = options;
  const featureCount = table.features.length;
  const stepsFrom = (start: number) => (done: number) => hooks.step(start + done, 2 * featureCount);
  const mixture = learnWholeMixture(table, inputs, { pool: hooks.pool, step: stepsFrom(0) });
  const counted = judged === null ? { rows: table, sample, checking } : learntRows(table, sample, checking);
  const growing = { trees, seed, treeRows: TREE_ROWS, effort, related, profiles };
  const forest = growForest(
    counted.rows,
    { ...growing, sample: counted.sample, checking: counted.checking },
    { pool: hooks.pool, step: stepsFrom(0) },
  );
  const knownValues = findKnownValues(encodedRows(table, sample), checkingOf(checking, sample).parts);
  const conditionals = learnConditionals(
    table,
    { ...inputs, knownValues },
    {
      folds: dealtFolds(inputs),
      pool: hooks.pool,
      step: () => hooks.step(featureCount, 2 * featureCount),
    },
  );
  const network = conditionals === null ? null : learnWholeNetwork(table, inputs);
  const calibration = calibrate(
    table,
    {
      ...inputs,
      sample: judged?.sample ?? sample,
      isLearnt: judged?.isLearnt ?? null,
      knownValues,
      conditionals,
      network,
    },
    { pool: hooks.pool, step: stepsFrom(featureCount) },
  );
  hooks.step(2 * featureCount, 2 * featureCount);
  return {
    trustedRowCount: judged === null ? null : sample.length,
    profiles,
    forest,
    mixture,
    knownValues,
    conditionals: explainingTurns(conditionals),
    network,
    neighbours: copyRows(table, sample.subarray(0, neighbours)),
    quantiles,
    calibration,
  };
}

/** The rows that are learnt from as a table of their own: rules of trees are counted in no others. */
function learntRows(table: EncodedTable, sample: Int32Array, checking: Checking) {
  return {
    rows: encodedRows(table, sample),
    sample: Int32Array.from(sample.keys()),
    checking: checkingOf(checking, sample),
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
  const [mixture] = doneOnce(table, "mixture", () => pool.run(mixtureJob, task, [null], { onPart: () => step(0, 1) }));
  return mixture!;
}

/** Null where features are too many, or some tell of the past: a sensor is several of those, wrong together. */
function learnWholeNetwork(
  table: EncodedTable,
  { sample, profiles, rowCount }: Pick<LearningRows, "sample" | "profiles" | "rowCount">,
): Network | null {
  if (table.features.length > MOST_NETWORK_FEATURES || !table.features.every(isRecorded)) return null;
  return learnNetwork({ rows: encodedRows(table, sample), profiles, weight: networkWeight(profiles, rowCount) });
}
