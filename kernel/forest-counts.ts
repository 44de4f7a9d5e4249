/**
 * Counts rows at the nodes of a Forest, block by block of the table.
 *
 * The rows of a block are put in the order of the target. Then a node is a set of bits, its children are that set met
 * with an answer to the node's question, 64 rows at a time, and the rows that are as the node expects, or of one class,
 * stand side by side: they are a piece of the set. What trees ask is asked of bins: a byte that says how many of the
 * cut-offs of a feature lie at or below the value, or which category it is.
 */
import { CountedNode, Counting, NO_BIN } from "./generated";

import {
  addInt32,
  addUint32,
  float64At,
  int32At,
  isMarked,
  pointerTo,
  setInt32,
  setUint16,
  setUint8,
  uint16At,
  uint32At,
  uint8At,
} from "./memory";

const NO_RANK: i32 = 0xffff;
/** Rows of a word. */
const WORD: i32 = 64;

/** Bins of numbers (64-bit floats): how many of the ascending cut-offs are at most the number. */
export function binNumbers(values: usize, rowCount: i32, cuts: usize, cutCount: i32, into: usize): void {
  for (let row: usize = 0; row < <usize>rowCount; row++) {
    const value = float64At(values, row);
    const bin = countBelow(cuts, cutCount, value, true);
    setUint8(into, row, value === value ? <u8>bin : <u8>NO_BIN);
  }
}

/** Bins of codes: a byte for each code, NO_BIN for those below 0. */
export function binCodes(codes: usize, rowCount: i32, binOf: usize, into: usize): void {
  for (let row: usize = 0; row < <usize>rowCount; row++) {
    const code = int32At(codes, row);
    setUint8(into, row, code < 0 ? <u8>NO_BIN : uint8At(binOf, code));
  }
}

/** Numbers of an ascending list that are below a value, or at it too. Halving without a branch to be guessed. */
// @ts-ignore: decorator
@inline
function countBelow(list: usize, length: i32, value: f64, isAt: bool): i32 {
  let start = list;
  let left = <usize>length;
  while (left > 0) {
    const half = (left + 1) >> 1;
    const middle = load<f64>(start + (half << 3) - 8);
    const isBelow = isAt ? middle <= value : middle < value;
    // Either the first half and its last number are below, or the rest cannot be: [start, start + left] holds the
    // answer.
    start += (half << 3) & (0 - <usize>isBelow);
    left -= half;
  }
  return <i32>((start - list) >> 3);
}

/** Ranks of numbers among ascending bounds: odd at a bound, even between two. */
export function rankNumbers(values: usize, rowCount: i32, bounds: usize, boundCount: i32, into: usize): void {
  for (let row: usize = 0; row < <usize>rowCount; row++) {
    const value = float64At(values, row);
    const below = countBelow(bounds, boundCount, value, false);
    const isBound = below < boundCount && float64At(bounds, below) === value;
    const rank = value === value ? 2 * below + (isBound ? 1 : 0) : NO_RANK;
    setUint16(into, row, <u16>rank);
  }
}

/** Ranks of classes. */
export function rankCodes(codes: usize, rowCount: i32, binOf: usize, into: usize): void {
  for (let row: usize = 0; row < <usize>rowCount; row++) {
    const code = int32At(codes, row);
    setUint16(into, row, code < 0 ? <u16>NO_RANK : <u16>uint8At(binOf, code));
  }
}

/** Counts the rows of the block at all nodes of the target's trees. */
export function countTrees(pointer: usize): void {
  const c = changetype<Counting>(pointer);
  const count = orderRows(c);
  if (count === 0) return;
  for (let place = 0; place < c.askedCount; place++) orderBins(c, place, count);
  const words = (count + WORD - 1) / WORD;
  const all = setAt(c, 0, 0);
  for (let word = 0; word < words; word++) store<u64>(all + ((<usize>word) << 3), u64.MAX_VALUE);
  if (count % WORD > 0) store<u64>(all + ((<usize>(words - 1)) << 3), u64.MAX_VALUE >> <u64>(WORD - (count % WORD)));
  for (let tree = 0; tree < c.treeCount; tree++) countNode(c, <i32>uint32At(c.roots, tree), 0, all, count, 0, words);
}

// @ts-ignore: decorator
@inline
function setAt(c: Counting, depth: i32, side: i32): usize {
  return c.sets + (<usize>(2 * depth + side) * c.stride) / 8;
}

/** Lists rows by rank; returns how many have one. starts[r] is then the number of rows with ranks below r. */
function orderRows(c: Counting): i32 {
  const rowCount = <usize>c.rowCount;
  memory.fill(pointerTo(c.starts), 0, (<usize>(c.rankCount + 1)) << 2);
  for (let row: usize = 0; row < rowCount; row++) {
    const rank = <i32>uint16At(c.ranks, row);
    if (rank !== NO_RANK) addInt32(c.starts, rank, 1);
  }
  let place = 0;
  for (let rank = 0; rank <= c.rankCount; rank++) {
    const start = int32At(c.starts, rank);
    setInt32(c.starts, rank, place);
    place += start;
  }
  for (let row: usize = 0; row < rowCount; row++) {
    const rank = <i32>uint16At(c.ranks, row);
    if (rank === NO_RANK) continue;
    const start = int32At(c.starts, rank);
    setInt32(c.starts, rank, start + 1);
    setUint16(c.order, start, <u16>row);
  }
  // Each start has moved to the next one's place.
  for (let rank = c.rankCount; rank > 0; rank--) {
    setInt32(c.starts, rank, int32At(c.starts, rank - 1));
  }
  store<i32>(pointerTo(c.starts), 0);
  return place;
}

