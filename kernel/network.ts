/**
 * Which values of a row are wrong, by a network: what is weighed, and why, is said in
 * src/core/evidence/network-evidence.ts.
 */
import {
  EVEN_SHARE,
  FACTOR_NUMBERS,
  HALF_LOG_TWO_PI,
  LOG_ODD,
  MOST_DOUBT,
  MOST_PAIRED,
  NEGLIGIBLE_ODDS,
  Network,
  TWO_SHARE,
} from "./generated";
import { BELL_HEIGHT, findTop } from "./doubts";
import { float64At, int32At, isMarked, pointerTo, setFloat64, setInt32, setUint8 } from "./memory";
import { exp, expPair, log } from "./numbers";

/** Where the numbers of a factor stand (see `factors`). */
const FACTOR_BYTES: usize = <usize>FACTOR_NUMBERS << 2;
const CLASSES: usize = 0;
const WIDTH: usize = 4;
const FIRST_NUMBER: usize = 8;
const FIRST_PARENT: usize = 12;
const FIRST_CAUSE: usize = 16;
const END_OF_PARENTS: usize = 20;
const FIRST_TOUCHED: usize = 24;
const END_OF_TOUCHED: usize = 28;
const FIRST_SHARE: usize = 32;

// @ts-ignore: decorator
@inline
function factorOf(n: Network, feature: i32): usize {
  return n.factors + <usize>feature * FACTOR_BYTES;
}

/** Classes of a category; 0: a number. */
// @ts-ignore: decorator
@inline
function classesOf(n: Network, feature: i32): i32 {
  return load<i32>(factorOf(n, feature), CLASSES);
}

// @ts-ignore: decorator
@inline
function touchedBy(n: Network, feature: i32): usize {
  return n.touched + (<usize>load<i32>(factorOf(n, feature), FIRST_TOUCHED) << 2);
}

// @ts-ignore: decorator
@inline
function endOfTouched(n: Network, feature: i32): usize {
  return n.touched + (<usize>load<i32>(factorOf(n, feature), END_OF_TOUCHED) << 2);
}

/** Looks at the row in `row`. */
export function weighByNetwork(pointer: usize): void {
  const n = changetype<Network>(pointer);
  readRow(n);
  for (let j = 0; j < n.featureCount; j++) setFloat64(n.alone, j, weighAlone(n, j));
  const size = findTop(pointerTo(n.alone), n.featureCount, pointerTo(n.isHidden), pointerTo(n.top));
  const prior = log((2.0 * TWO_SHARE) / (1.0 - TWO_SHARE) / <f64>max(1, n.featureCount - 1), n.centres);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) {
      const weighed = prior + weighPair(n, int32At(n.top, i), int32At(n.top, k));
      setFloat64(n.pairs, i * MOST_PAIRED + k, weighed);
      setFloat64(n.pairs, k * MOST_PAIRED + i, weighed);
    }
  }
  memory.copy(pointerTo(n.doubts), pointerTo(n.alone), <usize>n.featureCount << 3);
  for (let i = 0; i < size; i++) {
    const feature = int32At(n.top, i);
    let count = 0;
    setFloat64(n.logs, count++, float64At(n.alone, feature));
    for (let k = 0; k < size; k++) {
      if (k !== i) setFloat64(n.logs, count++, float64At(n.pairs, i * MOST_PAIRED + k));
    }
    setFloat64(n.doubts, feature, addUp(n, count));
  }
  let most: f64 = -Infinity;
  for (let j = 0; j < n.featureCount; j++) most = max(most, float64At(n.doubts, j));
  for (let j = 0; j < n.featureCount; j++) setFloat64(n.doubts, j, max(-MOST_DOUBT, float64At(n.doubts, j) - most));
}

/** Of what is missing or unseen the commonest class, and the mean. */
function readRow(n: Network): void {
  for (let j = 0; j < n.featureCount; j++) {
    const factor = factorOf(n, j);
    const value = float64At(n.row, j);
    const isCategory = load<i32>(factor, CLASSES) > 0;
    const isOdd = isCategory ? value < 0 : value !== value;
    setUint8(n.isOdd, j, isOdd ? 1 : 0);
    if (isOdd) setFloat64(n.row, j, 0);
    if (isCategory) setInt32(n.codes, j, isOdd ? 0 : <i32>value);
    let wrong: f64 = LOG_ODD;
    if (!isOdd) {
      wrong = isCategory
        ? float64At(n.shares, load<i32>(factor, FIRST_SHARE) + int32At(n.codes, j))
        : logWrong(n, value);
    }
    setFloat64(n.wrongs, j, wrong);
  }
  for (let j = 0; j < n.featureCount; j++) {
    setInt32(n.list, 0, j);
    const list = pointerTo(n.list);
    setFloat64(n.usual, j, isMarked(n.isOdd, j) ? float64At(n.oddLogs, j) : multiply(n, list, list + 4, -1, -1));
  }
  for (let j = 0; j < n.featureCount; j++) {
    let sum: f64 = 0;
    for (let at = touchedBy(n, j), end = endOfTouched(n, j); at < end; at += 4) sum += float64At(n.usual, load<i32>(at));
    setFloat64(n.usualOfAll, j, sum);
  }
}

