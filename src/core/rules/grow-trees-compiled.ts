/**
 * Grows trees in the compiled kernel (kernel/forest/grow.ts): lays out the bins of all features in its memory once, and then
 * for each target its values, its pool and the inputs of its trees.
 */
import type { Kernel } from "../kernel/kernel.js";
import { f64, i32, u8, u16, u32 } from "../kernel/lay-out.js";
import { double, layOutRecord } from "../kernel/record.js";
import { LEAF } from "./forest.js";
import { MAX_BINS, NO_BIN } from "./forest-bins.js";
import { TARGET_UNIT, type Target } from "./forest-target.js";
import { type GrownTrees, LEAST_REDUCTION, type TreeGrower, type TreeMaterial } from "./grow-trees.js";

/** Counts of classes take 15 bits. Learning gives at most 1,500 rows. */
const MAX_ROWS = 0x7fff;

/** Null when the task has no room in the kernel. */
export function createCompiledGrower(kernel: Kernel, material: TreeMaterial): TreeGrower | null {
  if (material.rowCount > MAX_ROWS) return null;
  const laid = layOut(kernel, material);
  if (laid === null) return null;
  const { record, arrays } = laid;
  fillFeatures(material, laid);
  return {
    growTrees(target, pool, trees) {
      setTarget(laid, target, material.rowCount);
      setPool(laid, pool);
      const place = new Map(pool.map((feature, index) => [feature, index]));
      setTrees(
        laid,
        trees.map((tree) => tree.map((input) => place.get(input)!)),
      );
      kernel.run.growForestTrees(record.pointer);
      return readTrees(kernel, laid, trees.length, material, pool, target.kind);
    },
    explainedShares(target, inputs, rowCount) {
      setTarget(laid, target, rowCount);
      const shares: number[] = [];
      for (let first = 0; first < inputs.length; first += material.maxPool) {
        const some = inputs.slice(first, first + material.maxPool);
        setPool(laid, some);
        kernel.run.scoreForestInputs(record.pointer);
        shares.push(...arrays.out.subarray(0, some.length));
      }
      return shares;
    },
  };
}

type LaidForest = NonNullable<ReturnType<typeof layOut>>;

/** Two floats stand before the numbers of a node. */
const FIRST_NODE_NUMBER = 4;

/** The record of kernel/forest/fields.ts; null without room. */
function layOut(kernel: Kernel, { rowCount, features, depth, minLeaf, maxPool, maxTrees }: TreeMaterial) {
  const { run } = kernel;
  const histogramBytes = run.histogramBytes(maxPool, MAX_BINS);
  const maxNodes = maxTrees * ((2 << depth) - 1);
  const fields = {
    leastGain: double(0),
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
    pool: i32(maxPool),
    poolCount: 0,
    poolBins: u8(rowCount * maxPool),
    treeCount: 0,
    treeStarts: i32(maxTrees + 1),
    treeInputs: i32(maxTrees * maxPool),
    treeEnds: u32(maxTrees),
    entries: f64(rowCount),
    rows: u16(rowCount),
    spare: u16(rowCount),
    inputs: i32(2 * maxPool),
    histograms: u8(2 * (depth + 1) * histogramBytes),
    histogramBytes,
    nodeCounts: u16(MAX_BINS),
    wholeCounts: u16(MAX_BINS),
    leftCounts: u16(MAX_BINS),
    out: f64(Math.max((maxNodes * run.forestNodeBytes()) / 8, maxPool)),
    matrix: 0,
    width: 0,
    inputCount: 0,
    nodeCount: 0,
    bestInput: 0,
    bestBin: 0,
  };
  return layOutRecord(kernel, run.forestRecordBytes(), fields, {});
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
    leastGain: double(LEAST_REDUCTION * (isNumeric ? TARGET_UNIT * TARGET_UNIT : 1)),
    knownCount: rows.length,
    classCount: isNumeric ? 0 : target.classCount,
  });
}

function setPool({ record, arrays }: LaidForest, pool: readonly number[]): void {
  arrays.pool.set(pool);
  record.set({ poolCount: pool.length });
}

/** The inputs of each tree, as places in the pool. */
function setTrees({ record, arrays }: LaidForest, trees: readonly (readonly number[])[]): void {
  let start = 0;
  trees.forEach((inputs, tree) => {
    arrays.treeInputs.set(inputs, start);
    arrays.treeStarts[tree + 1] = start += inputs.length;
  });
  record.set({ treeCount: trees.length });
}

function readTrees(
  kernel: Kernel,
  { arrays }: LaidForest,
  treeCount: number,
  { features }: TreeMaterial,
  pool: readonly number[],
  kind: Target["kind"],
): GrownTrees {
  const roots = new Uint32Array(treeCount + 1);
  roots.set(arrays.treeEnds.subarray(0, treeCount), 1);
  const count = roots[treeCount]!;
  const nodeBytes = kernel.run.forestNodeBytes();
  const floats = arrays.out;
  const numbers = new Int32Array(floats.buffer, floats.byteOffset, (count * nodeBytes) / 4);
  const trees = {
    roots,
    splitFeatures: new Int32Array(count).fill(LEAF),
    splitValues: new Float64Array(count),
    right: new Uint32Array(count),
    means: new Float64Array(count),
    deviations: new Float64Array(count),
  };
  for (let node = 0; node < count; node++) {
    const float = (node * nodeBytes) / 8;
    const number = (node * nodeBytes) / 4 + FIRST_NODE_NUMBER;
    const input = numbers[number]!;
    if (input >= 0) {
      const feature = pool[input]!;
      trees.splitFeatures[node] = feature;
      trees.splitValues[node] = features[feature]!.values[numbers[number + 1]!]!;
      trees.right[node] = numbers[number + 2]!;
    }
    trees.means[node] = floats[float]! / TARGET_UNIT;
    if (kind === "numeric") trees.deviations[node] = Math.sqrt(floats[float + 1]!) / TARGET_UNIT;
  }
  return trees;
}
