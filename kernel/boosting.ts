/**
 * Grows one tree of a boosted sequence: the leaf where most is gained is split next. Splits are found over histograms
 * of bins; what is hidden goes to the side where it gains more. Bins of categories are ordered by what they tell of the
 * target.
 */
import { Boosting, CONDITIONAL_BINS, GROWN_NUMBERS, HIDDEN_BIN } from "./generated";
import { float64At, int32At, isMarked, pointerTo, setFloat64, setInt32, VECTOR } from "./memory";

const FEATURE = 0;
const LOW = 4;
const HIGH = 8;
const LEFT = 12;
const RIGHT = 16;
const BEGIN = 20;
const END = 24;
const HISTOGRAM = 28;

// @ts-ignore: decorator
@inline
function nodeAt(b: Boosting, node: i32): usize {
  return b.nodes + <usize>node * <usize>(GROWN_NUMBERS << 2);
}

// @ts-ignore: decorator
@inline
function histogramAt(b: Boosting, slot: i32): usize {
  return b.histograms + <usize>slot * <usize>b.histogramBytes;
}

/** Returns the number of nodes. */
export function growBoostedTree(pointer: usize): i32 {
  const b = changetype<Boosting>(pointer);
  let count = 0;
  let slots = 1;
  count = addNode(b, count, 0, b.rowCount, 0);
  fillHistogram(b, histogramAt(b, 0), 0, b.rowCount);
  findSplit(b, 0);
  for (let leaves = 1; leaves < b.mostLeaves; leaves++) {
    const best = bestOpen(b, count);
    if (best < 0) break;
    const node = nodeAt(b, best);
    const begin = load<i32>(node, BEGIN);
    const end = load<i32>(node, END);
    const slot = load<i32>(node, HISTOGRAM);
    const middle = partRows(b, node, begin, end);
    setFloat64(b.gains, best, 0);
    store<i32>(node, count, LEFT);
    store<i32>(node, count + 1, RIGHT);
    const isLeftSmall = middle - begin <= end - middle;
    count = addNode(b, count, begin, middle, isLeftSmall ? slots : slot);
    count = addNode(b, count, middle, end, isLeftSmall ? slot : slots);
    const small = isLeftSmall ? count - 2 : count - 1;
    const large = isLeftSmall ? count - 1 : count - 2;
    if (leaves + 1 === b.mostLeaves || rowsOf(b, large) < 2 * b.leastRows) continue;
    fillHistogram(b, histogramAt(b, slots), load<i32>(nodeAt(b, small), BEGIN), load<i32>(nodeAt(b, small), END));
    takeAway(b, histogramAt(b, slot), histogramAt(b, slots));
    slots++;
    if (rowsOf(b, small) >= 2 * b.leastRows) findSplit(b, small);
    findSplit(b, large);
  }
  return count;
}

// @ts-ignore: decorator
@inline
function rowsOf(b: Boosting, node: i32): i32 {
  const place = nodeAt(b, node);
  return load<i32>(place, END) - load<i32>(place, BEGIN);
}

function addNode(b: Boosting, node: i32, begin: i32, end: i32, slot: i32): i32 {
  const place = nodeAt(b, node);
  store<i32>(place, -1, FEATURE);
  store<i32>(place, -1, LEFT);
  store<i32>(place, begin, BEGIN);
  store<i32>(place, end, END);
  store<i32>(place, slot, HISTOGRAM);
  setFloat64(b.gains, node, 0);
  return node + 1;
}

/** The node whose split gains most and that has not been split; of equal ones the first. */
function bestOpen(b: Boosting, count: i32): i32 {
  let best = -1;
  for (let node = 0; node < count; node++) {
    const gain = float64At(b.gains, node);
    if (gain > 0 && (best < 0 || gain > float64At(b.gains, best))) best = node;
  }
  return best;
}