/** Wrong numbers: half as true ones are, half any, as even as they can be that are seldom beyond three deviations. */
function logWrong(n: Network, value: f64): f64 {
  const bell = (1.0 - EVEN_SHARE) * BELL_HEIGHT * exp((-value * value) / 2.0, n.roots);
  return log(bell + EVEN_SHARE / (6.0 * max(1.0, (value * value) / 9.0)), n.centres);
}

/** The logarithm of the product of some factors, integrated over up to two hidden numbers (−1: none). */
function multiply(n: Network, list: usize, end: usize, a: i32, b: i32): f64 {
  const factors = pointerTo(n.factors);
  const parents = pointerTo(n.parents);
  const codes = pointerTo(n.codes);
  const row = pointerTo(n.row);
  let sum: f64 = 0;
  let aa: f64 = 0;
  let ab: f64 = 0;
  let bb: f64 = 0;
  let pullA: f64 = 0;
  let pullB: f64 = 0;
  for (; list < end; list += 4) {
    const feature = load<i32>(list);
    const factor = factors + <usize>feature * FACTOR_BYTES;
    const isCategory = load<i32>(factor, CLASSES) > 0;
    if (isMarked(n.isOdd, feature) && !(isCategory && isMarked(n.isHidden, feature))) {
      sum += float64At(n.usual, feature);
      continue;
    }
    let state = 0;
    let parent = parents + (<usize>load<i32>(factor, FIRST_PARENT) << 2);
    for (const causes = parents + (<usize>load<i32>(factor, FIRST_CAUSE) << 2); parent < causes; parent += 4) {
      const category = load<i32>(parent);
      state = state * load<i32>(factors + <usize>category * FACTOR_BYTES, CLASSES) + int32At(codes, category);
    }
    let at = n.numbers + (<usize>(load<i32>(factor, FIRST_NUMBER) + state * load<i32>(factor, WIDTH)) << 3);
    if (isCategory) {
      sum += float64At(at, int32At(codes, feature));
      continue;
    }
    let distance = float64At(row, feature) - load<f64>(at);
    let byA: f64 = feature === a ? 1 : 0;
    let byB: f64 = feature === b ? 1 : 0;
    at += 8;
    for (const last = parents + (<usize>load<i32>(factor, END_OF_PARENTS) << 2); parent < last; parent += 4, at += 8) {
      const cause = load<i32>(parent);
      const slope = load<f64>(at);
      distance -= slope * float64At(row, cause);
      if (cause === a) byA = -slope;
      else if (cause === b) byB = -slope;
    }
    const spread = load<f64>(at);
    distance /= spread;
    sum -= HALF_LOG_TWO_PI + load<f64>(at, 8) + (distance * distance) / 2.0;
    if (a < 0) continue;
    byA /= spread;
    aa += byA * byA;
    pullA += byA * distance;
    if (b < 0) continue;
    byB /= spread;
    ab += byA * byB;
    bb += byB * byB;
    pullB += byB * distance;
  }
  if (a < 0) return sum;
  if (b < 0) return sum + (HALF_LOG_TWO_PI + (pullA * pullA) / aa / 2.0 - log(aa, n.centres) / 2.0);
  const determinant = aa * bb - ab * ab;
  const square = (bb * pullA * pullA - 2.0 * ab * pullA * pullB + aa * pullB * pullB) / determinant;
  return sum + (2.0 * HALF_LOG_TWO_PI + square / 2.0 - log(determinant, n.centres) / 2.0);
}

/**
 * Writes the product for each class of a hidden category, or the integral over a number, times what comes `before`;
 * returns how many.
 */
