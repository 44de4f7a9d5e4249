/**
 * Cut-off trees: one call grows the whole tree of a target feature. Its twin, and what a tree is, stand in
 * src/core/predicates.
 *
 * Every input has a list of the rows that know it, ascending by value: entries of 32 bits, the row in the lower half and
 * the rank of its value among the input's distinct ones in the upper half, so that a pass over a list meets the ties
 * without looking anything up. A node is a piece of every list; splitting it regroups each piece, stable, in place.
 * Sums are integers. They are weighed by the twin's own operations on 64-bit floats, in the twin's order.
 */

import {
  addInt32,
  float64At,
  int32At,
  int64At,
  setFloat64,
  setInt32,
  setInt64,
  setUint8,
} from "./memory";
import { sortedKeys, sortedRows, sortRows } from "./sorting";

/** Filled by the caller, in this order. Pointers lead to arrays of 32-bit numbers unless said otherwise. */
@unmanaged
class CutOffTrees {
  /** A split that gains no more than this is none; and a decrease that surely gains less, in units of the sums. */
  leastGain: f64;
  leastDecrease: f64;
  /** As many units of the sums are one of the decrease. */
  unit: f64;
  // The best split of the node at hand, and what decrease is worth looking at.
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
  /** Proposals, see put; or 64-bit floats: the decrease of each input's best cut. */
  out: usize;
  bestSlot: i32;
  /** Rows of the input that go left. */
  bestPosition: i32;
}

/** An open node: the rows that lead to it are those of one input's list. Behind it, for each input, where its piece starts and ends. */
@unmanaged
class Frame {
  rowCount: i32;
  leader: i32;
}

/** Bytes of an entry of a list. */
const ENTRY: usize = 4;
const RANK: usize = 2;
/** Sides of a split; each is what the end of its list moves on by. */
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
const PROPOSAL_BYTES: usize = 24;
/** How far rounding may mislead the test that saves divisions; see scanSums. */
const SLACK: f64 = 1.0 / 1099511627776.0;

export function cutOffBytes(): i32 {
  return <i32>offsetof<CutOffTrees>();
}

export function cutOffFrameBytes(inputCount: i32): i32 {
  return <i32>frameBytes(inputCount);
}

// @ts-ignore: decorator
@inline
function frameBytes(inputCount: i32): usize {
  return offsetof<Frame>() + ((<usize>inputCount) << 3);
}

// @ts-ignore: decorator
@inline
function frameAt(t: CutOffTrees, depth: i32): Frame {
  return changetype<Frame>(t.frames + <usize>depth * frameBytes(t.inputCount));
}

// @ts-ignore: decorator
@inline
function range(frame: Frame, slot: i32): usize {
  return changetype<usize>(frame) + offsetof<Frame>() + ((<usize>slot) << 3);
}

// @ts-ignore: decorator
@inline
function startOf(frame: Frame, slot: i32): i32 {
  return load<i32>(range(frame, slot));
}

// @ts-ignore: decorator
@inline
function endOf(frame: Frame, slot: i32): i32 {
  return load<i32>(range(frame, slot), 4);
}

// @ts-ignore: decorator
@inline
function setRange(frame: Frame, slot: i32, start: i32, end: i32): void {
  store<i32>(range(frame, slot), start);
  store<i32>(range(frame, slot), end, 4);
}

// @ts-ignore: decorator
@inline
function listBytes(t: CutOffTrees): usize {
  return (<usize>t.rowCount) * ENTRY;
}

// @ts-ignore: decorator
@inline
function listOf(t: CutOffTrees, slot: i32): usize {
  return t.work + <usize>slot * listBytes(t);
}

// @ts-ignore: decorator
@inline
function rowAt(entry: usize): usize {
  return <usize>load<u16>(entry);
}

// @ts-ignore: decorator
@inline
function rankAt(entry: usize): i32 {
  return <i32>load<u16>(entry, RANK);
}

// @ts-ignore: decorator
@inline
function targetOf(targets: usize, entry: usize): i32 {
  return int32At(targets, rowAt(entry));
}

