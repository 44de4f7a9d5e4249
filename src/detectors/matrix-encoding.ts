/**
 * Sees a Table as a Matrix: one column of finite numbers for each feature.
 *
 * Numbers stay numbers, also in categorical features whose categories are numbers; true and false become 1 and 0; text
 * becomes its category's position, and text never seen the position after the last. What is missing is replaced by the
 * mean (numeric) or the most frequent value (categorical) of the learning rows, an infinite value by a number one range
 * beyond those of the learning rows. Whoever needs scaled or one-hot columns makes them from this, see
 * numeric-inputs.ts.
 */
import { InputError } from "../core/base/index.js";
import {
  type EncodedColumn,
  encodeTable,
  type Feature,
  MISSING,
  summariseNumbers,
  type Table,
  UNSEEN,
} from "../core/table/index.js";
import { createMatrix, type Matrix } from "./matrix.js";

export interface MatrixColumn {
  /** What the column was decided to mean in learning. */
  readonly feature: Feature;
  /** Whether its numbers are quantities or positions in the feature's categories. */
  readonly holds: "numbers" | "codes";
  /** Takes the place of a missing value. */
  readonly fill: number;
  /** Take the place of minus and plus infinity. */
  readonly below: number;
  readonly above: number;
  /**
   * From where to where the numbers of the learning rows were; null: codes, or none is finite. Absent in detectors that
   * were saved before it was kept.
   */
  readonly range?: readonly [least: number, greatest: number] | null;
}

/** One column for each feature, in the order of the features. */
export type MatrixEncoding = readonly MatrixColumn[];

/** Decides, from the learning rows, how the features are seen. */
export function fitMatrixEncoding(features: readonly Feature[], table: Table): MatrixEncoding {
  if (features.length === 0) {
    throw new InputError(
      "DETECTOR_NO_FEATURES",
      "the table has no features to detect anomalies in",
      "Look at the list of columns left out and why; name one of them numeric or categorical.",
    );
  }
  if (table.rowCount === 0) {
    throw new InputError("DETECTOR_NO_ROWS", "the table has no rows to learn from", "Give at least one normal row.");
  }
  const encoded = encodeTable(features.map(readingFeature), table);
  return features.map((feature, index) => fitColumn(feature, encoded.columns[index]!));
}

/** From where to where numbers of the learning rows were, of numeric features. */
export function rangesOfEncoding(encoding: MatrixEncoding): ReadonlyMap<string, readonly [number, number]> {
  const ranges = new Map<string, readonly [number, number]>();
  for (const column of encoding) {
    const { range = rangeBetweenEnds(column) } = column;
    if (column.feature.kind === "numeric" && range !== null) ranges.set(column.feature.name, range);
  }
  return ranges;
}

/** The ends lie one range beyond, or 1 where all numbers are the same, which an older detector does not tell. */
function rangeBetweenEnds({ below, above }: MatrixColumn): readonly [number, number] {
  const range = above / 3 - below / 3;
  return [below + range, above - range];
}

export function toMatrix(encoding: MatrixEncoding, table: Table): Matrix {
  const encoded = encodeTable(
    encoding.map((column) => readingFeature(column.feature)),
    table,
  );
  const matrix = createMatrix(table.rowCount, encoding.length);
  encoding.forEach((column, index) => {
    fillColumn(matrix, index, cellReader(column, encoded.columns[index]!));
  });
  return matrix;
}

/** How a cell of the matrix reads: the category's name for codes, else the number. */
export function matrixValueLabel(column: MatrixColumn, value: number): string {
  if (column.holds === "numbers" || column.feature.kind === "numeric") return String(Number(value.toPrecision(4)));
  const category = column.feature.categories[value];
  return category === undefined ? "a value never seen" : String(category);
}

/** Categories that are numbers are read as numbers, so that a value never seen keeps its size. */
function readingFeature(feature: Feature): Feature {
  return feature.kind === "categorical" && feature.type === "number"
    ? { name: feature.name, kind: "numeric" }
    : feature;
}

function fitColumn(feature: Feature, column: EncodedColumn): MatrixColumn {
  if (column.kind === "categorical") {
    const fill = mostFrequent(column.codes.filter((code) => code >= 0));
    return { feature, holds: "codes", fill, below: fill, above: fill, range: null };
  }
  const { sorted, mean } = summariseNumbers(column.values);
  const finite = sorted.filter(Number.isFinite);
  const low = finite[0] ?? 0;
  const high = finite[finite.length - 1] ?? 0;
  const width = high - low || 1;
  const fill = feature.kind === "numeric" ? mean : mostFrequent(finite);
  const below = Math.max(low - width, -Number.MAX_VALUE);
  const above = Math.min(high + width, Number.MAX_VALUE);
  return { feature, holds: "numbers", fill, below, above, range: finite.length === 0 ? null : [low, high] };
}

/** The least of the most frequent values; 0 without any. */
function mostFrequent(values: Iterable<number>): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = 0;
  let bestCount = 0;
  for (const [value, count] of counts) {
    if (count > bestCount || (count === bestCount && value < best)) {
      best = value;
      bestCount = count;
    }
  }
  return best;
}

function fillColumn(matrix: Matrix, index: number, numberOf: (row: number) => number): void {
  for (let row = 0; row < matrix.rowCount; row++) matrix.values[row * matrix.width + index] = numberOf(row);
}

function cellReader(column: MatrixColumn, cells: EncodedColumn): (row: number) => number {
  return cells.kind === "numeric" ? numberReader(column, cells.values) : codeReader(column, cells.codes);
}

function numberReader(column: MatrixColumn, values: Float64Array): (row: number) => number {
  return (row) => {
    const value = values[row]!;
    if (Number.isFinite(value)) return value;
    return Number.isNaN(value) ? column.fill : value < 0 ? column.below : column.above;
  };
}

function codeReader(column: MatrixColumn, codes: Int32Array): (row: number) => number {
  const unseen = column.feature.kind === "categorical" ? column.feature.categories.length : 0;
  return (row) => {
    const code = codes[row]!;
    return code === MISSING ? column.fill : code === UNSEEN ? unseen : code;
  };
}