function fillHistogram(b: Boosting, histogram: usize, begin: i32, end: i32): void {
  memory.fill(histogram, 0, b.histogramBytes);
  const bytes = <usize>b.size << 3;
  const inputs = pointerTo(b.inputs);
  const last = inputs + (<usize>b.inputCount << 2);
  const step = bytes * CONDITIONAL_BINS;
  for (let at = begin; at < end; at++) {
    const row = <usize>int32At(b.rows, at);
    const entry = b.entries + row * bytes;
    const bins = b.bins + row * <usize>b.stride;
    let slots = histogram;
    if (bytes === 16) {
      const numbers = v128.load(entry);
      for (let input = inputs; input < last; input += 4, slots += step) {
        const slot = slots + (<usize>load<u8>(bins + <usize>load<i32>(input)) << 4);
        v128.store(slot, f64x2.add(v128.load(slot), numbers));
      }
      continue;
    }
    for (let input = inputs; input < last; input += 4, slots += step) {
      const slot = slots + <usize>load<u8>(bins + <usize>load<i32>(input)) * bytes;
      for (let i: usize = 0; i < bytes; i += VECTOR) {
        v128.store(slot + i, f64x2.add(v128.load(slot + i), v128.load(entry + i)));
      }
    }
  }
}

function takeAway(b: Boosting, from: usize, what: usize): void {
  for (let at: usize = 0; at < <usize>b.histogramBytes; at += VECTOR) {
    v128.store(from + at, f64x2.sub(v128.load(from + at), v128.load(what + at)));
  }
}

/** Writes the best split of a node into it, and its gain beside it. */
function findSplit(b: Boosting, node: i32): void {
  const place = nodeAt(b, node);
  const histogram = histogramAt(b, load<i32>(place, HISTOGRAM));
  const size = b.size;
  const bytes = <usize>size << 3;
  memory.fill(pointerTo(b.totals), 0, bytes);
  for (let slot = histogram; slot < histogram + bytes * CONDITIONAL_BINS; slot += bytes) addTo(b.totals, slot, bytes);
  let squares: f64 = 0;
  for (let i = 1; i < size; i++) squares += float64At(b.totals, i) * float64At(b.totals, i);
  b.bestGain = 0;
  const parent = squares / (float64At(b.totals, 0) + b.ridge);
  let slots = histogram;
  for (let i = 0; i < b.inputCount; i++, slots += bytes * CONDITIONAL_BINS) {
    const feature = int32At(b.inputs, i);
    const count = listBins(b, slots, feature);
    const isCategorical = isMarked(b.isCategorical, feature);
    if (isCategorical && count > 1) orderBins(b, slots, count);
    const hasHidden = load<f64>(slots + <usize>HIDDEN_BIN * bytes) > 0;
    const least = hasHidden ? 1 : 2;
    if (count < least) continue;
    const ridge = isCategorical ? b.categoryRidge : b.ridge;
    trySplits(b, place, slots, count, feature, parent, ridge, false, hasHidden);
    if (hasHidden) trySplits(b, place, slots, count, feature, parent, ridge, true, hasHidden);
  }
  setFloat64(b.gains, node, b.bestGain);
}

// @ts-ignore: decorator
@inline
function addTo<A>(sums: A, slot: usize, bytes: usize): void {
  const into = pointerTo(sums);
  for (let i: usize = 0; i < bytes; i += VECTOR) {
    v128.store(into + i, f64x2.add(v128.load(into + i), v128.load(slot + i)));
  }
}

