/**
 * How much better a row would obey the linear relations of one of the normal regimes if a value were left out: the gain
 * in log density of the mixture, marginalised over the value.
 *
 * With P the inverse covariance and y = P (x − μ), leaving out feature s changes squared distance, log determinant, y and
 * the diagonal of P in closed form. P itself is not updated: the column of P belonging to each left-out feature is kept
 * instead, so that a step costs O(components × features × left out). All of it stands in flat arrays, component by
 * component, feature by feature.
 */
import { type Mixture, standardScore } from "../densities/mixture.js";
import type { NormalScorer } from "../densities/normal-scores.js";
import { exp } from "../numbers/exponential.js";
import { log } from "../numbers/logarithm.js";

export interface MixtureEvidence {
  readonly mixture: Mixture;
  readonly scorer: NormalScorer;
  /** The mixture: component c at c · features (c · features² for the inverse covariances). */
  readonly means: Float64Array;
  readonly precisions: Float64Array;
  readonly diagonals: Float64Array;
  /** The row at hand: its scores, centred for the component at hand. */
  readonly scores: Float64Array;
  readonly centred: Float64Array;
  /** y and the diagonal of P of each component, as features are left out. */
  readonly pulls: Float64Array;
  readonly pivots: Float64Array;
  /** For the i-th feature left out and component c a column at (i · components + c) · features, scaled by the root of its pivot. */
  readonly columns: Float64Array;
  /** Weighted log density of each component, but for what all have in common. */
  readonly logs: Float64Array;
  /** Scratch: the same without one more feature and without the determinant's part of it. */
  readonly without: Float64Array;
  /** 1 for features that were left out. */
  readonly isOut: Uint8Array;
  outCount: number;
}

/** Leaving out a value at the centre of a conditional of unit variance gains about this much. */
const CENTRE_GAIN = 0.9;
const GAIN_LIMIT = 50;
const HALF_LOG_TWO_PI = log(2 * Math.PI) / 2;
/** Pivots below this are what rounding leaves of nothing. */
const LEAST_PIVOT = 1e-9;
/** A component whose log density is so far below another's adds nothing to it, whatever its pivots. */
const NEGLIGIBLE = -60;

export function prepareMixtureEvidence(mixture: Mixture, scorer: NormalScorer): MixtureEvidence {
  const { featureCount, components } = mixture;
  const count = components.length;
  const precisions = concatenate(components.map(({ precision }) => precision));
  const size = count * featureCount;
  return {
    mixture,
    scorer,
    means: concatenate(components.map(({ mean }) => mean)),
    precisions,
    diagonals: Float64Array.from({ length: size }, (_, at) => precisions[at * featureCount + (at % featureCount)]!),
    scores: new Float64Array(featureCount),
    centred: new Float64Array(featureCount),
    pulls: new Float64Array(size),
    pivots: new Float64Array(size),
    columns: new Float64Array(size * featureCount),
    logs: new Float64Array(count),
    without: new Float64Array(count),
    isOut: new Uint8Array(featureCount),
    outCount: 0,
  };
}

function concatenate(arrays: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let end = 0;
  for (const array of arrays) {
    whole.set(array, end);
    end += array.length;
  }
  return whole;
}

/** Looks at a row, with the features for which `isLeft` is 1 (missing, never seen) left out from the start. */
export function startMixture(evidence: MixtureEvidence, values: Float64Array, isLeft: Uint8Array): void {
  const { mixture, scorer, means, precisions, scores, centred, pulls, logs } = evidence;
  const { featureCount, components } = mixture;
  for (let j = 0; j < featureCount; j++) {
    scores[j] = isLeft[j] === 1 ? 0 : standardScore(mixture, j, scorer.score(j, values[j]!));
  }
  evidence.pivots.set(evidence.diagonals);
  evidence.isOut.fill(0);
  evidence.outCount = 0;
  for (let own = 0; own < logs.length; own++) {
    const start = own * featureCount;
    for (let j = 0; j < featureCount; j++) centred[j] = scores[j]! - means[start + j]!;
    let distance = 0;
    for (let a = 0; a < featureCount; a++) {
      const pull = dot(precisions, (start + a) * featureCount, centred);
      pulls[start + a] = pull;
      distance += pull * centred[a]!;
    }
    logs[own] = components[own]!.logWeight - distance / 2 - components[own]!.logDeterminant / 2;
  }
  for (let j = 0; j < featureCount; j++) if (isLeft[j] === 1) dropFromMixture(evidence, j);
}

