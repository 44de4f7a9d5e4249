/**
 * The memory of cut-off trees: one record of all that is given and used on the way, laid out by
 * src/core/predicates/cut-off-grower.ts.
 *
 * Every input has a list of the rows that know it, ascending by value: entries of 32 bits, the row in the lower half
 * and the rank of its value among the input's distinct ones in the upper half, so that a pass over a list meets the
 * ties without looking anything up. That bounds the rows: at most 65,535.
 */
import { CutOffTrees } from "../generated";
import { int32At } from "../memory";

/** Bytes of an entry of a list, and where its rank stands. */
export const ENTRY: usize = 4;
const RANK: usize = 2;

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
