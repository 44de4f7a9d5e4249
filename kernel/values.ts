/**
 * What is known of each number of a row by itself: in deviations, how surprising, where among the cut-offs of trees,
 * and its normal score.
 */
import { SCORE_LIMIT, STANDARD_LIMIT, SURPRISE_LIMIT, Values } from "./generated";
import { float64At, int32At, pointerTo, setFloat64, setInt32, setUint8, uint8At } from "./memory";
import { logPair } from "./numbers";

/**
 * Returns whether the score of a knot was asked for that is not known yet. First number by number, where each lies;
 * then what follows from it, two features at a time: what is no number is described otherwise, later.
 */
export function describeNumbers(pointer: usize): bool {
  const v = changetype<Values>(pointer);
  let isUnknown = false;
  let isSpecial = false;
  for (let i = 0; i < v.numericCount; i++) {
    const feature = int32At(v.numeric, i);
    const value = float64At(v.values, feature);
    const isMissing = isNaN(value);
    setUint8(v.isMissing, feature, <u8>isMissing);
    setUint8(v.isLeftOut, feature, <u8>isMissing);
    const first = int32At(v.firstKnots, feature);
    const last = int32At(v.firstKnots, feature + 1) - first - 1;
    if (isMissing) {
      isSpecial = true;
      setInt32(v.answers, feature, 0);
      continue;
    }
    const firstCut = int32At(v.firstCuts, feature);
    const cutCount = int32At(v.firstCuts, feature + 1) - firstCut;
    setInt32(v.answers, feature, countUpTo(v.cutOffs + (<usize>firstCut << 3), cutCount, value));
    if (last < 0) {
      isSpecial = true;
      if (pointerTo(v.scores) !== 0) setFloat64(v.scores, feature, 0);
    } else if (placeAmongKnots(v, feature, float64At(v.bent, feature), first, last)) isUnknown = true;
  }
  for (let at: usize = 0; at < <usize>v.featureCount << 3; at += 16) {
    standardise(v, at);
    v128.store(v.tail + at, tailSurprises(v, v128.load(v.tail + at), v128.load(v.knownRows + at)));
    if (pointerTo(v.scores) !== 0) scaleScores(v, at);
  }
  if (isSpecial) describeSpecial(v);
  return isUnknown;
}

/** In deviations, and how surprising that is. */
// @ts-ignore: decorator
@inline
function standardise(v: Values, at: usize): void {
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const most = f64x2.splat(SURPRISE_LIMIT);
  const deviation = v128.load(v.deviations + at);
  const distance = f64x2.sub(v128.load(v.bent + at), v128.load(v.means + at));
  const isConstant = f64x2.eq(deviation, zero);
  const sign = v128.bitselect(one, v128.bitselect(f64x2.neg(one), distance, f64x2.lt(distance, zero)), f64x2.gt(distance, zero));
  const standard = v128.bitselect(sign, limited(f64x2.div(distance, deviation), STANDARD_LIMIT), isConstant);
  const isOther = v128.andnot(most, f64x2.eq(distance, zero));
  v128.store(v.standardised + at, standard);
  v128.store(v.marginal + at, v128.bitselect(isOther, f64x2.min(most, f64x2.abs(standard)), isConstant));
}

/** A missing value, and a number of a feature of which no value is known. */
function describeSpecial(v: Values): void {
  for (let i = 0; i < v.numericCount; i++) {
    const feature = int32At(v.numeric, i);
    if (int32At(v.firstKnots, feature) === int32At(v.firstKnots, feature + 1)) setFloat64(v.tail, feature, 0);
    if (uint8At(v.isMissing, feature) === 0) continue;
    const surprise = float64At(v.missing, feature);
    setFloat64(v.standardised, feature, NaN);
    setFloat64(v.marginal, feature, surprise);
    setFloat64(v.tail, feature, surprise);
    if (pointerTo(v.scores) !== 0) setFloat64(v.scores, feature, 0);
  }
}

