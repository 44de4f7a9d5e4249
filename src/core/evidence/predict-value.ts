/**
 * What a value would be by the rest of its row: a number as a middle and how far from it the value may lie, a category
 * as shares. Asked are the trees about the feature and the mixture, which look at features that are not barred; neither
 * looks at the value itself, so a wrong value cannot spoil what is expected in its place.
 *
 * Trees weigh the more, the more their leaf knows. The mixture tells a number by its conditional distribution, on the
 * scale of normal scores, so that what it tells is no further than learning rows go and skewed as they are.
 * The nearest normal rows were tried as well: with them the middle is no nearer to the truth (.35 deviations with and
 * without). Cost: O(trees of the feature + components × features²).
 */

import { exp, log } from "../base/index.js";
import { kernelSchema as schema } from "../schema/index.js";
import { startMixture } from "./mixture-evidence.js";
import type { RowBlamer } from "./row-blame.js";
import { asksForAny } from "./tree-evidence.js";

/** Taken over, since an engine compiles constants of a module into its code, but not those of another. */
const { LEAST_MIXTURE_PIVOT, MAX_BINS, NEGLIGIBLE, PRIOR_ROWS } = schema;

/** In deviations of the feature from its mean; NaN where it has nothing to say. */
export interface NumberPrediction {
  byTrees: number;
  treeSpread: number;
  byMixture: number;
  mixtureSpread: number;
}

export function noPrediction(): NumberPrediction {
  return { byTrees: Number.NaN, treeSpread: Number.NaN, byMixture: Number.NaN, mixtureSpread: Number.NaN };
}

/** What is to be predicted from the rest of a row. */
export interface Predicted {
  readonly feature: number;
  /** 1 for features not to be asked, with room for one behind the last. */
  readonly isBarred: Uint8Array;
}

/** The row has been looked at by the blamer. */
export function predictByTrees(
  { trees }: RowBlamer,
  { feature, isBarred }: Predicted,
  prediction: NumberPrediction,
): void {
  const { targets, firstTrees, treeLeaves, leafParts } = trees;
  const t = targets.indexOf(feature);
  let weights = 0;
  let means = 0;
  let spreads = 0;
  for (let tree = firstTrees[t] ?? 0; t >= 0 && tree < firstTrees[t + 1]!; tree++) {
    if (asksForAny(trees, tree, isBarred)) continue;
    const leaf = 4 * treeLeaves[tree]!;
    const knowledge = leafParts.moments[leaf + 1]!;
    const weight = treeWeight(knowledge);
    weights += weight;
    means += weight * leafParts.moments[leaf]!;
    spreads += weight / knowledge;
  }
  prediction.byTrees = weights > 0 ? means / weights : Number.NaN;
  prediction.treeSpread = weights > 0 ? spreads / weights : Number.NaN;
}

/** Trees whose leaf knows little hardly count: measured best among powers of what it knows. */
function treeWeight(knowledge: number): number {
  const square = knowledge * knowledge;
  return square * square;
}

/** Lets the mixture look at the row without the features that are marked. What it was asked before is lost. */
export function startPredicting({ mixture }: RowBlamer, isMarked: Uint8Array): void {
  if (mixture !== null) startMixture(mixture, isMarked);
}

/** The feature must not be among those that the mixture was started without. */
export function predictByMixture(blamer: RowBlamer, feature: number, prediction: NumberPrediction): void {
  prediction.byMixture = prediction.mixtureSpread = Number.NaN;
  const { mixture: evidence, described, standard } = blamer;
  if (evidence === null) return;
  const { mean, deviation } = conditionalOf(evidence, feature);
  const scale = evidence.mixture.scales[feature]!;
  const middle = mean * scale + evidence.mixture.centres[feature]!;
  const valueAt = (score: number): number => standard.standardise(feature, described.scorer.valueAt(feature, score));
  prediction.byMixture = valueAt(middle);
  prediction.mixtureSpread = (valueAt(middle + deviation * scale) - valueAt(middle - deviation * scale)) / 2;
}

