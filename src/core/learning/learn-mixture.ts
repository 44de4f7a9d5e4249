/**
 * Fits a mixture to rows of a table. The features go in in the order of their names, so that the order of columns does
 * not matter.
 */

import { compareNames, createRandom, mix32 } from "../base/index.js";
import type { Job, Kernel } from "../compute/index.js";
import { fitMixture, MAX_MIXTURE_FEATURES, type Mixture, type Quantiles, USUAL_WEIGHT } from "../densities/index.js";
import { scorerOf } from "../evidence/index.js";
import type { FeatureProfile } from "../model/index.js";
import { type EncodedTable, isRecorded } from "../table/index.js";
import { copyRows } from "./copy-rows.js";

interface MixtureTask {
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  /** Its first rows are fitted, MIXTURE_ROWS at most. */
  readonly rows: EncodedTable;
  readonly seed: number;
}

/** Rows to which a mixture is fitted, at most. */
export const MIXTURE_ROWS = 4000;

/**
 * Numbers alone may be tied closely to one another, and a mixture tells more of them than other evidence does; where
 * some features are categories, whose codes are no measure, neither holds (docs/experiments/diagnosis.md). Nor do sums
 * of codes tell where to start.
 */
const OF_NUMBERS = { ridge: 0.005, weight: 2.5, doubtWeight: 1, most: MIXTURE_ROWS, isDrawn: false };
const OF_CODES = { ridge: 0.05, weight: USUAL_WEIGHT, doubtWeight: 0, most: 1000, isDrawn: true };

/** Its one part is the whole. */
export const mixtureJob: Job<MixtureTask, null, Mixture | null> = {
  name: "mixture",
  prepare(task, { kernel }) {
    return () => learnMixture(task, kernel);
  },
};

/** Null where there are too few features, too many, or no rows. */
export function learnMixture(task: MixtureTask, kernel: Kernel): Mixture | null {
  const { rows, seed } = task;
  const featureCount = rows.features.length;
  if (featureCount > MAX_MIXTURE_FEATURES) return null;
  const order = [...rows.features.keys()].sort((a, b) => compareNames(rows.features[a]!.name, rows.features[b]!.name));
  const { ridge, weight, doubtWeight, most, isDrawn } = rows.features.every(({ kind }) => kind === "numeric")
    ? OF_NUMBERS
    : OF_CODES;
  const random = isDrawn ? createRandom(mix32(seed ^ 0x2545f491) >>> 0) : null;
  // A sensor with a past is several features, which are wrong together.
  const hasPast = rows.features.some((feature) => !isRecorded(feature));
  const scores = scoresOf(task, order, Math.min(most, rows.rowCount));
  const mixture = fitMixture(scores, featureCount, {
    ridge,
    weight,
    doubtWeight: hasPast ? 0 : doubtWeight,
    random,
    kernel,
  });
  return mixture === null ? null : reorderMixture(mixture, order);
}

/** Normal scores row by row, features in the order of `features`. */
function scoresOf({ rows, profiles, quantiles }: MixtureTask, order: readonly number[], count: number): Float64Array {
  const { columns } = copyRows(
    rows,
    Int32Array.from({ length: count }, (_, row) => row),
  );
  const scorer = scorerOf({ profiles, quantiles });
  const scores = new Float64Array(count * order.length);
  order.forEach((feature, place) => {
    const values = columns[feature]!;
    for (let row = 0; row < count; row++) scores[row * order.length + place] = scorer.score(feature, values[row]!);
  });
  return scores;
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
    ...mixture,
    centres: vector(mixture.centres),
    scales: vector(mixture.scales),
    components: mixture.components.map((component) => ({
      ...component,
      mean: vector(component.mean),
      precision: matrix(component.precision),
    })),
  };
}
