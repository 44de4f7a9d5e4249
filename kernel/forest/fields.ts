/**
 * The memory of growing a Forest: one record of all that is given and used on the way, laid out by
 * src/core/rules/forest/grow-trees.ts.
 *
 * Bounds: 32,767 rows (numbers of rows take 16 bits, and squares of counts must add up in 32), 32 bins and classes.
 */
import { Forest } from "../generated";
import { uint16At, VECTOR } from "../memory";

/** Slots of an input in a histogram: its bins, that of missing values, and one more to fill up vectors. */
const SLOTS: usize = 34;

/** A numeric slot is sum · 2^16 + count. */
export const COUNT_BITS: i64 = 16;
export const COUNT_MASK: i64 = 0xffff;

/** Classes in a vector of 16-bit counts. */
const LANES: i32 = 8;

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
