/**
 * Grows one small tree that predicts a target feature from binned inputs: best split by variance reduction of the
 * standardised target (for categories summed over their indicator columns, which is Gini's index), to a given depth.
 *
 * A node is split only where the split tells more than chance would: its reduction must exceed SPLIT_TEST times the mean
 * squared deviation at the node. A feature that depends on no other keeps a bare root.
 */
import { type BinnedFeature, NO_BIN } from "./forest-bins.js";

export interface NumericTarget {
  readonly kind: "numeric";
  /** Standardised; NaN: missing. */
  readonly values: Float64Array;
}

export interface ClassTarget {
  readonly kind: "classes";
  /** Class of each row; NO_BIN: missing. */
  readonly classes: Uint8Array;
  readonly classCount: number;
}

export type Target = NumericTarget | ClassTarget;

export interface GrowthLimits {
  readonly depth: number;
  readonly minLeaf: number;
}

/** Nodes in preorder; `right` counts from the tree's root. */
export interface GrownNode {
  splitFeature: number;
  splitValue: number;
  right: number;
  /** Rows of the sample at the node: [start, end) of the tree's rows. */
  readonly start: number;
  readonly end: number;
}

export interface GrownTree {
  readonly nodes: readonly GrownNode[];
  /** Rows grouped so that those of every node stand together; rows that fall out of a split stand behind its children. */
  readonly rows: Int32Array;
}

/** An F-like bound on the ratio of explained to mean squared deviation: about the 1 % level for one split among many. */
const SPLIT_TEST = 6;

/** `rows` are the rows with a known target; the list is copied, then regrouped in place. */
export function growTree(
  target: Target,
  inputs: readonly number[],
  features: readonly BinnedFeature[],
  rows: Int32Array,
  limits: GrowthLimits,
): GrownTree {
  const grouped = rows.slice();
  const scratch = new Int32Array(rows.length);
  const nodes: GrownNode[] = [];
  const search = target.kind === "numeric" ? numericSearch(target) : classSearch(target);
  const grow = (start: number, end: number, depth: number): void => {
    const node: GrownNode = { splitFeature: -1, splitValue: 0, right: 0, start, end };
    nodes.push(node);
    if (depth === limits.depth || end - start < 2 * limits.minLeaf) return;
    const split = bestSplit(search, inputs, features, grouped.subarray(start, end), limits.minLeaf);
    if (split === null) return;
    const feature = features[split.feature]!;
    node.splitFeature = split.feature;
    node.splitValue = feature.values[split.bin]!;
    const { leftEnd, rightEnd } = regroup(grouped, start, end, feature, split.bin, scratch);
    grow(start, leftEnd, depth + 1);
    node.right = nodes.length;
    grow(leftEnd, rightEnd, depth + 1);
  };
  grow(0, rows.length, 0);
  return { nodes, rows: grouped };
}

