/**
 * How likely a suspect reading is wrong, given how its row looks.
 *
 * Learning changes readings of rows that it held back, and sees which suspects are truly wrong and which are not, among
 * as many rows that it left alone. Two logistic curves say what came of it: one for the first suspect, by how strongly
 * it is suspected and how far ahead of the runner-up it is, and one for each suspect after it. Sums are measured by
 * those that normal rows have, so that curves of different tables are alike.
 */

import { exp, log } from "../base/index.js";
import { PROBABILITY_INPUTS, type ProbabilityCurves } from "../model/index.js";

/** Evidence about the suspects of one row. */
export interface SuspectSums {
  /** How strongly each is suspected, not increasing. */
  readonly rankedSums: ArrayLike<number>;
  /** The sum of the runner-up in the first step. */
  readonly runnerUp: number;
  /** How strange the row is as a whole. */
  readonly strangeness: number;
}

/** Sums below this share of a usual one say no more than nothing would. */
const LEAST_SUM = 0.02;

/**
 * How far ahead of the runner-up a first suspect can be, as a logarithm: a runner-up that is suspected a third as much,
 * or not at all, says the same. Without this bound rows of which nothing is strange were accused for having one reading
 * that is not quite usual, and no other.
 */
const MOST_AHEAD = 1;

/** A sum among those of normal rows, on a scale of logarithms. */
function level(sum: number, usual: number): number {
  return log(Math.max(LEAST_SUM, sum / usual));
}

/** What the curve of the first suspect is asked by: 1 first, for its offset. */
export function firstInputs(
  { rankedSums, runnerUp, strangeness }: SuspectSums,
  { usual, inputs: into }: InputsByUsual,
): void {
  const first = level(rankedSums[0]!, usual.largest);
  into[0] = 1;
  into[1] = first;
  into[2] = Math.min(MOST_AHEAD, first - level(runnerUp, usual.largest));
  into[3] = level(strangeness, usual.strangeness);
  into[4] = Math.max(0, first);
}

/** The same of the suspect at a place after the first. */
export function laterInputs({ rankedSums }: SuspectSums, place: number, { usual, inputs: into }: InputsByUsual): void {
  const sum = level(rankedSums[place]!, usual.largest);
  into[0] = 1;
  into[1] = sum;
  into[2] = Math.max(0, sum);
  into[3] = level(rankedSums[0]!, usual.largest);
  into[4] = place - 1;
}

/** Where inputs go, and what they are measured by. */
interface InputsByUsual {
  readonly usual: Usual;
  readonly inputs: Float64Array;
}

/** What normal rows reach. */
export interface Usual {
  /** The sum that one in twenty reaches in its strangest feature. */
  readonly largest: number;
  /** How strange one in twenty is. */
  readonly strangeness: number;
}

export function logistic(inputs: ArrayLike<number>, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += inputs[i]! * weights[i]!;
  return 1 / (1 + exp(-Math.max(-30, Math.min(30, sum))));
}

export interface ProbabilityTeller extends InputsByUsual {
  readonly curves: ProbabilityCurves;
}

export function prepareProbability(curves: ProbabilityCurves): ProbabilityTeller {
  const inputs = new Float64Array(Math.max(PROBABILITY_INPUTS.first, PROBABILITY_INPUTS.later));
  return { curves, usual: curves.usual, inputs };
}

/** How likely each suspect is wrong, the most suspect first; none is more likely than the one before it. */
export function tellProbabilities(
  teller: ProbabilityTeller,
  sums: SuspectSums,
  tell: (place: number, probability: number) => void,
): void {
  const { curves, inputs } = teller;
  let probability = 1;
  for (let place = 0; place < sums.rankedSums.length; place++) {
    if (place === 0) firstInputs(sums, teller);
    else laterInputs(sums, place, teller);
    probability = Math.min(probability, logistic(inputs, place === 0 ? curves.first : curves.later));
    tell(place, probability);
  }
}
