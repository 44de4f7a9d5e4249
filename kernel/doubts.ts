/**
 * Which values of a row are wrong, by the density of a mixture: how likely the row is without one of them, and without
 * two, weighed against one another as Bayes would, where one or two of those that are not yet left out are wrong.
 */
import {
  EVEN_SHARE,
  HALF_LOG_TWO_PI,
  LEAST_MIXTURE_PIVOT,
  Mixture,
  MOST_DOUBT,
  MOST_PAIRED,
  NEGLIGIBLE,
  TWO_SHARE,
} from "./generated";
import { float64At, int32At, isMarked, pointerTo, setFloat64, setInt32 } from "./memory";
import { logSum } from "./mixture";
import { exp, log } from "./numbers";

const LEAST_DETERMINANT: f64 = LEAST_MIXTURE_PIVOT * LEAST_MIXTURE_PIVOT;
export const BELL_HEIGHT: f64 = 0.3989422804014327;

/** Wrong numbers: half as true ones are, half any, as even as they can be that are seldom beyond three deviations. */
export function fillWrongs(e: Mixture): void {
  for (let j = 0; j < e.featureCount; j++) {
    const score = float64At(e.scores, j);
    const square = score * score;
    const bell = (1.0 - EVEN_SHARE) * BELL_HEIGHT * exp(square / -2.0, e.roots);
    setFloat64(e.wrongs, j, log(bell + EVEN_SHARE / (6.0 * max(1.0, square / 9.0)), e.centres));
  }
}

/** After the gains of this step. Of features that are left out nothing is said: 0. */
export function fillDoubts(e: Mixture, doubts: usize): void {
  let known = 0;
  for (let j = 0; j < e.featureCount; j++) {
    const isOut = isMarked(e.isOut, j);
    setFloat64(doubts, j, isOut ? -Infinity : float64At(e.wrongs, j) + float64At(e.ratios, j));
    if (!isOut) known++;
  }
  addPairs(e, doubts, findTop(doubts, e.featureCount, pointerTo(e.isOut), pointerTo(e.top)), known);
  let most: f64 = -Infinity;
  for (let j = 0; j < e.featureCount; j++) most = max(most, float64At(doubts, j));
  for (let j = 0; j < e.featureCount; j++) {
    setFloat64(doubts, j, isMarked(e.isOut, j) ? 0.0 : max(-MOST_DOUBT, float64At(doubts, j) - most));
  }
}

/** Writes the MOST_PAIRED that are most suspect and not out, of as suspect ones the first; returns how many. */
export function findTop(doubts: usize, featureCount: i32, isOut: usize, top: usize): i32 {
  let size = 0;
  for (let j = 0; j < featureCount; j++) {
    if (isMarked(isOut, j)) continue;
    let place = size;
    while (place > 0 && float64At(doubts, int32At(top, place - 1)) < float64At(doubts, j)) place--;
    if (place >= MOST_PAIRED) continue;
    size = min(size + 1, MOST_PAIRED);
    for (let i = size - 1; i > place; i--) setInt32(top, i, int32At(top, i - 1));
    setInt32(top, place, j);
  }
  return size;
}

/** Adds to what speaks against each of the first `size` what the pairs give that it is in. */
function addPairs(e: Mixture, doubts: usize, size: i32, known: i32): void {
  const before = logSum(e, pointerTo(e.logs), e.componentCount);
  const prior = log((2.0 * TWO_SHARE) / (1.0 - TWO_SHARE) / <f64>max(1, known - 1), e.centres);
  for (let i = 0; i < size; i++) {
    const a = int32At(e.top, i);
    setFloat64(e.pairs, i * MOST_PAIRED + i, float64At(doubts, a));
    for (let k = 0; k < i; k++) {
      const b = int32At(e.top, k);
      const without = logWithout(e, a, b) - before;
      const both = prior + float64At(e.wrongs, a) + float64At(e.wrongs, b) + without;
      setFloat64(e.pairs, i * MOST_PAIRED + k, both);
      setFloat64(e.pairs, k * MOST_PAIRED + i, both);
    }
  }
  for (let i = 0; i < size; i++) {
    const row = pointerTo(e.pairs) + (<usize>(i * MOST_PAIRED) << 3);
    setFloat64(doubts, int32At(e.top, i), logSum(e, row, size));
  }
}

/** Log density of the row without two features, on the scale of `logs`. */
function logWithout(e: Mixture, a: i32, b: i32): f64 {
  const bytes = <usize>e.stride << 3;
  const size = <usize>e.componentCount * bytes;
  const atA = <usize>a << 3;
  const atB = <usize>b << 3;
  let largest: f64 = -Infinity;
  for (let component = 0; component < e.componentCount; component++) {
    const start = <usize>component * bytes;
    let shared = load<f64>(e.precisions + <usize>(component * e.featureCount + a) * bytes + atB);
    for (let out = 0; out < e.outCount; out++) {
      const column = e.columns + <usize>out * size + start;
      shared -= load<f64>(column + atA) * load<f64>(column + atB);
    }
    const pivotA = load<f64>(e.pivots + start + atA);
    const pivotB = load<f64>(e.pivots + start + atB);
    const pullA = load<f64>(e.pulls + start + atA);
    const pullB = load<f64>(e.pulls + start + atB);
    const determinant = max(LEAST_DETERMINANT, pivotA * pivotB - shared * shared);
    const square = pivotB * pullA * pullA - 2.0 * shared * pullA * pullB + pivotA * pullB * pullB;
    const density = float64At(e.logs, component) + square / determinant / 2.0;
    setFloat64(e.without, 2 * component, density);
    setFloat64(e.without, 2 * component + 1, Math.sqrt(determinant));
    largest = max(largest, density);
  }
  let sum: f64 = 0;
  for (let component = 0; component < e.componentCount; component++) {
    const below = float64At(e.without, 2 * component) - largest;
    if (below >= NEGLIGIBLE) sum += exp(below, e.roots) / float64At(e.without, 2 * component + 1);
  }
  return largest + log(sum, e.centres) + 2.0 * HALF_LOG_TWO_PI;
}
