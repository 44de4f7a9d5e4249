/**
 * Grows trees of a boosted sequence in the kernel (kernel/boosting.ts), leaf after leaf where most is gained, over
 * histograms of bins. Bins of categories are ordered by the target at every split.
 */
import { f64, i32, type Kernel, layOutRecord, u8 } from "../compute/index.js";
import { BOOSTING, CONDITIONAL_BINS, GROWN_NUMBERS } from "../schema/index.js";

interface BoostingMaterial {
  readonly rowCount: number;
  /** Row by row, one for each feature. */
  readonly bins: Uint8Array;
  readonly binCounts: Int32Array;
  readonly isCategorical: Uint8Array;
}

/** A node of a tree that has just grown. */
export interface GrownNode {
  /** LEAF for a leaf. */
  readonly feature: number;
  readonly low: number;
  readonly high: number;
  readonly left: number;
  readonly right: number;
  /** Rows of the node in `rows`: [begin, end). */
  readonly begin: number;
  readonly end: number;
}

export interface BoostedGrower {
  /** For each row what its tree is to tell: 1, then up to MOST_TARGETS numbers, then 0. */
  readonly entries: Float64Array;
  /** Rows to grow on; those of a leaf stand together afterwards. */
  readonly rows: Int32Array;
  /** On the first `rowCount` of the rows; each entry has `width` targets. */
  grow(rowCount: number, width: number, inputs: Int32Array): GrownNode[];
}

/** Targets that splits are looked for by, at most. */
export const MOST_TARGETS = 5;
const MOST_LEAVES = 15;
const LEAST_ROWS = 8;
/**
 * Gains are those of means that are drawn to nothing by so many rows; by more where categories are ordered by the
 * target.
 */
const RIDGE = 1;
const CATEGORY_RIDGE = 4;

/** Numbers of an entry: whole vectors of two. */
export function entrySize(width: number): number {
  return 2 * Math.ceil((width + 1) / 2);
}

export function createBoostedGrower(kernel: Kernel, material: BoostingMaterial): BoostedGrower {
  const { rowCount, bins, binCounts, isCategorical } = material;
  const features = binCounts.length;
  const mostNodes = 2 * MOST_LEAVES - 1;
  const mostBytes = features * CONDITIONAL_BINS * entrySize(MOST_TARGETS) * 8;
  const plan = {
    bins: u8(bins.length),
    entries: f64(rowCount * entrySize(MOST_TARGETS)),
    rows: i32(rowCount),
    spare: i32(rowCount),
    inputs: i32(features),
    binCounts: i32(features),
    isCategorical: u8(features),
    order: i32(CONDITIONAL_BINS),
    keys: f64(CONDITIONAL_BINS),
    totals: f64(entrySize(MOST_TARGETS)),
    left: f64(entrySize(MOST_TARGETS)),
    histograms: u8(MOST_LEAVES * mostBytes),
    nodes: i32(mostNodes * GROWN_NUMBERS),
    gains: f64(mostNodes),
    ridge: RIDGE,
    categoryRidge: CATEGORY_RIDGE,
    bestGain: 0,
    stride: features,
    size: 0,
    width: 0,
    rowCount: 0,
    inputCount: 0,
    mostLeaves: MOST_LEAVES,
    leastRows: LEAST_ROWS,
    histogramBytes: 0,
  };
  const { record, arrays } = layOutRecord(kernel, BOOSTING, plan, {});
  arrays.bins.set(bins);
  arrays.binCounts.set(binCounts);
  arrays.isCategorical.set(isCategorical);
  return {
    entries: arrays.entries,
    rows: arrays.rows,
    grow(count, width, inputs) {
      arrays.inputs.set(inputs);
      const size = entrySize(width);
      const histogramBytes = inputs.length * CONDITIONAL_BINS * size * 8;
      record.set({ size, width, rowCount: count, inputCount: inputs.length, histogramBytes });
      const nodeCount = kernel.run.growBoostedTree(record.pointer);
      return Array.from({ length: nodeCount }, (_, node) => readNode(arrays.nodes, node));
    },
  };
}

function readNode(nodes: Int32Array, node: number): GrownNode {
  const [feature, low, high, left, right, begin, end] = nodes.subarray(node * GROWN_NUMBERS);
  return {
    feature: left! < 0 ? -1 : feature!,
    low: low! >>> 0,
    high: high! >>> 0,
    left: left!,
    right: right!,
    begin: begin!,
    end: end!,
  };
}

/** The leaf of a row, whose bins stand from `first` on, among the nodes of a tree. */
export function grownLeaf(nodes: readonly GrownNode[], bins: Uint8Array, first: number): number {
  let number = 0;
  for (let node = nodes[0]!; node.feature >= 0; node = nodes[number]!) {
    const bin = bins[first + node.feature]!;
    const isLeft = ((bin < 32 ? node.low >>> bin : node.high >>> (bin - 32)) & 1) === 1;
    number = isLeft ? node.left : node.right;
  }
  return number;
}
