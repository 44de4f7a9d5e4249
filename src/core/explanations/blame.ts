/**
 * Blames features by surprise drop: leaving out a wrong reading makes all the others fit normal behaviour better. That is
 * asked of three views of normal behaviour: trees (rules about one feature that lean on others), the nearest normal rows,
 * and a mixture of linear regimes.
 *
 * In each step the feature with the largest weighted sum is blamed; trees that lean on it then have no say, and it no
 * longer counts in the other views. Later steps listen more and more to how extreme a reading is by itself, the way
 * people do. Weights: docs/experiments/diagnosis.md. Cost for a row: O(steps × (trees × depth + features × (rows + components))).
 */
import { dropFromMixture, fillMixtureGains, type MixtureEvidence } from "./mixture-evidence.js";
import { dropFromDensity, fillDensityGains, type NearDensity } from "./near-density.js";
import { dropFromTrees, type TreeEvidence, weighTrees } from "./tree-evidence.js";

/** What is known of the row at hand. Blaming leaves features out of trees, density and mixture. */
export interface BlameInputs {
  readonly trees: TreeEvidence;
  readonly density: NearDensity;
  /** Null where there is no mixture. */
  readonly mixture: MixtureEvidence | null;
  readonly isCategorical: Uint8Array;
  /** 1 where the value is missing. */
  readonly isMissing: Uint8Array;
  /** 1 where the mixture never looked: missing, or a category never seen. */
  readonly isLeftOut: Uint8Array;
  /** Surprise of each value by itself: in deviations (as trees know it, too), and by how few normal rows are as extreme. */
  readonly marginal: Float64Array;
  readonly tail: Float64Array;
}

/** Filled anew for each row. */
export interface Blame {
  /** All features, most suspect first. */
  readonly order: Int32Array;
  /** How strongly each feature of the order is suspected; not increasing. */
  readonly strengths: Float64Array;
  /** How many of the order were blamed; the rest follows by its own extremity. */
  blamedCount: number;
  /** How strange the row is: the mean of the three largest sums of the first step. */
  strangeness: number;
  /** Scratch: the weighted sum of all evidence against each feature, and whether it was blamed. */
  readonly sums: Float64Array;
  readonly isBlamed: Uint8Array;
}

/** Features blamed at most. */
const BLAME_STEPS = 4;
const STRANGENESS_FEATURES = 3;

/** Fitted once on other splits and synthetic sets, leaving related sets out, then rounded. */
const WEIGHTS = { own: 0.5, drop: 1, near: 0.5, density: 1.25, mixture: 1.25, tail: 0.2 } as const;

export function prepareBlame(featureCount: number): Blame {
  return {
    order: new Int32Array(featureCount),
    strengths: new Float64Array(featureCount),
    blamedCount: 0,
    strangeness: 0,
    sums: new Float64Array(featureCount),
    isBlamed: new Uint8Array(featureCount),
  };
}

export function blameFeatures(inputs: BlameInputs, blame: Blame): void {
  const { order, strengths, sums, isBlamed } = blame;
  const featureCount = order.length;
  const steps = Math.min(featureCount, Math.max(1, Math.min(BLAME_STEPS, featureCount - 1)));
  isBlamed.fill(0);
  blame.strangeness = 0;
  blame.blamedCount = steps;
  let ceiling = Number.POSITIVE_INFINITY;
  for (let step = 0; step < steps; step++) {
    weighFeatures(inputs, step, sums);
    if (step === 0) blame.strangeness = largestMean(sums);
    const best = largestOf(sums, isBlamed);
    isBlamed[best] = 1;
    order[step] = best;
    ceiling = Math.min(ceiling, sums[best]!);
    strengths[step] = ceiling;
    if (step + 1 < steps) leaveOut(inputs, best);
  }
  let end = steps;
  for (let j = 0; j < featureCount; j++) if (isBlamed[j] === 0) order[end++] = j;
  sortByExtremity(inputs, order.subarray(steps));
  for (let rank = steps; rank < featureCount; rank++) {
    ceiling = Math.min(ceiling, WEIGHTS.tail * inputs.tail[order[rank]!]!);
    strengths[rank] = ceiling;
  }
}