/** Rows that go left, then those that go right, then those without a value; each in their order. */
function regroup(
  rows: Int32Array,
  start: number,
  end: number,
  feature: BinnedFeature,
  bin: number,
  scratch: Int32Array,
): { leftEnd: number; rightEnd: number } {
  const isBelow = feature.split === "below";
  let leftEnd = start;
  let rightCount = 0;
  let lostCount = 0;
  for (let at = start; at < end; at++) {
    const row = rows[at]!;
    const own = feature.bins[row]!;
    if (own === NO_BIN) scratch[scratch.length - ++lostCount] = row;
    else if (isBelow ? own <= bin : own === bin) rows[leftEnd++] = row;
    else scratch[rightCount++] = row;
  }
  rows.set(scratch.subarray(0, rightCount), leftEnd);
  for (let lost = 1; lost <= lostCount; lost++) rows[leftEnd + rightCount + lost - 1] = scratch[scratch.length - lost]!;
  return { leftEnd, rightEnd: leftEnd + rightCount };
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

/** Looks for the best split of rows on one feature. */
interface Search {
  /** Mean squared deviation of the target over the rows. */
  meanSquare(rows: Int32Array): number;
  best(feature: BinnedFeature, rows: Int32Array, minLeaf: number): Candidate | null;
}

/** Of equal gains the first input, then the lower bin. */
function bestSplit(
  search: Search,
  inputs: readonly number[],
  features: readonly BinnedFeature[],
  rows: Int32Array,
  minLeaf: number,
): Split | null {
  let best: Split | null = null;
  let bestGain = Math.max(SPLIT_TEST * search.meanSquare(rows), LEAST_GAIN);
  for (const input of inputs) {
    const candidate = search.best(features[input]!, rows, minLeaf);
    if (candidate === null || !exceeds(candidate.gain, bestGain)) continue;
    best = { feature: input, bin: candidate.bin };
    bestGain = candidate.gain;
  }
  return best;
}

/** Smaller reductions are rounding noise of a constant target. */
const LEAST_GAIN = 1e-9;

/** Two splits of the same rows have the same gain but for rounding; which one is taken must not depend on that. */
function exceeds(gain: number, best: number): boolean {
  return gain > best * (1 + ROUNDING);
}

const ROUNDING = 1e-9;

function numericSearch(target: NumericTarget): Search {
  const counts = new Int32Array(NO_BIN + 1);
  const sums = new Float64Array(NO_BIN + 1);
  const { values } = target;
  return {
    meanSquare(rows) {
      const { deviation } = momentsOf(values, rows);
      return deviation * deviation;
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
        sums[bin]! += values[row]!;
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
      let bestGain = 0;
      for (let bin = 0; bin < feature.values.length; bin++) {
        leftCount = isBelow ? leftCount + counts[bin]! : counts[bin]!;
        leftSum = isBelow ? leftSum + sums[bin]! : sums[bin]!;
        const rightCount = count - leftCount;
        if (leftCount < minLeaf || rightCount < minLeaf || !isSplit(feature, bin)) continue;
        const rightSum = sum - leftSum;
        const gain = (leftSum * leftSum) / leftCount + (rightSum * rightSum) / rightCount - whole;
        if (exceeds(gain, bestGain)) best = { bin, gain: (bestGain = gain) };
      }
      return best;
    },
  };
}

function classSearch(target: ClassTarget): Search {
  const { classes, classCount } = target;
  const counts = new Int32Array((NO_BIN + 1) * classCount);
  const whole = new Int32Array(classCount);
  const left = new Int32Array(classCount);
  return {
    meanSquare(rows) {
      whole.fill(0);
      for (const row of rows) whole[classes[row]!]!++;
      return 1 - squares(whole) / (rows.length * rows.length);
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
      let bestGain = 0;
      for (let bin = 0; bin < feature.values.length; bin++) {
        if (feature.split === "equal") left.fill(0);
        for (let c = 0; c < classCount; c++) left[c]! += counts[bin * classCount + c]!;
        const leftCount = total(left);
        const rightCount = count - leftCount;
        if (leftCount < minLeaf || rightCount < minLeaf || !isSplit(feature, bin)) continue;
        let rightSquares = 0;
        for (let c = 0; c < classCount; c++) rightSquares += (whole[c]! - left[c]!) * (whole[c]! - left[c]!);
        const gain = squares(left) / leftCount + rightSquares / rightCount - squares(whole) / count;
        if (exceeds(gain, bestGain)) best = { bin, gain: (bestGain = gain) };
      }
      return best;
    },
  };
}

/** The rarer categories together are no category to split off. */
function isSplit(feature: BinnedFeature, bin: number): boolean {
  return feature.split === "below" || feature.values[bin]! >= 0;
}

export interface Moments {
  readonly mean: number;
  /** Population standard deviation. */
  readonly deviation: number;
}

export function momentsOf(values: Float64Array, rows: Int32Array): Moments {
  let sum = 0;
  for (const row of rows) sum += values[row]!;
  const mean = rows.length === 0 ? 0 : sum / rows.length;
  let squared = 0;
  for (const row of rows) squared += (values[row]! - mean) * (values[row]! - mean);
  return { mean, deviation: rows.length === 0 ? 0 : Math.sqrt(squared / rows.length) };
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