/** Where what is hidden goes right, or left: all places between the bins in their order. */
function trySplits(
  b: Boosting,
  node: usize,
  slots: usize,
  count: i32,
  feature: i32,
  parent: f64,
  ridge: f64,
  isHiddenLeft: bool,
  hasHidden: bool,
): void {
  const size = b.size;
  const bytes = <usize>size << 3;
  const left = pointerTo(b.left);
  const totals = pointerTo(b.totals);
  if (isHiddenLeft) memory.copy(left, slots + <usize>HIDDEN_BIN * bytes, bytes);
  else memory.fill(left, 0, bytes);
  const all = load<f64>(totals);
  const least = <f64>b.leastRows;
  const last = hasHidden && !isHiddenLeft ? count : count - 1;
  for (let k = 0; k < last; k++) {
    addTo(b.left, slots + <usize>int32At(b.order, k) * bytes, bytes);
    const leftCount = load<f64>(left);
    const rightCount = all - leftCount;
    if (leftCount < least) continue;
    if (rightCount < least) break;
    let l: f64 = 0;
    let r: f64 = 0;
    for (let i: usize = 8; i < bytes; i += 8) {
      const sum = load<f64>(left + i);
      const rest = load<f64>(totals + i) - sum;
      l += sum * sum;
      r += rest * rest;
    }
    const gain = l / (leftCount + ridge) + r / (rightCount + ridge) - parent;
    if (gain <= b.bestGain) continue;
    b.bestGain = gain;
    store<i32>(node, feature, FEATURE);
    writeMask(b, node, feature, k, hasHidden ? isHiddenLeft : 2 * leftCount > all);
  }
}

/** Bins up to the k-th in order go left. */
function writeMask(b: Boosting, node: usize, feature: i32, k: i32, isHiddenLeft: bool): void {
  let mask: u64 = 0;
  if (isMarked(b.isCategorical, feature)) {
    for (let i = 0; i <= k; i++) mask |= (<u64>1) << <u64>int32At(b.order, i);
  } else {
    mask = ((<u64>1) << (<u64>int32At(b.order, k) + 1)) - 1;
  }
  if (isHiddenLeft) mask |= (<u64>1) << <u64>HIDDEN_BIN;
  store<u32>(node, <u32>mask, LOW);
  store<u32>(node, <u32>(mask >> 32), HIGH);
}

/** Bins that some row has; their number. */
function listBins(b: Boosting, slots: usize, feature: i32): i32 {
  const bytes = <usize>b.size << 3;
  const bins = int32At(b.binCounts, feature);
  let count = 0;
  for (let bin = 0; bin < bins; bin++, slots += bytes) if (load<f64>(slots) > 0) setInt32(b.order, count++, bin);
  return count;
}

/** By the target that they tell most of, of which bins of few rows tell less. */
function orderBins(b: Boosting, slots: usize, count: i32): void {
  const bytes = <usize>b.size << 3;
  let by: usize = 8;
  if (b.width > 1) {
    let most: f64 = -1;
    for (let i: usize = 8; i <= <usize>b.width << 3; i += 8) {
      let told: f64 = 0;
      for (let k = 0; k < count; k++) {
        const slot = slots + <usize>int32At(b.order, k) * bytes;
        const sum = load<f64>(slot + i);
        told += (sum * sum) / (load<f64>(slot) + 5);
      }
      if (told > most) {
        most = told;
        by = i;
      }
    }
  }
  for (let k = 0; k < count; k++) {
    const bin = int32At(b.order, k);
    const slot = slots + <usize>bin * bytes;
    setFloat64(b.keys, bin, load<f64>(slot + by) / (load<f64>(slot) + 3));
  }
  for (let k = 1; k < count; k++) {
    const bin = int32At(b.order, k);
    const key = float64At(b.keys, bin);
    let at = k;
    for (; at > 0 && float64At(b.keys, int32At(b.order, at - 1)) > key; at--) {
      setInt32(b.order, at, int32At(b.order, at - 1));
    }
    setInt32(b.order, at, bin);
  }
}

/** Regroups the rows of a node, in their order on either side; returns where the right ones begin. */
function partRows(b: Boosting, node: usize, begin: i32, end: i32): i32 {
  const feature = <usize>load<i32>(node, FEATURE);
  const mask = <u64>load<u32>(node, LOW) | ((<u64>load<u32>(node, HIGH)) << 32);
  let middle = begin;
  let others = 0;
  for (let at = begin; at < end; at++) {
    const row = int32At(b.rows, at);
    const bin = load<u8>(b.bins + <usize>row * <usize>b.stride + feature);
    if ((mask >> <u64>bin) & 1) setInt32(b.rows, middle++, row);
    else setInt32(b.spare, others++, row);
  }
  memory.copy(b.rows + (<usize>middle << 2), pointerTo(b.spare), <usize>others << 2);
  return middle;
}