/** Makes the list of an input from its value in each row (64-bit floats); scratch is for sorting. */
export function listCutOffInput(pointer: usize, input: i32, values: usize, scratch: usize): void {
  const t = changetype<CutOffTrees>(pointer);
  const length = sortRows(values, t.rowCount, scratch);
  const keys = sortedKeys(scratch);
  const rows = sortedRows(scratch, t.rowCount);
  const list = t.lists + <usize>input * listBytes(t);
  let rank: u32 = 0;
  for (let at: usize = 0; at < <usize>length; at++) {
    const key = keys + (at << 3);
    if (at > 0 && load<i64>(key) !== load<i64>(key - 8)) rank++;
    store<u32>(list + at * ENTRY, (rank << 16) | load<u32>(rows + (at << 2)));
  }
  setInt32(t.lengths, input, length);
}

/** Makes 64-bit integers of the terms, which are given as 64-bit floats, and takes their differences. */
export function countTerms(pointer: usize): void {
  const t = changetype<CutOffTrees>(pointer);
  for (let count = 0; count <= t.rowCount; count++) {
    const term = t.terms + ((<usize>count) << 3);
    store<i64>(term, <i64>load<f64>(term));
    if (count > 0) setInt64(t.rises, count - 1, load<i64>(term) - load<i64>(term - 8));
  }
}

/** Grows a tree; returns the number of proposals, in the order in which nodes are split: right before left. */
export function growCutOffTree(pointer: usize): i32 {
  const t = changetype<CutOffTrees>(pointer);
  fillValues(t);
  let proposals = 0;
  let depth = openRoot(t);
  while (depth >= 0) {
    if (findSplit(t, frameAt(t, depth))) {
      put(t, frameAt(t, depth), proposals++);
      depth = splitNode(t, depth);
    } else depth--;
  }
  return proposals;
}

/** For each input of the tree the decrease of its best cut of all rows, 0 without one. */
export function rankCutOffInputs(pointer: usize): void {
  const t = changetype<CutOffTrees>(pointer);
  fillValues(t);
  listKnown(t, t.spare);
  const total = measureNode(t, t.spare, t.knownCount);
  for (let slot = 0; slot < t.inputCount; slot++) {
    const list = t.work;
    const length = copyList(t, slot, list);
    t.best = -Infinity;
    t.floor = -Infinity;
    t.bestPosition = 0;
    if (length >= 2 * t.minLeaf) scan(t, list, length, length === t.knownCount, total);
    setFloat64(t.out, slot, t.bestPosition === 0 ? 0 : t.best / t.unit);
  }
}

function fillValues(t: CutOffTrees): void {
  if (t.classCount > 0) return;
  for (let row: usize = 0; row < <usize>t.rowCount; row++) {
    setFloat64(t.values, row, <f64>int32At(t.targets, row));
  }
}

/** Depth of the open node, 0; or -1 where there are too few rows for a split. */
function openRoot(t: CutOffTrees): i32 {
  if (t.knownCount < 2 * t.minLeaf) return -1;
  const frame = frameAt(t, 0);
  frame.rowCount = t.knownCount;
  frame.leader = t.inputCount;
  for (let slot = 0; slot < t.inputCount; slot++) setRange(frame, slot, 0, copyList(t, slot, listOf(t, slot)));
  listKnown(t, listOf(t, t.inputCount));
  return 0;
}

/** Copies the rows of an input whose target is known; returns how many. */
function copyList(t: CutOffTrees, slot: i32, into: usize): i32 {
  const input = <usize>int32At(t.inputs, slot);
  const list = t.lists + input * listBytes(t);
  const length = int32At(t.lengths, input);
  if (t.knownCount === t.rowCount) {
    memory.copy(into, list, (<usize>length) * ENTRY);
    return length;
  }
  const end = list + (<usize>length) * ENTRY;
  let next = into;
  for (let entry = list; entry < end; entry += ENTRY) {
    store<u32>(next, load<u32>(entry));
    next += (<usize>load<u8>(t.isKnown + rowAt(entry))) << 2;
  }
  return <i32>((next - into) >> 2);
}

/** Lists the rows whose target is known; their ranks are 0. */
function listKnown(t: CutOffTrees, into: usize): void {
  let next = into;
  for (let row = 0; row < t.rowCount; row++) {
    store<u32>(next, <u32>row);
    next += (<usize>load<u8>(t.isKnown + <usize>row)) << 2;
  }
}

