/**
 * What boosted trees say of a row: how surprising each value is given the others, and how much less surprising all
 * others are where one is hidden. Only trees that asked for it on their way are walked again.
 */
import {
  Conditionals,
  HIDDEN_BIN,
  MOST_CANDIDATES,
  MOST_SURPRISE,
  SURPRISE_KNOTS,
  SURPRISE_STEP,
} from "./generated";
import { float64At, int32At, isMarked, pointerTo, setFloat64, setInt32, setUint8, uint8At } from "./memory";
import { exp, log } from "./numbers";

/** Logarithms of chances and scores are limited to this. */
const MOST_SCORE: f64 = 30;
/** A class whose score is so far below another's has no chance. */
const LEAST_SCORE: f64 = -50;

/** Distances in spreads are limited to this, where curves have long been level. */
const FARTHEST: f64 = 1e12;

/** Features asked for on the way of the last walk. */
let way: u64 = 0;

/** The place of the numbers of the row's leaf. */
// @ts-ignore: decorator
@inline
function walk(nodes: usize, bins: usize, root: i32): i32 {
  let mask: u64 = 0;
  let place = nodes + (<usize>root << 4);
  let feature = load<i32>(place);
  while (feature >= 0) {
    mask |= (<u64>1) << <u64>feature;
    const isLeft = (load<u64>(place, 8) >> <u64>load<u8>(bins + <usize>feature)) & 1;
    place = isLeft ? place + 16 : nodes + (<usize>load<i32>(place, 4) << 4);
    feature = load<i32>(place);
  }
  way = mask;
  return load<i32>(place, 4);
}

/** Looks at the row in `bins` and `values`. */
export function startConditionals(pointer: usize): void {
  const c = changetype<Conditionals>(pointer);
  memory.fill(pointerTo(c.isHidden), 0, c.featureCount);
  memory.copy(pointerTo(c.sums), pointerTo(c.starts), <usize>c.sumCount << 3);
  const nodes = pointerTo(c.nodes);
  const bins = pointerTo(c.bins);
  for (let target = 0; target < c.targetCount; target++) {
    let sums = c.sums + (<usize>int32At(c.firstSums, target) << 3);
    const end = int32At(c.firstSequences, target + 1);
    for (let sequence = int32At(c.firstSequences, target); sequence < end; sequence++) {
      const width = int32At(c.widths, sequence);
      const last = int32At(c.firstTrees, sequence + 1);
      for (let tree = int32At(c.firstTrees, sequence); tree < last; tree++) {
        const leaf = walk(nodes, bins, int32At(c.roots, tree));
        setInt32(c.treeLeaves, tree, leaf);
        store<u64>(c.treeMasks + (<usize>tree << 3), way);
        addLeaf(c, sums, leaf, width);
      }
      sums += <usize>width << 3;
    }
    judgeTarget(c, target);
  }
}

// @ts-ignore: decorator
@inline
function addLeaf(c: Conditionals, sums: usize, leaf: i32, width: i32): void {
  const numbers = c.leaves + (<usize>leaf << 3);
  for (let i: usize = 0; i < <usize>width << 3; i += 8) {
    store<f64>(sums + i, load<f64>(sums + i) + load<f64>(numbers + i));
  }
}

