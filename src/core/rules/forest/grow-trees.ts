/**
 * Small trees that predict a target feature from binned inputs: best split by variance reduction of the standardised
 * target (for categories summed over their indicator columns, which is Gini's index), to a depth that is asked for.
 *
 * A node is split only where the split tells more than chance would: its reduction must exceed SPLIT_TEST times the
 * mean squared deviation at the node. A feature that depends on no other keeps a bare root. Of equal reductions the
 * first input, then the lower bin.
 *
 * They grow in the kernel (kernel/forest/grow.ts): the bins of all features are laid out in its memory once, and then
 * for each target its values, its shortlist and the inputs of its trees.
 */
import { f64, i32, type Kernel, layOutRecord, u8, u16, u32 } from "../../compute/index.js";
import { FOREST, FOREST_NODE_FLOATS, GROWN_NODE, MAX_BINS, MAX_TREE_ROWS, NO_BIN } from "../../schema/index.js";
import { type Forest, LEAF } from "./forest.js";
import type { BinnedFeature } from "./forest-bins.js";
import { TARGET_UNIT, type Target } from "./forest-target.js";

export interface TreeMaterial {
  /** Rows of the sample. */
  readonly rowCount: number;
  readonly features: readonly BinnedFeature[];
  readonly depth: number;
  /** Least number of rows on either side of a split. */
  readonly minLeaf: number;
  /** At most so many inputs, together, have the trees of one target, and so many trees are there. */
  readonly maxShortlist: number;
  readonly maxTrees: number;
}

