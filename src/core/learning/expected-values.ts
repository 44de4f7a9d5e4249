/**
 * How near are values to what the rest of their row tells? Asked of rows that took no part in learning, so that a range
 * which is to hold nine of ten values holds as many of those nobody has seen.
 *
 * Errors of a number are measured in the spread that its prediction comes with: the 5 % and the 95 % quantile of them
 * then make a range that is wider where less is known, and lopsided where errors are. Features of few rows borrow from
 * all others. Cost: O(rows × features × (trees + components)), small beside the learning of what predicts.
 */

import { roundDigits, roundToStep } from "../base/index.js";
import {
  joinPredictions,
  type NumberPrediction,
  noPrediction,
  type Predicted,
  predictByMixture,
  predictByTrees,
  predictShares,
  type RowBlamer,
  startPredicting,
} from "../evidence/index.js";
import type { ExpectedCategory, ExpectedNumber, ExpectedValues } from "../model/index.js";
import { type EncodedTable, type Feature, numberBlocks } from "../table/index.js";

/** Share of normal values that are to lie in the range, or among the categories, that is expected of them. */
const EXPECTED_LEVEL = 0.9;
/**
 * Share of numbers in normal rows that are to lie in their range. More than that: in a row where something is wrong, a
 * prediction may ask for what is wrong as well. With .9 the true number lay in the range in .875 of changed rows.
 */
const NUMBER_LEVEL = 0.925;
/** Fewer values than this, of all features together, are no measure. */
const ENOUGH_VALUES = 20;
/** Errors of all features together count as much as so many of one feature. */
const BORROWED = 20;
/** Shares of say that the trees may have beside the mixture, the best guess first. */
const TREE_SAYS = [0.5, 0.25, 0.75, 0, 1];
/** Another say than the first must make errors smaller by this share of one row's error for each quarter it is off. */
const SAY_COST = 2;
/** More decimals than this tell nothing about what values a feature can have. */
const MOST_DECIMALS = 6;

/**
 * Numbers for each value: of a number the value and what was predicted of it (in deviations), of a category its
 * predicted share; NaN first where the value is missing.
 */
export const RECORD_LENGTH = 5;

/**
 * What is predicted of each value of a row that the blamer has just judged, from `start` on. Where something is wrong
 * it is seldom one value alone: in turn none, one, none and two of the other features are not asked, too.
 */
export function recordPredictions(
  blamer: RowBlamer,
  { features, turn }: { readonly features: readonly Feature[]; readonly turn: number },
  { into, start }: { readonly into: Float64Array; readonly start: number },
): void {
  const { isLeftOut } = blamer.blame;
  const isBarred = new Uint8Array(features.length + 1);
  const prediction = noPrediction();
  features.forEach((feature, j) => {
    const at = start + j * RECORD_LENGTH;
    if (isLeftOut[j] === 1) {
      into[at] = Number.NaN;
      return;
    }
    isBarred.set(isLeftOut);
    for (const other of othersInTurn(j, features.length, turn)) isBarred[other] = 1;
    if (feature.kind === "categorical") {
      into[at] = shareOfObserved(blamer, { isBarred, feature: j }, feature.categories.length);
      return;
    }
    startPredicting(blamer, isBarred);
    predictByTrees(blamer, { feature: j, isBarred }, prediction);
    predictByMixture(blamer, j, prediction);
    const { byTrees, treeSpread, byMixture, mixtureSpread } = prediction;
    into.set([blamer.neighbours.row[j]!, byTrees, treeSpread, byMixture, mixtureSpread], at);
  });
}

/** Never the feature itself. */
function othersInTurn(feature: number, count: number, turn: number): number[] {
  const barred = Math.min(count - 1, [0, 1, 0, 2][turn % 4]!);
  const first = turn >> 2;
  return Array.from({ length: barred }, (_, i) => (feature + 1 + ((first + i) % (count - 1))) % count);
}

/** The share that is predicted for the category which the row has. */
function shareOfObserved(blamer: RowBlamer, predicted: Predicted, categoryCount: number): number {
  const { feature } = predicted;
  const shares = new Float64Array(categoryCount);
  predictShares(blamer, predicted, shares);
  return shares[blamer.values[feature]!]!;
}

