/**
 * What the trees say about a row: its leaf in each of them, sums over targets and over pairs of a target and a feature
 * its trees ask for, and what they come to.
 */
import {
  LEAF_BYTES,
  LEAF_MASK,
  LEAF_PAIRS,
  LEAST_WEIGHT,
  NO_PAIRS,
  PRIOR_ROWS,
  SURPRISE_LIMIT,
  Trees,
  WAY_BITS,
} from "./generated";
import { float64At, int32At, isMarked, pointerTo, setFloat64, setInt32, setUint8 } from "./memory";
import { log } from "./numbers";

/** Of the eight pieces of 16 bits from the mask on. */
const PAIR_LANES: i32 = 0b11111100;

// @ts-ignore: decorator
@inline
function next(nodes: usize, answers: usize, node: i32): i32 {
  const place = nodes + (<usize>node << 3);
  const word = load<i32>(place, 4);
  const isRight = ((word >> WAY_BITS) - int32At(answers, load<i32>(place))) >> 31;
  return node + 1 + (isRight & ((word & ((1 << WAY_BITS) - 1)) - 1));
}

// @ts-ignore: decorator
@inline
function leafOf(nodes: usize, node: i32): i32 {
  return -1 - (load<i32>(nodes + (<usize>node << 3), 4) >> WAY_BITS);
}

// @ts-ignore: decorator
@inline
function leafAt(t: Trees, tree: i32): usize {
  return t.leaves + (<usize>int32At(t.treeLeaves, tree) * LEAF_BYTES);
}

/** The sums of one of a leaf's pairs; `first` are those of its target's first pair. */
// @ts-ignore: decorator
@inline
function pairAt(first: usize, leaf: usize, place: usize): usize {
  return first + (<usize>load<u16>(leaf + place, LEAF_PAIRS) << 4);
}

/** Finds the leaf of each tree, and how surprising the row's value is there. */
export function weighTreeLeaves(pointer: usize): void {
  const t = changetype<Trees>(pointer);
  findLeaves(t);
  for (let target = 0; target < t.targetCount; target++) {
    const end = int32At(t.firstTrees, target + 1);
    let masks = 0;
    for (let tree = int32At(t.firstTrees, target); tree < end; tree++) {
      const mask = load<i32>(leafAt(t, tree), LEAF_MASK);
      masks |= mask;
      setInt32(t.treeMasks, tree, mask);
    }
    setInt32(t.targetMasks, target, masks);
    if (isMarked(t.isNumeric, target)) weighNumber(t, target);
    else weighCategory(t, target);
  }
}

/** By its distance from the mean of each leaf. */
function weighNumber(t: Trees, target: i32): void {
  const value = load<f64>(t.standardised + (<usize>int32At(t.targets, target) << 3));
  const end = int32At(t.firstTrees, target + 1);
  for (let tree = int32At(t.firstTrees, target); tree < end; tree++) {
    const leaf = leafAt(t, tree);
    const weight = load<f64>(leaf, 8);
    const sums = t.treeSums + (<usize>tree << 4);
    store<f64>(sums, weight);
    store<f64>(sums, weight * min(SURPRISE_LIMIT, abs(value - load<f64>(leaf)) * weight), 8);
  }
}

/** By how rare it is in each leaf (see src/core/evidence/surprise.ts). */
function weighCategory(t: Trees, target: i32): void {
  const mine = int32At(t.classes, target);
  const prior = float64At(t.prior, target);
  const end = int32At(t.firstTrees, target + 1);
  for (let tree = int32At(t.firstTrees, target); tree < end; tree++) {
    const weight = load<f64>(leafAt(t, tree), 8);
    const counts = t.counts + (<usize>int32At(t.leafCounts, int32At(t.treeLeaves, tree)) << 3);
    const count = mine < 0 ? 0.0 : float64At(counts, 1 + mine);
    const chance = (count + prior) / (load<f64>(counts) + PRIOR_ROWS);
    const sums = t.treeSums + (<usize>tree << 4);
    store<f64>(sums, weight);
    store<f64>(sums, weight * min(SURPRISE_LIMIT, Math.sqrt(-2.0 * log(chance, t.centres))), 8);
  }
}

