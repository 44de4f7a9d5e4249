/**
 * Blames features by surprise drop: leaving out a wrong reading makes all the others fit normal behaviour better.
 *
 * In each step the feature is blamed whose own surprise, plus the surprise that the others lose when trees leaning on it
 * are left out, plus its distance from the nearest normal rows, is largest; trees that lean on it then have no say.
 * Cost for a row: O(steps × trees × depth).
 */
import { MAX_TREE_DEPTH } from "../rules/forest.js";
import type { TreeEvidence } from "./tree-evidence.js";

export interface BlameInputs {
  readonly evidence: TreeEvidence;
  /** Surprise of each value by itself. */
  readonly marginal: Float64Array;
  /** Mean distance from the nearest normal rows. */
  readonly near: Float64Array;
}

export interface Blame {
  /** All features, most suspect first. */
  readonly order: readonly number[];
  /** How strongly each feature of the order was suspected when it was chosen; not increasing. */
  readonly strengths: readonly number[];
  /** How many of the order were blamed; the rest follows by its own surprise. */
  readonly blamedCount: number;
}

/** Features blamed at most. */
export const BLAME_STEPS = 4;

export function blameFeatures(inputs: BlameInputs): Blame {
  const featureCount = inputs.marginal.length;
  const blamed = new Uint8Array(featureCount);
  const order: number[] = [];
  const strengths: number[] = [];
  const own = new Float64Array(featureCount);
  const drop = new Float64Array(featureCount);
  for (let step = 0; step < Math.min(BLAME_STEPS, featureCount - 1); step++) {
    weighTrees(inputs, blamed, own, drop);
    let best = -1;
    let bestGain = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < featureCount; j++) {
      if (blamed[j] === 1) continue;
      const gain = own[j]! + drop[j]! + inputs.near[j]!;
      if (gain > bestGain) {
        best = j;
        bestGain = gain;
      }
    }
    blamed[best] = 1;
    order.push(best);
    strengths.push(bestGain);
  }
  const blamedCount = order.length;
  const rest = [...inputs.marginal.keys()].filter((j) => blamed[j] === 0);
  rest.sort((a, b) => inputs.marginal[b]! - inputs.marginal[a]! || a - b);
  for (const j of rest) {
    order.push(j);
    strengths.push(inputs.marginal[j]!);
  }
  return { order, strengths, blamedCount };
}

/** own[q]: mean surprise of q by trees that lean on no blamed feature; drop[u]: what others lose without u. */
function weighTrees(
  { evidence, marginal }: BlameInputs,
  blamed: Uint8Array,
  own: Float64Array,
  drop: Float64Array,
): void {
  const { forest, surprises, leafWeights, paths, lengths } = evidence;
  const lostSurprise = new Float64Array(marginal.length);
  const lostWeight = new Float64Array(marginal.length);
  drop.fill(0);
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
  for (let at = tree * MAX_TREE_DEPTH; at < tree * MAX_TREE_DEPTH + length; at++)
    if (blamed[paths[at]!] === 1) return true;
  return false;
}
