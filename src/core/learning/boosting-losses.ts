/** What boosted trees learn: numbers, the odds of one value, or the scores of classes. */
import { exp, log } from "../base/index.js";
import { LEAST_SCORE, MOST_SCORE } from "../schema/index.js";
import { entrySize, MOST_TARGETS } from "./boosted-grower.js";

/** Rows of a leaf, as they stand together: [begin, end) of `rows`. */
interface LeafRows {
  readonly rows: Int32Array;
  readonly begin: number;
  readonly end: number;
}

export interface Loss {
  /** Numbers of a leaf, and sums of a row. */
  readonly width: number;
  /** Fills the entries of rows, from what was predicted so far; returns the number of targets. */
  fillEntries(predicted: Float64Array, rows: Int32Array, entries: Float64Array): number;
  /** The numbers of a leaf, `width` of them, after the entries of its rows were filled. */
  fillLeaf(rows: LeafRows, predicted: Float64Array, leaf: Float64Array): void;
  lossOf(predicted: Float64Array, rows: Int32Array): number;
}

/** Numbers of leaves are drawn to nothing as by so many rows. */
const LEAF_RIDGE = 1;
/** Scores of a leaf are no further from nothing. */
const MOST_STEP = 4;
const LEAST_CHANCE = 1e-6;

function fillEntry(entries: Float64Array, row: number, target: number): void {
  entries[2 * row] = 1;
  entries[2 * row + 1] = target;
}

/** Squared errors of numbers. */
export function squaredLoss(values: Float64Array): Loss {
  return {
    width: 1,
    fillEntries(predicted, rows, entries) {
      for (const row of rows) fillEntry(entries, row, values[row]! - predicted[row]!);
      return 1;
    },
    fillLeaf({ rows, begin, end }, predicted, leaf) {
      let sum = 0;
      for (let i = begin; i < end; i++) sum += values[rows[i]!]! - predicted[rows[i]!]!;
      leaf[0] = sum / (end - begin + LEAF_RIDGE);
    },
    lossOf(predicted, rows) {
      let sum = 0;
      for (const row of rows) sum += (values[row]! - predicted[row]!) * (values[row]! - predicted[row]!);
      return sum;
    },
  };
}

/** Likelihood of yes (1) and no (0), by scores that are added to `start`. */
export function oddsLoss(answers: Uint8Array, start: number): Loss {
  const chanceOf = (score: number): number =>
    1 / (1 + exp(-Math.max(-MOST_SCORE, Math.min(MOST_SCORE, start + score))));
  return {
    width: 1,
    fillEntries(predicted, rows, entries) {
      for (const row of rows) fillEntry(entries, row, answers[row]! - chanceOf(predicted[row]!));
      return 1;
    },
    fillLeaf({ rows, begin, end }, predicted, leaf) {
      let slope = 0;
      let bend = LEAF_RIDGE;
      for (let i = begin; i < end; i++) {
        const chance = chanceOf(predicted[rows[i]!]!);
        slope += answers[rows[i]!]! - chance;
        bend += chance * (1 - chance);
      }
      leaf[0] = limited(slope / bend);
    },
    lossOf(predicted, rows) {
      let sum = 0;
      for (const row of rows) {
        const chance = chanceOf(predicted[row]!);
        sum -= log(Math.max(LEAST_CHANCE, answers[row] === 1 ? chance : 1 - chance));
      }
      return sum;
    },
  };
}

function limited(step: number): number {
  return Math.max(-MOST_STEP, Math.min(MOST_STEP, step));
}

/** Chances of classes, filled anew for each row. */
interface ClassChances {
  /** What scores are added to. */
  readonly starts: Float64Array;
  readonly chances: Float64Array;
}

/** By the scores of the row at `at`. */
export function fillChances({ starts, chances: into }: ClassChances, scores: Float64Array, at: number): void {
  let top = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < starts.length; k++) top = Math.max(top, starts[k]! + scores[at + k]!);
  let total = 0;
  for (let k = 0; k < starts.length; k++) {
    into[k] = exp(Math.max(LEAST_SCORE, starts[k]! + scores[at + k]! - top));
    total += into[k]!;
  }
  for (let k = 0; k < starts.length; k++) into[k]! /= total;
}

/**
 * Likelihood of classes. One tree tells about all of them: splits are looked for by those about which most is left to
 * tell, and leaves have a number for each.
 */
export function classLoss(classes: Int32Array, starts: Float64Array): Loss {
  const width = starts.length;
  const chances = new Float64Array(width);
  const byClass: ClassChances = { starts, chances };
  const slopes = new Float64Array(classes.length * width);
  const fillSlopes = (predicted: Float64Array, rows: Int32Array): Float64Array[] => {
    const squares = new Float64Array(width);
    const bends = new Float64Array(width).fill(1e-3);
    for (const row of rows) {
      fillChances(byClass, predicted, row * width);
      for (let k = 0; k < width; k++) {
        const slope = (classes[row] === k ? 1 : 0) - chances[k]!;
        slopes[row * width + k] = slope;
        squares[k]! += slope * slope;
        bends[k]! += chances[k]! * (1 - chances[k]!);
      }
    }
    return [squares, bends];
  };
  return {
    width,
    fillEntries(predicted, rows, entries) {
      const [squares, bends] = fillSlopes(predicted, rows) as [Float64Array, Float64Array];
      const targets = Math.min(width, MOST_TARGETS);
      const told = [...squares.keys()].sort((a, b) => squares[b]! - squares[a]! || a - b).slice(0, targets);
      const factors = told.map((k) => Math.sqrt(rows.length / bends[k]!));
      const size = entrySize(targets);
      for (const row of rows) {
        entries[row * size] = 1;
        for (let t = 0; t < targets; t++) entries[row * size + 1 + t] = slopes[row * width + told[t]!]! * factors[t]!;
        if (size > targets + 1) entries[row * size + size - 1] = 0;
      }
      return targets;
    },
    fillLeaf({ rows, begin, end }, _, leaf) {
      for (let k = 0; k < width; k++) {
        let slope = 0;
        let bend = LEAF_RIDGE;
        for (let i = begin; i < end; i++) {
          const left = slopes[rows[i]! * width + k]!; // of 1 and 0, what is not told yet
          const chance = left > 0 ? 1 - left : -left;
          slope += left;
          bend += chance * (1 - chance);
        }
        leaf[k] = limited(((width - 1) / width) * (slope / bend));
      }
    },
    lossOf(predicted, rows) {
      let sum = 0;
      for (const row of rows) {
        fillChances(byClass, predicted, row * width);
        sum -= log(Math.max(LEAST_CHANCE, chances[classes[row]!]!));
      }
      return sum;
    },
  };
}
