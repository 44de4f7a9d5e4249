/**
 * Learns what all other features tell about one: of a number its middle, spread and most frequent value, of a category
 * its classes.
 */

import { exp, log } from "../base/index.js";
import {
  type BoostedTrees,
  type CategoryConditional,
  type Classes,
  conditionalClasses,
  type NumberConditional,
  placeAmong,
} from "../densities/index.js";
import type { NumericProfile } from "../model/index.js";
import { bend } from "../table/index.js";
import { type BoostingRows, type BoostingTask, boostTarget } from "./boost-target.js";
import { classLoss, fillChances, oddsLoss, squaredLoss } from "./boosting-losses.js";
import { surpriseCurve } from "./surprise-curve.js";

/** Rounds for middles, spreads, atoms and classes. */
const ROUNDS = { middle: 20, spread: 8, atom: 15, classes: 20 };
/** Fewer rows tell nothing. */
const ENOUGH = 20;
/** A value that this share of rows has is told by separate trees. */
const ATOM_SHARE = 0.15;
/** Numbers are at most so many deviations from the mean. */
const MOST_DEVIATIONS = 20;
/** Distances from the middle are told apart down to this. */
const LEAST_DISTANCE = 0.01;
/** Parts of frequencies in the chances of classes that are tried. */
const BLENDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1];

/** What is told: of each row which class it has, below 0 for none; rows with each; see CategoryConditional. */
interface ClassTarget extends Pick<CategoryConditional, "counts" | "values"> {
  readonly codes: Int32Array;
}

/** A number that comes in so few values that each is a class; see KnownValues. */
export function classesOf(column: Float64Array, values: Float64Array): ClassTarget {
  const codes = Int32Array.from(column, (value) => placeAmong(values, value));
  const counts = new Array<number>(values.length).fill(0);
  for (const code of codes) if (code >= 0) counts[code]!++;
  return { codes, counts, values };
}

/** Null where there is nothing to tell. */
export function learnCategory(
  material: BoostingRows,
  inputs: Int32Array,
  { codes, counts, values }: ClassTarget,
): CategoryConditional | null {
  if (counts.length < 2) return null;
  const classes = conditionalClasses(counts);
  const rows = rowsWhere(codes, (code) => code >= 0);
  const classOfRow = Int32Array.from(codes, (code) => (code >= 0 ? classes.classOf[code]! : -1));
  const boosted = boostTarget(
    material,
    { rows, inputs, rounds: ROUNDS.classes },
    classLoss(classOfRow, classes.starts),
  );
  const blend = bestBlend(boosted.unseen, classes, { rows, classOfRow });
  return { kind: "categorical", counts, values, blend, trees: [boosted.treesTimes(1)] };
}

function rowsWhere(values: Int32Array | Float64Array, isWanted: (value: number, row: number) => boolean): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (isWanted(values[row]!, row)) rows.push(row);
  return Int32Array.from(rows);
}

/** That makes unseen rows likeliest. */
function bestBlend(
  unseen: Float64Array,
  classes: Classes,
  { rows, classOfRow }: { readonly rows: Int32Array; readonly classOfRow: Int32Array },
): number {
  const { starts, frequencies } = classes;
  const byClass = { starts, chances: new Float64Array(starts.length) };
  const byTrees = Float64Array.from(rows, (row) => {
    fillChances(byClass, unseen, row * starts.length);
    return byClass.chances[classOfRow[row]!]!;
  });
  const likelihood = (blend: number): number =>
    byTrees.reduce(
      (sum, chance, i) => sum + log((1 - blend) * chance + blend * frequencies[classOfRow[rows[i]!]!]!),
      0,
    );
  const tried = BLENDS.map(likelihood);
  return BLENDS[tried.indexOf(Math.max(...tried))] ?? 1;
}

/** `values` of all rows; null where there is nothing to tell. */
export function learnNumber(
  material: BoostingRows,
  inputs: Int32Array,
  { values, profile: { scale } }: { readonly values: Float64Array; readonly profile: NumericProfile },
): NumberConditional | null {
  const known = rowsWhere(values, Number.isFinite);
  if (known.length < ENOUGH || !(scale.deviation > 0)) return null;
  const atom = atomOf(values, known);
  const odds = learnAtom(material, { rows: known, inputs, rounds: ROUNDS.atom }, { values, atom });
  const rows = known.filter((row) => values[row] !== atom);
  const standardised = values.map((value) =>
    Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, (bend(value, scale.unit) - scale.mean) / scale.deviation)),
  );
  const mean = meanOf(standardised, rows);
  const centred = standardised.map((value) => value - mean);
  const middle = boostTarget(material, { rows, inputs, rounds: ROUNDS.middle }, squaredLoss(centred));
  const middleSlope = slopeOf(middle.unseen, centred, rows);
  const distances = new Float64Array(values.length);
  for (const row of rows) distances[row] = Math.abs(centred[row]! - middleSlope * middle.unseen[row]!);
  const logs = distances.map((distance) => log(distance + LEAST_DISTANCE));
  const spreadStart = meanOf(logs, rows);
  const around = logs.map((value) => value - spreadStart);
  const spread = boostTarget(material, { rows, inputs, rounds: ROUNDS.spread }, squaredLoss(around));
  const spreadSlope = slopeOf(spread.unseen, around, rows);
  const inSpreads = Float64Array.from(
    rows,
    (row) => distances[row]! * exp(-(spreadStart + spreadSlope * spread.unseen[row]!)),
  );
  return {
    kind: "numeric",
    scale,
    atom,
    starts: Float64Array.of(mean, spreadStart, odds.start),
    trees: [middle.treesTimes(middleSlope), spread.treesTimes(spreadSlope), odds.trees],
    curve: surpriseCurve(inSpreads.sort()),
  };
}

function learnAtom(
  material: BoostingRows,
  task: BoostingTask,
  { values, atom }: { readonly values: Float64Array; readonly atom: number | null },
): { readonly start: number; readonly trees: BoostedTrees[] } {
  if (atom === null) return { start: 0, trees: [] };
  const answers = Uint8Array.from(values, (value) => Number(value === atom));
  const yes = task.rows.reduce((sum, row) => sum + answers[row]!, 0);
  const start = log(yes / (task.rows.length - yes));
  return { start, trees: boostTarget(material, task, oddsLoss(answers, start)).treesTimes(1) };
}

/** The most frequent value, where it is frequent and enough others are left; of equally frequent ones the least. */
function atomOf(values: Float64Array, rows: Int32Array): number | null {
  const sorted = Float64Array.from(rows, (row) => values[row]!).sort();
  let atom = 0;
  let most = 0;
  for (let begin = 0, end = 0; begin < sorted.length; begin = end) {
    while (end < sorted.length && sorted[end] === sorted[begin]) end++;
    if (end - begin <= most) continue;
    most = end - begin;
    atom = sorted[begin]!;
  }
  return most > ATOM_SHARE * rows.length && rows.length - most >= ENOUGH ? atom : null;
}

function meanOf(values: Float64Array, rows: Int32Array): number {
  let sum = 0;
  for (const row of rows) sum += values[row]!;
  return sum / Math.max(1, rows.length);
}

/** How much of what trees say of unseen rows is to be believed. */
const MOST_SLOPE = 1.2;

function slopeOf(said: Float64Array, true_: Float64Array, rows: Int32Array): number {
  let product = 0;
  let square = 1e-9;
  for (const row of rows) {
    product += said[row]! * true_[row]!;
    square += said[row]! * said[row]!;
  }
  return Math.max(0, Math.min(MOST_SLOPE, product / square));
}