/**
 * Finds the best split of a node; false where none gains anything. Of equal gains the first input, then the lower cut:
 * an input's cuts need only be looked at as far as they beat what was found before.
 */
function findSplit(t: CutOffTrees, frame: Frame): bool {
  const leader = frame.leader;
  const rows = leader === t.inputCount ? listOf(t, leader) : listOf(t, leader) + (<usize>startOf(frame, leader)) * ENTRY;
  const total = measureNode(t, rows, frame.rowCount);
  if (isPure(t, rows, frame.rowCount)) return false;
  t.best = -Infinity;
  t.floor = t.leastDecrease;
  t.bestSlot = -1;
  t.bestGain = t.leastGain;
  for (let slot = 0; slot < t.inputCount; slot++) {
    const length = endOf(frame, slot) - startOf(frame, slot);
    if (length < 2 * t.minLeaf) continue;
    const list = listOf(t, slot) + (<usize>startOf(frame, slot)) * ENTRY;
    if (rankAt(list) === rankAt(list + (<usize>(length - 1)) * ENTRY)) continue;
    const bestBefore = t.best;
    const positionBefore = t.bestPosition;
    t.bestPosition = 0;
    // Rows of an input are among the node's: as many are the same.
    scan(t, list, length, length === frame.rowCount, total);
    const gain = t.best / t.unit / <f64>t.rowCount;
    if (t.bestPosition > 0 && gain > t.bestGain) {
      t.bestGain = gain;
      t.bestSlot = slot;
    } else {
      t.best = bestBefore;
      t.bestPosition = positionBefore;
    }
  }
  return t.bestSlot >= 0;
}

/** Sum of the target over rows; of classes their counts, and the sum of their terms. */
function measureNode(t: CutOffTrees, rows: usize, length: i32): i64 {
  if (t.classCount === 0) return sumTargets(t, rows, length);
  return countClasses(t, rows, length);
}

function sumTargets(t: CutOffTrees, rows: usize, length: i32): i64 {
  const end = rows + (<usize>length) * ENTRY;
  let sum: i64 = 0;
  for (let entry = rows; entry < end; entry += ENTRY) sum += <i64>targetOf(t.targets, entry);
  return sum;
}

function countClasses(t: CutOffTrees, rows: usize, length: i32): i64 {
  const end = rows + (<usize>length) * ENTRY;
  memory.fill(t.classCounts, 0, (<usize>t.classCount) << 2);
  for (let entry = rows; entry < end; entry += ENTRY) {
    addInt32(t.classCounts, targetOf(t.targets, entry), 1);
  }
  let sum: i64 = 0;
  for (let c = 0; c < t.classCount; c++) sum += termOf(t, int32At(t.classCounts, c));
  return sum;
}

// @ts-ignore: decorator
@inline
function termOf(t: CutOffTrees, count: i32): i64 {
  return int64At(t.terms, count);
}

/** Whether all rows have the same target: then there is nothing to gain. */
function isPure(t: CutOffTrees, rows: usize, length: i32): bool {
  const end = rows + (<usize>length) * ENTRY;
  const first = targetOf(t.targets, rows);
  for (let entry = rows; entry < end; entry += ENTRY) if (targetOf(t.targets, entry) !== first) return false;
  return true;
}

/** Looks for a cut of a list that beats t.best; `total` is what measureNode says, where the list has all rows of the node. */
function scan(t: CutOffTrees, list: usize, length: i32, isWhole: bool, total: i64): void {
  if (t.classCount === 0) {
    scanSums(t, list, length, isWhole ? total : sumTargets(t, list, length));
    return;
  }
  if (isWhole) {
    scanClasses(t, list, length, total);
    return;
  }
  // The counts are those of this list while it is looked at.
  const counts = t.classCounts;
  t.classCounts = counts + ((<usize>t.classCount) << 2);
  scanClasses(t, list, length, countClasses(t, list, length));
  t.classCounts = counts;
}