/** Eight trees at a time: the steps of one wait for memory, those of others need not. */
function findLeaves(t: Trees): void {
  const nodes = pointerTo(t.nodes);
  const answers = pointerTo(t.answers);
  const depth = t.depth;
  let root = pointerTo(t.roots);
  let leaf = pointerTo(t.treeLeaves);
  let tree = 0;
  for (; tree + 8 <= t.treeCount; tree += 8, root += 32, leaf += 32) {
    let a = load<i32>(root);
    let b = load<i32>(root, 4);
    let c = load<i32>(root, 8);
    let d = load<i32>(root, 12);
    let e = load<i32>(root, 16);
    let f = load<i32>(root, 20);
    let g = load<i32>(root, 24);
    let h = load<i32>(root, 28);
    for (let level = 0; level < depth; level++) {
      a = next(nodes, answers, a);
      b = next(nodes, answers, b);
      c = next(nodes, answers, c);
      d = next(nodes, answers, d);
      e = next(nodes, answers, e);
      f = next(nodes, answers, f);
      g = next(nodes, answers, g);
      h = next(nodes, answers, h);
    }
    store<i32>(leaf, leafOf(nodes, a));
    store<i32>(leaf, leafOf(nodes, b), 4);
    store<i32>(leaf, leafOf(nodes, c), 8);
    store<i32>(leaf, leafOf(nodes, d), 12);
    store<i32>(leaf, leafOf(nodes, e), 16);
    store<i32>(leaf, leafOf(nodes, f), 20);
    store<i32>(leaf, leafOf(nodes, g), 24);
    store<i32>(leaf, leafOf(nodes, h), 28);
  }
  for (; tree < t.treeCount; tree++, root += 4, leaf += 4) {
    let node = load<i32>(root);
    for (let level = 0; level < depth; level++) node = next(nodes, answers, node);
    store<i32>(leaf, leafOf(nodes, node));
  }
}

/** Adds up weight and weighted surprise, side by side. */
export function addUpTrees(pointer: usize): void {
  const t = changetype<Trees>(pointer);
  memory.fill(pointerTo(t.pairSums), 0, <usize>int32At(t.firstPairs, t.targetCount) << 4);
  memory.fill(pointerTo(t.isChanged), 1, t.targetCount);
  memory.copy(pointerTo(t.surprise), pointerTo(t.marginal), <usize>t.featureCount << 3);
  for (let target = 0; target < t.targetCount; target++) {
    let total = f64x2.splat(0);
    const first = t.pairSums + (<usize>int32At(t.firstPairs, target) << 4);
    const end = int32At(t.firstTrees, target + 1);
    for (let tree = int32At(t.firstTrees, target); tree < end; tree++) {
      const sums = v128.load(t.treeSums + (<usize>tree << 4));
      total = f64x2.add(total, sums);
      addToPairs(first, leafAt(t, tree), sums);
    }
    v128.store(t.targetSums + (<usize>target << 4), total);
  }
}

/** To those of a leaf with its target. */
// @ts-ignore: decorator
@inline
function addToPairs(first: usize, leaf: usize, sums: v128): void {
  add(pairAt(first, leaf, 0), sums);
  add(pairAt(first, leaf, 2), sums);
  add(pairAt(first, leaf, 4), sums);
  add(pairAt(first, leaf, 6), sums);
  add(pairAt(first, leaf, 8), sums);
  add(pairAt(first, leaf, 10), sums);
}

// @ts-ignore: decorator
@inline
function add(place: usize, sums: v128): void {
  v128.store(place, f64x2.add(v128.load(place), sums));
}

/** Leaving a feature out leaves many targets as they are: their losses are kept, and added up as if found anew. */
export function weighTrees(t: Trees): void {
  for (let target = 0; target < t.targetCount; target++) {
    if (!isMarked(t.isChanged, target)) continue;
    setUint8(t.isChanged, target, 0);
    weighTarget(t, target);
  }
  addUpLosses(t);
}