/**
 * Mean and deviation of a feature given all others that are not left out. With P the inverse covariance and y = P (x −
 * μ), a component expects x − y / P in the feature, with variance 1 / P, whatever x is.
 */
function conditionalOf(evidence: NonNullable<RowBlamer["mixture"]>, feature: number) {
  const { componentCount, stride, pulls, pivots, logs, scores, without } = evidence;
  let largest = Number.NEGATIVE_INFINITY;
  for (let component = 0; component < componentCount; component++) {
    const pull = pulls[component * stride + feature]!;
    const pivot = Math.max(LEAST_MIXTURE_PIVOT, pivots[component * stride + feature]!);
    without[component] = logs[component]! + ((pull * pull) / pivot - log(pivot)) / 2;
    if (without[component]! > largest) largest = without[component]!;
  }
  let weights = 0;
  let means = 0;
  let squares = 0;
  for (let component = 0; component < componentCount; component++) {
    const weight = exp(Math.max(NEGLIGIBLE, without[component]! - largest));
    const pivot = Math.max(LEAST_MIXTURE_PIVOT, pivots[component * stride + feature]!);
    const mean = scores[feature]! - pulls[component * stride + feature]! / pivot;
    weights += weight;
    means += weight * mean;
    squares += weight * (mean * mean + 1 / pivot);
  }
  const mean = means / weights;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / weights - mean * mean)) };
}

/**
 * The share of each category by the trees that ask for no barred feature, or among all learning rows where none speaks.
 * Rare categories that trees take for one class share it as they do among all rows.
 */
export function predictShares(blamer: RowBlamer, predicted: Predicted, shares: Float64Array): void {
  const { trees, standard } = blamer;
  const { feature } = predicted;
  const classes = classSums(blamer, predicted);
  for (let code = 0; code < shares.length; code++) shares[code] = standard.shareOf(feature, code);
  if (classes !== null) spreadClasses(classes, trees.plan.classOf[feature]!, shares);
  let total = 0;
  for (let code = 0; code < shares.length; code++) total += shares[code]!;
  for (let code = 0; code < shares.length; code++) shares[code]! /= total;
}

function spreadClasses({ sums, prior }: ClassSums, classOf: Uint8Array, shares: Float64Array): void {
  const overall = new Float64Array(MAX_BINS);
  for (let code = 0; code < shares.length; code++) overall[classOf[code]!]! += shares[code]!;
  for (let code = 0; code < shares.length; code++) {
    const place = classOf[code]!;
    shares[code]! *= sums[place]! / overall[place]! + prior;
  }
}

interface ClassSums {
  /** Weighted shares of the classes at the leaves. */
  readonly sums: Float64Array;
  /** The weight of all learning rows beside them. */
  readonly prior: number;
}

/** Null where no tree speaks. */
function classSums({ trees }: RowBlamer, { feature, isBarred }: Predicted): ClassSums | null {
  const { targets, firstTrees, treeLeaves, leafParts, plan } = trees;
  const { classOffsets, classCounts, antecedentCounts } = plan.forest;
  const t = targets.indexOf(feature);
  const sums = new Float64Array(MAX_BINS);
  let prior = 0;
  for (let tree = firstTrees[t] ?? 0; t >= 0 && tree < firstTrees[t + 1]!; tree++) {
    if (asksForAny(trees, tree, isBarred)) continue;
    const leaf = treeLeaves[tree]!;
    const node = plan.flat.leafNodes[leaf]!;
    const weight = treeWeight(leafParts.moments[4 * leaf + 1]!) / (antecedentCounts[node]! + PRIOR_ROWS);
    const first = classOffsets[node]!;
    const classCount = classOffsets[node + 1]! - first;
    for (let place = 0; place < classCount; place++) sums[place]! += weight * classCounts[first + place]!;
    prior += weight * PRIOR_ROWS;
  }
  return prior > 0 ? { sums, prior } : null;
}
