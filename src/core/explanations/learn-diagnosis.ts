/**
 * Learns what the diagnosis needs: trees, the distribution of each feature, a mixture, rows to compare with, and how
 * strange normal rows look through all of them.
 *
 * Everything is learnt from samples by content hash, so the order of rows does not matter; the trees' counts are over all
 * rows. Large tables hold rows aside for the measure; small ones use every row and learn a second view without them.
 */
import type { Mixture } from "../densities/mixture.js";
import type { Quantiles } from "../densities/quantiles.js";
import type { ResolvedLearnOptions } from "../model/learn-options.js";
import type { FeatureProfile, Model } from "../model/model.js";
import { type ForestHooks, type ForestPurpose, growForest } from "../rules/grow-forest.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { calibrate } from "./calibrate.js";
import { keepRows } from "./keep-rows.js";
import { learnMixtures } from "./learn-mixtures.js";
import type { BlameParts } from "./row-blame.js";

export interface DiagnosisInputs {
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  /** The rows with the least hashes, ascending by it; as many as diagnosisSampleSize says, or all. */
  readonly sample: Int32Array;
  readonly options: ResolvedLearnOptions;
}

type LearntDiagnosis = Pick<Model, "forest" | "quantiles" | "mixture" | "neighbours" | "calibration">;

/** Rows on which trees grow, at most. */
export const TREE_ROWS = 1500;
/** Rows held aside, at most, and as a share of a small table. */
const ASIDE_ROWS = 300;
const ASIDE_SHARE = 0.2;

/** Rows that the diagnosis looks at, at most, apart from counting. */
export function diagnosisSampleSize({ neighbours }: { readonly neighbours: number }): number {
  return ASIDE_ROWS + Math.max(TREE_ROWS, neighbours);
}

export function learnDiagnosis(table: EncodedTable, inputs: DiagnosisInputs, hooks: ForestHooks): LearntDiagnosis {
  const { options, quantiles, sample: order } = inputs;
  const isLarge = table.rowCount >= diagnosisSampleSize(options);
  const asideCount = Math.min(ASIDE_ROWS, Math.floor(ASIDE_SHARE * table.rowCount));
  const aside = order.subarray(0, asideCount);
  const total = 2 * table.features.length;
  const stepsFrom = (start: number): ForestHooks => ({ ...hooks, step: (done) => hooks.step(start + done, total) });
  const starts = isLarge ? [asideCount] : [0, asideCount];
  const mixtures =
    options.neighbours === 0 && options.trees === 0
      ? starts.map(() => null)
      : learnMixtures(table, { ...inputs, starts }, { crew: hooks.crew, tick: () => hooks.step(0, total) });
  const view = learnView(table, order.subarray(starts[0]), inputs, mixtures[0]!, stepsFrom(0));
  hooks.step(table.features.length, total);
  const judge = isLarge
    ? view
    : learnWithout(table, order.subarray(asideCount), inputs, mixtures[1]!, stepsFrom(table.features.length));
  const calibration = calibrate(partsOf(table, inputs, judge), table, aside, hooks.crew);
  hooks.step(total, total);
  return { ...view, quantiles, calibration };
}

type View = Pick<Model, "forest" | "mixture" | "neighbours">;

function learnView(
  table: EncodedTable,
  rows: Int32Array,
  { options, profiles }: DiagnosisInputs,
  mixture: Mixture | null,
  hooks: ForestHooks,
  purpose: ForestPurpose = "rules",
): View {
  const sample = rows.subarray(0, TREE_ROWS);
  const { trees, seed } = options;
  return {
    forest: growForest(table, profiles, { trees, seed, sample, purpose }, hooks),
    mixture,
    neighbours: keepRows(table, rows.subarray(0, options.neighbours)),
  };
}

/** A view of the given rows that counts no others either; it only judges, and shows no rules. */
function learnWithout(
  table: EncodedTable,
  rows: Int32Array,
  inputs: DiagnosisInputs,
  mixture: Mixture | null,
  hooks: ForestHooks,
): View {
  const own = encodedRows(table, rows);
  return learnView(own, Int32Array.from(rows.keys()), inputs, mixture, hooks, "blame");
}

function partsOf(table: EncodedTable, { profiles, quantiles }: DiagnosisInputs, view: View): BlameParts {
  return { rowCount: table.rowCount, features: table.features, profiles, quantiles, ...view };
}