/**
 * Variance: left² / p + right² / (n - p) - total² / n, of the first cut that beats t.best by most.
 *
 * Divisions are slow, and few cuts are better than the best so far. With d = left - p · total / n the decrease is
 * d² · n / (p (n - p)); where that is less than the best, less what rounding of either form can amount to, the cut is
 * passed over. Rounding: of the decrease below 2^-50 (decrease + total² / n), of d below 2^-52 · p · |total| / n, which is
 * at most 2^-51 · √n · (decrease + total² / n) of the decrease; together less than 2^-42 of that sum for 65,535 rows.
 * Two cuts are tested at a time.
 */
function scanSums(t: CutOffTrees, list: usize, length: i32, total: i64): void {
  const values = t.values;
  const n = <f64>length;
  const sum = <f64>total;
  const whole = (sum * sum) / n;
  const mean = f64x2.splat(sum / n);
  const rows = f64x2.splat(n);
  const step = f64x2.splat(2);
  const first = list + (<usize>(t.minLeaf - 1)) * ENTRY;
  const last = list + (<usize>(length - t.minLeaf)) * ENTRY;
  let entry = list;
  let left: f64 = 0;
  for (; entry < first; entry += ENTRY) left += float64At(values, rowAt(entry));
  let limit = limitOf(max(t.best, t.floor), whole, n);
  let sums = f64x2.splat(left);
  let positions = f64x2.replace_lane(f64x2.splat(<f64>t.minLeaf), 1, <f64>(t.minLeaf + 1));
  for (; entry + ENTRY < last; entry += 2 * ENTRY) {
    let own = v128.load64_zero(values + (rowAt(entry) << 3));
    own = v128.load64_lane(values + (rowAt(entry + ENTRY) << 3), own, 1);
    // The sums up to both rows: what was before, and the first of them, or both.
    sums = f64x2.add(sums, f64x2.add(own, v128.shuffle<f64>(f64x2.splat(0), own, 0, 2)));
    const d = f64x2.sub(sums, f64x2.mul(positions, mean));
    const least = f64x2.mul(f64x2.splat(limit), f64x2.mul(positions, f64x2.sub(rows, positions)));
    if (v128.any_true(f64x2.gt(f64x2.mul(d, d), least))) {
      weigh(t, list, entry, f64x2.extract_lane(sums, 0), sum, n, whole);
      weigh(t, list, entry + ENTRY, f64x2.extract_lane(sums, 1), sum, n, whole);
      limit = limitOf(max(t.best, t.floor), whole, n);
    }
    sums = v128.shuffle<f64>(sums, sums, 1, 1);
    positions = f64x2.add(positions, step);
  }
  if (entry < last) {
    left = f64x2.extract_lane(sums, 0) + float64At(values, rowAt(entry));
    weigh(t, list, entry, left, sum, n, whole);
  }
}

/** Looks at the cut behind an entry, with the sum up to it. */
function weigh(t: CutOffTrees, list: usize, entry: usize, left: f64, sum: f64, n: f64, whole: f64): void {
  if (rankAt(entry) === rankAt(entry + ENTRY)) return;
  const position = <i32>((entry - list) >> 2) + 1;
  const p = <f64>position;
  const right = sum - left;
  const decrease = (left * left) / p + (right * right) / (n - p) - whole;
  if (decrease > t.best) {
    t.best = decrease;
    t.bestPosition = position;
  }
}

/** What d² must exceed for each p (n - p), see scanSums. */
// @ts-ignore: decorator
@inline
function limitOf(best: f64, whole: f64, n: f64): f64 {
  return (best - SLACK * (abs(best) + whole)) / n;
}

/** Entropy: whole - (term p - left terms + term (n - p) - right terms), all in integers. */
function scanClasses(t: CutOffTrees, list: usize, length: i32, classTerms: i64): void {
  const whole = t.classCounts;
  const left = t.leftCounts;
  const rises = t.rises;
  const targets = t.targets;
  const last = list + (<usize>(length - t.minLeaf)) * ENTRY;
  const start = termOf(t, length) - classTerms;
  memory.fill(left, 0, (<usize>t.classCount) << 2);
  let sideTerms = classTerms;
  let position = 1;
  for (let entry = list; entry < last; entry += ENTRY, position++) {
    const own = targetOf(targets, entry);
    const here = int32At(left, own);
    const there = int32At(whole, own) - here;
    setInt32(left, own, here + 1);
    sideTerms += int64At(rises, here) - int64At(rises, there - 1);
    if (position < t.minLeaf || rankAt(entry) === rankAt(entry + ENTRY)) continue;
    const decrease = <f64>(start - (termOf(t, position) + termOf(t, length - position) - sideTerms));
    if (decrease > t.best) {
      t.best = decrease;
      t.bestPosition = position;
    }
  }
}

