/**
 * How much better a row would obey the linear relations of one of the normal regimes if a value were left out: the gain
 * in log density of the mixture, marginalised over the value.
 *
 * With P the inverse covariance and y = P (x − μ), leaving out feature s changes squared distance, log determinant, y and
 * the diagonal of P in closed form. P itself is not updated: the column of P belonging to each left-out feature is kept
 * instead, so that a step costs O(components × features × left out).
 */
import type { Mixture } from "../densities/mixture.js";
import type { Kernel } from "../kernel/kernel.js";
import { evenLength, f64, type Laid, u8 } from "../kernel/lay-out.js";
import type { NumberTables } from "../kernel/number-tables.js";
import { placeRecord, recordRoom } from "../kernel/record.js";
import { exp } from "../numbers/exponential.js";
import { log } from "../numbers/logarithm.js";

export interface MixtureEvidence extends MixtureArrays {
  readonly mixture: Mixture;
  readonly componentCount: number;
  /** Numbers of a vector: one for each feature, and one more where that makes them even. */
  readonly stride: number;
  /** Features left out; only the twin counts here. */
  outCount: number;
  /** Null: the twin. */
  readonly kernel: Kernel | null;
  readonly pointer: number;
}

/**
 * The mixture, component by component: means, inverse covariances row by row, their diagonals, and what a component's log
 * density is at its mean, but for what all have in common.
 * scores, centred: the row at hand (0 where it is left out), and centred for the component at hand.
 * pulls, pivots: y and the diagonal of P of each component, as features are left out.
 * columns: for the i-th feature left out and component c at (i · components + c) · stride, scaled by the root of its pivot.
 * logs: weighted log density of each component. isOut: 1 for features left out.
 * gains: for each feature √(2 · gain in log density) when it is left out as well; nothing for those that already are.
 * without: scratch. record: what the kernel reads.
 */
type MixtureArrays = Laid<ReturnType<typeof mixtureLayout>>;

export function mixtureLayout(mixture: Mixture | null, kernel: Kernel | null) {
  const features = mixture?.featureCount ?? 0;
  const components = mixture?.components.length ?? 0;
  const stride = evenLength(features);
  return {
    record: recordRoom(kernel, (run) => run.mixtureRecordBytes()),
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
    gains: f64(stride),
  };
}

/** Leaving out a value at the centre of a conditional of unit variance gains about this much. */
const CENTRE_GAIN = 0.9;
const GAIN_LIMIT = 50;
const HALF_LOG_TWO_PI = log(2 * Math.PI) / 2;
/** Pivots below this are what rounding leaves of nothing. */
const LEAST_PIVOT = 1e-9;
/** A component whose log density is so far below another's adds nothing to it, whatever its pivots. */
const NEGLIGIBLE = -60;

export function prepareMixtureEvidence(
  mixture: Mixture,
  arrays: MixtureArrays,
  tables: NumberTables,
  kernel: Kernel | null,
): MixtureEvidence {
  const { featureCount, components } = mixture;
  const stride = evenLength(featureCount);
  const { record, ...own } = arrays;
  const { means, precisions, diagonals, atMeans } = own;
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
  const outCount = 0;
  const fields = { ...own, ...tables, featureCount, stride, componentCount, outCount };
  const pointer = placeRecord(kernel, record, fields);
  return { ...arrays, mixture, componentCount, stride, outCount, kernel, pointer };
}

/** Looks at the row in `scores`, with the features for which `isLeft` is 1 (missing, never seen) left out from the start. */
export function startMixture(evidence: MixtureEvidence, isLeft: Uint8Array): void {
  const { mixture, kernel, pointer } = evidence;
  if (kernel === null) startMixtureTwin(evidence);
  else kernel.run.startMixture(pointer);
  for (let j = 0; j < mixture.featureCount; j++) if (isLeft[j] === 1) dropFromMixture(evidence, j);
}