/** Of a vector and as many numbers of a matrix; four sums, since one would wait for itself. */
function dot(matrix: Float64Array, start: number, vector: Float64Array): number {
  const even = vector.length & ~3;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < even; i += 4) {
    a += matrix[start + i]! * vector[i]!;
    b += matrix[start + i + 1]! * vector[i + 1]!;
    c += matrix[start + i + 2]! * vector[i + 2]!;
    d += matrix[start + i + 3]! * vector[i + 3]!;
  }
  for (let i = even; i < vector.length; i++) a += matrix[start + i]! * vector[i]!;
  return a + c + (b + d);
}

/** Leaves out one more feature. */
export function dropFromMixture(evidence: MixtureEvidence, feature: number): void {
  const { mixture, precisions, pulls, pivots, columns, logs, isOut, outCount } = evidence;
  const { featureCount } = mixture;
  const size = logs.length * featureCount;
  for (let own = 0; own < logs.length; own++) {
    const start = own * featureCount;
    const pivot = Math.max(LEAST_PIVOT, pivots[start + feature]!);
    const root = Math.sqrt(pivot);
    const step = pulls[start + feature]! / root;
    logs[own]! += (step * step - log(pivot)) / 2;
    const column = outCount * size + start;
    const row = (start + feature) * featureCount; // P is symmetric: its row is its column
    for (let a = 0; a < featureCount; a++) columns[column + a] = precisions[row + a]!;
    for (let out = 0; out < outCount; out++) {
      const earlier = out * size + start;
      const factor = columns[earlier + feature]!;
      for (let a = 0; a < featureCount; a++) columns[column + a]! -= columns[earlier + a]! * factor;
    }
    for (let a = 0; a < featureCount; a++) {
      const entry = columns[column + a]! / root;
      columns[column + a] = entry;
      pulls[start + a]! -= entry * step;
      pivots[start + a]! -= entry * entry;
    }
  }
  isOut[feature] = 1;
  evidence.outCount++;
}

/** For each feature √(2 · gain in log density) when it is left out as well; nothing for those that already are. */
export function fillMixtureGains(evidence: MixtureEvidence, gains: Float64Array): void {
  const { mixture, pulls, pivots, logs, without, isOut } = evidence;
  const { featureCount } = mixture;
  const before = logSum(logs) - HALF_LOG_TWO_PI + CENTRE_GAIN;
  for (let j = 0; j < featureCount; j++) {
    if (isOut[j] === 1) {
      gains[j] = 0;
      continue;
    }
    let largest = Number.NEGATIVE_INFINITY;
    for (let own = 0; own < logs.length; own++) {
      const pull = pulls[own * featureCount + j]!;
      const pivot = Math.max(LEAST_PIVOT, pivots[own * featureCount + j]!);
      const density = logs[own]! + (pull * pull) / pivot / 2;
      without[own] = density;
      if (density > largest) largest = density;
    }
    // The determinant without j is that with it times the pivot, whose root divides the density.
    let sum = 0;
    for (let own = 0; own < logs.length; own++) {
      const below = without[own]! - largest;
      if (below < NEGLIGIBLE) continue;
      const pivot = Math.max(LEAST_PIVOT, pivots[own * featureCount + j]!);
      sum += exp(below) / Math.sqrt(pivot);
    }
    const gain = largest + log(sum) - before;
    gains[j] = Math.sqrt(2 * Math.min(GAIN_LIMIT, Math.max(0, gain)));
  }
}

/** Logarithm of the sum of exponentials. */
function logSum(logs: Float64Array): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < logs.length; i++) if (logs[i]! > largest) largest = logs[i]!;
  let sum = 0;
  for (let i = 0; i < logs.length; i++) sum += exp(logs[i]! - largest);
  return largest + log(sum);
}