function weighTarget(t: Trees, target: i32): void {
  const sums = v128.load(t.targetSums + (<usize>target << 4));
  const weight = f64x2.extract_lane(sums, 0);
  const feature = int32At(t.targets, target);
  const first = int32At(t.firstPairs, target) + NO_PAIRS;
  const end = int32At(t.firstPairs, target + 1);
  if (weight <= LEAST_WEIGHT) {
    setFloat64(t.surprise, feature, float64At(t.marginal, feature));
    memory.fill(t.losses + (<usize>first << 3), 0, <usize>(end - first) << 3);
    return;
  }
  const mean = f64x2.extract_lane(sums, 1) / weight;
  setFloat64(t.surprise, feature, mean);
  const least = f64x2.splat(LEAST_WEIGHT);
  const means = f64x2.splat(mean);
  const byItself = f64x2.splat(float64At(t.marginal, feature));
  for (let pair = first; pair < end; pair += 2) {
    const place = t.pairSums + (<usize>pair << 4);
    const a = f64x2.sub(sums, v128.load(place));
    const b = f64x2.sub(sums, v128.load(place, 16));
    const left = v128.shuffle<f64>(a, b, 0, 2);
    const quotient = f64x2.div(v128.shuffle<f64>(a, b, 1, 3), left);
    const without = v128.bitselect(quotient, byItself, f64x2.gt(left, least));
    v128.store(t.losses + (<usize>pair << 3), f64x2.sub(means, without));
  }
}

/** Over all targets in their order. Only pairs are looked at: of a wide table a target has some with few features. */
function addUpLosses(t: Trees): void {
  memory.fill(pointerTo(t.drop), 0, <usize>(t.featureCount + 1) << 3);
  for (let target = 0; target < t.targetCount; target++) {
    const end = int32At(t.firstPairs, target + 1);
    for (let pair = int32At(t.firstPairs, target) + NO_PAIRS; pair < end; pair++) {
      const place = t.drop + (<usize>int32At(t.pairFeatures, pair) << 3);
      store<f64>(place, load<f64>(place) + float64At(t.losses, pair));
    }
  }
}

export function dropFromTrees(t: Trees, feature: i32): void {
  const mask = 1 << (feature & 31);
  for (let target = 0; target < t.targetCount; target++) {
    const targetSum = t.targetSums + (<usize>target << 4);
    if (int32At(t.targets, target) === feature) {
      store<f64>(targetSum, 0);
      setUint8(t.isChanged, target, 1);
    }
    if ((int32At(t.targetMasks, target) & mask) === 0 || load<f64>(targetSum) === 0) continue;
    const pair = pairOf(t, target, feature);
    if (pair >= 0) dropFromTarget(t, target, mask, <i16>pair);
  }
}

/** The pair that a target makes with a feature, counted from its first; -1: none. */
// @ts-ignore: decorator
@inline
function pairOf(t: Trees, target: i32, feature: i32): i32 {
  const first = int32At(t.firstPairs, target);
  const end = int32At(t.firstPairs, target + 1);
  const wanted = i32x4.splat(feature);
  for (let pair = first + NO_PAIRS; pair < end; pair += 4) {
    // There is room for the last four; what is behind them is no pair of this target.
    const found = i32x4.bitmask(i32x4.eq(v128.load(t.pairFeatures + (<usize>pair << 2)), wanted));
    if (found === 0) continue;
    const place = pair + ctz(found);
    return place < end ? place - first : -1;
  }
  return -1;
}

/** Takes the trees of a target that ask for a feature, with which it makes a pair, out of all sums. */
// @ts-ignore: decorator
@inline
function dropFromTarget(t: Trees, target: i32, mask: i32, pair: i16): void {
  const targetSum = t.targetSums + (<usize>target << 4);
  const first = t.pairSums + (<usize>int32At(t.firstPairs, target) << 4);
  const end = int32At(t.firstTrees, target + 1);
  const wanted = i16x8.splat(pair);
  for (let tree = int32At(t.firstTrees, target); tree < end; tree++) {
    const place = t.treeSums + (<usize>tree << 4);
    if ((int32At(t.treeMasks, tree) & mask) === 0 || load<f64>(place) === 0) continue;
    const leaf = leafAt(t, tree);
    if ((i16x8.bitmask(i16x8.eq(v128.load(leaf, LEAF_MASK), wanted)) & PAIR_LANES) === 0) continue;
    const sums = v128.load(place);
    setUint8(t.isChanged, target, 1);
    v128.store(targetSum, f64x2.sub(v128.load(targetSum), sums));
    addToPairs(first, leaf, f64x2.neg(sums)); // the same to the bit as taking them away
    v128.store(place, f64x2.splat(0));
  }
}
