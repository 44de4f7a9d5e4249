/**
 * What boosted trees say of a row: how surprising each value is given the others, and how much less surprising all
 * others are where one is hidden.
 *
 * No tree is walked: each feature rules out leaves of the trees that ask for it, known beforehand for each of its bins,
 * and the one that is left is the row's. That is done for the trees of a block at once.
 */
import {
  CONDITIONAL_BINS,
  Conditionals,
  COUNT_BITS,
  HIDDEN_BIN,
  LEAST_SCORE,
  MOST_CANDIDATES,
  MOST_SCORE,
  MOST_SURPRISE,
  SURPRISE_KNOTS,
  SURPRISE_STEP,
  TREE_BLOCK,
  TREE_NUMBERS,
  WIDTH_BITS,
} from "./generated";
import { float64At, int32At, isMarked, pointerTo, setFloat64, setInt32, setUint8, uint8At, VECTOR } from "./memory";
import { exp, log } from "./numbers";

/** Distances in spreads are limited to this, where curves have long been level. */
const FARTHEST: f64 = 1e12;

/** Looks at the row in `bins` and `values`. */
export function startConditionals(pointer: usize): void {
  const c = changetype<Conditionals>(pointer);
  memory.fill(pointerTo(c.isHidden), 0, c.featureCount);
  memory.copy(pointerTo(c.sums), pointerTo(c.starts), <usize>c.sumCount << 3);
  countRuledOut(c);
  addReachedLeaves(c);
  for (let target = 0; target < c.targetCount; target++) judgeTarget(c, target);
}

/** Where the numbers of a tree stand (see `trees`). */
const FIRST_LEAF: usize = 0;
const REACHED: usize = 4;
const FIRST_SUM: usize = 8;
const SHAPE: usize = 12;
const TREE_BYTES: usize = <usize>TREE_NUMBERS << 2;

// @ts-ignore: decorator
@inline
function targetOf(tree: usize): i32 {
  return load<i32>(tree, SHAPE) >> WIDTH_BITS;
}

/** Numbers of a leaf. */
// @ts-ignore: decorator
@inline
function widthOf(tree: usize): i32 {
  return load<i32>(tree, SHAPE) & ((1 << WIDTH_BITS) - 1);
}

const COUNT_BYTES: usize = <usize>COUNT_BITS * VECTOR;

/** Finds the leaf of each tree, and adds it to its sums: trees with the same sums stand side by side. */
function addReachedLeaves(c: Conditionals): void {
  let out = pointerTo(c.out);
  for (let block = 0; block < c.blockCount; block++) {
    v128.store(out + <usize>block * VECTOR, anyOut(c.outCounts + <usize>block * COUNT_BYTES));
  }
  const leaves = pointerTo(c.leaves);
  let tree = pointerTo(c.trees);
  const end = tree + <usize>c.treeCount * TREE_BYTES;
  while (tree < end) {
    const first = load<i32>(tree, FIRST_SUM);
    const sums = c.sums + (<usize>first << 3);
    const width = widthOf(tree);
    let sum = load<f64>(sums);
    do {
      const leaf = leafOf(tree, out, width);
      store<i32>(tree, leaf, REACHED);
      if (width === 1) sum += load<f64>(leaves + (<usize>leaf << 3));
      else addLeaf(sums, leaves + (<usize>leaf << 3), width);
      tree += TREE_BYTES;
      out += 2;
    } while (tree < end && load<i32>(tree, FIRST_SUM) === first);
    if (width === 1) store<f64>(sums, sum);
  }
}

/**
 * What is left of a tree's leaves is the one that the row reaches: of any other the row leaves the way at the node
 * where the two part. How many features rule out a leaf tells which leaves are reached again where one is hidden; they
 * are fewer than leaves, so that four bits hold it.
 */