/** `records` as recordPredictions makes them, row by row; `table`: all learning rows. Null where they are too few. */
export function fitExpectedValues(records: readonly Float64Array[], table: EncodedTable): ExpectedValues | null {
  const count = table.features.length;
  const values = table.features.map((_, feature) => recordsOf(records, feature, count));
  if (values.reduce((sum, { length }) => sum + length, 0) < ENOUGH_VALUES) return null;
  const says = table.features.map(({ kind }, j) => (kind === "numeric" ? chooseSay(values[j]!) : 0));
  const errors = table.features.map(({ kind }, j) => (kind === "numeric" ? errorsOf(values[j]!, says[j]!) : []));
  const borrowed = evenlyFrom(Float64Array.from(errors.flat()).sort(), BORROWED);
  return {
    level: EXPECTED_LEVEL,
    features: table.features.map(({ kind }, j) => {
      if (values[j]!.length === 0) return null;
      if (kind === "categorical") return fitCategory(values[j]!);
      return fitNumber(Float64Array.from([...errors[j]!, ...borrowed]).sort(), says[j]!, decimalsOf(table, j));
    }),
  };
}

/** Known values of a feature. */
function recordsOf(records: readonly Float64Array[], feature: number, count: number): Float64Array[] {
  return records.flatMap((fold) => {
    const known: Float64Array[] = [];
    for (let at = feature * RECORD_LENGTH; at < fold.length; at += count * RECORD_LENGTH) {
      if (!Number.isNaN(fold[at]!)) known.push(fold.subarray(at, at + RECORD_LENGTH));
    }
    return known;
  });
}

function predictionOf(record: Float64Array): NumberPrediction {
  return { byTrees: record[1]!, treeSpread: record[2]!, byMixture: record[3]!, mixtureSpread: record[4]! };
}

/** The say of the trees with the least errors. */
function chooseSay(records: readonly Float64Array[]): number {
  let best = TREE_SAYS[0]!;
  let least = Number.POSITIVE_INFINITY;
  let oneRow = 0;
  for (const say of TREE_SAYS) {
    let sum = 0;
    for (const record of records) sum += Math.abs(record[0]! - joinPredictions(predictionOf(record), say)[0]);
    if (say === TREE_SAYS[0]) oneRow = sum / Math.max(1, records.length);
    const cost = sum + SAY_COST * oneRow * 4 * Math.abs(say - TREE_SAYS[0]!);
    if (cost < least) {
      least = cost;
      best = say;
    }
  }
  return best;
}

/** In spreads of the predictions. */
function errorsOf(records: readonly Float64Array[], say: number): number[] {
  return records.map((record) => {
    const [middle, spread] = joinPredictions(predictionOf(record), say);
    return (record[0]! - middle) / spread;
  });
}

function evenlyFrom(sorted: Float64Array, count: number): number[] {
  if (sorted.length === 0) return [];
  return Array.from({ length: count }, (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / count)]!);
}

function fitNumber(sorted: Float64Array, trees: number, decimals: number | null): ExpectedNumber {
  const tail = (1 - NUMBER_LEVEL) / 2;
  const quantile = (share: number): number => {
    // One more row would lie below the k-th value with a chance of k / (n + 1): away from the middle where that is no
    // whole number.
    const place = share * (sorted.length + 1);
    const at = (share < 0.5 ? Math.floor(place) : Math.ceil(place)) - 1;
    return roundDigits(sorted[Math.max(0, Math.min(sorted.length - 1, at))]!, DIGITS);
  };
  return { kind: "numeric", trees, low: quantile(tail), middle: quantile(0.5), high: quantile(1 - tail), decimals };
}

/** Of what a sample tells. */
const DIGITS = 4;

function fitCategory(records: readonly Float64Array[]): ExpectedCategory {
  const sorted = Float64Array.from(records, ([share]) => share!).sort();
  const place = Math.floor((1 - EXPECTED_LEVEL) * (sorted.length + 1)) - 1;
  return { kind: "categorical", least: place < 0 ? 0 : Number(sorted[place]!.toPrecision(DIGITS)) };
}

/** The fewest decimals that write every value; null where that is more than a few. */
function decimalsOf(table: EncodedTable, feature: number): number | null {
  const column = table.columns[feature]!;
  if (column.kind !== "numeric") return null;
  let decimals = 0;
  for (const { values } of numberBlocks(column)) {
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      while (decimals <= MOST_DECIMALS && !hasDecimals(value, decimals)) decimals++;
      if (decimals > MOST_DECIMALS) return null;
    }
  }
  return decimals;
}

function hasDecimals(value: number, decimals: number): boolean {
  return roundToStep(value, { digit: 1, exponent: -decimals }, Math.round) === value;
}
