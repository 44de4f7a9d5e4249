/**
 * How much better a row would obey the linear relations of one of the normal regimes if a value were left out: the gain
 * in log density of the mixture, marginalised over the value.
 *
 * With P the inverse covariance and y = P (x − μ), leaving out feature s changes squared distance, log determinant, y and
 * the diagonal of P in closed form. P itself is not updated: the column of P belonging to each left-out feature is kept
 * instead, so that a step costs O(components × features × left out).
 */
import { type Mixture, standardScore } from "../densities/mixture.js";
import type { NormalScorer } from "../densities/normal-scores.js";
import { exp } from "../numbers/exponential.js";
import { log } from "../numbers/logarithm.js";

export interface MixtureEvidence {
  readonly mixture: Mixture;
  readonly scorer: NormalScorer;
  readonly parts: readonly ComponentState[];
  /** Features left out so far: [0, count) is in use. */
  readonly left: Int32Array;
  readonly score: Float64Array;
}

interface ComponentState {
  readonly y: Float64Array;
  readonly diagonal: Float64Array;
  /** One column for each feature left out, each scaled by the root of its pivot. */
  readonly columns: Float64Array[];
  distance: number;
  logDeterminant: number;
}

/** Leaving out a value at the centre of a conditional of unit variance gains about this much. */
const CENTRE_GAIN = 0.9;
const GAIN_LIMIT = 50;
const HALF_LOG_TWO_PI = log(2 * Math.PI) / 2;
/** Pivots below this are what rounding leaves of nothing. */
const LEAST_PIVOT = 1e-9;

export function prepareMixtureEvidence(mixture: Mixture, scorer: NormalScorer): MixtureEvidence {
  const { featureCount } = mixture;
  return {
    mixture,
    scorer,
    parts: mixture.components.map(() => ({
      y: new Float64Array(featureCount),
      diagonal: new Float64Array(featureCount),
      columns: [],
      distance: 0,
      logDeterminant: 0,
    })),
    left: new Int32Array(featureCount),
    score: new Float64Array(featureCount),
  };
}

/** Looks at a row, with the features for which `isLeft` is 1 (missing, never seen) left out from the start. */
export function startMixture(evidence: MixtureEvidence, values: Float64Array, isLeft: Uint8Array): void {
  const { mixture, score } = evidence;
  const { featureCount } = mixture;
  for (let j = 0; j < featureCount; j++) {
    score[j] = isLeft[j] === 1 ? 0 : standardScore(mixture, j, evidence.scorer.score(j, values[j]!));
  }
  mixture.components.forEach(({ mean, precision, logDeterminant }, own) => {
    const part = evidence.parts[own]!;
    part.columns.length = 0;
    part.logDeterminant = logDeterminant;
    part.distance = 0;
    for (let a = 0; a < featureCount; a++) {
      let sum = 0;
      for (let b = 0; b < featureCount; b++) sum += precision[a * featureCount + b]! * (score[b]! - mean[b]!);
      part.y[a] = sum;
      part.diagonal[a] = precision[a * featureCount + a]!;
      part.distance += sum * (score[a]! - mean[a]!);
    }
  });
  for (let j = 0; j < featureCount; j++) if (isLeft[j] === 1) dropFromMixture(evidence, j);
}

/** Leaves out one more feature. */
export function dropFromMixture({ mixture, parts }: MixtureEvidence, feature: number): void {
  const { featureCount } = mixture;
  mixture.components.forEach(({ precision }, own) => {
    const part = parts[own]!;
    const pivot = Math.max(LEAST_PIVOT, part.diagonal[feature]!);
    const root = Math.sqrt(pivot);
    const column = new Float64Array(featureCount);
    for (let a = 0; a < featureCount; a++) column[a] = precision[a * featureCount + feature]!;
    for (const earlier of part.columns) {
      const factor = earlier[feature]!;
      for (let a = 0; a < featureCount; a++) column[a]! -= earlier[a]! * factor;
    }
    const step = part.y[feature]! / root;
    part.distance -= step * step;
    part.logDeterminant += log(pivot);
    for (let a = 0; a < featureCount; a++) {
      column[a]! /= root;
      part.y[a]! -= column[a]! * step;
      part.diagonal[a]! -= column[a]! * column[a]!;
    }
    part.columns.push(column);
  });
}

/** For each feature √(2 · gain in log density) when it is left out as well. */
export function fillMixture({ mixture, parts }: MixtureEvidence, gains: Float64Array): void {
  const count = parts.length;
  const logs = new Float64Array(count);
  for (let own = 0; own < count; own++) {
    logs[own] = mixture.components[own]!.logWeight - parts[own]!.distance / 2 - parts[own]!.logDeterminant / 2;
  }
  const before = logSum(logs);
  const without = new Float64Array(count);
  for (let j = 0; j < gains.length; j++) {
    for (let own = 0; own < count; own++) {
      const pivot = Math.max(LEAST_PIVOT, parts[own]!.diagonal[j]!);
      const pull = parts[own]!.y[j]!;
      without[own] = logs[own]! + ((pull * pull) / pivot - log(pivot)) / 2;
    }
    const gain = logSum(without) - before + HALF_LOG_TWO_PI - CENTRE_GAIN;
    gains[j] = Math.sqrt(2 * Math.min(GAIN_LIMIT, Math.max(0, gain)));
  }
}

/** Logarithm of the sum of exponentials. */
function logSum(logs: Float64Array): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const own of logs) largest = Math.max(largest, own);
  let sum = 0;
  for (const own of logs) sum += exp(own - largest);
  return largest + log(sum);
}