function countRuledOut(c: Conditionals): void {
  const counts = pointerTo(c.outCounts);
  memory.copy(counts, pointerTo(c.absent), <usize>c.blockCount * COUNT_BYTES);
  for (let feature = 0; feature < c.featureCount; feature++) {
    const first = int32At(c.firstUses, feature);
    const last = c.uses + (<usize>int32At(c.firstUses, feature + 1) << 2);
    let bits = ruledOutBy(c, feature, uint8At(c.bins, feature));
    for (let use = c.uses + (<usize>first << 2); use < last; use += 4, bits += VECTOR) {
      countMore(counts + <usize>load<i32>(use) * COUNT_BYTES, v128.load(bits));
    }
  }
}

/** Counts one more for each leaf with a bit. */
// @ts-ignore: decorator
@inline
function countMore(counts: usize, bits: v128): void {
  const ones = v128.load(counts);
  const twos = v128.load(counts, VECTOR);
  const fours = v128.load(counts, 2 * VECTOR);
  const toTwos = v128.and(ones, bits);
  const toFours = v128.and(twos, toTwos);
  v128.store(counts, v128.xor(ones, bits));
  v128.store(counts, v128.xor(twos, toTwos), VECTOR);
  v128.store(counts, v128.xor(fours, toFours), 2 * VECTOR);
  v128.store(counts, v128.xor(v128.load(counts, 3 * VECTOR), v128.and(fours, toFours)), 3 * VECTOR);
}

/** Counts one less for each leaf with a bit. */
// @ts-ignore: decorator
@inline
function countLess(counts: usize, bits: v128): void {
  const ones = v128.load(counts);
  const twos = v128.load(counts, VECTOR);
  const fours = v128.load(counts, 2 * VECTOR);
  const ofTwos = v128.andnot(bits, ones);
  const ofFours = v128.andnot(ofTwos, twos);
  v128.store(counts, v128.xor(ones, bits));
  v128.store(counts, v128.xor(twos, ofTwos), VECTOR);
  v128.store(counts, v128.xor(fours, ofFours), 2 * VECTOR);
  v128.store(counts, v128.xor(v128.load(counts, 3 * VECTOR), v128.andnot(ofFours, fours)), 3 * VECTOR);
}

/** Leaves of a block that several features rule out. */
// @ts-ignore: decorator
@inline
function severalOut(counts: usize): v128 {
  return v128.or(v128.or(v128.load(counts, VECTOR), v128.load(counts, 2 * VECTOR)), v128.load(counts, 3 * VECTOR));
}

/** Leaves of a block that some feature rules out. */
// @ts-ignore: decorator
@inline
function anyOut(counts: usize): v128 {
  return v128.or(v128.load(counts), severalOut(counts));
}

/** Where the bits of a feature's blocks stand for one of its bins. */
// @ts-ignore: decorator
@inline
function ruledOutBy(c: Conditionals, feature: i32, bin: i32): usize {
  const first = int32At(c.firstUses, feature);
  const count = int32At(c.firstUses, feature + 1) - first;
  return c.ruledOut + <usize>(CONDITIONAL_BINS * first + bin * count) * VECTOR;
}

/** Where the numbers stand of the leaf of a tree that is not ruled out by bits. */
// @ts-ignore: decorator
@inline
function leafOf(tree: usize, out: usize, width: i32): i32 {
  return load<i32>(tree, FIRST_LEAF) + width * <i32>ctz(~<u32>load<u16>(out));
}

/**
 * Fills `out`: what rules out leaves of a block's trees where a feature is hidden, by the bits of its bin and of what
 * is hidden. Returns the trees that then reach another leaf, as bits.
 */
// @ts-ignore: decorator
@inline
function moveBlock(counts: usize, bits: usize, hiddenBits: usize, out: usize): i32 {
  const several = severalOut(counts);
  const any = v128.or(v128.load(counts), several);
  const byOthers = v128.or(several, v128.andnot(any, v128.load(bits)));
  const without = v128.or(byOthers, v128.load(hiddenBits));
  v128.store(out, without);
  return i16x8.bitmask(i16x8.ne(without, any));
}

