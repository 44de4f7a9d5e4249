/** Grows trees in TypeScript, row by row: the same trees as kernel/forest/grow.ts, to the last bit. */

import {
  type BinnedFeature,
  type ClassTarget,
  type GrownTrees,
  LEAF,
  LEAST_REDUCTION,
  type NumericTarget,
  TARGET_UNIT,
  type Target,
  type TreeGrower,
  type TreeMaterial,
} from "../../src/core/rules/index.js";
import { NO_BIN, SPLIT_TEST } from "../../src/core/schema/index.js";
import { explainedShare } from "./explained-share.js";

export function createReferenceGrower(material: TreeMaterial): TreeGrower {
  return {
    growTrees(target, _, trees) {
      const nodes: GrownNode[] = [];
      const roots = trees.map((inputs) => {
        const root = nodes.length;
        growTree(material, target, inputs, nodes);
        return root;
      });
      return joinNodes([...roots, nodes.length], nodes);
    },
    explainedShares: (target, inputs, rowCount) =>
      inputs.map((input) => explainedShare(target, material.features[input]!, rowCount)),
  };
}

/** Mean and deviation are in units of the target. */
interface GrownNode {
  splitFeature: number;
  splitValue: number;
  right: number;
  readonly mean: number;
  readonly deviation: number;
}

function joinNodes(roots: readonly number[], nodes: readonly GrownNode[]): GrownTrees {
  return {
    roots: Uint32Array.from(roots),
    splitFeatures: Int32Array.from(nodes, ({ splitFeature }) => splitFeature),
    splitValues: Float64Array.from(nodes, ({ splitValue }) => splitValue),
    right: Uint32Array.from(nodes, ({ right }) => right),
    // The unit is a power of two: nothing is rounded.
    means: Float64Array.from(nodes, ({ mean }) => mean / TARGET_UNIT),
    deviations: Float64Array.from(nodes, ({ deviation }) => deviation / TARGET_UNIT),
  };
}

/** Adds the nodes of a tree. */
function growTree(
  { features, depth, minLeaf }: TreeMaterial,
  target: Target,
  inputs: readonly number[],
  nodes: GrownNode[],
): void {
  const search = target.kind === "numeric" ? numericSearch(target) : classSearch(target);
  const grow = (rows: Int32Array, above: number): void => {
    const { mean, meanSquare } = search.measure(rows);
    const deviation = target.kind === "numeric" ? Math.sqrt(meanSquare) : 0;
    const node = { splitFeature: LEAF, splitValue: 0, right: 0, mean, deviation };
    nodes.push(node);
    if (above === depth || rows.length < 2 * minLeaf) return;
    const split = bestSplit(search, inputs, features, rows, minLeaf, meanSquare);
    if (split === null) return;
    const feature = features[split.feature]!;
    node.splitFeature = split.feature;
    node.splitValue = feature.values[split.bin]!;
    const { left, right } = regroup(feature, split.bin, rows);
    grow(left, above + 1);
    node.right = nodes.length;
    grow(right, above + 1);
  };
  grow(target.rows, 0);
}

/** Rows on both sides, in their order; those without a value are on neither. */
function regroup(feature: BinnedFeature, bin: number, rows: Int32Array): { left: Int32Array; right: Int32Array } {
  const isBelow = feature.split === "below";
  const left = new Int32Array(rows.length);
  const right = new Int32Array(rows.length);
  let leftCount = 0;
  let rightCount = 0;
  for (const row of rows) {
    const own = feature.bins[row]!;
    if (own === NO_BIN) continue;
    if (isBelow ? own <= bin : own === bin) left[leftCount++] = row;
    else right[rightCount++] = row;
  }
  return { left: left.subarray(0, leftCount), right: right.subarray(0, rightCount) };
}

interface Split {
  readonly feature: number;
  /** "below": bins up to this one go left; "equal": this bin goes left. */
  readonly bin: number;
}

interface Candidate {
  readonly bin: number;
  readonly gain: number;
}

/** Looks for the best split of rows on one feature. Numbers are in units of the target. */
interface Search {
  /** Smallest gain worth a split, whatever the deviation. */
  readonly leastGain: number;
  /** Mean and mean squared deviation of the target over the rows. */
  measure(rows: Int32Array): { mean: number; meanSquare: number };
  /** The first bin of those with the greatest gain. */
  best(feature: BinnedFeature, rows: Int32Array, minLeaf: number): Candidate | null;
}

