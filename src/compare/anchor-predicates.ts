/**
 * The predicates of Anchor for one row: all that hold for it among "F ≤ quartile", "F > quartile" and "F = category";
 * and rows drawn under a set of them.
 *
 * A drawn row is a random normal row; where it breaks a predicate, its value of that feature is replaced by that of
 * another random normal row which keeps all predicates on the feature, or by the explained row's value when none does.
 */
import { type Random, randomInteger } from "../core/base/index.js";
import { type Matrix, matrixRow } from "../detectors/matrix.js";
import { type MatrixEncoding, matrixValueLabel } from "../detectors/matrix-encoding.js";
import type { FeatureBins } from "./quartile-bins.js";

export interface AnchorPredicate {
  readonly column: number;
  /** Holds for above < value <= most. A category is the pair of limits that only it keeps. */
  readonly above: number;
  readonly most: number;
  readonly text: string;
  /** For each normal row whether it holds. */
  readonly holds: Uint8Array;
}

/** The normal rows, and how their columns read. */
export interface NormalRows {
  readonly encoding: MatrixEncoding;
  readonly training: Matrix;
}

/** Ordered by column; "≤" with rising limits, then ">" with rising limits. */
export function listPredicates(
  { encoding, training }: NormalRows,
  row: Float64Array,
  bins: readonly FeatureBins[],
): AnchorPredicate[] {
  return bins.flatMap((feature, column) => {
    const value = row[column]!;
    const label = (number: number) => matrixValueLabel(encoding[column]!, number);
    const { name } = encoding[column]!.feature;
    const make = (above: number, most: number, text: string): AnchorPredicate => ({
      column,
      above,
      most,
      text,
      holds: holdingRows(training, column, { above, most }),
    });
    if (feature.kind === "values") return [make(justBelow(value), value, `${name} = ${label(value)}`)];
    const limits = Array.from(feature.limits);
    return [
      ...limits
        .filter((limit) => value <= limit)
        .map((limit) => make(Number.NEGATIVE_INFINITY, limit, `${name} ≤ ${label(limit)}`)),
      ...limits
        .filter((limit) => value > limit)
        .map((limit) => make(limit, Number.POSITIVE_INFINITY, `${name} > ${label(limit)}`)),
    ];
  });
}

/** A number below `value` with nothing of a table's precision between. */
function justBelow(value: number): number {
  return value - Math.max(Number.MIN_VALUE, Math.abs(value) * Number.EPSILON);
}

function holdingRows(training: Matrix, column: number, { above, most }: ValueRange): Uint8Array {
  return Uint8Array.from({ length: training.rowCount }, (_, row) => {
    const value = training.values[row * training.width + column]!;
    return Number(value > above && value <= most);
  });
}

/** Share of the normal rows for which all predicates hold. */
export function coverageOf(predicates: readonly AnchorPredicate[], rowCount: number): number {
  let covered = 0;
  for (let row = 0; row < rowCount; row++) covered += Number(predicates.every(({ holds }) => holds[row] === 1));
  return covered / rowCount;
}

/** Where values of one feature are drawn from under a set of predicates. */
interface Restriction {
  readonly column: number;
  readonly above: number;
  readonly most: number;
  /** The values to draw from; never empty. */
  readonly values: Float64Array;
}

export type RowSampler = (result: Float64Array, random: Random) => void;

/** Fills a row's buffer with a row drawn under the predicates. */
export function samplerUnder(predicates: readonly AnchorPredicate[], training: Matrix, row: Float64Array): RowSampler {
  const columns = [...new Set(predicates.map(({ column }) => column))];
  const restrictions = columns.map((column): Restriction => {
    const onColumn = predicates.filter((predicate) => predicate.column === column);
    const above = Math.max(...onColumn.map((predicate) => predicate.above));
    const most = Math.min(...onColumn.map((predicate) => predicate.most));
    const values = valuesBetween(training, column, { above, most });
    return { column, above, most, values: Float64Array.from(values.length > 0 ? values : [row[column]!]) };
  });
  return (result, random) => {
    result.set(matrixRow(training, randomInteger(random, training.rowCount)));
    for (const { column, above, most, values } of restrictions) {
      const value = result[column]!;
      if (!(value > above && value <= most)) result[column] = values[randomInteger(random, values.length)]!;
    }
  };
}

/** above < value <= most. */
interface ValueRange {
  readonly above: number;
  readonly most: number;
}

function valuesBetween(training: Matrix, column: number, { above, most }: ValueRange): number[] {
  const values: number[] = [];
  for (let row = 0; row < training.rowCount; row++) {
    const value = training.values[row * training.width + column]!;
    if (value > above && value <= most) values.push(value);
  }
  return values;
}
