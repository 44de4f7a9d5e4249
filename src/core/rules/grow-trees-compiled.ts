/**
 * Grows trees in the compiled kernel (kernel/forest/grow.ts): lays out the bins of all features in its memory once, and then
 * for each target its values, its pool and the inputs of its trees.
 */
import type { Kernel } from "../kernel/kernel.js";
import { LEAF } from "./forest.js";
import { MAX_BINS, NO_BIN } from "./forest-bins.js";
import { TARGET_UNIT, type Target } from "./forest-target.js";
import { type GrownTrees, LEAST_REDUCTION, type TreeGrower, type TreeMaterial } from "./grow-trees.js";

/** Counts of classes take 15 bits. Learning gives at most 1,500 rows. */
const MAX_ROWS = 0x7fff;

/** Null when the task has no room in the kernel. */
export function createCompiledGrower(kernel: Kernel, material: TreeMaterial): TreeGrower | null {
  if (material.rowCount > MAX_ROWS) return null;
  const fields = reserveFields(kernel, material);
  if (fields === null) return null;
  layOutFeatures(kernel, material, fields);
  return {
    growTrees(target, pool, trees) {
      const own = setPool(kernel, setTarget(kernel, target, material.rowCount, fields), pool);
      const place = new Map(pool.map((feature, index) => [feature, index]));
      const inputs = trees.map((tree) => tree.map((input) => place.get(input)!));
      setTrees(kernel, own, inputs);
      kernel.run.growForestTrees(fields.forest);
      return readTrees(kernel, own, trees.length, material, pool);
    },
    explainedShares(target, inputs, rowCount) {
      const own = setTarget(kernel, target, rowCount, fields);
      const shares: number[] = [];
      for (let first = 0; first < inputs.length; first += material.maxPool) {
        const some = inputs.slice(first, first + material.maxPool);
        setPool(kernel, own, some);
        kernel.run.scoreForestInputs(fields.forest);
        shares.push(...kernel.f64(fields.out, some.length));
      }
      return shares;
    },
  };
}

/** Where the kernel's record stands, and its fields behind the first one in their order. */
interface Fields {
  readonly forest: number;
  readonly rowCount: number;
  readonly featureCount: number;
  readonly bins: number;
  readonly cuts: number;
  readonly isEqual: number;
  readonly depth: number;
  readonly minLeaf: number;
  readonly targets: number;
  readonly classCount: number;
  readonly known: number;
  readonly knownCount: number;
  readonly pool: number;
  readonly poolCount: number;
  readonly poolBins: number;
  readonly treeCount: number;
  readonly treeStarts: number;
  readonly treeInputs: number;
  readonly treeEnds: number;
  readonly entries: number;
  readonly rows: number;
  readonly spare: number;
  readonly inputs: number;
  readonly histograms: number;
  readonly histogramBytes: number;
  readonly nodeCounts: number;
  readonly wholeCounts: number;
  readonly leftCounts: number;
  readonly out: number;
}

/** A float stands before the fields, and two before the numbers of a node. */
const FIRST_FIELD = 8;
const FIRST_NODE_NUMBER = 4;
/** Of the counts of all classes. */
const CLASS_BYTES = MAX_BINS * 2;

function reserveFields(kernel: Kernel, material: TreeMaterial): Fields | null {
  const { run } = kernel;
  const { rowCount, features, depth, minLeaf, maxPool, maxTrees } = material;
  const histogramBytes = run.histogramBytes(maxPool, MAX_BINS);
  const maxNodes = maxTrees * ((2 << depth) - 1);
  const fields = {
    forest: kernel.reserve(run.forestBytes()),
    rowCount,
    featureCount: features.length,
    bins: kernel.reserve(rowCount * features.length),
    cuts: kernel.reserve(features.length * 4),
    isEqual: kernel.reserve(features.length),
    depth,
    minLeaf,
    targets: kernel.reserve(rowCount * 4),
    classCount: 0,
    known: kernel.reserve(rowCount * 2),
    knownCount: 0,
    pool: kernel.reserve(maxPool * 4),
    poolCount: 0,
    poolBins: kernel.reserve(rowCount * maxPool),
    treeCount: 0,
    treeStarts: kernel.reserve((maxTrees + 1) * 4),
    treeInputs: kernel.reserve(maxTrees * maxPool * 4),
    treeEnds: kernel.reserve(maxTrees * 4),
    entries: kernel.reserve(rowCount * 8),
    rows: kernel.reserve(rowCount * 2),
    spare: kernel.reserve(rowCount * 2),
    inputs: kernel.reserve(maxPool * 8),
    histograms: kernel.reserve(2 * (depth + 1) * histogramBytes),
    histogramBytes,
    nodeCounts: kernel.reserve(CLASS_BYTES),
    wholeCounts: kernel.reserve(CLASS_BYTES),
    leftCounts: kernel.reserve(CLASS_BYTES),
    out: kernel.reserve(Math.max(maxNodes * run.forestNodeBytes(), maxPool * 8)),
  };
  return isComplete(fields) ? fields : null;
}