/** A proposal: the input, a row with its value on each side of the cut, and the gain as a 64-bit float. */
function put(t: CutOffTrees, frame: Frame, index: i32): void {
  const into = t.out + <usize>index * PROPOSAL_BYTES;
  const cut = listOf(t, t.bestSlot) + (<usize>(startOf(frame, t.bestSlot) + t.bestPosition)) * ENTRY;
  store<i32>(into, int32At(t.inputs, t.bestSlot));
  store<i32>(into, <i32>rowAt(cut - ENTRY), 4);
  store<i32>(into, <i32>rowAt(cut), 8);
  store<f64>(into, t.bestGain, 16);
}

/**
 * Puts the children in the place of a node, the right one on top; a child too small for a split is not kept. Rows that
 * lack the split input fall out. Returns the depth of the topmost open node.
 */
function splitNode(t: CutOffTrees, depth: i32): i32 {
  const frame = frameAt(t, depth);
  const split = t.bestSlot;
  const start = startOf(frame, split);
  const middle = start + t.bestPosition;
  const end = endOf(frame, split);
  const isLeftOpen = middle - start >= 2 * t.minLeaf;
  const isRightOpen = end - middle >= 2 * t.minLeaf;
  if (!isLeftOpen && !isRightOpen) return depth - 1;
  const list = listOf(t, split);
  markSides(t, list, start, middle, isLeftOpen ? LEFT : 0);
  markSides(t, list, middle, end, isRightOpen ? RIGHT : 0);
  const right = frameAt(t, isLeftOpen ? depth + 1 : depth);
  for (let slot = 0; slot < t.inputCount; slot++) {
    if (slot === split) continue;
    const own = startOf(frame, slot);
    const ends = regroup(t, listOf(t, slot), own, endOf(frame, slot));
    const leftEnd = <i32>(ends >> 32);
    if (isRightOpen) setRange(right, slot, leftEnd, <i32>ends);
    if (isLeftOpen) setRange(frame, slot, own, leftEnd);
  }
  if (isRightOpen) setRange(right, split, middle, end);
  if (isLeftOpen) setRange(frame, split, start, middle);
  markSides(t, list, start, end, 0);
  if (isRightOpen) {
    right.rowCount = end - middle;
    right.leader = split;
  }
  if (isLeftOpen) {
    frame.rowCount = middle - start;
    frame.leader = split;
  }
  return isLeftOpen && isRightOpen ? depth + 1 : depth;
}

function markSides(t: CutOffTrees, list: usize, start: i32, end: i32, side: u8): void {
  const stop = list + (<usize>end) * ENTRY;
  for (let entry = list + (<usize>start) * ENTRY; entry < stop; entry += ENTRY) {
    setUint8(t.sides, rowAt(entry), side);
  }
}

/** Entries that go left to the front, those that go right behind them, each in their order; both ends, the left one in the upper half. */
function regroup(t: CutOffTrees, list: usize, start: i32, end: i32): i64 {
  const sides = t.sides;
  const stop = list + (<usize>end) * ENTRY;
  let left = list + (<usize>start) * ENTRY;
  let right = t.spare;
  for (let entry = left; entry < stop; entry += ENTRY) {
    const own = load<u32>(entry);
    const side = <usize>load<u8>(sides + <usize>(own & 0xffff));
    store<u32>(left, own);
    store<u32>(right, own);
    left += side & <usize>LEFT;
    right += (side & <usize>RIGHT) >> 1;
  }
  const bytes = right - t.spare;
  memory.copy(left, t.spare, bytes);
  return (<i64>((left - list) >> 2) << 32) | <i64>((left + bytes - list) >> 2);
}
