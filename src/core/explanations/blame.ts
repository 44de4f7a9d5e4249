/**
 * Blames features by surprise drop: leaving out a wrong reading makes all the others fit normal behaviour better. That is
 * asked of three views of normal behaviour: trees (rules about one feature that lean on others), the nearest normal rows,
 * and a mixture of linear regimes.
 *
 * In each step the feature with the largest weighted sum is blamed; trees that lean on it then have no say, and it no
 * longer counts in the other views. Later steps listen more and more to how extreme a reading is by itself, the way
 * people do. Weights: docs/experiments/diagnosis.md. Cost for a row: O(steps × (trees × depth + features × (rows + components))).
 */
import { MAX_TREE_DEPTH } from "../rules/forest.js";
import { dropFromMixture, fillMixture, type MixtureEvidence } from "./mixture-evidence.js";
import { dropFromKernel, fillKernel, type Neighbours } from "./neighbours.js";
import type { TreeEvidence } from "./tree-evidence.js";

export interface BlameInputs {
  readonly trees: TreeEvidence;
  readonly neighbours: Neighbours;
  /** Nearest rows found. */
  readonly nearCount: number;
  /** Null where there is no mixture. */
  readonly mixture: MixtureEvidence | null;
  readonly isCategorical: Uint8Array;
  /** 1 where the value is missing. */
  readonly isMissing: Uint8Array;
  /** 1 where the mixture never looked: missing, or a category never seen. */
  readonly isLeftOut: Uint8Array;
  /** Surprise of each value by itself: in deviations, and by how few normal rows are as extreme. */
  readonly marginal: Float64Array;
  readonly tail: Float64Array;
  /** Mean distance from the nearest normal rows. */
  readonly near: Float64Array;
}

export interface Blame {
  /** All features, most suspect first. */
  readonly order: readonly number[];
  /** How strongly each feature of the order is suspected; not increasing. */
  readonly strengths: readonly number[];
  /** How many of the order were blamed; the rest follows by its own extremity. */
  readonly blamedCount: number;
  /** How strange the row is: the mean of the three largest sums of the first step. */
  readonly strangeness: number;
}

/** Features blamed at most. */
const BLAME_STEPS = 4;
const STRANGENESS_FEATURES = 3;

/** Fitted once on other splits and synthetic sets, leaving related sets out, then rounded. */
const WEIGHTS = { own: 0.5, drop: 1, near: 0.5, kernel: 1.25, mixture: 1.25, tail: 0.2 } as const;

export function blameFeatures(inputs: BlameInputs): Blame {
  const featureCount = inputs.marginal.length;
  const blamed = new Uint8Array(featureCount);
  const sums = new Float64Array(featureCount);
  const order: number[] = [];
  const strengths: number[] = [];
  let strangeness = 0;
  for (let step = 0; step < Math.max(1, Math.min(BLAME_STEPS, featureCount - 1)); step++) {
    weighFeatures(inputs, blamed, step, sums);
    if (step === 0) strangeness = largestMean(sums);
    const best = largestOf(sums, blamed);
    if (best < 0) break;
    blamed[best] = 1;
    order.push(best);
    strengths.push(Math.min(sums[best]!, strengths[strengths.length - 1] ?? Number.POSITIVE_INFINITY));
    dropFromKernel(inputs.neighbours, inputs.nearCount, best);
    if (inputs.mixture !== null && inputs.isLeftOut[best] === 0) dropFromMixture(inputs.mixture, best);
  }
  const blamedCount = order.length;
  const { tail, marginal } = inputs;
  const rest = [...tail.keys()].filter((j) => blamed[j] === 0);
  rest.sort((a, b) => tail[b]! - tail[a]! || marginal[b]! - marginal[a]! || a - b);
  for (const j of rest) {
    order.push(j);
    strengths.push(Math.min(WEIGHTS.tail * tail[j]!, strengths[strengths.length - 1] ?? Number.POSITIVE_INFINITY));
  }
  return { order, strengths, blamedCount, strangeness };
}