function isComplete(fields: { readonly [name in keyof Fields]: number | null }): fields is Fields {
  return Object.values(fields).every((field) => field !== null);
}

function setFields(kernel: Kernel, fields: Fields): void {
  const { forest, ...numbers } = fields;
  const unit = fields.classCount === 0 ? TARGET_UNIT * TARGET_UNIT : 1;
  kernel.f64(forest, 1)[0] = LEAST_REDUCTION * unit;
  kernel.i32(forest + FIRST_FIELD, Object.keys(numbers).length).set(Object.values(numbers));
}

function layOutFeatures(kernel: Kernel, { rowCount, features }: TreeMaterial, fields: Fields): void {
  const bins = kernel.u8(fields.bins, rowCount * features.length);
  features.forEach((feature, index) => {
    for (let row = 0; row < rowCount; row++) {
      const bin = feature.bins[row]!;
      bins[row * features.length + index] = bin === NO_BIN ? MAX_BINS : bin;
    }
  });
  const isEqual = features.map(({ split }) => Number(split === "equal"));
  kernel.u8(fields.isEqual, features.length).set(isEqual);
  // The rarer categories together are no category to split off.
  const cuts = features.map(({ split, values }) =>
    values.reduce((mask, value, bin) => (split === "below" || value >= 0 ? (mask | (1 << bin)) >>> 0 : mask), 0),
  );
  kernel.u32(fields.cuts, features.length).set(cuts);
}

/** Only rows below `rowCount` count. */
function setTarget(kernel: Kernel, target: Target, rowCount: number, fields: Fields): Fields {
  kernel.i32(fields.targets, fields.rowCount).set(target.kind === "numeric" ? target.units : target.classes);
  const rows = rowCount < fields.rowCount ? target.rows.filter((row) => row < rowCount) : target.rows;
  new Uint16Array(kernel.u8(fields.known, rows.length * 2).buffer, fields.known, rows.length).set(rows);
  return { ...fields, knownCount: rows.length, classCount: target.kind === "numeric" ? 0 : target.classCount };
}

function setPool(kernel: Kernel, fields: Fields, pool: readonly number[]): Fields {
  kernel.i32(fields.pool, pool.length).set(pool);
  const own = { ...fields, poolCount: pool.length };
  setFields(kernel, own);
  return own;
}

function setTrees(kernel: Kernel, fields: Fields, trees: readonly (readonly number[])[]): void {
  const starts = kernel.i32(fields.treeStarts, trees.length + 1);
  trees.forEach((inputs, tree) => {
    kernel.i32(fields.treeInputs + starts[tree]! * 4, inputs.length).set(inputs);
    starts[tree + 1] = starts[tree]! + inputs.length;
  });
  setFields(kernel, { ...fields, treeCount: trees.length });
}

function readTrees(
  kernel: Kernel,
  fields: Fields,
  treeCount: number,
  { features }: TreeMaterial,
  pool: readonly number[],
): GrownTrees {
  const roots = new Uint32Array(treeCount + 1);
  roots.set(kernel.u32(fields.treeEnds, treeCount), 1);
  const count = roots[treeCount]!;
  const nodeBytes = kernel.run.forestNodeBytes();
  const floats = kernel.f64(fields.out, (count * nodeBytes) / 8);
  const numbers = kernel.i32(fields.out, (count * nodeBytes) / 4);
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
    if (fields.classCount === 0) trees.deviations[node] = Math.sqrt(floats[float + 1]!) / TARGET_UNIT;
  }
  return trees;
}
