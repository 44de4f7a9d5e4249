/**
 * Blames features one after the other by all evidence; what that means is said in src/core/evidence/blame.ts.
 */
import {
  Blame,
  DENSITY_WEIGHT,
  LEAST_FOR_MORE,
  NEAR_WEIGHT,
  TREE_SURPRISE_WEIGHT,
  TAIL_WEIGHT,
} from "./generated";
import { addFloat64, float64At, int32At, isMarked, pointerTo, setFloat64, setInt32, setUint8 } from "./memory";
import { hideFromConditionals, weighConditionals } from "./conditionals";
import { fillDoubts, fillWrongs } from "./doubts";
import { dropFromMixture, fillMixtureGains } from "./mixture";
import { fillDensityGains } from "./near-density";
import { dropFromTrees, weighTrees } from "./trees";

/** `nearCount` nearest rows were found; `steps` features are blamed. */
export function blameFeatures(pointer: usize, nearCount: i32, steps: i32): void {
  const b = changetype<Blame>(pointer);
  memory.fill(pointerTo(b.isBlamed), 0, b.featureCount);
  store<f64>(pointerTo(b.strangeness), 0);
  store<f64>(pointerTo(b.strangeness), 0, 8);
  if (b.isMixtureDoubting !== 0) fillWrongs(b.mixture);
  let ceiling: f64 = Infinity;
  let isSettled = false;
  for (let step = 0; step < steps; step++) {
    if (!isSettled) weighFeatures(b, nearCount, TAIL_WEIGHT * <f64>(1 << step));
    if (step === 0) measureStrangeness(b);
    const best = largest(b);
    setUint8(b.isBlamed, best, 1);
    setInt32(b.order, step, best);
    ceiling = min(ceiling, float64At(b.sums, best));
    setFloat64(b.rankedSums, step, ceiling);
    isSettled = isSettled || (step > 0 && ceiling < LEAST_FOR_MORE);
    if (!isSettled && step + 1 < steps) leaveOut(b, nearCount, best);
  }
  let end = b.order + (<usize>steps << 2);
  for (let j = 0; j < b.featureCount; j++) {
    if (isMarked(b.isBlamed, j)) continue;
    store<i32>(end, j);
    end += 4;
  }
  const rest = b.order + (<usize>steps << 2);
  sortByExtremity(b, rest, b.featureCount - steps);
  for (let rank = steps; rank < b.featureCount; rank++) {
    ceiling = min(ceiling, TAIL_WEIGHT * float64At(b.tail, int32At(b.order, rank)));
    setFloat64(b.rankedSums, rank, ceiling);
  }
}

/**
 * The largest sum of all other features where one is left out, as in the step after the first. The row's evidence is
 * not as it was any more.
 */
export function largestWithout(pointer: usize, nearCount: i32, feature: i32): f64 {
  const b = changetype<Blame>(pointer);
  if (b.isMixtureDoubting !== 0) fillWrongs(b.mixture);
  leaveOut(b, nearCount, feature);
  weighFeatures(b, nearCount, TAIL_WEIGHT * 2);
  let largest: f64 = -Infinity;
  for (let j = 0; j < b.featureCount; j++) {
    const sum = float64At(b.sums, j);
    if (j !== feature && sum > largest) largest = sum;
  }
  return largest;
}

function leaveOut(b: Blame, nearCount: i32, feature: i32): void {
  dropFromTrees(b.trees, feature);
  let cost = b.costs + (<usize>feature << 3);
  for (let i = 0; i < nearCount; i++, cost += <usize>b.stride << 3) {
    const total = b.totals + (<usize>i << 3);
    store<f64>(total, load<f64>(total) - load<f64>(cost));
  }
  if (pointerTo(b.mixture) !== 0 && !isMarked(b.isLeftOut, feature)) dropFromMixture(b.mixture, feature);
  if (pointerTo(b.conditionals) !== 0) hideFromConditionals(b.conditionals, feature);
  for (let pair = 0; pair < b.pairCount; pair++) {
    const isIn = int32At(b.pairs, 2 * pair) === feature || int32At(b.pairs, 2 * pair + 1) === feature;
    if (isIn) setFloat64(b.pairSurprises, pair, 0);
  }
}

