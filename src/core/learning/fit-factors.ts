/**
 * Fits the factors of a network (see densities/network.ts) to rows: each with any parents, and how well it then tells
 * about them. What few rows tell about a state is drawn to what is known without the last of its parents.
 */

import { log } from "../base/index.js";
import { choleskyOf, logDeterminant, networkScales, solveLower } from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import type { EncodedTable } from "../table/index.js";
import { copyRows } from "./copy-rows.js";

interface FittedFactor {
  /** Logarithm of the likelihood of the rows, less for what fits by chance; −Infinity where it would cost too much. */
  readonly score: number;
  readonly numbers: Float64Array;
}

export type FitFactor = (feature: number, parents: readonly number[]) => FittedFactor;

const UNFIT: FittedFactor = { score: Number.NEGATIVE_INFINITY, numbers: new Float64Array() };

/** Rows that are learnt from, at most. */
const NETWORK_ROWS = 5000;
const MOST_CATEGORIES = 2;
const MOST_CAUSES = 4;
/** Numbers that a factor has, at most, and sums that it is fitted by. */
const MOST_ENTRIES = 3000;
const MOST_SUMS = 100_000;
/** Rows that what is known without a parent counts for, in the chances of a category. */
const PRIOR_ROWS = 4;
/** The same of start and slopes of a number, in units of its noise; and half of the rows that a usual spread does. */
const START_ROWS = 0.1;
const SLOPE_ROWS = 2;
const SPREAD_ROWS = 3;
const LEAST_VARIANCE = 1e-4;
/** Values further from the mean are no help to learn. */
const MOST_DEVIATIONS = 6;
const LOG_TWO_PI = log(2 * Math.PI);

/** What factors are fitted to. */
interface FitRows {
  readonly count: number;
  /** Classes of categories, 0 for numbers. */
  readonly classes: Int32Array;
  /** Class or deviations from the mean; missing numbers are the mean. */
  readonly columns: readonly Float64Array[];
  readonly numeric: readonly number[];
}

export function prepareFit(rows: EncodedTable, profiles: readonly FeatureProfile[]): FitFactor {
  const count = Math.min(NETWORK_ROWS, rows.rowCount);
  const scales = networkScales(profiles);
  const classes = Int32Array.from(scales, (scale) => scale.classes);
  const first = Int32Array.from({ length: count }, (_, row) => row);
  const columns = copyRows(rows, first).columns.map((column, feature) => {
    const placed = new Float64Array(column.length);
    for (let row = 0; row < placed.length; row++) scales[feature]!.place(column, placed, row);
    return classes[feature]! > 0 ? placed : placed.map(limited);
  });
  const numeric = [...classes.keys()].filter((feature) => classes[feature] === 0);
  const fitted: FitRows = { count, classes, columns, numeric };
  const momentsOf = prepareMoments(fitted);
  return (feature, parents) => {
    const categories = parents.filter((parent) => classes[parent]! > 0);
    const causes = parents.filter((parent) => classes[parent] === 0);
    if (categories.length > MOST_CATEGORIES || causes.length > MOST_CAUSES) return UNFIT;
    if (classes[feature] === 0) return fitNumber(fitted, momentsOf, { feature, categories, causes });
    return causes.length > 0 ? UNFIT : fitCategory(fitted, feature, categories);
  };
}

function limited(deviations: number): number {
  return Number.isNaN(deviations) ? 0 : Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, deviations));
}

function statesOf({ count, classes, columns }: FitRows, categories: readonly number[]): Float64Array {
  const states = new Float64Array(count);
  for (const each of categories) {
    const column = columns[each]!;
    for (let row = 0; row < count; row++) states[row] = states[row]! * classes[each]! + column[row]!;
  }
  return states;
}

function statesIn({ classes }: FitRows, categories: readonly number[]): number {
  return categories.reduce((product, each) => product * classes[each]!, 1);
}

/** The score is how likely each row is by the counts of all others. */
function fitCategory(rows: FitRows, feature: number, parents: readonly number[]): FittedFactor {
  const size = rows.classes[feature]!;
  if (size * statesIn(rows, parents) > MOST_ENTRIES) return UNFIT;
  let shares = new Float64Array(size).fill(1 / size);
  let score = 0;
  for (let length = 0; length <= parents.length; length++) {
    const used = parents.slice(0, length);
    const counts = new Float64Array(size * statesIn(rows, used));
    const states = statesOf(rows, used);
    for (let row = 0; row < rows.count; row++) counts[states[row]! * size + rows.columns[feature]![row]!]!++;
    const within = length === 0 ? 1 : rows.classes[used[length - 1]!]!;
    const next = new Float64Array(counts.length);
    score = 0;
    for (let first = 0; first < counts.length; first += size) {
      const before = Math.floor(first / size / within) * size;
      let total = PRIOR_ROWS;
      for (let i = 0; i < size; i++) total += counts[first + i]!;
      for (let i = 0; i < size; i++) {
        const rowsHere = counts[first + i]! + PRIOR_ROWS * shares[before + i]!;
        next[first + i] = rowsHere / total;
        if (counts[first + i]! > 0) score += counts[first + i]! * log((rowsHere - 1) / (total - 1));
      }
    }
    shares = next;
  }
  return { score, numbers: shares.map(log) };
}

