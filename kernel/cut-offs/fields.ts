/**
 * The memory of cut-off trees: one record of all that is given and used on the way, laid out by
 * src/core/predicates/cut-off-trees-compiled.ts.
 *
 * Every input has a list of the rows that know it, ascending by value: entries of 32 bits, the row in the lower half and
 * the rank of its value among the input's distinct ones in the upper half, so that a pass over a list meets the ties
 * without looking anything up. That bounds the rows: at most 65,535.
 */
import { int32At } from "../memory";

/** Laid out by the caller, in this order. Pointers lead to arrays of 32-bit numbers unless said otherwise. */
@unmanaged
export class CutOffTrees {
  /** A split that gains no more than this is none; and a decrease that surely gains less, in units of the sums. */
  leastGain: f64;
  leastDecrease: f64;
  /** As many units of the sums are one of the decrease. */
  unit: f64;
  // The kernel's own: the best split of the node at hand, and what decrease is worth looking at.
  best: f64;
  bestGain: f64;
  floor: f64;
  /** Rows of the table: at most 65,535. */
  rowCount: i32;
  minLeaf: i32;
  /** For each input of the table its list, rowCount entries apart, and its length. */
  lists: usize;
  lengths: usize;
  /** Standardised target in units, or the class, of each row. */
  targets: usize;
  /** Bytes: 1 where the target is known. */
  isKnown: usize;
  knownCount: i32;
  /** 0: the target is numeric. */
  classCount: i32;
  /** Inputs of the tree. */
  inputs: usize;
  inputCount: i32;
  /** Lists of the tree, rowCount entries apart: one for each input and one of the rows at the root. */
  work: usize;
  /** As long as a list. */
  spare: usize;
  /** Bytes: where each row of the node at hand goes. All zero between splits. */
  sides: usize;
  /** Of each class: its rows at the node, and those left of the cut. */
  classCounts: usize;
  leftCounts: usize;
  /** For c rows: c · log2 c in units, and by how much one more row raises it; see countTerms. */
  terms: usize;
  rises: usize;
  /** 64-bit floats: the targets of rows, where they are numeric. */
  values: usize;
  /** Open nodes, Frames one after the other. */
  frames: usize;
  /** Proposals, see writeProposal; or 64-bit floats: the decrease of each input's best cut. */
  out: usize;
  // The kernel's own, too: place of the best split's input in the tree.
  bestSlot: i32;
  /** Rows of the input that go left. */
  bestPosition: i32;
}

/** Bytes of an entry of a list, and where its rank stands. */
export const ENTRY: usize = 4;
const RANK: usize = 2;

export function cutOffRecordBytes(): i32 {
  return <i32>offsetof<CutOffTrees>();
}

// @ts-ignore: decorator
@inline
export function listBytes(t: CutOffTrees): usize {
  return (<usize>t.rowCount) * ENTRY;
}

// @ts-ignore: decorator
@inline
export function listOf(t: CutOffTrees, slot: i32): usize {
  return t.work + <usize>slot * listBytes(t);
}

// @ts-ignore: decorator
@inline
export function rowAt(entry: usize): usize {
  return <usize>load<u16>(entry);
}

// @ts-ignore: decorator
@inline
export function rankAt(entry: usize): i32 {
  return <i32>load<u16>(entry, RANK);
}

// @ts-ignore: decorator
@inline
export function targetOf(targets: usize, entry: usize): i32 {
  return int32At(targets, rowAt(entry));
}