function leaveOut({ trees, density, mixture, isLeftOut }: BlameInputs, feature: number): void {
  dropFromTrees(trees, feature);
  dropFromDensity(density, feature);
  if (mixture !== null && isLeftOut[feature] === 0) dropFromMixture(mixture, feature);
}

/** The weighted sum of all evidence against each feature that is not blamed yet. */
function weighFeatures(inputs: BlameInputs, step: number, sums: Float64Array): void {
  const { marginal, tail, isMissing, isCategorical, trees, density, mixture } = inputs;
  const { own, drop } = trees;
  weighTrees(trees);
  if (density.count > 0) fillDensityGains(density);
  if (mixture !== null) fillMixtureGains(mixture);
  // Without rows to compare with, what is known of the value by itself and from its trees stands for them.
  const near = density.count > 0 ? density.near : marginal;
  const byRows = density.count > 0 ? density.gains : own;
  const tailWeight = WEIGHTS.tail * (1 << step);
  for (let j = 0; j < sums.length; j++) {
    // A Gaussian has no say about a category's own value; it only uses it to judge others.
    const byMixture = mixture === null || isCategorical[j] === 1 ? own[j]! : mixture.gains[j]!;
    const views =
      isMissing[j] === 1
        ? (WEIGHTS.near + WEIGHTS.density + WEIGHTS.mixture) * marginal[j]!
        : WEIGHTS.near * near[j]! + WEIGHTS.density * byRows[j]! + WEIGHTS.mixture * byMixture;
    sums[j] = WEIGHTS.own * own[j]! + WEIGHTS.drop * drop[j]! + views + tailWeight * tail[j]!;
  }
}

function largestOf(sums: Float64Array, isBlamed: Uint8Array): number {
  let best = -1;
  for (let j = 0; j < sums.length; j++) if (isBlamed[j] === 0 && (best < 0 || sums[j]! > sums[best]!)) best = j;
  return best;
}

/** Mean of the largest sums, all of them where there are fewer. */
function largestMean(sums: Float64Array): number {
  let first = Number.NEGATIVE_INFINITY;
  let second = Number.NEGATIVE_INFINITY;
  let third = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < sums.length; j++) {
    const sum = sums[j]!;
    if (sum <= third) continue;
    third = Math.min(second, sum);
    if (sum > second) second = Math.min(first, sum);
    if (sum > first) first = sum;
  }
  const count = Math.min(STRANGENESS_FEATURES, sums.length);
  return (count > 2 ? third / count : 0) + (count > 1 ? second / count : 0) + first / count;
}

/** By tail, then by marginal surprise, largest first, then by number: heap sort, since it takes no room and its order is total. */
function sortByExtremity(inputs: BlameInputs, rest: Int32Array): void {
  for (let top = (rest.length >> 1) - 1; top >= 0; top--) sink(inputs, rest, top, rest.length);
  for (let end = rest.length - 1; end > 0; end--) {
    const last = rest[0]!;
    rest[0] = rest[end]!;
    rest[end] = last;
    sink(inputs, rest, 0, end);
  }
}

/** Restores [0, end) as a heap, whose top is the least extreme, after its entry at `top` has changed. */
function sink(inputs: BlameInputs, heap: Int32Array, top: number, end: number): void {
  const entry = heap[top]!;
  let at = top;
  for (let child = 2 * at + 1; child < end; child = 2 * at + 1) {
    if (child + 1 < end && isMoreExtreme(inputs, heap[child]!, heap[child + 1]!)) child++;
    if (!isMoreExtreme(inputs, entry, heap[child]!)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = entry;
}

function isMoreExtreme({ tail, marginal }: BlameInputs, a: number, b: number): boolean {
  if (tail[a] !== tail[b]) return tail[a]! > tail[b]!;
  return marginal[a] === marginal[b] ? a < b : marginal[a]! > marginal[b]!;
}
