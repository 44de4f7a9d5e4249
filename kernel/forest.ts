/**
 * The trees of one target of a Forest, grown in one call; and how much each input tells by itself. Their twins, and what
 * they mean, stand in src/core/rules.
 *
 * Inputs are cut into bins, so the split of a node is found in a short histogram for each input: of a numeric target
 * the number of rows and the sum in one 64-bit integer, of classes their counts. Both are exact, so the histogram of a
 * node's larger child is that of the node less that of the smaller one, and all trees share those of the root. Sums are
 * weighed by the twin's own operations on 64-bit floats, in the twin's order.
 */

import { addUint16, int32At, int64At, isMarked, setFloat64, setInt32, setInt64, uint16At, VECTOR } from "./memory";
import { addLanes } from "./row-sets";

/** Filled by the caller, in this order. */
@unmanaged
class Forest {
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
class Node {
  mean: f64;
  /** Mean squared deviation. */
  square: f64;
  /** Place in the pool, or -1 for a leaf. */
  input: i32;
  bin: i32;
  /** The right child, or 0 for a leaf; the left one is the next node. */
  right: i32;
}

/** Bytes of a node: whole floats. */
const NODE_BYTES: usize = 32;
/** Bin of a missing value; also how many bins there may be. */
const MISSING: i32 = 32;
/** Slots of an input in a histogram. */
const SLOTS: usize = 34;
/** A split must reduce squared deviations by more than this many times their mean at the node. */
const SPLIT_TEST: f64 = 6;
/** A numeric slot is sum · 2^16 + count. */
const COUNT_BITS: i64 = 16;
const COUNT_MASK: i64 = 0xffff;
/** Classes in a vector of 16-bit counts. */
const LANES: i32 = 8;

export function forestBytes(): i32 {
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
function slotBytes(classCount: i32): usize {
  return classCount === 0 ? 8 : (<usize>((classCount + LANES - 1) / LANES)) * VECTOR;
}

// @ts-ignore: decorator
@inline
function inputBytes(classCount: i32): usize {
  return SLOTS * slotBytes(classCount);
}

// @ts-ignore: decorator
@inline
function histogramAt(f: Forest, depth: i32, side: i32): usize {
  return f.histograms + <usize>(2 * depth + side) * f.histogramBytes;
}

/** Grows all trees of the target; returns the number of nodes, those of one tree behind those of another. */
export function growForestTrees(pointer: usize): i32 {
  const f = changetype<Forest>(pointer);
  f.nodeCount = 0;
  fillPool(f);
  fillEntries(f);
  f.inputCount = 0;
  for (let place = 0; place < f.poolCount; place++) addInput(f, place, place);
  const root = histogramAt(f, 0, 0);
  memory.copy(f.rows, f.known, (<usize>f.knownCount) << 1);
  fillHistogram(f, root, 0, f.knownCount);
  for (let tree = 0; tree < f.treeCount; tree++) {
    const first = int32At(f.treeStarts, tree);
    const last = load<i32>(f.treeStarts + ((<usize>tree) << 2), 4);
    setTreeInputs(f, first, last);
    memory.copy(f.rows, f.known, (<usize>f.knownCount) << 1);
    growNode(f, 0, f.knownCount, 0, root);
    setInt32(f.treeEnds, tree, f.nodeCount);
  }
  return f.nodeCount;
}

/** Bins of the pool beside one another, row by row. */
function fillPool(f: Forest): void {
  f.matrix = f.poolBins;
  f.width = <usize>f.poolCount;
  let into = f.poolBins;
  for (let row = 0; row < f.rowCount; row++) {
    const bins = f.bins + <usize>row * <usize>f.featureCount;
    for (let place = 0; place < f.poolCount; place++, into++) {
      store<u8>(into, load<u8>(bins + <usize>int32At(f.pool, place)));
    }
  }
}

function fillEntries(f: Forest): void {
  if (f.classCount > 0) return;
  for (let row: usize = 0; row < <usize>f.rowCount; row++) {
    setInt64(f.entries, row, ((<i64>int32At(f.targets, row)) << COUNT_BITS) + 1);
  }
}

function setTreeInputs(f: Forest, first: i32, last: i32): void {
  f.inputCount = 0;
  for (let i = first; i < last; i++) {
    const place = int32At(f.treeInputs, i);
    addInput(f, place, place);
  }
}

/** The input at a place of the pool, whose bins stand in a column of the matrix. */
function addInput(f: Forest, place: i32, column: i32): void {
  const input = f.inputs + ((<usize>f.inputCount) << 3);
  store<i32>(input, column);
  store<i32>(input, place * <i32>inputBytes(f.classCount), 4);
  f.inputCount++;
}

function growNode(f: Forest, start: i32, end: i32, depth: i32, histogram: usize): void {
  const own = f.nodeCount++;
  const node = changetype<Node>(f.out + <usize>own * NODE_BYTES);
  node.input = -1;
  node.right = 0;
  const total = measureNode(f, node, start, end);
  if (depth === f.depth || end - start < 2 * f.minLeaf) return;
  if (f.classCount === 0) findSumSplit(f, node, total, histogram);
  else findClassSplit(f, node, histogram);
  if (f.bestInput < 0) return;
  node.input = f.bestInput;
  node.bin = f.bestBin;
  const ends = regroup(f, start, end);
  const leftEnd = <i32>(ends >> 32);
  const rightEnd = <i32>ends;
  if (depth + 1 < f.depth) fillChildren(f, depth + 1, start, leftEnd, rightEnd, end, histogram);
  growNode(f, start, leftEnd, depth + 1, histogramAt(f, depth + 1, 0));
  node.right = f.nodeCount;
  growNode(f, leftEnd, rightEnd, depth + 1, histogramAt(f, depth + 1, 1));
}

/** Mean and mean square of a node's rows; of classes their counts and Gini's index. Returns the slot of all rows. */
function measureNode(f: Forest, node: Node, start: i32, end: i32): i64 {
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

// @ts-ignore: decorator
@inline
function rowAt(f: Forest, i: i32): usize {
  return <usize>uint16At(f.rows, i);
}

function measureClasses(f: Forest, node: Node, start: i32, end: i32): void {
  const bytes = slotBytes(f.classCount);
  memory.fill(f.nodeCounts, 0, bytes);
  for (let i = start; i < end; i++) {
    addUint16(f.nodeCounts, int32At(f.targets, rowAt(f, i)), 1);
  }
  const count = <f64>(end - start);
  node.mean = 0;
  node.square = 1 - <f64>squaresOf(f.nodeCounts, bytes) / (count * count);
}

/** Sum of squared counts. */
// @ts-ignore: decorator
@inline
function squaresOf(counts: usize, bytes: usize): i32 {
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += VECTOR) {
    const own = v128.load(counts + at);
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(own, own));
  }
  return addLanes(sum);
}

/** Adds up the rows from `start` to `end` for each input at hand. */
function fillHistogram(f: Forest, histogram: usize, start: i32, end: i32): void {
  const bytes = inputBytes(f.classCount);
  const first = f.inputs;
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
function offsetAt(input: usize): usize {
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
 * Histograms of the children that may be split again: of the smaller one from its rows, of the larger one by taking that,
 * and that of rows that fall out, from the parent's; or from its rows where those are fewer.
 */
function fillChildren(
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
  for (let input = f.inputs; input < last; input += 8) {
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

/** Of equal gains the first input, then the lower bin. */
function findSumSplit(f: Forest, node: Node, total: i64, histogram: usize): void {
  const minLeaf = f.minLeaf;
  let best = max(SPLIT_TEST * node.square, f.leastGain);
  f.bestInput = -1;
  const last = f.inputs + ((<usize>f.inputCount) << 3);
  for (let input = f.inputs; input < last; input += 8) {
    const place = load<i32>(input);
    const slots = histogram + offsetAt(input);
    const feature = <usize>int32At(f.pool, place);
    const isEqual = isMarked(f.isEqual, feature);
    const known = total - int64At(slots, MISSING);
    const count = <i32>(known & COUNT_MASK);
    if (count < 2 * minLeaf) continue;
    const sum = known >> COUNT_BITS;
    const whole = (<f64>sum * <f64>sum) / <f64>count;
    let left: i64 = 0;
    let cuts = load<u32>(f.cuts + (feature << 2));
    for (let bin = 0; cuts !== 0; bin++, cuts >>= 1) {
      const own = int64At(slots, bin);
      left = isEqual ? own : left + own;
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

function findClassSplit(f: Forest, node: Node, histogram: usize): void {
  const minLeaf = f.minLeaf;
  const bytes = slotBytes(f.classCount);
  const leftCounts = f.leftCounts;
  const wholeCounts = f.wholeCounts;
  const ones = i16x8.splat(1);
  let best = max(SPLIT_TEST * node.square, f.leastGain);
  f.bestInput = -1;
  const last = f.inputs + ((<usize>f.inputCount) << 3);
  for (let input = f.inputs; input < last; input += 8) {
    const place = load<i32>(input);
    const slots = histogram + offsetAt(input);
    const feature = <usize>int32At(f.pool, place);
    const isEqual = isMarked(f.isEqual, feature);
    const missing = slots + <usize>MISSING * bytes;
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

/** Rows that go left, then those that go right, then those without a value; both ends, the left one in the upper half. */
function regroup(f: Forest, start: i32, end: i32): i64 {
  const feature = <usize>int32At(f.pool, f.bestInput);
  const isEqual = isMarked(f.isEqual, feature);
  const bins = f.poolBins + <usize>f.bestInput;
  const width = <usize>f.poolCount;
  const split = f.bestBin;
  const stop = f.rows + ((<usize>end) << 1);
  const lastSpare = f.spare + ((<usize>f.rowCount) << 1);
  let left = f.rows + ((<usize>start) << 1);
  let right = f.spare;
  let lost = lastSpare;
  // Every row is written to the end of each list, and one of the ends moves on: no branch to be guessed.
  for (let entry = left; entry < stop; entry += 2) {
    const row = load<u16>(entry);
    const bin = <i32>load<u8>(bins + <usize>row * width);
    const isLost = <usize>(bin === MISSING);
    const isLeft = <usize>(isEqual ? bin === split : bin <= split);
    store<u16>(left, row);
    store<u16>(right, row);
    store<u16>(lost - 2, row);
    left += isLeft << 1;
    right += (1 - isLeft - isLost) << 1;
    lost -= isLost << 1;
  }
  const rightBytes = right - f.spare;
  memory.copy(left, f.spare, rightBytes);
  memory.copy(left + rightBytes, lost, lastSpare - lost);
  return (<i64>((left - f.rows) >> 1) << 32) | <i64>((left + rightBytes - f.rows) >> 1);
}

/**
 * What each input of the pool tells about the target by itself: the share of squared deviations between its bins, less
 * what as many bins explain by chance. The pool may be any list here, as long as a histogram of it fits.
 */
export function scoreForestInputs(pointer: usize): void {
  const f = changetype<Forest>(pointer);
  fillEntries(f);
  f.matrix = f.bins;
  f.width = <usize>f.featureCount;
  f.inputCount = 0;
  for (let place = 0; place < f.poolCount; place++) addInput(f, place, int32At(f.pool, place));
  memory.copy(f.rows, f.known, (<usize>f.knownCount) << 1);
  const histogram = histogramAt(f, 0, 0);
  fillHistogram(f, histogram, 0, f.knownCount);
  const squares = f.classCount === 0 ? squaresOfAll(f) : 0;
  for (let place = 0; place < f.poolCount; place++) {
    const slots = histogram + <usize>place * inputBytes(f.classCount);
    const score = f.classCount === 0 ? scoreSums(f, place, slots, squares) : scoreClasses(f, slots);
    setFloat64(f.out, place, score);
  }
}

/** `squares` is the sum of the squared target over all rows. */
function scoreSums(f: Forest, place: i32, slots: usize, squares: f64): f64 {
  let total: i64 = 0;
  for (let bin = 0; bin < MISSING; bin++) total += int64At(slots, bin);
  const count = <f64>(total & COUNT_MASK);
  const sum = <f64>(total >> COUNT_BITS);
  const whole = (sum * sum) / max(1, count);
  const isWhole = <i32>(total & COUNT_MASK) === f.knownCount;
  const spread = (isWhole ? squares : squaresWhereKnown(f, place)) - whole;
  if (spread <= 0) return 0;
  let between = -whole;
  let used: f64 = 0;
  for (let bin = 0; bin < MISSING; bin++) {
    const own = int64At(slots, bin);
    const binCount = <f64>(own & COUNT_MASK);
    if (binCount === 0) continue;
    const binSum = <f64>(own >> COUNT_BITS);
    used += 1;
    between += (binSum * binSum) / binCount;
  }
  return between / spread - (used - 1) / max(1, count - 1);
}

function squaresOfAll(f: Forest): f64 {
  let squares: f64 = 0;
  for (let i = 0; i < f.knownCount; i++) {
    const value = <f64>int32At(f.targets, rowAt(f, i));
    squares += value * value;
  }
  return squares;
}

/** Over rows in which an input has a value. */
function squaresWhereKnown(f: Forest, place: i32): f64 {
  const bins = f.matrix + <usize>int32At(f.pool, place);
  let squares: f64 = 0;
  for (let i = 0; i < f.knownCount; i++) {
    const row = rowAt(f, i);
    const value = <f64>int32At(f.targets, row);
    if (load<u8>(bins + row * f.width) !== <u8>MISSING) squares += value * value;
  }
  return squares;
}

function scoreClasses(f: Forest, slots: usize): f64 {
  const bytes = slotBytes(f.classCount);
  for (let at: usize = 0; at < bytes; at += VECTOR) {
    let sum = i16x8.splat(0);
    for (let bin = 0; bin < MISSING; bin++) sum = i16x8.add(sum, v128.load(slots + <usize>bin * bytes + at));
    v128.store(f.wholeCounts + at, sum);
  }
  const count = <f64>countOf(f.wholeCounts, bytes);
  const whole = <f64>squaresOf(f.wholeCounts, bytes) / max(1, count);
  const spread = count - whole;
  if (spread <= 0) return 0;
  let between = -whole;
  let used: f64 = 0;
  for (let bin = 0; bin < MISSING; bin++) {
    const own = slots + <usize>bin * bytes;
    const binCount = countOf(own, bytes);
    if (binCount === 0) continue;
    used += 1;
    between += <f64>squaresOf(own, bytes) / <f64>binCount;
  }
  return between / spread - (used - 1) / max(1, count - 1);
}

/** Sum of counts. */
function countOf(counts: usize, bytes: usize): i32 {
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += VECTOR) {
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(counts + at), i16x8.splat(1)));
  }
  return addLanes(sum);
}
