/**
 * How far a value is from what the rest of its row tells, by lines: numbers in deviations, categories as 0 or 1, each
 * against all others and the time of day. With P the inverse of the inputs' mean products, input i of row x is
 * (P x)_i / √P_ii deviations above what the others lead to expect.
 *
 * Lines are far from all there is to know, but they go on beyond what was seen, so that what is left of stable rows is
 * about noise; what trees leave is the same for a whole stretch of rows. (Trees were tried: 17 of 54 stable weeks of
 * the water tank raised an alarm by them, and none without.) Learning rows are judged without their part of the rows.
 * Cost: O(inputs²) for a row, O(parts × inputs³) to learn.
 */
import { choleskyOf, inverseOf } from "../densities/index.js";
import { type FeatureProfile, type LinearInput, type LinearRelations, relationSize } from "../model/index.js";
import { type EncodedTable, standardised } from "../table/index.js";
import { fillDay } from "./day-wave.js";
import { watchedCategories } from "./series.js";

/** Inputs at most: those of the first features. */
const MOST_INPUTS = 128;
/** Deviations beyond which a number is as far away as it can be. */
const FARTHEST = 6;
/** Added to the mean square of each input, so that none is told by others without any doubt. */
const RIDGE = 0.001;

export function linearInputs(profiles: readonly FeatureProfile[]): LinearInput[] {
  const inputs = profiles.flatMap((profile, feature): LinearInput[] =>
    profile.kind === "numeric"
      ? [{ feature, category: null }]
      : watchedCategories(profile.counts).map((category) => ({ feature, category })),
  );
  return inputs.slice(0, MOST_INPUTS);
}

/** A row, and when it was: NaN where that is not known. */
export interface RowInput {
  readonly table: EncodedTable;
  readonly row: number;
  readonly moment: number;
}

/** Fills the inputs of a row, 0 where they are missing, the time of day, and the constant behind them. */
type InputReader = (input: RowInput, into: Float64Array) => void;

export function createInputReader(
  { inputs, isDaily }: Pick<LinearRelations, "inputs" | "isDaily">,
  profiles: readonly FeatureProfile[],
): InputReader {
  const last = relationSize({ inputs, isDaily }) - 1;
  return ({ table, row, moment }, into) => {
    inputs.forEach(({ feature, category }, place) => {
      const column = table.columns[feature]!;
      if (column.kind === "categorical") into[place] = Number(column.codes[row] === category);
      else into[place] = deviationsOf(column.values[row]!, profiles[feature]!);
    });
    if (isDaily) fillDay(moment, into, inputs.length);
    into[last] = 1;
  };
}

function deviationsOf(value: number, profile: FeatureProfile): number {
  if (Number.isNaN(value) || profile.kind !== "numeric") return 0;
  return Math.min(FARTHEST, Math.max(-FARTHEST, standardised(value, profile.scale)));
}

/** Of every part of the rows the sums of products of inputs; from these, relations with and without each part. */
export function learnRelations(
  rows: readonly Float64Array[],
  parts: ArrayLike<number>,
  partCount: number,
): { readonly all: Float64Array; readonly without: readonly Float64Array[] } {
  const size = rows[0]?.length ?? 0;
  const sums = Array.from({ length: partCount }, () => new Float64Array(size * size));
  rows.forEach((row, at) => {
    addProducts(sums[parts[at]!]!, row);
  });
  const counts = new Array<number>(partCount).fill(0);
  for (let at = 0; at < rows.length; at++) counts[parts[at]!]!++;
  const inverseWithout = (left: number): Float64Array => {
    const total = new Float64Array(size * size);
    const count = counts.reduce((sum, rows, part) => (part === left ? sum : sum + rows), 0);
    sums.forEach((products, part) => {
      if (part !== left) for (let i = 0; i < total.length; i++) total[i]! += products[i]! / Math.max(1, count);
    });
    for (let i = 0; i < size; i++) total[i * size + i]! += RIDGE;
    return inverseOf(choleskyOf(total, size), size);
  };
  return { all: inverseWithout(-1), without: sums.map((_, part) => inverseWithout(part)) };
}

/** Adds to the lower triangle. */
function addProducts(sums: Float64Array, row: Float64Array): void {
  const size = row.length;
  for (let i = 0; i < size; i++) {
    const value = row[i]!;
    if (value !== 0) for (let j = 0; j <= i; j++) sums[i * size + j]! += value * row[j]!;
  }
}

/** Deviations of one input from what the others tell. */
export function deviationFrom(inverse: Float64Array, row: Float64Array, input: number): number {
  const size = row.length;
  let sum = 0;
  for (let j = 0; j < size; j++) sum += inverse[input * size + j]! * row[j]!;
  return sum / Math.sqrt(inverse[input * size + input]!);
}

/** As it is written: the lower triangle. */
export function lowerTriangle(matrix: Float64Array, size: number, round: (value: number) => number): number[] {
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: i + 1 }, (_, j) => round(matrix[i * size + j]!)),
  ).flat();
}

export function wholeMatrix(relations: LinearRelations): Float64Array {
  const { inverse } = relations;
  const size = relationSize(relations);
  const matrix = new Float64Array(size * size);
  let at = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) matrix[i * size + j] = matrix[j * size + i] = inverse[at++]!;
  }
  return matrix;
}