/** Adds what one leaf has more than another. */
// @ts-ignore: decorator
@inline
function exchangeLeaf(c: Conditionals, sums: usize, before: i32, after: i32, width: i32): void {
  const old = c.leaves + (<usize>before << 3);
  const numbers = c.leaves + (<usize>after << 3);
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
  const chances = c.without + (<usize>(MOST_CANDIDATES * c.sumRoom) << 3);
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

/** Hides a feature for good; the sums of all others are then those without it. */
export function hideFromConditionals(c: Conditionals, feature: i32): void {
  setUint8(c.isHidden, feature, 1);
  if (uint8At(c.bins, feature) === <u8>HIDDEN_BIN) return;
  setUint8(c.bins, feature, <u8>HIDDEN_BIN);
  const nodes = pointerTo(c.nodes);
  const bins = pointerTo(c.bins);
  const bit = (<u64>1) << <u64>feature;
  for (let target = 0; target < c.targetCount; target++) {
    if (isMarked(c.isHidden, int32At(c.targets, target))) continue;
    let sums = c.sums + (<usize>int32At(c.firstSums, target) << 3);
    let isChanged = false;
    const end = int32At(c.firstSequences, target + 1);
    for (let sequence = int32At(c.firstSequences, target); sequence < end; sequence++) {
      const width = int32At(c.widths, sequence);
      const last = int32At(c.firstTrees, sequence + 1);
      for (let tree = int32At(c.firstTrees, sequence); tree < last; tree++) {
        const mask = c.treeMasks + (<usize>tree << 3);
        if ((load<u64>(mask) & bit) === 0) continue;
        isChanged = true;
        const leaf = walk(nodes, bins, int32At(c.roots, tree));
        store<u64>(mask, way);
        exchangeLeaf(c, sums, int32At(c.treeLeaves, tree), leaf, width);
        setInt32(c.treeLeaves, tree, leaf);
      }
      sums += <usize>width << 3;
    }
    if (isChanged) judgeTarget(c, target);
  }
}

/** Adds to the sums of blame what speaks against each feature; what others lose is asked of the likeliest only. */
export function weighConditionals(c: Conditionals, sums: usize): void {
  for (let j = 0; j < c.featureCount; j++) {
    const own = float64At(c.surprise, j) + (uint8At(c.states, j) === 1 ? 0.0 : float64At(c.extras, j));
    setFloat64(sums, j, float64At(sums, j) + c.weight * own);
  }
  const count = chooseCandidates(c, sums);
  if (count === 0) return;
  let wanted: u64 = 0;
  for (let k = 0; k < count; k++) {
    const feature = int32At(c.candidates, k);
    setInt32(c.places, feature, k);
    setFloat64(c.against, k, 0);
    wanted |= (<u64>1) << <u64>feature;
  }
  for (let target = 0; target < c.targetCount; target++) {
    const feature = int32At(c.targets, target);
    if (!isMarked(c.isHidden, feature)) hideFromTarget(c, target, wanted & ~((<u64>1) << <u64>feature));
  }
  for (let k = 0; k < count; k++) {
    const feature = int32At(c.candidates, k);
    setFloat64(sums, feature, float64At(sums, feature) + c.weight * float64At(c.against, k));
  }
}

/** Those with the largest sums that are not hidden and have a value. */
function chooseCandidates(c: Conditionals, sums: usize): i32 {
  let count = 0;
  for (let j = 0; j < c.featureCount; j++) {
    if (isMarked(c.isHidden, j) || uint8At(c.bins, j) === <u8>HIDDEN_BIN) continue;
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

/** What a target's surprise loses where each of the wanted features is hidden. */
function hideFromTarget(c: Conditionals, target: i32, wanted: u64): void {
  const nodes = pointerTo(c.nodes);
  const bins = pointerTo(c.bins);
  const first = int32At(c.firstSums, target);
  const bytes = <usize>(int32At(c.firstSums, target + 1) - first) << 3;
  const room = <usize>c.sumRoom << 3;
  let changed = 0;
  let offset: usize = 0;
  const end = int32At(c.firstSequences, target + 1);
  for (let sequence = int32At(c.firstSequences, target); sequence < end; sequence++) {
    const width = int32At(c.widths, sequence);
    const last = int32At(c.firstTrees, sequence + 1);
    for (let tree = int32At(c.firstTrees, sequence); tree < last; tree++) {
      let mask = load<u64>(c.treeMasks + (<usize>tree << 3)) & wanted;
      while (mask !== 0) {
        const feature = <i32>ctz(mask);
        mask &= mask - 1;
        const place = int32At(c.places, feature);
        const without = c.without + <usize>place * room;
        if (((changed >> place) & 1) === 0) {
          changed |= 1 << place;
          memory.copy(without, c.sums + (<usize>first << 3), bytes);
        }
        const bin = uint8At(bins, feature);
        setUint8(bins, feature, <u8>HIDDEN_BIN);
        const leaf = walk(nodes, bins, int32At(c.roots, tree));
        setUint8(bins, feature, bin);
        exchangeLeaf(c, without + offset, int32At(c.treeLeaves, tree), leaf, width);
      }
    }
    offset += <usize>width << 3;
  }
  const before = float64At(c.surprise, int32At(c.targets, target));
  for (; changed !== 0; changed &= changed - 1) {
    const place = ctz(changed);
    const lost = before - judge(c, target, c.without + <usize>place * room);
    setFloat64(c.against, place, float64At(c.against, place) + lost);
  }
}
