/** The best split of a node, from its histogram. Sums are weighed by the operations of plain loops, in their order. */
import { Forest, GrownNode, MAX_BINS, SPLIT_TEST } from "../generated";
import { int32At, int64At, isMarked, pointerTo, VECTOR } from "../memory";
import { addLanes } from "../row-sets";
import { COUNT_BITS, COUNT_MASK, slotBytes } from "./fields";
import { offsetAt } from "./histograms";
import { squaresOf } from "./node-measures";

/**
 * Finds the best split by sums (f.bestInput, -1: none; f.bestBin). Of equal gains the first input, then the lower bin.
 */
export function findSumSplit(f: Forest, node: GrownNode, total: i64, histogram: usize): void {
  const minLeaf = f.minLeaf;
  let best = max(SPLIT_TEST * node.square, f.leastGain);
  f.bestInput = -1;
  const last = f.inputs + ((<usize>f.inputCount) << 3);
  for (let input = pointerTo(f.inputs); input < last; input += 8) {
    const place = load<i32>(input);
    const slots = histogram + offsetAt(input);
    const feature = <usize>int32At(f.shortlist, place);
    const isEqual = isMarked(f.isEqual, feature);
    const known = total - int64At(slots, MAX_BINS);
    const count = <i32>(known & COUNT_MASK);
    if (count < 2 * minLeaf) continue;
    const sum = known >> COUNT_BITS;
    const whole = (<f64>sum * <f64>sum) / <f64>count;
    let left: i64 = 0;
    let cuts = load<u32>(f.cuts + (feature << 2));
    for (let bin = 0; cuts !== 0; bin++, cuts >>= 1) {
      const slot = int64At(slots, bin);
      left = isEqual ? slot : left + slot;
      const leftCount = <i32>(left & COUNT_MASK);
      const rightCount = count - leftCount;
      if (leftCount < minLeaf || rightCount < minLeaf || (cuts & 1) === 0) continue;
      const leftSum = <f64>(left >> COUNT_BITS);
      const rightSum = <f64>sum - leftSum;
      const gain = (leftSum * leftSum) / <f64>leftCount + (rightSum * rightSum) / <f64>rightCount - whole;
      if (gain > best) {
        best = gain;
        f.bestInput = place;
        f.bestBin = bin;
      }
    }
  }
}

/** The same by the counts of classes: the left of a cut, and what is right of it, in vectors of eight classes. */
export function findClassSplit(f: Forest, node: GrownNode, histogram: usize): void {
  const minLeaf = f.minLeaf;
  const bytes = slotBytes(f.classCount);
  const leftCounts = f.leftCounts;
  const wholeCounts = pointerTo(f.wholeCounts);
  const ones = i16x8.splat(1);
  let best = max(SPLIT_TEST * node.square, f.leastGain);
  f.bestInput = -1;
  const last = f.inputs + ((<usize>f.inputCount) << 3);
  for (let input = pointerTo(f.inputs); input < last; input += 8) {
    const place = load<i32>(input);
    const slots = histogram + offsetAt(input);
    const feature = <usize>int32At(f.shortlist, place);
    const isEqual = isMarked(f.isEqual, feature);
    const missing = slots + <usize>MAX_BINS * bytes;
    let counted = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += VECTOR) {
      const known = i16x8.sub(v128.load(f.nodeCounts + at), v128.load(missing + at));
      v128.store(wholeCounts + at, known);
      v128.store(leftCounts + at, i16x8.splat(0));
      counted = i32x4.add(counted, i32x4.dot_i16x8_s(known, ones));
    }
    const count = addLanes(counted);
    if (count < 2 * minLeaf) continue;
    const whole = <f64>squaresOf(wholeCounts, bytes) / <f64>count;
    let cuts = load<u32>(f.cuts + (feature << 2));
    let slot = slots;
    for (let bin = 0; cuts !== 0; bin++, cuts >>= 1, slot += bytes) {
      let leftLanes = i32x4.splat(0);
      let leftSquares = i32x4.splat(0);
      let rightSquares = i32x4.splat(0);
      for (let at: usize = 0; at < bytes; at += VECTOR) {
        let left = v128.load(slot + at);
        if (!isEqual) left = i16x8.add(left, v128.load(leftCounts + at));
        v128.store(leftCounts + at, left);
        const right = i16x8.sub(v128.load(wholeCounts + at), left);
        leftLanes = i32x4.add(leftLanes, i32x4.dot_i16x8_s(left, ones));
        leftSquares = i32x4.add(leftSquares, i32x4.dot_i16x8_s(left, left));
        rightSquares = i32x4.add(rightSquares, i32x4.dot_i16x8_s(right, right));
      }
      const leftCount = addLanes(leftLanes);
      const rightCount = count - leftCount;
      if (leftCount < minLeaf || rightCount < minLeaf || (cuts & 1) === 0) continue;
      const gain =
        <f64>addLanes(leftSquares) / <f64>leftCount + <f64>addLanes(rightSquares) / <f64>rightCount - whole;
      if (gain > best) {
        best = gain;
        f.bestInput = place;
        f.bestBin = bin;
      }
    }
  }
}
