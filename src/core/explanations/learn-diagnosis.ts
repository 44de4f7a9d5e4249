/**
 * Learns what the diagnosis needs: trees, the distribution of each feature, a mixture, rows to compare with, and how
 * strange normal rows look through all of them.
 *
 * Everything is learnt from samples by content hash, so the order of rows does not matter; the trees' counts are over all
 * rows. Large tables hold rows aside for the measure; small ones use every row and learn a second view without them.
 */
import { fitMixture, MAX_MIXTURE_FEATURES, type Mixture } from "../densities/mixture.js";
import type { Quantiles } from "../densities/quantiles.js";
import type { ResolvedLearnOptions } from "../model/learn-options.js";
import type { FeatureProfile, KeptRows, Model } from "../model/model.js";
import { createRandom, mix32 } from "../random/random.js";
import { type ForestHooks, growForest } from "../rules/grow-forest.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { compareNames } from "../table/names.js";
import { calibrate } from "./calibrate.js";
import { keepRows } from "./keep-rows.js";
import { type BlameParts, scorerOf } from "./row-blame.js";

export interface DiagnosisInputs {
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  /** The rows with the least hashes, ascending by it; as many as diagnosisSampleSize says, or all. */
  readonly sample: Int32Array;
  readonly options: ResolvedLearnOptions;
}

type LearntDiagnosis = Pick<Model, "forest" | "quantiles" | "mixture" | "neighbours" | "calibration">;

/** Rows on which trees grow and to which the mixture is fitted, at most. */
export const TREE_ROWS = 1500;
const MIXTURE_ROWS = 1000;
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
  const view = learnView(table, isLarge ? order.subarray(asideCount) : order, inputs, quantiles, stepsFrom(0));
  hooks.step(table.features.length, total);
  const judge = isLarge
    ? view
    : learnWithout(table, order.subarray(asideCount), inputs, quantiles, stepsFrom(table.features.length));
  const calibration = calibrate(partsOf(table, inputs, quantiles, judge), table, aside, hooks.crew);
  hooks.step(total, total);
  return { ...view, quantiles, calibration };
}

type View = Pick<Model, "forest" | "mixture" | "neighbours">;

function learnView(
  table: EncodedTable,
  rows: Int32Array,
  { options, profiles }: DiagnosisInputs,
  quantiles: readonly Quantiles[],
  hooks: ForestHooks,
): View {
  const sample = rows.subarray(0, TREE_ROWS);
  const { trees, seed } = options;
  return {
    forest: growForest(table, profiles, { trees, seed, sample }, hooks),
    mixture: options.neighbours === 0 && trees === 0 ? null : fitScores(table, rows, profiles, quantiles, seed),
    neighbours: keepRows(table, rows.subarray(0, options.neighbours)),
  };
}

/** A view of the given rows that counts no others either. */
function learnWithout(
  table: EncodedTable,
  rows: Int32Array,
  inputs: DiagnosisInputs,
  quantiles: readonly Quantiles[],
  hooks: ForestHooks,
): View {
  const own = encodedRows(table, rows);
  return learnView(own, Int32Array.from(rows.keys()), inputs, quantiles, hooks);
}

/** The mixture is fitted with the features in the order of their names, so that the order of columns does not matter. */
function fitScores(
  table: EncodedTable,
  rows: Int32Array,
  profiles: readonly FeatureProfile[],
  quantiles: readonly Quantiles[],
  seed: number,
): Mixture | null {
  const count = table.features.length;
  if (count > MAX_MIXTURE_FEATURES) return null;
  const order = [...table.features.keys()].sort((a, b) =>
    compareNames(table.features[a]!.name, table.features[b]!.name),
  );
  const kept: KeptRows = keepRows(table, rows.subarray(0, MIXTURE_ROWS));
  const scorer = scorerOf({ profiles, quantiles });
  const scores = new Float64Array(kept.rowCount * count);
  order.forEach((feature, place) => {
    kept.columns[feature]!.forEach((value, row) => {
      scores[row * count + place] = scorer.score(feature, value);
    });
  });
  const mixture = fitMixture(scores, count, createRandom(mix32(seed ^ 0x2545f491) >>> 0));
  return mixture === null ? null : reorderMixture(mixture, order);
}

/** From the order of names back to the order of columns. */
function reorderMixture(mixture: Mixture, order: readonly number[]): Mixture {
  const count = mixture.featureCount;
  const vector = (values: Float64Array): Float64Array => {
    const moved = new Float64Array(count);
    order.forEach((feature, place) => {
      moved[feature] = values[place]!;
    });
    return moved;
  };
  const matrix = (values: Float64Array): Float64Array => {
    const moved = new Float64Array(count * count);
    order.forEach((row, a) => {
      order.forEach((column, b) => {
        moved[row * count + column] = values[a * count + b]!;
      });
    });
    return moved;
  };
  return {
    featureCount: count,
    centres: vector(mixture.centres),
    scales: vector(mixture.scales),
    components: mixture.components.map((component) => ({
      ...component,
      mean: vector(component.mean),
      precision: matrix(component.precision),
    })),
  };
}

function partsOf(
  table: EncodedTable,
  { profiles }: DiagnosisInputs,
  quantiles: readonly Quantiles[],
  view: View,
): BlameParts {
  return { rowCount: table.rowCount, features: table.features, profiles, quantiles, ...view };
}