// @ts-ignore: decorator
@inline
function addLeaf(sums: usize, numbers: usize, width: i32): void {
  const bytes = <usize>width << 3;
  let i: usize = 0;
  for (; i + 8 < bytes; i += VECTOR) v128.store(sums + i, f64x2.add(v128.load(sums + i), v128.load(numbers + i)));
  if (i < bytes) store<f64>(sums + i, load<f64>(sums + i) + load<f64>(numbers + i));
}

/** Adds what one leaf has more than another. */
// @ts-ignore: decorator
@inline
function exchangeLeaf(sums: usize, old: usize, numbers: usize, width: i32): void {
  const bytes = <usize>width << 3;
  let i: usize = 0;
  for (; i + 16 <= bytes; i += 16) {
    const more = f64x2.sub(v128.load(numbers + i), v128.load(old + i));
    v128.store(sums + i, f64x2.add(v128.load(sums + i), more));
  }
  if (i < bytes) store<f64>(sums + i, load<f64>(sums + i) + (load<f64>(numbers + i) - load<f64>(old + i)));
}

function judgeTarget(c: Conditionals, target: i32): void {
  const sums = c.sums + (<usize>int32At(c.firstSums, target) << 3);
  setFloat64(c.surprise, int32At(c.targets, target), judge(c, target, sums));
}

/** How surprising the value of a target is by such sums. */
function judge(c: Conditionals, target: i32, sums: usize): f64 {
  const feature = int32At(c.targets, target);
  if (uint8At(c.states, feature) === 1) return float64At(c.extras, feature);
  return isMarked(c.isClasses, target) ? judgeClass(c, target, feature, sums) : judgeNumber(c, target, feature, sums);
}

function judgeNumber(c: Conditionals, target: i32, feature: i32, sums: usize): f64 {
  let byAtom: f64 = 0;
  if (isMarked(c.hasAtom, target)) {
    const score = max(-MOST_SCORE, min(MOST_SCORE, load<f64>(sums, 16)));
    const isAtom = uint8At(c.states, feature) === 2;
    const chance = 1 / (1 + exp(isAtom ? -score : score, c.roots64));
    byAtom = -log(max(c.least, chance), c.centres);
    if (isAtom) return byAtom;
  }
  const spread = load<f64>(sums, 8);
  const ratio = abs(float64At(c.values, feature) - load<f64>(sums)) * exp(-spread, c.roots64);
  // Not min: a distance that is no number is as far as can be.
  const at = log(1 + (ratio < FARTHEST ? ratio : FARTHEST), c.centres) / SURPRISE_STEP;
  const knot = min(SURPRISE_KNOTS - 2, <i32>at);
  const curve = c.curves + (<usize>(target * SURPRISE_KNOTS + knot) << 3);
  const part = min(1.0, at - <f64>knot);
  const byDistance = load<f64>(curve) + part * (load<f64>(curve, 8) - load<f64>(curve));
  return min(MOST_SURPRISE, byAtom + byDistance + 0.5 * spread);
}

function judgeClass(c: Conditionals, target: i32, feature: i32, sums: usize): f64 {
  const first = int32At(c.firstSums, target);
  const width = int32At(c.firstSums, target + 1) - first;
  let top: f64 = -Infinity;
  for (let k = 0; k < width; k++) top = max(top, float64At(sums, k));
  const chances = pointerTo(c.chances);
  let total: f64 = 0;
  for (let k = 0; k < width; k++) {
    const chance = exp(max(LEAST_SCORE, float64At(sums, k) - top), c.roots64);
    setFloat64(chances, k, chance);
    total += chance;
  }
  const shares = c.shares + (<usize>first << 3);
  const factor = (1 - float64At(c.blends, target)) / total;
  const mine = <i32>float64At(c.values, feature);
  const chance = factor * float64At(chances, mine) + float64At(shares, mine);
  let tail: f64 = 0;
  for (let k = 0; k < width; k++) {
    const other = factor * float64At(chances, k) + float64At(shares, k);
    if (other <= chance) tail += other;
  }
  const part = float64At(c.parts, feature);
  return -0.5 * (log(max(c.least, tail * part), c.centres) + log(max(c.least, chance * part), c.centres));
}