/** For each state of some categories: sums of products of all numbers, of which the first is 1. */
type MomentsOf = (categories: readonly number[]) => Float64Array;

function prepareMoments(rows: FitRows): MomentsOf {
  const { count, columns, numeric } = rows;
  const width = numeric.length + 1;
  const known = new Map<string, Float64Array>();
  return (categories) => {
    const before = known.get(`${categories}`);
    if (before !== undefined) return before;
    const sums = new Float64Array(statesIn(rows, categories) * width * width);
    const states = statesOf(rows, categories);
    const values = new Float64Array(width).fill(1);
    for (let row = 0; row < count; row++) {
      for (let i = 1; i < width; i++) values[i] = columns[numeric[i - 1]!]![row]!;
      let at = states[row]! * width * width;
      for (let a = 0; a < width; a++) for (let b = 0; b < width; b++) sums[at++]! += values[a]! * values[b]!;
    }
    known.set(`${categories}`, sums);
    return sums;
  };
}

interface NumberFactor {
  readonly feature: number;
  readonly categories: readonly number[];
  readonly causes: readonly number[];
}

/** What is known of a state. */
interface StateFit {
  readonly at: number;
  readonly rowCount: number;
  /** Sum of squares that is left. */
  readonly rest: number;
  readonly logDeterminant: number;
}

/** The score is the evidence for regressions with a normal-gamma prior. */
function fitNumber(rows: FitRows, momentsOf: MomentsOf, { feature, categories, causes }: NumberFactor): FittedFactor {
  const width = rows.numeric.length + 1;
  const step = causes.length + 2;
  const states = statesIn(rows, categories);
  if (step * states > MOST_ENTRIES || width * width * states > MOST_SUMS) return UNFIT;
  const placeOf = (each: number): number => rows.numeric.indexOf(each) + 1;
  const places = { inputs: [0, ...causes.map(placeOf)], target: placeOf(feature), width };
  let numbers = new Float64Array(step).fill(1, step - 1);
  let score = 0;
  for (let length = 0; length <= categories.length; length++) {
    const used = categories.slice(0, length);
    const sums = momentsOf(used);
    const within = length === 0 ? 1 : rows.classes[used[length - 1]!]!;
    const next = new Float64Array(step * statesIn(rows, used));
    const fits: StateFit[] = [];
    for (let at = 0, from = 0; at < next.length; at += step, from += width * width) {
      const before = Math.floor(at / step / within) * step;
      const prior = numbers.subarray(before, before + step);
      next.set(prior, at);
      if (sums[from]! > 0) fits.push({ at, ...regress(sums.subarray(from), { ...places, prior }, next.subarray(at)) });
    }
    score = fillSpreads(fits, next, { rowCount: rows.count, causeCount: causes.length });
    numbers = next;
  }
  return { score, numbers };
}

interface Regression {
  /** Places among the numbers whose products were added up. */
  readonly inputs: readonly number[];
  readonly target: number;
  readonly width: number;
  /** Start and slopes as they are known without the last parent. */
  readonly prior: Float64Array;
}

/** Writes start and slopes into `into`. */
function regress(
  sums: Float64Array,
  { inputs, target, width, prior }: Regression,
  into: Float64Array,
): Omit<StateFit, "at"> {
  const size = inputs.length;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  let rest = sums[target * (width + 1)]!;
  inputs.forEach((a, i) => {
    const priorRows = i === 0 ? START_ROWS : SLOPE_ROWS;
    inputs.forEach((b, k) => {
      matrix[i * size + k] = sums[a * width + b]! + (i === k ? priorRows : 0);
    });
    right[i] = sums[a * width + target]! + priorRows * prior[i]!;
    rest += priorRows * prior[i]! * prior[i]!;
  });
  const root = choleskyOf(matrix, size);
  rest = Math.max(0, rest - solveLower(root, size, right));
  for (let i = size - 1; i >= 0; i--) {
    let sum = right[i]!;
    for (let k = i + 1; k < size; k++) sum -= root[k * size + i]! * into[k]!;
    into[i] = sum / root[i * size + i]!;
  }
  return { rowCount: sums[0]!, rest, logDeterminant: logDeterminant(root, size) };
}

/** The spread of each state is drawn to the usual one; returns the score. */
function fillSpreads(
  fits: readonly StateFit[],
  numbers: Float64Array,
  { rowCount: all, causeCount }: { readonly rowCount: number; readonly causeCount: number },
): number {
  const usual = Math.max(LEAST_VARIANCE, fits.reduce((sum, { rest }) => sum + rest, 0) / all);
  const prior = log(START_ROWS) + causeCount * log(SLOPE_ROWS);
  let score = -((causeCount + 2) * log(all)) / 2;
  for (const { at, rowCount, rest, logDeterminant } of fits) {
    const shape = SPREAD_ROWS + rowCount / 2;
    const variance = Math.max(LEAST_VARIANCE, (SPREAD_ROWS * usual + rest / 2) / shape);
    numbers[at + causeCount + 1] = Math.sqrt(variance * (1 + 1 / (rowCount + 1)));
    // gamma functions by Stirling's formula, of the prior and of what the rows make of it
    score +=
      (prior - logDeterminant - rowCount * (LOG_TWO_PI + 1) - log(shape / SPREAD_ROWS)) / 2 +
      SPREAD_ROWS * log(usual) -
      shape * log(variance);
  }
  return score;
}
