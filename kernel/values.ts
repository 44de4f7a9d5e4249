/**
 * What is known of each number of a row by itself: in deviations, how surprising, where among the cut-offs of trees, and
 * its normal score. The twin is in src/core/explanations/describe-values.ts.
 */
import { float64At, int32At, setFloat64, setInt32, setUint8 } from "./memory";
import { log } from "./numbers";

/** Filled by the caller, in this order; arrays of 64-bit numbers, one for each feature, unless said otherwise. */
@unmanaged
class Values {
  /** Features with numbers, 32 bits each. */
  numeric: usize;
  means: usize;
  deviations: usize;
  /** Rows that know the feature, and how surprising it is that a row does not. */
  knownRows: usize;
  missing: usize;
  /** Of feature j the knots [firstKnots[j], firstKnots[j + 1]), 32 bits each: values, shares, and scores, NaN until asked for. */
  firstKnots: usize;
  knots: usize;
  shares: usize;
  knotScores: usize;
  /** Scores are centred and scaled by these. */
  scoreCentres: usize;
  scoreScales: usize;
  /** Of feature j the cut-offs [firstCuts[j], firstCuts[j + 1]), 32 bits each. */
  firstCuts: usize;
  cutOffs: usize;
  /** The row at hand. */
  values: usize;
  /** Place of each number among the knots, 32 bits. */
  places: usize;
  /** What comes of it. Answers are 32 bits, marks are bytes. */
  standardised: usize;
  marginal: usize;
  tail: usize;
  isMissing: usize;
  isLeftOut: usize;
  answers: usize;
  /** 0: none are wanted. */
  scores: usize;
  centres: usize;
  numericCount: i32;
}

export function valuesRecordBytes(): i32 {
  return <i32>offsetof<Values>();
}

/** As in the twin. */
const STANDARD_LIMIT: f64 = 1e3;
const SURPRISE_LIMIT: f64 = 10;
const SCORE_LIMIT: f64 = 10;

/** Returns whether the score of a knot was asked for that is not known yet. */
export function describeNumbers(pointer: usize): bool {
  const v = changetype<Values>(pointer);
  let isUnknown = false;
  for (let i = 0; i < v.numericCount; i++) {
    const feature = int32At(v.numeric, i);
    const value = float64At(v.values, feature);
    const isMissing = isNaN(value);
    setUint8(v.isMissing, feature, <u8>isMissing);
    setUint8(v.isLeftOut, feature, <u8>isMissing);
    if (isMissing) describeMissing(v, feature);
    else if (describeNumber(v, feature, value)) isUnknown = true;
  }
  return isUnknown;
}

function describeMissing(v: Values, feature: i32): void {
  const surprise = float64At(v.missing, feature);
  setFloat64(v.standardised, feature, NaN);
  setFloat64(v.marginal, feature, surprise);
  setFloat64(v.tail, feature, surprise);
  setInt32(v.answers, feature, 0);
  if (v.scores !== 0) setFloat64(v.scores, feature, 0);
}

// @ts-ignore: decorator
@inline
function describeNumber(v: Values, feature: i32, value: f64): bool {
  const mean = float64At(v.means, feature);
  const deviation = float64At(v.deviations, feature);
  const standard =
    deviation === 0 ? signOf(value - mean) : limited((value - mean) / deviation, STANDARD_LIMIT);
  setFloat64(v.standardised, feature, standard);
  const isOther = value === mean ? 0.0 : SURPRISE_LIMIT;
  setFloat64(v.marginal, feature, deviation === 0 ? isOther : min(SURPRISE_LIMIT, abs(standard)));
  const firstCut = int32At(v.firstCuts, feature);
  const cutCount = int32At(v.firstCuts, feature + 1) - firstCut;
  setInt32(v.answers, feature, countUpTo(v.cutOffs + (<usize>firstCut << 3), cutCount, value));
  return placeAmongKnots(v, feature, value);
}

/** Tail and score, which ask for the same place. */
// @ts-ignore: decorator
@inline
function placeAmongKnots(v: Values, feature: i32, value: f64): bool {
  const first = int32At(v.firstKnots, feature);
  const last = int32At(v.firstKnots, feature + 1) - first - 1;
  const knots = v.knots + (<usize>first << 3);
  if (last < 0) {
    setFloat64(v.tail, feature, 0);
    if (v.scores !== 0) setFloat64(v.scores, feature, scoreOf(v, feature, 0));
    return false;
  }
  const place = min(last, countBelow(knots, last + 1, value));
  setInt32(v.places, feature, place);
  const least = load<f64>(knots);
  const greatest = float64At(knots, last);
  const right = float64At(knots, place);
  const isKnot = place === 0 || right <= value;
  const before = isKnot ? place : place - 1;
  const part = isKnot ? 0 : partOfWay(float64At(knots, before), right, value);
  const isBeyond = value < least || value > greatest;
  const below = isBeyond ? 0 : curveAt(v.shares + (<usize>first << 3), before, place, part);
  setFloat64(v.tail, feature, tailSurprise(v, below, float64At(v.knownRows, feature)));
  if (v.scores === 0) return false;
  let score = curveAt(v.knotScores + (<usize>first << 3), before, place, part);
  const deviation = float64At(v.deviations, feature);
  if (value > greatest) score += inDeviations(value - greatest, deviation);
  if (value < least) score += inDeviations(value - least, deviation);
  setFloat64(v.scores, feature, scoreOf(v, feature, limited(score, SCORE_LIMIT)));
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

// @ts-ignore: decorator
@inline
function tailSurprise(v: Values, below: f64, rows: f64): f64 {
  const extreme = min(below, 1.0 - below) * rows;
  const probability = min(1.0, (2.0 * (extreme + 0.5)) / (rows + 1.0));
  return min(SURPRISE_LIMIT, sqrt(-2.0 * log(probability, v.centres)));
}

// @ts-ignore: decorator
@inline
function scoreOf(v: Values, feature: i32, score: f64): f64 {
  return limited((score - float64At(v.scoreCentres, feature)) / float64At(v.scoreScales, feature), SCORE_LIMIT);
}

// @ts-ignore: decorator
@inline
function inDeviations(distance: f64, deviation: f64): f64 {
  return deviation === 0 ? signOf(distance) : distance / deviation;
}

// @ts-ignore: decorator
@inline
function limited(x: f64, limit: f64): f64 {
  return min(limit, max(-limit, x));
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