function startMixtureTwin(evidence: MixtureEvidence): void {
  const { mixture, componentCount, stride, means, precisions, scores, centred, pulls, logs } = evidence;
  const { featureCount } = mixture;
  evidence.pivots.set(evidence.diagonals);
  evidence.isOut.fill(0);
  evidence.outCount = 0;
  for (let own = 0; own < componentCount; own++) {
    const start = own * stride;
    for (let j = 0; j < stride; j++) centred[j] = scores[j]! - means[start + j]!;
    let distance = 0;
    for (let a = 0; a < featureCount; a++) {
      const pull = dot(precisions, (own * featureCount + a) * stride, centred);
      pulls[start + a] = pull;
      distance += pull * centred[a]!;
    }
    logs[own] = evidence.atMeans[own]! - distance / 2;
  }
}

/** Of a vector and as many numbers of a matrix, an even number: four sums, since one would wait for itself. */
function dot(matrix: Float64Array, start: number, vector: Float64Array): number {
  const length = vector.length;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    a += matrix[start + i]! * vector[i]!;
    b += matrix[start + i + 1]! * vector[i + 1]!;
    c += matrix[start + i + 2]! * vector[i + 2]!;
    d += matrix[start + i + 3]! * vector[i + 3]!;
  }
  if (i < length) {
    a += matrix[start + i]! * vector[i]!;
    b += matrix[start + i + 1]! * vector[i + 1]!;
  }
  return a + c + (b + d);
}

/** Leaves out one more feature. */
export function dropFromMixture(evidence: MixtureEvidence, feature: number): void {
  if (evidence.kernel === null) dropFromMixtureTwin(evidence, feature);
  else evidence.kernel.run.dropFromMixture(evidence.pointer, feature);
}

function dropFromMixtureTwin(evidence: MixtureEvidence, feature: number): void {
  const { mixture, componentCount, stride, precisions, pulls, pivots, columns, logs, isOut, outCount } = evidence;
  const size = componentCount * stride;
  for (let own = 0; own < componentCount; own++) {
    const start = own * stride;
    const pivot = Math.max(LEAST_PIVOT, pivots[start + feature]!);
    const root = Math.sqrt(pivot);
    const step = pulls[start + feature]! / root;
    logs[own]! += (step * step - log(pivot)) / 2;
    const column = outCount * size + start;
    const row = (own * mixture.featureCount + feature) * stride; // P is symmetric: its row is its column
    for (let a = 0; a < stride; a++) columns[column + a] = precisions[row + a]!;
    for (let out = 0; out < outCount; out++) {
      const earlier = out * size + start;
      const factor = columns[earlier + feature]!;
      for (let a = 0; a < stride; a++) columns[column + a]! -= columns[earlier + a]! * factor;
    }
    for (let a = 0; a < stride; a++) {
      const entry = columns[column + a]! / root;
      columns[column + a] = entry;
      pulls[start + a]! -= entry * step;
      pivots[start + a]! -= entry * entry;
    }
  }
  isOut[feature] = 1;
  evidence.outCount = outCount + 1;
}

/** Its twin is in kernel/mixture.ts, for kernel/blame.ts. */
export function fillMixtureGains(evidence: MixtureEvidence): void {
  const { mixture, componentCount, stride, pulls, pivots, logs, without, isOut, gains } = evidence;
  const before = logSum(logs) - HALF_LOG_TWO_PI + CENTRE_GAIN;
  for (let j = 0; j < mixture.featureCount; j++) {
    if (isOut[j] === 1) {
      gains[j] = 0;
      continue;
    }
    let largest = Number.NEGATIVE_INFINITY;
    for (let own = 0; own < componentCount; own++) {
      const pull = pulls[own * stride + j]!;
      const pivot = Math.max(LEAST_PIVOT, pivots[own * stride + j]!);
      const density = logs[own]! + (pull * pull) / pivot / 2;
      without[own] = density;
      if (density > largest) largest = density;
    }
    // The determinant without j is that with it times the pivot, whose root divides the density.
    let sum = 0;
    for (let own = 0; own < componentCount; own++) {
      const below = without[own]! - largest;
      if (below < NEGLIGIBLE) continue;
      sum += exp(below) / Math.sqrt(Math.max(LEAST_PIVOT, pivots[own * stride + j]!));
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