/** The weighted sum of all evidence against each feature that is not blamed yet. */
function weighFeatures(inputs: BlameInputs, blamed: Uint8Array, step: number, sums: Float64Array): void {
  const { marginal, tail, near, isMissing, isCategorical } = inputs;
  const featureCount = marginal.length;
  const own = new Float64Array(featureCount);
  const drop = new Float64Array(featureCount);
  const kernel = new Float64Array(featureCount);
  const mixture = new Float64Array(featureCount);
  weighTrees(inputs, blamed, own, drop);
  if (inputs.nearCount > 0) fillKernel(inputs.neighbours, inputs.nearCount, kernel);
  else kernel.set(own);
  if (inputs.mixture !== null) fillMixture(inputs.mixture, mixture);
  const tailWeight = WEIGHTS.tail * (1 << step);
  for (let j = 0; j < featureCount; j++) {
    // A Gaussian has no say about a category's own value; it only uses it to judge others.
    const byMixture = inputs.mixture === null || isCategorical[j] === 1 ? own[j]! : mixture[j]!;
    const views =
      isMissing[j] === 1
        ? (WEIGHTS.near + WEIGHTS.kernel + WEIGHTS.mixture) * marginal[j]!
        : WEIGHTS.near * near[j]! + WEIGHTS.kernel * kernel[j]! + WEIGHTS.mixture * byMixture;
    sums[j] = WEIGHTS.own * own[j]! + WEIGHTS.drop * drop[j]! + views + tailWeight * tail[j]!;
  }
}

function largestOf(sums: Float64Array, blamed: Uint8Array): number {
  let best = -1;
  for (let j = 0; j < sums.length; j++) if (blamed[j] === 0 && (best < 0 || sums[j]! > sums[best]!)) best = j;
  return best;
}

function largestMean(sums: Float64Array): number {
  const largest = Float64Array.from(sums).sort().subarray(-STRANGENESS_FEATURES);
  return largest.reduce((sum, value) => sum + value / largest.length, 0);
}

/** own[q]: mean surprise of q by trees that lean on no blamed feature; drop[u]: what others lose without u. */
function weighTrees({ trees, marginal }: BlameInputs, blamed: Uint8Array, own: Float64Array, drop: Float64Array): void {
  const { forest, surprises, leafWeights, paths, lengths } = trees;
  const lostSurprise = new Float64Array(marginal.length);
  const lostWeight = new Float64Array(marginal.length);
  own.set(marginal);
  for (let first = 0, end = 0; first < forest.targets.length; first = end) {
    const target = forest.targets[first]!;
    while (end < forest.targets.length && forest.targets[end] === target) end++;
    if (blamed[target] === 1) continue;
    let surprise = 0;
    let weight = 0;
    const touched: number[] = [];
    for (let tree = first; tree < end; tree++) {
      if (surprises[tree]! < 0 || leansOnBlamed(paths, tree, lengths[tree]!, blamed)) continue;
      const treeWeight = leafWeights[tree]!;
      const weighted = treeWeight * surprises[tree]!;
      surprise += weighted;
      weight += treeWeight;
      for (let at = tree * MAX_TREE_DEPTH; at < tree * MAX_TREE_DEPTH + lengths[tree]!; at++) {
        const feature = paths[at]!;
        if (lostWeight[feature] === 0) touched.push(feature);
        lostSurprise[feature]! += weighted;
        lostWeight[feature]! += treeWeight;
      }
    }
    if (weight > 0) own[target] = surprise / weight;
    for (const feature of touched) {
      const left = weight - lostWeight[feature]!;
      const without = left > LEAST_WEIGHT ? (surprise - lostSurprise[feature]!) / left : marginal[target]!;
      drop[feature]! += own[target]! - without;
      lostSurprise[feature] = 0;
      lostWeight[feature] = 0;
    }
  }
}

/** Less weight than this is what rounding leaves of nothing. */
const LEAST_WEIGHT = 1e-9;

function leansOnBlamed(paths: Int32Array, tree: number, length: number, blamed: Uint8Array): boolean {
  const start = tree * MAX_TREE_DEPTH;
  for (let at = start; at < start + length; at++) if (blamed[paths[at]!] === 1) return true;
  return false;
}
