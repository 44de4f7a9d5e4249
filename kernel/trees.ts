/**
 * What the trees say about a row: its leaf in each of them, sums over targets and over pairs of a target and a feature its
 * trees lean on, and what they come to. The twin is in src/core/explanations/tree-evidence.ts.
 */
import { int32At, isMarked, setInt32 } from "./memory";

/** Filled by the caller, in this order. Numbers are 32 bits where they count or point, 64 bits where they measure. */
@unmanaged
class Trees {
  nodes: usize;
  roots: usize;
  targets: usize;
  /** Bytes. */
  isNumeric: usize;
  firstTrees: usize;
  firstPairs: usize;
  pairFeatures: usize;
  leaves: usize;
  answers: usize;
  treeLeaves: usize;
  treeMasks: usize;
  treeSums: usize;
  targetSums: usize;
  pairSums: usize;
  marginal: usize;
  own: usize;
  drop: usize;
  standardised: usize;
  treeCount: i32;
  targetCount: i32;
  featureCount: i32;
  depth: i32;
}

export function treeRecordBytes(): i32 {
  return <i32>offsetof<Trees>();
}

/** As in the twin. */
const SURPRISE_LIMIT: f64 = 10;
const LEAST_WEIGHT: f64 = 1e-9;
const WAY_BITS: i32 = 8;
const WAY_MASK: i32 = 255;
/** A leaf's 32 bytes: two moments, a mask, and six pairs of 16 bits. */
const LEAF_BITS: usize = 5;
const MASK: usize = 16;
const PAIRS: usize = 20;
/** Pairs of a target that are about no feature. */
const NO_PAIRS: i32 = 6;

// @ts-ignore: decorator
@inline
function next(nodes: usize, answers: usize, node: i32): i32 {
  const place = nodes + (<usize>node << 3);
  const word = load<i32>(place, 4);
  const isRight = ((word >> WAY_BITS) - int32At(answers, load<i32>(place))) >> 31;
  return node + 1 + (isRight & ((word & WAY_MASK) - 1));
}

// @ts-ignore: decorator
@inline
function leafOf(nodes: usize, node: i32): i32 {
  return -1 - (load<i32>(nodes + (<usize>node << 3), 4) >> WAY_BITS);
}

// @ts-ignore: decorator
@inline
function leafAt(t: Trees, tree: i32): usize {
  return t.leaves + (<usize>int32At(t.treeLeaves, tree) << LEAF_BITS);
}

/** The sums of one of a leaf's pairs; `first` are those of its target's first pair. */
// @ts-ignore: decorator
@inline
function pairAt(first: usize, leaf: usize, place: usize): usize {
  return first + (<usize>load<u16>(leaf + place, PAIRS) << 4);
}

/** Finds the leaf of each tree, and weighs those of numeric targets; of the others the weight is filled in. */
export function weighTreeLeaves(pointer: usize): void {
  const t = changetype<Trees>(pointer);
  findLeaves(t);
  for (let target = 0; target < t.targetCount; target++) {
    const isNumeric = isMarked(t.isNumeric, target);
    const value = isNumeric ? load<f64>(t.standardised + (<usize>int32At(t.targets, target) << 3)) : 0;
    const end = int32At(t.firstTrees, target + 1);
    for (let tree = int32At(t.firstTrees, target); tree < end; tree++) {
      const leaf = leafAt(t, tree);
      const weight = load<f64>(leaf, 8);
      const distance = abs(value - load<f64>(leaf)) * weight;
      const sums = t.treeSums + (<usize>tree << 4);
      setInt32(t.treeMasks, tree, load<i32>(leaf, MASK));
      store<f64>(sums, weight);
      store<f64>(sums, weight * min(SURPRISE_LIMIT, distance), 8);
    }
  }
}