/** Share of rows below the number, in the place of the tail, and its score: both ask for the same place. */
// @ts-ignore: decorator
@inline
function placeAmongKnots(v: Values, feature: i32, value: f64, first: i32, last: i32): bool {
  const knots = v.knots + (<usize>first << 3);
  const place = min(last, countBelow(knots, last + 1, value));
  setInt32(v.places, feature, place);
  const least = load<f64>(knots);
  const greatest = float64At(knots, last);
  const right = float64At(knots, place);
  const isKnot = place === 0 || right <= value;
  const before = isKnot ? place : place - 1;
  const part = isKnot ? 0 : partOfWay(float64At(knots, before), right, value);
  const isBeyond = value < least || value > greatest;
  setFloat64(v.tail, feature, isBeyond ? 0 : curveAt(v.shares + (<usize>first << 3), before, place, part));
  if (pointerTo(v.scores) === 0) return false;
  let score = curveAt(v.knotScores + (<usize>first << 3), before, place, part);
  const deviation = float64At(v.deviations, feature);
  if (value > greatest) score += inDeviations(value - greatest, deviation);
  if (value < least) score += inDeviations(value - least, deviation);
  setFloat64(v.scores, feature, score);
  return isNaN(score);
}

// @ts-ignore: decorator
@inline
function partOfWay(left: f64, right: f64, value: f64): f64 {
  const scale: f64 = abs(right - left) < Infinity ? 1 : 0.5;
  return (value * scale - left * scale) / (right * scale - left * scale);
}

/** At a knot, which is then both before and behind, its own. */
// @ts-ignore: decorator
@inline
function curveAt(ys: usize, before: i32, behind: i32, part: f64): f64 {
  const from = float64At(ys, before);
  return before === behind ? from : from + part * (float64At(ys, behind) - from);
}

/** By how few rows are as extreme, of shares below. */
// @ts-ignore: decorator
@inline
function tailSurprises(v: Values, below: v128, rows: v128): v128 {
  const one = f64x2.splat(1);
  const two = f64x2.splat(2);
  const extreme = f64x2.mul(f64x2.min(below, f64x2.sub(one, below)), rows);
  const share = f64x2.div(f64x2.mul(two, f64x2.add(extreme, f64x2.splat(0.5))), f64x2.add(rows, one));
  const surprise = f64x2.mul(f64x2.splat(-2), logPair(f64x2.min(one, share), v.centres));
  return f64x2.min(f64x2.splat(SURPRISE_LIMIT), f64x2.sqrt(surprise));
}

/** To those of the mixture; NaN stays NaN. */
// @ts-ignore: decorator
@inline
function scaleScores(v: Values, at: usize): void {
  const centred = f64x2.sub(limited(v128.load(v.scores + at), SCORE_LIMIT), v128.load(v.scoreCentres + at));
  v128.store(v.scores + at, limited(f64x2.div(centred, v128.load(v.scoreScales + at)), SCORE_LIMIT));
}

// @ts-ignore: decorator
@inline
function inDeviations(distance: f64, deviation: f64): f64 {
  return deviation === 0 ? signOf(distance) : distance / deviation;
}

// @ts-ignore: decorator
@inline
function limited(x: v128, limit: f64): v128 {
  return f64x2.min(f64x2.splat(limit), f64x2.max(f64x2.splat(-limit), x));
}

// @ts-ignore: decorator
@inline
function signOf(x: f64): f64 {
  return x > 0 ? 1 : x < 0 ? -1 : x;
}

/** Number of ascending numbers below the limit. No branch depends on them: nobody could foresee it. */
// @ts-ignore: decorator
@inline
function countBelow(sorted: usize, length: i32, limit: f64): i32 {
  let base = sorted;
  while (length > 1) {
    const half = length >> 1;
    base += <usize>(half << 3) & -(<usize>(float64At(base, half - 1) < limit));
    length -= half;
  }
  return <i32>((base - sorted) >> 3) + <i32>(length > 0 && load<f64>(base) < limit);
}

/** Number of ascending numbers that are not above the limit. */
// @ts-ignore: decorator
@inline
function countUpTo(sorted: usize, length: i32, limit: f64): i32 {
  let base = sorted;
  while (length > 1) {
    const half = length >> 1;
    base += <usize>(half << 3) & -(<usize>(float64At(base, half - 1) <= limit));
    length -= half;
  }
  return <i32>((base - sorted) >> 3) + <i32>(length > 0 && load<f64>(base) <= limit);
}
