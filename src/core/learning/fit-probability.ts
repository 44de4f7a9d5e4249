/**
 * Fits the curves that tell how likely a suspect is wrong (see evidence/probability.ts) to rows whose wrong readings
 * are known: logistic regression, where what earlier tables have shown counts as much as a few dozen rows. Cost: O(rows
 * × inputs²) for each of a few steps.
 */

import { log, roundDigits } from "../base/index.js";
import { choleskyOf, inverseOf } from "../densities/index.js";
import { firstInputs, laterInputs, logistic, type SuspectSums, type Usual } from "../evidence/index.js";
import { PROBABILITY_INPUTS, type ProbabilityCurves } from "../model/index.js";

/** One row whose wrong readings are known. */
export interface TriedRow extends SuspectSums {
  /** 1 for each of the first suspects that is truly wrong. */
  readonly isWrong: ArrayLike<number>;
  /** Whether its readings were changed. */
  readonly isChanged: boolean;
}

/** What many tables have shown (research/experiments/certainty): where to begin, and what few rows cannot overrule. */
const PRIOR = {
  first: [-0.9, 2.7, 0.8, 1, 2.4],
  later: [-1, 2.3, 2.7, 0.4, -0.5],
} as const;
const PRIOR_USUAL: Usual = { largest: 11, strangeness: 8 };
/** Weight of that, in rows. */
const PRIOR_WEIGHT = 3;
const STEPS = 12;
/** Gains below this share of the loss change no digit that is shown. */
const LEAST_GAIN = 1e-5;
const LEAST_STEP = 0.05;

/** `features`: how many the rows have. */
export function fitProbability(
  rows: readonly TriedRow[],
  { usual, features }: { readonly usual: Usual; readonly features: number },
): ProbabilityCurves {
  const weights = weightsOf(rows, features);
  const first: Case[] = [];
  const later: Case[] = [];
  rows.forEach((row, at) => {
    for (let place = 0; place < row.isWrong.length; place++) {
      const inputs = new Float64Array(place === 0 ? PROBABILITY_INPUTS.first : PROBABILITY_INPUTS.later);
      if (place === 0) firstInputs(row, { usual, inputs });
      else laterInputs(row, place, { usual, inputs });
      (place === 0 ? first : later).push({ inputs, isWrong: row.isWrong[place] === 1, weight: weights[at]! });
    }
  });
  return { usual, first: fitLogistic(first, PRIOR.first), later: fitLogistic(later, PRIOR.later) };
}

/** What other tables have shown, for one that cannot show anything. */
export function usualCurves(): ProbabilityCurves {
  return { usual: PRIOR_USUAL, first: Float64Array.from(PRIOR.first), later: Float64Array.from(PRIOR.later) };
}

/** Of rows that somebody asks about, so many have a wrong reading; the others look strange by chance … */
const CHANGED_SHARE = 2 / 3;
/** … but where there are few features, so many for each at most: no reading is likely wrong before it is looked at. */
const CHANGED_BY_FEATURE = 1 / 4;

/** All rows together weigh as much as there are, changed ones by their share. */
function weightsOf(rows: readonly TriedRow[], features: number): Float64Array {
  const share = Math.min(CHANGED_SHARE, CHANGED_BY_FEATURE * features);
  const changed = rows.reduce((count, { isChanged }) => count + Number(isChanged), 0);
  const ofChanged = (share * rows.length) / changed;
  const ofOthers = ((1 - share) * rows.length) / (rows.length - changed);
  return Float64Array.from(rows, ({ isChanged }) => (isChanged ? ofChanged : ofOthers));
}

interface Case {
  readonly inputs: Float64Array;
  readonly isWrong: boolean;
  readonly weight: number;
}

/** Newton's steps on the penalised likelihood, as long as they gain. */
function fitLogistic(cases: readonly Case[], prior: readonly number[]): Float64Array {
  let weights = Float64Array.from(prior);
  let loss = lossOf(cases, weights, prior);
  for (let step = 0; step < STEPS; step++) {
    const better = takeStep(cases, prior, { weights, loss });
    if (better === null) break;
    const gain = loss - better.loss;
    ({ weights, loss } = better);
    if (gain < LEAST_GAIN * loss) break;
  }
  return weights.map((weight) => roundDigits(weight, 6));
}

interface Fit {
  readonly weights: Float64Array<ArrayBuffer>;
  readonly loss: number;
}

/** A step that is halved as long as it overshoots; null when none gains. */
function takeStep(cases: readonly Case[], prior: readonly number[], from: Fit): Fit | null {
  const direction = newtonStep(cases, from.weights, prior);
  for (let share = 1; share > LEAST_STEP; share /= 2) {
    const weights = from.weights.map((weight, i) => weight + share * direction[i]!);
    const loss = lossOf(cases, weights, prior);
    if (loss < from.loss) return { weights, loss };
  }
  return null;
}

function lossOf(cases: readonly Case[], weights: Float64Array, prior: readonly number[]): number {
  let loss = 0;
  for (const { inputs, isWrong, weight } of cases) {
    const share = logistic(inputs, weights);
    loss -= weight * log(isWrong ? share : 1 - share);
  }
  prior.forEach((expected, i) => {
    const difference = weights[i]! - expected;
    loss += (PRIOR_WEIGHT / 2) * difference * difference;
  });
  return loss;
}

/** Minus the gradient of the loss, by the inverse of its second derivative. */
function newtonStep(cases: readonly Case[], weights: Float64Array, prior: readonly number[]): Float64Array {
  const size = prior.length;
  const step = Float64Array.from(prior, (expected, i) => PRIOR_WEIGHT * (expected - weights[i]!));
  const curvature = new Float64Array(size * size);
  for (let i = 0; i < size; i++) curvature[i * size + i] = PRIOR_WEIGHT;
  for (const { inputs, isWrong, weight } of cases) {
    const share = logistic(inputs, weights);
    for (let i = 0; i < size; i++) {
      step[i]! += weight * (Number(isWrong) - share) * inputs[i]!;
      for (let j = 0; j <= i; j++) curvature[i * size + j]! += weight * share * (1 - share) * inputs[i]! * inputs[j]!;
    }
  }
  const inverse = inverseOf(choleskyOf(curvature, size), size);
  return Float64Array.from({ length: size }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += inverse[i * size + j]! * step[j]!;
    return sum;
  });
}
