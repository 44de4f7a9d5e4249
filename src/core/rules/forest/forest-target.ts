/**
 * What the trees of a Forest predict, on the sample they grow on: standardised numbers in integers, or classes.
 *
 * Sums of integers have no rounding: the order in which rows are added cannot change a split, splits of the same rows
 * are true ties, and what is known of a node and of one child says all of the other.
 */
import { type EncodedTable, standardised, type ValueScale } from "../../table/index.js";
import type { Classes } from "./forest-bins.js";

/** Units of a standardised target in one deviation. */
export const TARGET_UNIT = 0x10_0000;

export interface NumericTarget {
  readonly kind: "numeric";
  /** Standardised, in units; 0 where it is missing. */
  readonly units: Int32Array;
  /** Rows whose target is known, ascending. */
  readonly rows: Int32Array;
}

export interface ClassTarget {
  readonly kind: "classes";
  /** Class of each row; 0 where it is missing. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  /** Rows whose target is known, ascending. */
  readonly rows: Int32Array;
}

export type Target = NumericTarget | ClassTarget;

interface NumericProfile {
  readonly kind: "numeric";
  readonly scale: ValueScale;
}

/** `classes` are those of a categorical feature. */
export function targetOf(
  sample: EncodedTable,
  feature: number,
  {
    profile,
    classes,
  }: { readonly profile: NumericProfile | { readonly kind: "categorical" }; readonly classes: Classes | null },
): Target {
  const column = sample.columns[feature]!;
  if (column.kind === "numeric" && profile.kind === "numeric") {
    return numericTarget(column.values.map((value) => standardised(value, profile.scale)));
  }
  const codes = column.kind === "categorical" ? column.codes : new Int32Array();
  return classTarget(codes, classes!);
}

/** Values are standardised; NaN is missing. */
export function numericTarget(values: Float64Array): NumericTarget {
  const units = new Int32Array(values.length);
  const rows = new Int32Array(values.length);
  let known = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    units[row] = Math.round(value * TARGET_UNIT);
    rows[known++] = row;
  }
  return { kind: "numeric", units, rows: rows.subarray(0, known) };
}

/** Codes below 0 are missing. */
export function classTarget(codes: Int32Array, { classOf, classes }: Classes): ClassTarget {
  const classOfRow = new Uint8Array(codes.length);
  const rows = new Int32Array(codes.length);
  let known = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code < 0) continue;
    classOfRow[row] = classOf[code]!;
    rows[known++] = row;
  }
  return { kind: "classes", classes: classOfRow, classCount: classes.length, rows: rows.subarray(0, known) };
}