/** Trees as in a Forest, nodes in preorder. */
export interface GrownTrees extends Pick<Forest, "roots" | "splitFeatures" | "splitValues" | "right"> {
  /** Of a numeric target, in deviations of the feature; 0 for classes. */
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

export interface TreeGrower {
  /** One tree for each list of inputs, all of them among those of the shortlist. */
  growTrees(target: Target, shortlist: readonly number[], trees: readonly (readonly number[])[]): GrownTrees;
  /** How much each input tells about the target by itself (see explained-share.ts), in the first `rowCount` rows. */
  explainedShares(target: Target, inputs: readonly number[], rowCount: number): number[];
}

/** Smaller reductions are no news of a target that is all but constant. */
export const LEAST_REDUCTION = 1e-9;

export function createTreeGrower(kernel: Kernel, material: TreeMaterial): TreeGrower {
  if (material.rowCount > MAX_TREE_ROWS) throw new RangeError(`trees cannot grow on ${material.rowCount} rows`);
  const laid = layOut(kernel, material);
  const { record, arrays } = laid;
  fillFeatures(material, laid);
  return {
    growTrees(target, shortlist, trees) {
      setTarget(laid, target, material.rowCount);
      setShortlist(laid, shortlist);
      const place = new Map(shortlist.map((feature, index) => [feature, index]));
      setTrees(
        laid,
        trees.map((tree) => tree.map((input) => place.get(input)!)),
      );
      kernel.run.growForestTrees(record.pointer);
      return readTrees(laid, trees.length, { material, shortlist, kind: target.kind });
    },
    explainedShares(target, inputs, rowCount) {
      setTarget(laid, target, rowCount);
      const shares: number[] = [];
      for (let first = 0; first < inputs.length; first += material.maxShortlist) {
        const some = inputs.slice(first, first + material.maxShortlist);
        setShortlist(laid, some);
        kernel.run.scoreForestInputs(record.pointer);
        shares.push(...arrays.out.subarray(0, some.length));
      }
      return shares;
    },
  };
}

type LaidForest = ReturnType<typeof layOut>;

/** The record of kernel/forest/fields.ts. */
function layOut(kernel: Kernel, { rowCount, features, depth, minLeaf, maxShortlist, maxTrees }: TreeMaterial) {
  const { run } = kernel;
  const histogramBytes = run.histogramBytes(maxShortlist, MAX_BINS);
  const maxNodes = maxTrees * ((2 << depth) - 1);
  const plan = {
    leastGain: 0,
    rowCount,
    featureCount: features.length,
    bins: u8(rowCount * features.length),
    cuts: u32(features.length),
    isEqual: u8(features.length),
    depth,
    minLeaf,
    targets: i32(rowCount),
    classCount: 0,
    known: u16(rowCount),
    knownCount: 0,
    shortlist: i32(maxShortlist),
    shortlistCount: 0,
    shortlistBins: u8(rowCount * maxShortlist),
    treeCount: 0,
    treeStarts: i32(maxTrees + 1),
    treeInputs: i32(maxTrees * maxShortlist),
    treeEnds: u32(maxTrees),
    entries: f64(rowCount),
    rows: u16(rowCount),
    spare: u16(rowCount),
    inputs: i32(2 * maxShortlist),
    histograms: u8(2 * (depth + 1) * histogramBytes),
    histogramBytes,
    nodeCounts: u16(MAX_BINS),
    wholeCounts: u16(MAX_BINS),
    leftCounts: u16(MAX_BINS),
    out: f64(Math.max(maxNodes * FOREST_NODE_FLOATS, maxShortlist)),
    matrix: 0,
    width: 0,
    inputCount: 0,
    nodeCount: 0,
    bestInput: 0,
    bestBin: 0,
  };
  return layOutRecord(kernel, FOREST, plan, {});
}

function fillFeatures({ rowCount, features }: TreeMaterial, { arrays }: LaidForest): void {
  const { bins } = arrays;
  features.forEach((feature, index) => {
    for (let row = 0; row < rowCount; row++) {
      const bin = feature.bins[row]!;
      bins[row * features.length + index] = bin === NO_BIN ? MAX_BINS : bin;
    }
  });
  arrays.isEqual.set(features.map(({ split }) => Number(split === "equal")));
  // The rarer categories together are no category to split off.
  const cuts = features.map(({ split, values }) =>
    values.reduce((mask, value, bin) => (split === "below" || value >= 0 ? (mask | (1 << bin)) >>> 0 : mask), 0),
  );
  arrays.cuts.set(cuts);
}

/** Only rows below `rowCount` count. */
function setTarget({ record, arrays }: LaidForest, target: Target, rowCount: number): void {
  const isNumeric = target.kind === "numeric";
  arrays.targets.set(isNumeric ? target.units : target.classes);
  const rows = rowCount < arrays.targets.length ? target.rows.filter((row) => row < rowCount) : target.rows;
  arrays.known.set(rows);
  record.set({
    leastGain: LEAST_REDUCTION * (isNumeric ? TARGET_UNIT * TARGET_UNIT : 1),
    knownCount: rows.length,
    classCount: isNumeric ? 0 : target.classCount,
  });
}

function setShortlist({ record, arrays }: LaidForest, shortlist: readonly number[]): void {
  arrays.shortlist.set(shortlist);
  record.set({ shortlistCount: shortlist.length });
}

/** The inputs of each tree, as places in the shortlist. */
function setTrees({ record, arrays }: LaidForest, trees: readonly (readonly number[])[]): void {
  let start = 0;
  trees.forEach((inputs, tree) => {
    arrays.treeInputs.set(inputs, start);
    arrays.treeStarts[tree + 1] = start += inputs.length;
  });
  record.set({ treeCount: trees.length });
}

function readTrees(
  { arrays }: LaidForest,
  treeCount: number,
  {
    material: { features },
    shortlist,
    kind,
  }: { readonly material: TreeMaterial; readonly shortlist: readonly number[]; readonly kind: Target["kind"] },
): GrownTrees {
  const roots = new Uint32Array(treeCount + 1);
  roots.set(arrays.treeEnds.subarray(0, treeCount), 1);
  const count = roots[treeCount]!;
  const floats = arrays.out;
  const numbers = new Int32Array(floats.buffer, floats.byteOffset, 2 * FOREST_NODE_FLOATS * count);
  const { mean, square, input: place, bin, right } = GROWN_NODE.fields;
  const trees = {
    roots,
    splitFeatures: new Int32Array(count).fill(LEAF),
    splitValues: new Float64Array(count),
    right: new Uint32Array(count),
    means: new Float64Array(count),
    deviations: new Float64Array(count),
  };
  for (let node = 0; node < count; node++) {
    const float = FOREST_NODE_FLOATS * node;
    const input = numbers[2 * float + place.at / 4]!;
    if (input >= 0) {
      const feature = shortlist[input]!;
      trees.splitFeatures[node] = feature;
      trees.splitValues[node] = features[feature]!.values[numbers[2 * float + bin.at / 4]!]!;
      trees.right[node] = numbers[2 * float + right.at / 4]!;
    }
    trees.means[node] = floats[float + mean.at / 8]! / TARGET_UNIT;
    if (kind === "numeric") trees.deviations[node] = Math.sqrt(floats[float + square.at / 8]!) / TARGET_UNIT;
  }
  return trees;
}