/** Hides a feature for good, with all that comes from its sensor; the sums of all others are then those without it. */
export function hideFromConditionals(c: Conditionals, feature: i32): void {
  if (c.hasPast === 0) return hide(c, feature);
  const sensor = int32At(c.sensors, feature);
  for (let j = 0; j < c.featureCount; j++) if (int32At(c.sensors, j) === sensor) setUint8(c.isHidden, j, 1);
  hide(c, sensor);
}

function hide(c: Conditionals, feature: i32): void {
  setUint8(c.isHidden, feature, 1);
  if (uint8At(c.bins, feature) === <u8>HIDDEN_BIN) return;
  const leaves = pointerTo(c.leaves);
  const out = pointerTo(c.out);
  let bits = ruledOutBy(c, feature, uint8At(c.bins, feature));
  let hiddenBits = ruledOutBy(c, feature, HIDDEN_BIN);
  let changed = -1;
  const last = int32At(c.firstUses, feature + 1);
  for (let use = int32At(c.firstUses, feature); use < last; use++, bits += VECTOR, hiddenBits += VECTOR) {
    const block = <usize>int32At(c.uses, use);
    const counts = c.outCounts + block * COUNT_BYTES;
    for (let moved = moveBlock(counts, bits, hiddenBits, out); moved !== 0; moved &= moved - 1) {
      const place = <usize>ctz(moved);
      const tree = c.trees + (block * TREE_BLOCK + place) * TREE_BYTES;
      const width = widthOf(tree);
      const leaf = leafOf(tree, out + (place << 1), width);
      const before = load<i32>(tree, REACHED);
      store<i32>(tree, leaf, REACHED);
      const target = targetOf(tree);
      if (isMarked(c.isHidden, int32At(c.targets, target))) continue;
      if (target !== changed && changed >= 0) judgeTarget(c, changed);
      changed = target;
      const sums = c.sums + (<usize>load<i32>(tree, FIRST_SUM) << 3);
      exchangeLeaf(sums, leaves + (<usize>before << 3), leaves + (<usize>leaf << 3), width);
    }
    countLess(counts, v128.load(bits));
    countMore(counts, v128.load(hiddenBits));
  }
  if (changed >= 0) judgeTarget(c, changed);
  setUint8(c.bins, feature, <u8>HIDDEN_BIN);
}

/** Adds to the sums of blame what speaks against each feature; what others lose is asked of the likeliest only. */
export function weighConditionals(c: Conditionals, sums: usize): void {
  if (c.hasPast !== 0) return weighSensors(c, sums);
  for (let j = 0; j < c.featureCount; j++) setFloat64(sums, j, float64At(sums, j) + c.weight * ownOf(c, j));
  const count = chooseCandidates(c, sums);
  if (count === 0) return;
  for (let k = 0; k < count; k++) setFloat64(c.against, k, lostWithout(c, int32At(c.candidates, k)));
  for (let k = 0; k < count; k++) {
    const feature = int32At(c.candidates, k);
    setFloat64(sums, feature, float64At(sums, feature) + c.weight * float64At(c.against, k));
  }
}

/** What speaks against a value by itself. */
// @ts-ignore: decorator
@inline
function ownOf(c: Conditionals, feature: i32): f64 {
  return float64At(c.surprise, feature) + (uint8At(c.states, feature) === 1 ? 0.0 : float64At(c.extras, feature));
}

/** The same by sensor: what speaks against one of its features speaks against all, and hiding it hides them. */
function weighSensors(c: Conditionals, sums: usize): void {
  memory.fill(pointerTo(c.gathered), 0, <usize>c.featureCount << 3);
  for (let j = 0; j < c.featureCount; j++) {
    const sensor = int32At(c.sensors, j);
    if (!isMarked(c.isHidden, j)) setFloat64(c.gathered, sensor, float64At(c.gathered, sensor) + ownOf(c, j));
  }
  addGathered(c, sums);
  const count = chooseCandidates(c, sums);
  for (let k = 0; k < count; k++) setFloat64(c.against, k, lostWithout(c, int32At(c.candidates, k)));
  memory.fill(pointerTo(c.gathered), 0, <usize>c.featureCount << 3);
  for (let k = 0; k < count; k++) setFloat64(c.gathered, int32At(c.candidates, k), float64At(c.against, k));
  addGathered(c, sums);
}

