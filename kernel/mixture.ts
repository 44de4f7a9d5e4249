/**
 * Gains in log density of a mixture of Gaussians when values are left out; two features at a time.
 */
import { CENTRE_GAIN, GAIN_LIMIT, HALF_LOG_TWO_PI, LEAST_MIXTURE_PIVOT, Mixture, NEGLIGIBLE } from "./generated";
import { isMarked, pointerTo, setFloat64, setUint8 } from "./memory";
import { exp, expPair, log, logPair } from "./numbers";

export function startMixture(pointer: usize): void {
  const e = changetype<Mixture>(pointer);
  const bytes = <usize>e.stride << 3;
  memory.copy(pointerTo(e.pivots), pointerTo(e.diagonals), <usize>e.componentCount * bytes);
  memory.fill(pointerTo(e.isOut), 0, e.featureCount);
  e.outCount = 0;
  let matrix = pointerTo(e.precisions);
  for (let component = 0; component < e.componentCount; component++) {
    const mean = e.means + <usize>component * bytes;
    const pulls = e.pulls + <usize>component * bytes;
    for (let j: usize = 0; j < bytes; j += 16) {
      v128.store(e.centred + j, f64x2.sub(v128.load(e.scores + j), v128.load(mean + j)));
    }
    let distance: f64 = 0;
    for (let a: usize = 0; a < <usize>e.featureCount << 3; a += 8, matrix += bytes) {
      const pull = dot(matrix, pointerTo(e.centred), bytes);
      store<f64>(pulls + a, pull);
      distance += pull * load<f64>(e.centred + a);
    }
    const at = <usize>component << 3;
    store<f64>(e.logs + at, load<f64>(e.atMeans + at) - distance / 2.0);
  }
}

// @ts-ignore: decorator
@inline
function dot(a: usize, b: usize, bytes: usize): f64 {
  let first = f64x2.splat(0);
  let second = f64x2.splat(0);
  let at: usize = 0;
  for (; at + 32 <= bytes; at += 32) {
    first = f64x2.add(first, f64x2.mul(v128.load(a + at), v128.load(b + at)));
    second = f64x2.add(second, f64x2.mul(v128.load(a + at, 16), v128.load(b + at, 16)));
  }
  if (at < bytes) first = f64x2.add(first, f64x2.mul(v128.load(a + at), v128.load(b + at)));
  const sum = f64x2.add(first, second);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

export function dropFromMixture(e: Mixture, feature: i32): void {
  const bytes = <usize>e.stride << 3;
  const size = <usize>e.componentCount * bytes;
  const offset = <usize>feature << 3;
  for (let component = 0; component < e.componentCount; component++) {
    const start = <usize>component * bytes;
    const pivot = max(LEAST_MIXTURE_PIVOT, load<f64>(e.pivots + start + offset));
    const root = sqrt(pivot);
    const step = load<f64>(e.pulls + start + offset) / root;
    const logs = e.logs + (<usize>component << 3);
    store<f64>(logs, load<f64>(logs) + (step * step - log(pivot, e.centres)) / 2.0);
    const column = e.columns + <usize>e.outCount * size + start;
    memory.copy(column, e.precisions + <usize>(component * e.featureCount + feature) * bytes, bytes);
    for (let out = 0; out < e.outCount; out++) {
      const earlier = e.columns + <usize>out * size + start;
      const factor = f64x2.splat(load<f64>(earlier + offset));
      for (let a: usize = 0; a < bytes; a += 16) {
        v128.store(column + a, f64x2.sub(v128.load(column + a), f64x2.mul(v128.load(earlier + a), factor)));
      }
    }
    const roots = f64x2.splat(root);
    const steps = f64x2.splat(step);
    const pulls = e.pulls + start;
    const pivots = e.pivots + start;
    for (let a: usize = 0; a < bytes; a += 16) {
      const entry = f64x2.div(v128.load(column + a), roots);
      v128.store(column + a, entry);
      v128.store(pulls + a, f64x2.sub(v128.load(pulls + a), f64x2.mul(entry, steps)));
      v128.store(pivots + a, f64x2.sub(v128.load(pivots + a), f64x2.mul(entry, entry)));
    }
  }
  setUint8(e.isOut, feature, 1);
  e.outCount++;
}

export function fillMixtureGains(e: Mixture): void {
  const bytes = <usize>e.stride << 3;
  const count = e.componentCount;
  const befores = f64x2.splat(logSum(e, pointerTo(e.logs), count) - HALF_LOG_TWO_PI);
  const centreGain = f64x2.splat(CENTRE_GAIN);
  const zero = f64x2.splat(0);
  const half = f64x2.splat(0.5);
  const limit = f64x2.splat(GAIN_LIMIT);
  const leastPivot = f64x2.splat(LEAST_MIXTURE_PIVOT);
  const two = f64x2.splat(2);
  const negligible = f64x2.splat(NEGLIGIBLE);
  for (let j: usize = 0; j < bytes; j += 16) {
    let largest = f64x2.splat(-Infinity);
    for (let component = 0; component < count; component++) {
      const at = <usize>component * bytes + j;
      const pull = v128.load(e.pulls + at);
      const pivot = f64x2.pmax(leastPivot, v128.load(e.pivots + at));
      const density = f64x2.add(
        v128.load64_splat(e.logs + (<usize>component << 3)),
        f64x2.mul(f64x2.div(f64x2.mul(pull, pull), pivot), half),
      );
      v128.store(e.without + (<usize>component << 4), density);
      largest = f64x2.pmax(largest, density);
    }
    let sum = f64x2.splat(0);
    for (let component = 0; component < count; component++) {
      const below = f64x2.sub(v128.load(e.without + (<usize>component << 4)), largest);
      const counts = f64x2.ge(below, negligible);
      if (!v128.any_true(counts)) continue;
      const pivot = f64x2.pmax(leastPivot, v128.load(e.pivots + <usize>component * bytes + j));
      const density = f64x2.div(expPair(f64x2.pmax(negligible, below), e.roots), f64x2.sqrt(pivot));
      sum = f64x2.add(sum, v128.and(counts, density));
    }
    const ratio = f64x2.sub(f64x2.add(largest, logPair(sum, e.centres)), befores);
    v128.store(e.ratios + j, ratio);
    const limited = f64x2.pmin(limit, f64x2.pmax(zero, f64x2.sub(ratio, centreGain)));
    v128.store(e.gains + j, f64x2.sqrt(f64x2.mul(two, limited)));
  }
  for (let feature = 0; feature < e.featureCount; feature++) {
    if (isMarked(e.isOut, feature)) setFloat64(e.gains, feature, 0);
  }
}

/** Logarithm of the sum of exponentials of `count` numbers. */
export function logSum(e: Mixture, logs: usize, count: i32): f64 {
  const end = logs + (<usize>count << 3);
  let largest: f64 = -Infinity;
  for (let at = logs; at < end; at += 8) if (load<f64>(at) > largest) largest = load<f64>(at);
  let sum: f64 = 0;
  for (let at = logs; at < end; at += 8) sum += exp(load<f64>(at) - largest, e.roots);
  return largest + log(sum, e.centres);
}
