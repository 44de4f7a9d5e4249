/**
 * Histograms: for each input and each of its bins, of a numeric target the number of rows and the sum in one 64-bit
 * integer, of classes their counts in 16 bits each. Both are exact, so that of a node's larger child is that of the
 * node less that of the smaller one.
 */
import { Forest } from "../generated";
import { int32At, int64At, pointerTo, setInt64, VECTOR } from "../memory";
import { COUNT_BITS, histogramAt, inputBytes, rowAt, slotBytes } from "./fields";

export function fillEntries(f: Forest): void {
  if (f.classCount > 0) return;
  for (let row: usize = 0; row < <usize>f.rowCount; row++) {
    setInt64(f.entries, row, ((<i64>int32At(f.targets, row)) << COUNT_BITS) + 1);
  }
}

/** The input at a place of the shortlist, whose bins stand in a column of the matrix. */
export function addInput(f: Forest, place: i32, column: i32): void {
  const input = f.inputs + ((<usize>f.inputCount) << 3);
  store<i32>(input, column);
  store<i32>(input, place * <i32>inputBytes(f.classCount), 4);
  f.inputCount++;
}

/** Adds up the rows from `start` to `end` for each input at hand. */
export function fillHistogram(f: Forest, histogram: usize, start: i32, end: i32): void {
  const bytes = inputBytes(f.classCount);
  const first = pointerTo(f.inputs);
  const last = first + ((<usize>f.inputCount) << 3);
  for (let input = first; input < last; input += 8) {
    const slots = histogram + offsetAt(input);
    for (let at: usize = 0; at < bytes; at += VECTOR) v128.store(slots + at, i64x2.splat(0));
  }
  if (f.classCount === 0) addSums(f, histogram, start, end, first, last);
  else addClasses(f, histogram, start, end, first, last);
}

// @ts-ignore: decorator
@inline
export function offsetAt(input: usize): usize {
  return <usize>load<i32>(input, 4);
}

function addSums(f: Forest, histogram: usize, start: i32, end: i32, first: usize, last: usize): void {
  const width = f.width;
  for (let i = start; i < end; i++) {
    const row = rowAt(f, i);
    const bins = f.matrix + row * width;
    const entry = int64At(f.entries, row);
    for (let input = first; input < last; input += 8) {
      const bin = <usize>load<u8>(bins + <usize>load<i32>(input));
      const slot = histogram + offsetAt(input) + (bin << 3);
      store<i64>(slot, load<i64>(slot) + entry);
    }
  }
}

function addClasses(f: Forest, histogram: usize, start: i32, end: i32, first: usize, last: usize): void {
  const width = f.width;
  const bytes = slotBytes(f.classCount);
  for (let i = start; i < end; i++) {
    const row = rowAt(f, i);
    const bins = f.matrix + row * width;
    const base = histogram + ((<usize>int32At(f.targets, row)) << 1);
    for (let input = first; input < last; input += 8) {
      const bin = <usize>load<u8>(bins + <usize>load<i32>(input));
      const count = base + offsetAt(input) + bin * bytes;
      store<u16>(count, load<u16>(count) + 1);
    }
  }
}

/**
 * Histograms of the children that may be split again: of the smaller one from its rows, of the larger one by taking
 * that, and that of rows that fall out, from the parent's; or from its rows where those are fewer.
 */
export function fillChildren(
  f: Forest,
  depth: i32,
  start: i32,
  leftEnd: i32,
  rightEnd: i32,
  end: i32,
  parent: usize,
): void {
  const isLeftSmall = leftEnd - start <= rightEnd - leftEnd;
  const small = histogramAt(f, depth, isLeftSmall ? 0 : 1);
  const large = histogramAt(f, depth, isLeftSmall ? 1 : 0);
  const smallStart = isLeftSmall ? start : leftEnd;
  const smallEnd = isLeftSmall ? leftEnd : rightEnd;
  const largeStart = isLeftSmall ? leftEnd : start;
  const largeEnd = isLeftSmall ? rightEnd : leftEnd;
  if (largeEnd - largeStart < 2 * f.minLeaf) return;
  fillHistogram(f, small, smallStart, smallEnd);
  const lost = end - rightEnd;
  if (lost > largeEnd - largeStart) {
    fillHistogram(f, large, largeStart, largeEnd);
    return;
  }
  if (lost > 0) fillHistogram(f, large, rightEnd, end);
  takeAway(f, parent, small, large, lost > 0);
}

/** large = parent - small, less what is in large already. */
function takeAway(f: Forest, parent: usize, small: usize, large: usize, isLess: bool): void {
  const bytes = inputBytes(f.classCount);
  const last = f.inputs + ((<usize>f.inputCount) << 3);
  for (let input = pointerTo(f.inputs); input < last; input += 8) {
    const offset = offsetAt(input);
    const stop = offset + bytes;
    for (let at = offset; at < stop; at += VECTOR) {
      let left: v128;
      if (f.classCount === 0) {
        left = i64x2.sub(v128.load(parent + at), v128.load(small + at));
        if (isLess) left = i64x2.sub(left, v128.load(large + at));
      } else {
        left = i16x8.sub(v128.load(parent + at), v128.load(small + at));
        if (isLess) left = i16x8.sub(left, v128.load(large + at));
      }
      v128.store(large + at, left);
    }
  }
}