function weighFeatures(b: Blame, nearCount: i32, tailWeight: f64): void {
  weighTrees(b.trees);
  if (nearCount > 0) fillDensityGains(b.density, nearCount);
  if (pointerTo(b.mixture) !== 0) fillMixtureGains(b.mixture);
  if (b.isMixtureDoubting !== 0) fillDoubts(b.mixture, pointerTo(b.doubts));
  const near = nearCount > 0 ? b.near : b.marginal;
  const byRows = nearCount > 0 ? b.densityGains : b.treeSurprise;
  for (let j = 0; j < b.featureCount; j++) {
    const byTrees = float64At(b.treeSurprise, j);
    const byMixture = pointerTo(b.mixture) === 0 || isMarked(b.isCategorical, j) ? byTrees : float64At(b.mixtureGains, j);
    const evidence = isMarked(b.isMissing, j)
      ? (NEAR_WEIGHT + DENSITY_WEIGHT + b.mixtureWeight) * float64At(b.marginal, j)
      : NEAR_WEIGHT * float64At(near, j) + DENSITY_WEIGHT * float64At(byRows, j) + b.mixtureWeight * byMixture;
    const byOthers = TREE_SURPRISE_WEIGHT * byTrees + float64At(b.drop, j) + evidence;
    const byItself = tailWeight * float64At(b.tail, j) + float64At(b.offsets, j);
    setFloat64(b.sums, j, byOthers + byItself + b.doubtWeight * float64At(b.doubts, j));
  }
  for (let pair = 0; pair < b.pairCount; pair++) {
    const weighed = b.pairWeight * float64At(b.pairSurprises, pair);
    if (weighed > 0) {
      addFloat64(b.sums, int32At(b.pairs, 2 * pair), weighed);
      addFloat64(b.sums, int32At(b.pairs, 2 * pair + 1), weighed);
    }
  }
  if (pointerTo(b.conditionals) !== 0) weighConditionals(b.conditionals, pointerTo(b.sums));
}

function largest(b: Blame): i32 {
  let best = -1;
  for (let j = 0; j < b.featureCount; j++) {
    if (!isMarked(b.isBlamed, j) && (best < 0 || float64At(b.sums, j) > float64At(b.sums, best))) best = j;
  }
  return best;
}

/**
 * The root mean square of the three largest sums, all of them where there are fewer, without doubts: these say which
 * feature is wrong rather than another, not whether one is. And the second largest sum, 0 where there is one.
 */
function measureStrangeness(b: Blame): void {
  let first: f64 = -Infinity;
  let second: f64 = -Infinity;
  let third: f64 = -Infinity;
  let best: f64 = -Infinity;
  let runnerUp: f64 = -Infinity;
  for (let j = 0; j < b.featureCount; j++) {
    const suspected = float64At(b.sums, j);
    runnerUp = max(runnerUp, min(best, suspected));
    best = max(best, suspected);
    const sum = suspected - b.doubtWeight * float64At(b.doubts, j);
    if (sum <= third) continue;
    third = min(second, sum);
    if (sum > second) second = min(first, sum);
    if (sum > first) first = sum;
  }
  const count = <f64>min(3, b.featureCount);
  const squares = squareOf(first) + (count > 1.0 ? squareOf(second) : 0.0) + (count > 2.0 ? squareOf(third) : 0.0);
  store<f64>(pointerTo(b.strangeness), Math.sqrt(squares / count));
  store<f64>(pointerTo(b.strangeness), count > 1.0 ? runnerUp : 0.0, 8);
}

/** Of a sum that speaks for a feature nothing is left. */
// @ts-ignore: decorator
@inline
function squareOf(sum: f64): f64 {
  return sum > 0 ? sum * sum : 0;
}

/** By tail, then by marginal surprise, largest first, then by number: heap sort. */
function sortByExtremity(b: Blame, rest: usize, length: i32): void {
  for (let top = (length >> 1) - 1; top >= 0; top--) sink(b, rest, top, length);
  for (let end = length - 1; end > 0; end--) {
    const last = load<i32>(rest);
    store<i32>(rest, int32At(rest, end));
    setInt32(rest, end, last);
    sink(b, rest, 0, end);
  }
}

/** Restores [0, end) as a heap, whose top is the least extreme, after its entry at `top` has changed. */
function sink(b: Blame, heap: usize, top: i32, end: i32): void {
  const entry = int32At(heap, top);
  let place = top;
  for (let child = 2 * place + 1; child < end; child = 2 * place + 1) {
    let other = int32At(heap, child);
    if (child + 1 < end) {
      const next = int32At(heap, child + 1);
      if (isMoreExtreme(b, other, next)) {
        child++;
        other = next;
      }
    }
    if (!isMoreExtreme(b, entry, other)) break;
    setInt32(heap, place, other);
    place = child;
  }
  setInt32(heap, place, entry);
}

// @ts-ignore: decorator
@inline
function isMoreExtreme(b: Blame, one: i32, other: i32): bool {
  const tail = float64At(b.tail, one);
  const otherTail = float64At(b.tail, other);
  if (tail !== otherTail) return tail > otherTail;
  const marginal = float64At(b.marginal, one);
  const otherMarginal = float64At(b.marginal, other);
  return marginal === otherMarginal ? one < other : marginal > otherMarginal;
}