function fillLogs(n: Network, feature: i32, from: i32, before: f64): i32 {
  const list = touchedBy(n, feature);
  const end = endOfTouched(n, feature);
  const size = classesOf(n, feature);
  if (size === 0) {
    setFloat64(n.logs, from, before + multiply(n, list, end, feature, -1));
    return 1;
  }
  const truth = int32At(n.codes, feature);
  for (let each = 0; each < size; each++) {
    setInt32(n.codes, feature, each);
    setFloat64(n.logs, from + each, before + multiply(n, list, end, -1, -1));
  }
  setInt32(n.codes, feature, truth);
  return size;
}

/** The logarithm of the sum of the first `size` of `logs`. */
function addUp(n: Network, size: i32): f64 {
  const logs = pointerTo(n.logs);
  let place = 0;
  for (let i = 1; i < size; i++) if (float64At(logs, i) > float64At(logs, place)) place = i;
  const most = float64At(logs, place);
  let others = 0;
  for (let i = 0; i < size; i++) {
    if (i !== place && float64At(logs, i) > most - NEGLIGIBLE_ODDS) setFloat64(logs, others++, float64At(logs, i) - most);
  }
  if (others === 0) return most;
  setFloat64(logs, others, 0);
  let sum: f64 = 1;
  for (let i = 0; i < others; i += 2) {
    const two = expPair(v128.load(logs + (<usize>i << 3)), n.roots);
    sum += f64x2.extract_lane(two, 0);
    if (i + 1 < others) sum += f64x2.extract_lane(two, 1);
  }
  return most + log(sum, n.centres);
}

/** A missing number: without it there is one factor less. */
// @ts-ignore: decorator
@inline
function isMissingNumber(n: Network, feature: i32): bool {
  return isMarked(n.isOdd, feature) && classesOf(n, feature) === 0;
}

/** How much likelier the row is without a feature that is wrong. */
function weighAlone(n: Network, feature: i32): f64 {
  const wrong = float64At(n.wrongs, feature);
  if (isMissingNumber(n, feature)) return wrong - float64At(n.usual, feature);
  setUint8(n.isHidden, feature, 1);
  const without = addUp(n, fillLogs(n, feature, 0, 0));
  setUint8(n.isHidden, feature, 0);
  return wrong + (without - float64At(n.usualOfAll, feature));
}

/** The same without two. Of those that have no factor in common, each gives what it gives alone. */
function weighPair(n: Network, x: i32, y: i32): f64 {
  const isSwapped = classesOf(n, x) === 0;
  const outer = isSwapped ? y : x;
  const inner = isSwapped ? x : y;
  const listed = listApart(n, outer, inner);
  const isApart = pointerTo(n.list) + (endOfTouched(n, outer) - touchedBy(n, outer)) === listed;
  if (isApart || isMissingNumber(n, x) || isMissingNumber(n, y)) return float64At(n.alone, x) + float64At(n.alone, y);
  return float64At(n.wrongs, x) + float64At(n.wrongs, y) + weighBoth(n, outer, inner, listed);
}

/** Lists the factors that only the first feature is in; returns where they end. */
function listApart(n: Network, feature: i32, other: i32): usize {
  const isIn = n.isIn + <usize>other * <usize>n.featureCount;
  let end = pointerTo(n.list);
  for (let at = touchedBy(n, feature), last = endOfTouched(n, feature); at < last; at += 4) {
    const factor = load<i32>(at);
    if (isMarked(isIn, factor)) continue;
    store<i32>(end, factor);
    end += 4;
  }
  return end;
}

/**
 * How much likelier the row is without two features that have factors in common: `inner` is a number where one is.
 * Factors that only the other is in have been listed.
 */
function weighBoth(n: Network, outer: i32, inner: i32, listed: usize): f64 {
  const list = pointerTo(n.list);
  let before: f64 = 0;
  for (let at = list; at < listed; at += 4) before += float64At(n.usual, load<i32>(at));
  before += float64At(n.usualOfAll, inner);
  const classes = classesOf(n, outer);
  if (classes === 0) {
    const bytes = endOfTouched(n, inner) - touchedBy(n, inner);
    memory.copy(listed, touchedBy(n, inner), bytes);
    return multiply(n, list, listed + bytes, outer, inner) - before;
  }
  setUint8(n.isHidden, outer, 1);
  setUint8(n.isHidden, inner, 1);
  const truth = int32At(n.codes, outer);
  let size = 0;
  for (let each = 0; each < classes; each++) {
    setInt32(n.codes, outer, each);
    size += fillLogs(n, inner, size, multiply(n, list, listed, -1, -1));
  }
  setInt32(n.codes, outer, truth);
  setUint8(n.isHidden, outer, 0);
  setUint8(n.isHidden, inner, 0);
  return addUp(n, size) - before;
}