function addGathered(c: Conditionals, sums: usize): void {
  for (let j = 0; j < c.featureCount; j++) {
    const gathered = float64At(c.gathered, int32At(c.sensors, j));
    setFloat64(sums, j, float64At(sums, j) + c.weight * gathered);
  }
}

/** Those with the largest sums that are not hidden, have a value, and tell no other's past. */
function chooseCandidates(c: Conditionals, sums: usize): i32 {
  let count = 0;
  for (let j = 0; j < c.featureCount; j++) {
    if (isMarked(c.isHidden, j) || uint8At(c.bins, j) === <u8>HIDDEN_BIN) continue;
    if (c.hasPast !== 0 && int32At(c.sensors, j) !== j) continue;
    const sum = float64At(sums, j);
    if (count === MOST_CANDIDATES && sum <= float64At(sums, int32At(c.candidates, count - 1))) continue;
    let place = count < MOST_CANDIDATES ? count++ : count - 1;
    for (; place > 0; place--) {
      const before = int32At(c.candidates, place - 1);
      if (sum <= float64At(sums, before)) break;
      setInt32(c.candidates, place, before);
    }
    setInt32(c.candidates, place, j);
  }
  return count;
}

/** What the surprise of all others loses where a feature is hidden. */
function lostWithout(c: Conditionals, feature: i32): f64 {
  const trees = pointerTo(c.trees);
  const leaves = pointerTo(c.leaves);
  const outCounts = pointerTo(c.outCounts);
  const out = pointerTo(c.out);
  let bits = ruledOutBy(c, feature, uint8At(c.bins, feature));
  let hiddenBits = ruledOutBy(c, feature, HIDDEN_BIN);
  let lost: f64 = 0;
  let changed = -1;
  /** Where sums would stand, were `without` those of all targets; 0: of a target that is hidden. */
  let sums: usize = 0;
  const last = c.uses + (<usize>int32At(c.firstUses, feature + 1) << 2);
  let use = c.uses + (<usize>int32At(c.firstUses, feature) << 2);
  for (; use < last; use += 4, bits += VECTOR, hiddenBits += VECTOR) {
    const block = <usize>load<i32>(use);
    for (let moved = moveBlock(outCounts + block * COUNT_BYTES, bits, hiddenBits, out); moved !== 0; moved &= moved - 1) {
      const place = <usize>ctz(moved);
      const tree = trees + (block * TREE_BLOCK + place) * TREE_BYTES;
      const target = targetOf(tree);
      if (target !== changed) {
        if (sums !== 0) lost += lostBy(c, changed);
        changed = target;
        sums = isMarked(c.isHidden, int32At(c.targets, target)) ? 0 : copySums(c, target);
      }
      if (sums === 0) continue;
      const before = leaves + (<usize>load<i32>(tree, REACHED) << 3);
      const width = widthOf(tree);
      const after = leaves + (<usize>leafOf(tree, out + (place << 1), width) << 3);
      exchangeLeaf(sums + (<usize>load<i32>(tree, FIRST_SUM) << 3), before, after, width);
    }
  }
  return sums === 0 ? lost : lost + lostBy(c, changed);
}

/** Copies the sums of a target to `without`; returns where those of all targets would begin, were it a part of them. */
function copySums(c: Conditionals, target: i32): usize {
  const first = <usize>int32At(c.firstSums, target) << 3;
  const end = <usize>int32At(c.firstSums, target + 1) << 3;
  for (let i = first; i < end; i += 8) store<f64>(c.without + i - first, load<f64>(c.sums + i));
  return pointerTo(c.without) - first;
}

function lostBy(c: Conditionals, target: i32): f64 {
  return float64At(c.surprise, int32At(c.targets, target)) - judge(c, target, pointerTo(c.without));
}
