/**
 * Fits mixtures to rows of a table: one for each view of normal behaviour that is learnt.
 *
 * The features go in in the order of their names, so that the order of columns does not matter. The views look at much the
 * same rows, whose normal scores are made once.
 */
import type { Crew, Job } from "../crew/crew.js";
import { fitMixture, MAX_MIXTURE_FEATURES, type Mixture } from "../densities/mixture.js";
import type { Quantiles } from "../densities/quantiles.js";
import type { FeatureProfile } from "../model/model.js";
import { createRandom, mix32 } from "../random/random.js";
import type { EncodedTable } from "../table/encode-table.js";
import { compareNames } from "../table/names.js";
import { scorerOf } from "./describe-values.js";
import { keepRows } from "./keep-rows.js";

export interface MixtureInputs {
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  readonly sample: Int32Array;
  /** Where in the sample the rows of each mixture begin. */
  readonly starts: readonly number[];
  readonly options: { readonly seed: number };
}

interface MixtureHooks {
  readonly crew: Crew;
  readonly tick: () => void;
}

/** Rows to which a mixture is fitted, at most. */
const MIXTURE_ROWS = 1000;

/** One for each start; null where there are too few features, too many, or no rows. */
export function learnMixtures(
  table: EncodedTable,
  inputs: MixtureInputs,
  { crew, tick }: MixtureHooks,
): (Mixture | null)[] {
  const featureCount = table.features.length;
  if (featureCount > MAX_MIXTURE_FEATURES) return inputs.starts.map(() => null);
  const order = [...table.features.keys()].sort((a, b) =>
    compareNames(table.features[a]!.name, table.features[b]!.name),
  );
  const first = Math.min(...inputs.starts);
  const sample = inputs.sample.subarray(first, Math.max(...inputs.starts) + MIXTURE_ROWS);
  const shared = { scores: scoresOf(table, sample, order, inputs), featureCount, seed: inputs.options.seed };
  const parts = inputs.starts.map((start) => start - first);
  const mixtures = crew.run(mixtureJob, shared, parts, { onPart: tick });
  return mixtures.map((mixture) => (mixture === null ? null : reorderMixture(mixture, order)));
}

interface Scored {
  /** Row by row. */
  readonly scores: Float64Array;
  readonly featureCount: number;
  readonly seed: number;
}

/** A part is the row with which a mixture's rows begin. */
export const mixtureJob: Job<Scored, number, Mixture | null> = {
  name: "mixture",
  prepare({ scores, featureCount, seed }, { kernel }) {
    return (start) => {
      const own = scores.subarray(start * featureCount, (start + MIXTURE_ROWS) * featureCount);
      return fitMixture(own, featureCount, { random: createRandom(mix32(seed ^ 0x2545f491) >>> 0), kernel });
    };
  },
};

function scoresOf(
  table: EncodedTable,
  sample: Int32Array,
  order: readonly number[],
  inputs: MixtureInputs,
): Float64Array {
  const { columns, rowCount } = keepRows(table, sample);
  const scorer = scorerOf(inputs);
  const scores = new Float64Array(rowCount * order.length);
  order.forEach((feature, place) => {
    const values = columns[feature]!;
    for (let row = 0; row < rowCount; row++) scores[row * order.length + place] = scorer.score(feature, values[row]!);
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