function orderBins(c: Counting, place: i32, count: i32): void {
  const bins = c.bins + <usize>int32At(c.asked, place) * c.stride;
  const into = c.orderedBins + <usize>place * c.stride;
  let greatest: u8 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const bin = uint8At(bins, uint16At(c.order, i));
    setUint8(into, i, bin);
    greatest = max(greatest, bin);
  }
  setUint8(c.hasHoles, place, greatest === <u8>NO_BIN ? 1 : 0);
}

/** Counts a node and those below it; its rows are a set whose words before `from` and from `to` on are zero. */
function countNode(c: Counting, nodeNumber: i32, depth: i32, set: usize, count: i32, from: i32, to: i32): void {
  const node = changetype<CountedNode>(c.nodes + <usize>nodeNumber * offsetof<CountedNode>());
  addUint32(c.antecedentCounts, nodeNumber, count);
  if (c.classCount === 0) {
    const expected = countPiece(set, int32At(c.starts, node.low), int32At(c.starts, node.high), from, to);
    addUint32(c.supportCounts, nodeNumber, expected);
  } else {
    for (let k = 0; k < c.classCount; k++) {
      addUint32(c.classCounts, node.low + k, countPiece(set, int32At(c.starts, k), int32At(c.starts, k + 1), from, to));
    }
  }
  if (node.place < 0) return;
  const left = setAt(c, depth + 1, 0);
  const right = setAt(c, depth + 1, 1);
  const counts = splitSet(c, node, set, left, right, from, to);
  const leftCount = <i32>(counts >> 32);
  const rightCount = <i32>counts;
  if (leftCount > 0) countTrimmed(c, nodeNumber + 1, depth + 1, left, leftCount, from, to);
  if (rightCount > 0) countTrimmed(c, node.right, depth + 1, right, rightCount, from, to);
}

/** As countNode, without the zero words at both ends: a tree that predicts well leaves few others. */
function countTrimmed(c: Counting, nodeNumber: i32, depth: i32, set: usize, count: i32, from: i32, to: i32): void {
  let first = from;
  let last = to;
  while (load<u64>(set + ((<usize>first) << 3)) === 0) first++;
  while (load<u64>(set + ((<usize>(last - 1)) << 3)) === 0) last--;
  countNode(c, nodeNumber, depth, set, count, first, last);
}

/** Rows of a set that stand at places from `start` to `end` - 1. */
function countPiece(set: usize, start: i32, end: i32, from: i32, to: i32): i32 {
  const first = max(start, from * WORD);
  const stop = min(end, to * WORD);
  if (first >= stop) return 0;
  const firstWord = first / WORD;
  const lastWord = (stop - 1) / WORD;
  const head = u64.MAX_VALUE << <u64>(first % WORD);
  const tail = u64.MAX_VALUE >> <u64>(WORD - 1 - ((stop - 1) % WORD));
  const begin = set + ((<usize>firstWord) << 3);
  const last = set + ((<usize>lastWord) << 3);
  if (begin === last) return <i32>popcnt(load<u64>(begin) & head & tail);
  let count = popcnt(load<u64>(begin) & head) + popcnt(load<u64>(last) & tail);
  for (let word = begin + 8; word < last; word += 8) count += popcnt(load<u64>(word));
  return <i32>count;
}

/** Rows that go left and those that go right; returns how many, the left ones in the upper half. */
function splitSet(c: Counting, node: CountedNode, set: usize, left: usize, right: usize, from: i32, to: i32): i64 {
  const bins = c.orderedBins + <usize>node.place * c.stride;
  const hasHoles = isMarked(c.hasHoles, node.place);
  const isEqual = node.isEqual !== 0;
  const split = i8x16.splat(<i8>node.bin);
  let leftCount: u64 = 0;
  let rightCount: u64 = 0;
  for (let word = from; word < to; word++) {
    const offset = (<usize>word) << 3;
    const rows = load<u64>(set + offset);
    const wordBins = bins + ((<usize>word) << 6);
    const isLeft = isEqual ? equalBits(wordBins, split) : upToBits(wordBins, split);
    const goLeft = rows & isLeft;
    let goRight = rows & ~isLeft;
    if (hasHoles) goRight &= ~equalBits(wordBins, i8x16.splat(-1));
    store<u64>(left + offset, goLeft);
    store<u64>(right + offset, goRight);
    leftCount += popcnt(goLeft);
    rightCount += popcnt(goRight);
  }
  return <i64>((leftCount << 32) | rightCount);
}

/** Of 64 bytes, those that are at most `split`, as bits. */
// @ts-ignore: decorator
@inline
function upToBits(bytes: usize, split: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(i8x16.le_u(v128.load(bytes), split))) |
    (<u64>(<u32>i8x16.bitmask(i8x16.le_u(v128.load(bytes, 16), split))) << 16) |
    (<u64>(<u32>i8x16.bitmask(i8x16.le_u(v128.load(bytes, 32), split))) << 32) |
    (<u64>(<u32>i8x16.bitmask(i8x16.le_u(v128.load(bytes, 48), split))) << 48)
  );
}

/** Of 64 bytes, those that equal `split`, as bits. */
// @ts-ignore: decorator
@inline
function equalBits(bytes: usize, split: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(bytes), split))) |
    (<u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(bytes, 16), split))) << 16) |
    (<u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(bytes, 32), split))) << 32) |
    (<u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(bytes, 48), split))) << 48)
  );
}