function bestSplit(
  search: Search,
  inputs: readonly number[],
  features: readonly BinnedFeature[],
  rows: Int32Array,
  minLeaf: number,
  meanSquare: number,
): Split | null {
  let best: Split | null = null;
  let bestGain = Math.max(SPLIT_TEST * meanSquare, search.leastGain);
  for (const input of inputs) {
    const candidate = search.best(features[input]!, rows, minLeaf);
    if (candidate === null || candidate.gain <= bestGain) continue;
    best = { feature: input, bin: candidate.bin };
    bestGain = candidate.gain;
  }
  return best;
}

function numericSearch({ units }: NumericTarget): Search {
  const counts = new Int32Array(NO_BIN + 1);
  const sums = new Float64Array(NO_BIN + 1);
  return {
    leastGain: LEAST_REDUCTION * TARGET_UNIT * TARGET_UNIT,
    measure(rows) {
      let sum = 0;
      for (const row of rows) sum += units[row]!;
      const mean = rows.length === 0 ? 0 : sum / rows.length;
      let squares = 0;
      for (const row of rows) squares += (units[row]! - mean) * (units[row]! - mean);
      return { mean, meanSquare: rows.length === 0 ? 0 : squares / rows.length };
    },
    best(feature, rows, minLeaf) {
      const { bins, binCount } = feature;
      const isBelow = feature.split === "below";
      counts.fill(0, 0, binCount);
      sums.fill(0, 0, binCount);
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]!;
        const bin = bins[row]!;
        counts[bin]!++;
        sums[bin]! += units[row]!;
      }
      let count = 0;
      let sum = 0;
      for (let bin = 0; bin < binCount; bin++) {
        count += counts[bin]!;
        sum += sums[bin]!;
      }
      const whole = (sum * sum) / count;
      let leftCount = 0;
      let leftSum = 0;
      let best: Candidate | null = null;
      for (let bin = 0; bin < feature.values.length; bin++) {
        leftCount = isBelow ? leftCount + counts[bin]! : counts[bin]!;
        leftSum = isBelow ? leftSum + sums[bin]! : sums[bin]!;
        const rightCount = count - leftCount;
        if (leftCount < minLeaf || rightCount < minLeaf || !isSplit(feature, bin)) continue;
        const rightSum = sum - leftSum;
        const gain = (leftSum * leftSum) / leftCount + (rightSum * rightSum) / rightCount - whole;
        if (best === null || gain > best.gain) best = { bin, gain };
      }
      return best;
    },
  };
}

function classSearch({ classes, classCount }: ClassTarget): Search {
  const counts = new Int32Array((NO_BIN + 1) * classCount);
  const whole = new Int32Array(classCount);
  const left = new Int32Array(classCount);
  return {
    leastGain: LEAST_REDUCTION,
    measure(rows) {
      whole.fill(0);
      for (const row of rows) whole[classes[row]!]!++;
      return { mean: 0, meanSquare: 1 - squares(whole) / (rows.length * rows.length) };
    },
    best(feature, rows, minLeaf) {
      const { bins, binCount } = feature;
      counts.fill(0, 0, binCount * classCount);
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]!;
        if (bins[row] !== NO_BIN) counts[bins[row]! * classCount + classes[row]!]!++;
      }
      whole.fill(0);
      for (let at = 0; at < binCount * classCount; at++) whole[at % classCount]! += counts[at]!;
      const count = total(whole);
      left.fill(0);
      let best: Candidate | null = null;
      for (let bin = 0; bin < feature.values.length; bin++) {
        if (feature.split === "equal") left.fill(0);
        for (let c = 0; c < classCount; c++) left[c]! += counts[bin * classCount + c]!;
        const leftCount = total(left);
        const rightCount = count - leftCount;
        if (leftCount < minLeaf || rightCount < minLeaf || !isSplit(feature, bin)) continue;
        let rightSquares = 0;
        for (let c = 0; c < classCount; c++) rightSquares += (whole[c]! - left[c]!) * (whole[c]! - left[c]!);
        const gain = squares(left) / leftCount + rightSquares / rightCount - squares(whole) / count;
        if (best === null || gain > best.gain) best = { bin, gain };
      }
      return best;
    },
  };
}

/** The rarer categories together are no category to split off. */
function isSplit(feature: BinnedFeature, bin: number): boolean {
  return feature.split === "below" || feature.values[bin]! >= 0;
}

function squares(counts: Int32Array): number {
  let sum = 0;
  for (const count of counts) sum += count * count;
  return sum;
}

function total(counts: Int32Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}