/** Four trees at a time: the steps of one wait for memory, those of others need not. */
function findLeaves(t: Trees): void {
  const nodes = t.nodes;
  const answers = t.answers;
  const depth = t.depth;
  let root = t.roots;
  let leaf = t.treeLeaves;
  let tree = 0;
  for (; tree + 4 <= t.treeCount; tree += 4, root += 16, leaf += 16) {
    let a = load<i32>(root);
    let b = load<i32>(root, 4);
    let c = load<i32>(root, 8);
    let d = load<i32>(root, 12);
    for (let level = 0; level < depth; level++) {
      a = next(nodes, answers, a);
      b = next(nodes, answers, b);
      c = next(nodes, answers, c);
      d = next(nodes, answers, d);
    }
    store<i32>(leaf, leafOf(nodes, a));
    store<i32>(leaf, leafOf(nodes, b), 4);
    store<i32>(leaf, leafOf(nodes, c), 8);
    store<i32>(leaf, leafOf(nodes, d), 12);
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
  memory.fill(t.pairSums, 0, <usize>int32At(t.firstPairs, t.targetCount) << 4);
  for (let target = 0; target < t.targetCount; target++) {
    let total = f64x2.splat(0);
    const first = t.pairSums + (<usize>int32At(t.firstPairs, target) << 4);
    const end = int32At(t.firstTrees, target + 1);
    for (let tree = int32At(t.firstTrees, target); tree < end; tree++) {
      const sums = v128.load(t.treeSums + (<usize>tree << 4));
      total = f64x2.add(total, sums);
      const leaf = leafAt(t, tree);
      add(pairAt(first, leaf, 0), sums);
      add(pairAt(first, leaf, 2), sums);
      add(pairAt(first, leaf, 4), sums);
      add(pairAt(first, leaf, 6), sums);
      add(pairAt(first, leaf, 8), sums);
      add(pairAt(first, leaf, 10), sums);
    }
    v128.store(t.targetSums + (<usize>target << 4), total);
  }
}

// @ts-ignore: decorator
@inline
function add(place: usize, sums: v128): void {
  v128.store(place, f64x2.add(v128.load(place), sums));
}

export function weighTrees(pointer: usize): void {
  const t = changetype<Trees>(pointer);
  memory.copy(t.own, t.marginal, <usize>t.featureCount << 3);
  memory.fill(t.drop, 0, <usize>(t.featureCount + 1) << 3);
  const least = f64x2.splat(LEAST_WEIGHT);
  for (let target = 0; target < t.targetCount; target++) {
    const sums = v128.load(t.targetSums + (<usize>target << 4));
    const weight = f64x2.extract_lane(sums, 0);
    if (weight <= LEAST_WEIGHT) continue;
    const feature = <usize>int32At(t.targets, target) << 3;
    const mean = f64x2.extract_lane(sums, 1) / weight;
    store<f64>(t.own + feature, mean);
    const means = f64x2.splat(mean);
    const byItself = v128.load64_splat(t.marginal + feature);
    const end = int32At(t.firstPairs, target + 1);
    for (let pair = int32At(t.firstPairs, target) + NO_PAIRS; pair < end; pair += 2) {
      const place = t.pairSums + (<usize>pair << 4);
      const a = f64x2.sub(sums, v128.load(place));
      const b = f64x2.sub(sums, v128.load(place, 16));
      const left = v128.shuffle<f64>(a, b, 0, 2);
      const quotient = f64x2.div(v128.shuffle<f64>(a, b, 1, 3), left);
      const without = v128.bitselect(quotient, byItself, f64x2.gt(left, least));
      const lost = f64x2.sub(means, without);
      const first = t.drop + (<usize>int32At(t.pairFeatures, pair) << 3);
      store<f64>(first, load<f64>(first) + f64x2.extract_lane(lost, 0));
      const second = t.drop + (<usize>int32At(t.pairFeatures, pair + 1) << 3);
      store<f64>(second, load<f64>(second) + f64x2.extract_lane(lost, 1));
    }
  }
}

export function dropFromTrees(pointer: usize, feature: i32): void {
  const t = changetype<Trees>(pointer);
  const mask = 1 << (feature & 31);
  const zero = f64x2.splat(0);
  for (let target = 0; target < t.targetCount; target++) {
    const own = t.targetSums + (<usize>target << 4);
    if (int32At(t.targets, target) === feature) store<f64>(own, 0);
    if (load<f64>(own) === 0) continue;
    const firstPair = int32At(t.firstPairs, target);
    const first = t.pairSums + (<usize>firstPair << 4);
    const end = int32At(t.firstTrees, target + 1);
    for (let tree = int32At(t.firstTrees, target); tree < end; tree++) {
      const place = t.treeSums + (<usize>tree << 4);
      if ((int32At(t.treeMasks, tree) & mask) === 0 || load<f64>(place) === 0) continue;
      const leaf = leafAt(t, tree);
      if (!leansOn(t, firstPair, leaf, feature)) continue;
      const sums = v128.load(place);
      v128.store(own, f64x2.sub(v128.load(own), sums));
      for (let pair: usize = 0; pair < 12; pair += 2) {
        const at = pairAt(first, leaf, pair);
        v128.store(at, f64x2.sub(v128.load(at), sums));
      }
      v128.store(place, zero);
    }
  }
}

// @ts-ignore: decorator
@inline
function leansOn(t: Trees, firstPair: i32, leaf: usize, feature: i32): bool {
  for (let pair: usize = 0; pair < 12; pair += 2) {
    if (int32At(t.pairFeatures, firstPair + <i32>load<u16>(leaf + pair, PAIRS)) === feature) return true;
  }
  return false;
}
