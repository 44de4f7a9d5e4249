/** Mean and deviation of the target at a node, by the operations of plain loops on 64-bit floats, in their order. */
import { Forest, GrownNode } from "../generated";
import { addUint16, int32At, int64At, pointerTo, VECTOR } from "../memory";
import { addLanes } from "../row-sets";
import { COUNT_BITS, rowAt, slotBytes } from "./fields";

/** Mean and mean square of a node's rows; of classes their counts and Gini's index. Returns the slot of all rows. */
export function measureNode(f: Forest, node: GrownNode, start: i32, end: i32): i64 {
  if (f.classCount > 0) {
    measureClasses(f, node, start, end);
    return 0;
  }
  const count = end - start;
  let total: i64 = 0;
  for (let i = start; i < end; i++) total += int64At(f.entries, rowAt(f, i));
  const mean = count === 0 ? 0 : <f64>(total >> COUNT_BITS) / <f64>count;
  let squares: f64 = 0;
  for (let i = start; i < end; i++) {
    const distance = <f64>int32At(f.targets, rowAt(f, i)) - mean;
    squares += distance * distance;
  }
  node.mean = mean;
  node.square = count === 0 ? 0 : squares / <f64>count;
  return total;
}

function measureClasses(f: Forest, node: GrownNode, start: i32, end: i32): void {
  const bytes = slotBytes(f.classCount);
  memory.fill(pointerTo(f.nodeCounts), 0, bytes);
  for (let i = start; i < end; i++) {
    addUint16(f.nodeCounts, int32At(f.targets, rowAt(f, i)), 1);
  }
  const count = <f64>(end - start);
  node.mean = 0;
  node.square = 1 - <f64>squaresOf(pointerTo(f.nodeCounts), bytes) / (count * count);
}

/** Sum of squared counts. */
// @ts-ignore: decorator
@inline
export function squaresOf(counts: usize, bytes: usize): i32 {
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += VECTOR) {
    const lanes = v128.load(counts + at);
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(lanes, lanes));
  }
  return addLanes(sum);
}

/** Sum of counts. */
export function countOf(counts: usize, bytes: usize): i32 {
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += VECTOR) {
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(counts + at), i16x8.splat(1)));
  }
  return addLanes(sum);
}
