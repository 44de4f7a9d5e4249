/**
 * Blames features by surprise drop: leaving out a wrong reading makes all the others fit normal behaviour better. That is
 * asked of three views of normal behaviour: trees (rules about one feature that lean on others), the nearest normal rows,
 * and a mixture of linear regimes.
 *
 * In each step the feature with the largest weighted sum is blamed; trees that lean on it then have no say, and it no
 * longer counts in the other views. Later steps listen more and more to how extreme a reading is by itself, the way
 * people do. Once the one blamed last tells little, those after it are taken in the order they were in.
 *
 * Weights: docs/experiments/diagnosis.md. Cost for a row: O(steps × (trees × depth + features × (rows + components))).
 */
import type { Kernel } from "../kernel/kernel.js";
import { f64, i32, type Laid, u8 } from "../kernel/lay-out.js";
import { placeRecord, recordRoom } from "../kernel/record.js";
import { dropFromMixture, fillMixtureGains, type MixtureEvidence } from "./mixture-evidence.js";
import { dropFromDensity, fillDensityGains, type NearDensity } from "./near-density.js";
import { dropFromTrees, type TreeEvidence, weighTrees } from "./tree-evidence.js";

/** What is known of the row at hand. Blaming leaves features out of trees, density and mixture. */
export interface Views {
  readonly trees: TreeEvidence;
  readonly density: NearDensity;
  /** Null where there is no mixture. */
  readonly mixture: MixtureEvidence | null;
}

/** Filled anew for each row. */
export interface Blame extends BlameArrays {
  readonly views: Views;
  /** Surprise of each value by itself in deviations, as the trees know it. */
  readonly marginal: Float64Array<ArrayBuffer>;
  /** How many are blamed where all steps are taken; the rest of the order follows by its own extremity. */
  readonly blamedCount: number;
  /** Null: the twin. */
  readonly kernel: Kernel | null;
  readonly pointer: number;
}

/**
 * Of the row at hand: tail, the surprise of each value by itself by how few normal rows are as extreme; isMissing; and
 * isLeftOut, 1 where the mixture never looked, missing or a category never seen. isCategorical is the same for all rows.
 * What comes of it: order, all features, most suspect first; strengths, how strongly each of them is suspected, not
 * increasing; strangeness, how strange the row is: the mean of the three largest sums of the first step, and behind it the
 * second of these, that of the runner-up.
 * Scratch: sums, the weighted sum of all evidence against each feature; isBlamed. record: what the kernel reads.
 */
type BlameArrays = Laid<ReturnType<typeof blameLayout>>;

export function blameLayout(featureCount: number, kernel: Kernel | null) {
  return {
    record: recordRoom(kernel, (run) => run.blameRecordBytes()),
    tail: f64(featureCount),
    isCategorical: u8(featureCount),
    isMissing: u8(featureCount),
    isLeftOut: u8(featureCount),
    sums: f64(featureCount),
    isBlamed: u8(featureCount),
    order: i32(featureCount),
    strengths: f64(featureCount),
    strangeness: f64(2),
  };
}

/** Features blamed at most. */
const BLAME_STEPS = 4;
const STRANGENESS_FEATURES = 3;
/** A feature after the first that is less suspect than this tells nothing about those after it. */
const TELLING = 8;

/** Fitted once on other splits and synthetic sets, leaving related sets out, then rounded. */
const WEIGHTS = { own: 0.5, drop: 1, near: 0.5, density: 1.25, mixture: 1.25, tail: 0.2 } as const;

export function prepareBlame(
  views: Views,
  arrays: BlameArrays,
  isCategorical: Uint8Array,
  kernel: Kernel | null,
): Blame {
  const featureCount = isCategorical.length;
  arrays.isCategorical.set(isCategorical);
  const { trees, density, mixture } = views;
  const { record, ...own } = arrays;
  const pointer = placeRecord(kernel, record, {
    trees: trees.pointer,
    density: density.pointer,
    mixture: mixture?.pointer ?? 0,
    own: trees.own,
    drop: trees.drop,
    near: density.near,
    densityGains: density.gains,
    mixtureGains: mixture?.gains ?? 0,
    costs: density.costs,
    totals: density.totals,
    marginal: trees.marginal,
    ...own,
    featureCount,
    stride: density.neighbours.stride,
  });
  const blamedCount = Math.min(featureCount, Math.max(1, Math.min(BLAME_STEPS, featureCount - 1)));
  return { ...arrays, views, marginal: trees.marginal, blamedCount, kernel, pointer };
}

/** `steps` features are blamed: blamedCount for all that is to be known, 1 for how strange the row is and its first suspect. */
export function blameFeatures(blame: Blame, steps: number): void {
  const { kernel, pointer, views } = blame;
  if (kernel === null) blameFeaturesTwin(blame, steps);
  else kernel.run.blameFeatures(pointer, views.density.count, steps);
}

function blameFeaturesTwin(blame: Blame, steps: number): void {
  const { order, strengths, sums, isBlamed, strangeness, tail } = blame;
  isBlamed.fill(0);
  strangeness.fill(0);
  let ceiling = Number.POSITIVE_INFINITY;
  let isSettled = false;
  for (let step = 0; step < steps; step++) {
    if (!isSettled) weighFeatures(blame, step);
    if (step === 0) measureStrangeness(sums, strangeness);
    const best = largestOf(sums, isBlamed);
    isBlamed[best] = 1;
    order[step] = best;
    ceiling = Math.min(ceiling, sums[best]!);
    strengths[step] = ceiling;
    isSettled ||= step > 0 && ceiling < TELLING;
    if (!isSettled && step + 1 < steps) leaveOut(blame, best);
  }
  let end = steps;
  for (let j = 0; j < order.length; j++) if (isBlamed[j] === 0) order[end++] = j;
  order.subarray(steps).sort((a, b) => compareExtremity(blame, a, b));
  for (let rank = steps; rank < order.length; rank++) {
    ceiling = Math.min(ceiling, WEIGHTS.tail * tail[order[rank]!]!);
    strengths[rank] = ceiling;
  }
}

/**
 * The largest sum of all other features where one is left out, as in the step after the first. The row's evidence must be as
 * it was gathered, and is not any more.
 */
export function largestWithout(blame: Blame, feature: number): number {
  leaveOut(blame, feature);
  weighFeatures(blame, 1);
  let largest = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < blame.sums.length; j++) {
    if (j !== feature && blame.sums[j]! > largest) largest = blame.sums[j]!;
  }
  return largest;
}

function leaveOut({ views, isLeftOut }: Blame, feature: number): void {
  dropFromTrees(views.trees, feature);
  dropFromDensity(views.density, feature);
  if (views.mixture !== null && isLeftOut[feature] === 0) dropFromMixture(views.mixture, feature);
}

/** The weighted sum of all evidence against each feature that is not blamed yet. */
function weighFeatures({ views, marginal, tail, isMissing, isCategorical, sums }: Blame, step: number): void {
  const { trees, density, mixture } = views;
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

/** The mean of the largest sums, all of them where there are fewer; and the second of them, 0 where there is one. */
function measureStrangeness(sums: Float64Array, strangeness: Float64Array): void {
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
  strangeness[0] = (count > 2 ? third / count : 0) + (count > 1 ? second / count : 0) + first / count;
  strangeness[1] = count > 1 ? second : 0;
}

/** By tail, then by marginal surprise, largest first, then by number. */
function compareExtremity({ tail, marginal }: Blame, a: number, b: number): number {
  return tail[b]! - tail[a]! || marginal[b]! - marginal[a]! || a - b;
}
