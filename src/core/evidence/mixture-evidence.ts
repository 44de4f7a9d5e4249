/**
 * How much better a row would obey the linear relations of one of the normal regimes if a value were left out: the gain
 * in log density of the mixture, marginalised over the value.
 *
 * With P the inverse covariance and y = P (x − μ), leaving out feature s changes squared distance, log determinant, y
 * and the diagonal of P in closed form. P itself is not updated: the column of P belonging to each left-out feature is
 * kept instead, so that a step costs O(components × features × left out).
 */

import {
  type ArraysOf,
  evenLength,
  f64,
  i32,
  type Kernel,
  type Laid,
  type NumberTables,
  recordRoom,
  u8,
  writeRecord,
} from "../compute/index.js";
import type { Mixture } from "../densities/index.js";
import { MIXTURE, type MixtureRecord, MOST_PAIRED, type Place } from "../schema/index.js";

export interface MixtureEvidence extends ArraysOf<MixtureRecord, MixtureArrays> {
  readonly mixture: Mixture;
  readonly componentCount: number;
  /** Numbers of a vector: one for each feature, and one more where that makes them even. */
  readonly stride: number;
  readonly kernel: Kernel;
  readonly pointer: Place<"Mixture">;
}

/** Those of the record Mixture, and room for it. */
type MixtureArrays = Laid<ReturnType<typeof mixtureLayout>>;

export function mixtureLayout(mixture: Mixture | null) {
  const features = mixture?.featureCount ?? 0;
  const components = mixture?.components.length ?? 0;
  const stride = evenLength(features);
  return {
    record: recordRoom(MIXTURE),
    means: f64(components * stride),
    precisions: f64(components * features * stride),
    diagonals: f64(components * stride),
    atMeans: f64(components),
    scores: f64(stride),
    centred: f64(stride),
    pulls: f64(components * stride),
    pivots: f64(components * stride),
    columns: f64(features * components * stride),
    logs: f64(components),
    without: f64(2 * components),
    isOut: u8(features),
    wrongs: f64(stride),
    ratios: f64(stride),
    top: i32(MOST_PAIRED),
    pairs: f64(MOST_PAIRED * MOST_PAIRED),
    gains: f64(stride),
  };
}

export function prepareMixtureEvidence(
  mixture: Mixture,
  arrays: MixtureArrays,
  { tables, kernel }: { readonly tables: NumberTables; readonly kernel: Kernel },
): MixtureEvidence {
  const { featureCount, components } = mixture;
  const stride = evenLength(featureCount);
  const { record, ...others } = arrays;
  const { means, precisions, diagonals, atMeans } = others;
  diagonals.fill(1); // what makes a stride even has a pivot like any other
  components.forEach(({ mean, precision, logWeight, logDeterminant }, c) => {
    means.set(mean, c * stride);
    atMeans[c] = logWeight - logDeterminant / 2;
    for (let a = 0; a < featureCount; a++) {
      precisions.set(precision.subarray(a * featureCount, (a + 1) * featureCount), (c * featureCount + a) * stride);
      diagonals[c * stride + a] = precision[a * featureCount + a]!;
    }
  });
  const componentCount = components.length;
  const fields = { ...others, ...tables, featureCount, stride, componentCount, outCount: 0 };
  const { pointer } = writeRecord(MIXTURE, record, fields);
  return { ...arrays, mixture, componentCount, stride, kernel, pointer };
}

/**
 * Looks at the row in `scores`, with the features for which `isLeft` is 1 (missing, never seen) left out from the
 * start.
 */
export function startMixture(evidence: MixtureEvidence, isLeft: Uint8Array): void {
  const { mixture, kernel, pointer } = evidence;
  kernel.run.startMixture(pointer);
  for (let j = 0; j < mixture.featureCount; j++) if (isLeft[j] === 1) dropFromMixture(evidence, j);
}

/** Leaves out one more feature. */
export function dropFromMixture({ kernel, pointer }: MixtureEvidence, feature: number): void {
  kernel.run.dropFromMixture(pointer, feature);
}
