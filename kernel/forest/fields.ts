/**
 * The memory of growing a Forest: one record of all that is given and used on the way, laid out by
 * src/core/rules/grow-trees-compiled.ts.
 *
 * Bounds: 32,767 rows (numbers of rows take 16 bits, and squares of counts must add up in 32), 32 bins and classes.
 */
import { uint16At, VECTOR } from "../memory";

/** Laid out by the caller, in this order; from `matrix` on it is the kernel's own. */
@unmanaged
export class Forest {
  /** A split that reduces squared deviations no more than this is none; in units of the target. */
  leastGain: f64;
  /** At most 32,767. */
  rowCount: i32;
  featureCount: i32;
  /** Bytes: bin of each feature in each row, row by row; MISSING where there is none. */
  bins: usize;
  /** For each feature 32 bits: the bins behind which, or from which, others may be split off. */
  cuts: usize;
  /** Bytes for each feature: 1 where a bin is split from all others, 0 where those up to it are. */
  isEqual: usize;
  depth: i32;
  minLeaf: i32;
  /** 32 bits for each row: the target in units, or its class. */
  targets: usize;
  /** 0: the target is numeric. */
  classCount: i32;
  /** 16 bits each: the rows whose target is known, ascending. */
  known: usize;
  knownCount: i32;
  /** 32 bits each: the features from which trees choose their inputs. */
  pool: usize;
  poolCount: i32;
  /** Bytes: as bins, of the pool alone. */
  poolBins: usize;
  /** 32 bits each: inputs of tree t are treeInputs from treeStarts[t] to treeStarts[t + 1], places in the pool. */
  treeCount: i32;
  treeStarts: usize;
  treeInputs: usize;
  /** 32 bits for each tree: filled with the number of nodes up to its end. */
  treeEnds: usize;
  /** 64-bit integers for each row: what it adds to a histogram. */
  entries: usize;
  /** 16 bits each: the rows of the tree at hand, and room for as many. */
  rows: usize;
  spare: usize;
  /** Inputs at hand: column in the matrix and byte offset in a histogram, 32 bits each. */
  inputs: usize;
  /** Two for each depth, histogramBytes apart. */
  histograms: usize;
  histogramBytes: usize;
  /** 16 bits for each class: rows at the node, rows with a value, rows left of a cut. */
  nodeCounts: usize;
  wholeCounts: usize;
  leftCounts: usize;
  /** Nodes, see Node; or 64-bit floats: what each input of the pool tells. */
  out: usize;
  /** The bins at hand, those of all features or of the pool, and how many stand in a row. */
  matrix: usize;
  width: usize;
  inputCount: i32;
  nodeCount: i32;
  bestInput: i32;
  bestBin: i32;
}

/** A grown node; those of a tree stand in preorder. */
@unmanaged
export class Node {
  mean: f64;
  /** Mean squared deviation. */
  square: f64;
  /** Place in the pool, or -1 for a leaf. */
  input: i32;
  bin: i32;
  /** The right child, or 0 for a leaf; the left one is the next node. */
  right: i32;
}

/** Bytes of a node, up to whole floats; grow-trees-compiled.ts reads them. */
export const NODE_BYTES: usize = 32;

/** Bin of a missing value; also how many bins there may be. */
export const MISSING: i32 = 32;

/** Slots of an input in a histogram: its bins, that of missing values, and one more to fill up vectors. */
const SLOTS: usize = 34;

/** A numeric slot is sum · 2^16 + count. */
export const COUNT_BITS: i64 = 16;
export const COUNT_MASK: i64 = 0xffff;

/** Classes in a vector of 16-bit counts. */
const LANES: i32 = 8;

export function forestRecordBytes(): i32 {
  return <i32>offsetof<Forest>();
}

export function forestNodeBytes(): i32 {
  return <i32>NODE_BYTES;
}

/** Bytes of a histogram of so many inputs. */
export function histogramBytes(inputCount: i32, classCount: i32): i32 {
  return inputCount * <i32>inputBytes(classCount);
}

/** Bytes of one slot: a 64-bit integer, or the counts of all classes, filled up to vectors. */
// @ts-ignore: decorator
@inline
export function slotBytes(classCount: i32): usize {
  return classCount === 0 ? 8 : (<usize>((classCount + LANES - 1) / LANES)) * VECTOR;
}

// @ts-ignore: decorator
@inline
export function inputBytes(classCount: i32): usize {
  return SLOTS * slotBytes(classCount);
}

// @ts-ignore: decorator
@inline
export function histogramAt(f: Forest, depth: i32, side: i32): usize {
  return f.histograms + <usize>(2 * depth + side) * f.histogramBytes;
}

// @ts-ignore: decorator
@inline
export function rowAt(f: Forest, i: i32): usize {
  return <usize>uint16At(f.rows, i);
}
