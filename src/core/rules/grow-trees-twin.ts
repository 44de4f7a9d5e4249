/** Grows trees in plain TypeScript: the twin of kernel/forest.ts, for engines that cannot run it and for tests. */
import { explainedShare } from "./explained-share.js";
import { type BinnedFeature, NO_BIN } from "./forest-bins.js";
import { type ClassTarget, type NumericTarget, TARGET_UNIT, type Target } from "./forest-target.js";
import {
  type GrownNode,
  type GrownTree,
  LEAST_REDUCTION,
  SPLIT_TEST,
  type TreeGrower,
  type TreeMaterial,
} from "./grow-trees.js";

export function createTwinGrower(material: TreeMaterial): TreeGrower {
  return {
    growTrees: (target, _, trees) => trees.map((inputs) => growTree(material, target, inputs)),
    explainedShares: (target, inputs, rowCount) =>
      inputs.map((input) => explainedShare(target, material.features[input]!, rowCount)),
  };
}

function growTree({ features, depth, minLeaf }: TreeMaterial, target: Target, inputs: readonly number[]): GrownTree {
  const nodes: Writable<GrownNode>[] = [];
  const search = target.kind === "numeric" ? numericSearch(target) : classSearch(target);
  const grow = (rows: Int32Array, above: number): void => {
    const { mean, meanSquare } = search.measure(rows);
    const deviation = target.kind === "numeric" ? Math.sqrt(meanSquare) : 0;
    const node = { splitFeature: -1, splitValue: 0, right: 0, mean, deviation, rowCount: rows.length };
    nodes.push(node);
    if (above === depth || rows.length < 2 * minLeaf) return;
    const split = bestSplit(search, inputs, features, rows, minLeaf);
    if (split === null) return;
    const feature = features[split.feature]!;
    node.splitFeature = split.feature;
    node.splitValue = feature.values[split.bin]!;
    const isLeft = (row: number): boolean =>
      feature.split === "below" ? feature.bins[row]! <= split.bin : feature.bins[row] === split.bin;
    const known = rows.filter((row) => feature.bins[row] !== NO_BIN);
    grow(known.filter(isLeft), above + 1);
    node.right = nodes.length;
    grow(
      known.filter((row) => !isLeft(row)),
      above + 1,
    );
  };
  grow(target.rows, 0);
  // Powers of two: nothing is rounded.
  return nodes.map((node) => ({ ...node, mean: node.mean / TARGET_UNIT, deviation: node.deviation / TARGET_UNIT }));
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

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
): Split | null {
  let best: Split | null = null;
  let bestGain = Math.max(SPLIT_TEST * search.measure(rows).meanSquare, search.leastGain);
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
