/** What was inferred about each column of a table, and enough of its values to judge that. */
import {
  type CellValue,
  type Column,
  cellValue,
  type Feature,
  inferFeatures,
  type Table,
} from "../../src/core/table/index.js";
import type { ColumnChoice } from "./column-choice.js";

export interface ColumnSummary {
  readonly name: string;
  readonly type: Column["type"];
  /** null: left out, for `reason`. */
  readonly kind: Feature["kind"] | null;
  readonly reason: string;
  readonly missing: number;
  /** Rows in equal steps from `min` to `max`; null unless the column holds finite numbers or moments. */
  readonly spread: { readonly min: number; readonly max: number; readonly counts: readonly number[] } | null;
  /** Most frequent first, a few; `distinct` counts all, up to a limit. Numeric features and moments list none. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly distinct: number;
}

const STEPS = 24;
const VALUES_SHOWN = 50;
export const MOST_DISTINCT = 10_000;

export function summariseColumns(table: Table, choice: ColumnChoice): ColumnSummary[] {
  const { features, excluded } = inferFeatures(table, choice);
  const kinds = new Map(features.map(({ name, kind }) => [name, kind]));
  const reasons = new Map(excluded.map(({ name, reason }) => [name, reason]));
  return table.columns.map((column) => ({
    name: column.name,
    type: column.type,
    kind: kinds.get(column.name) ?? null,
    reason: reasons.get(column.name) ?? "",
    ...(column.type === "number" && kinds.get(column.name) === "numeric"
      ? { missing: column.values.filter(Number.isNaN).length, values: [], distinct: 0 }
      : countValues(column, table.rowCount)),
    spread: column.type === "number" || column.type === "time" ? spreadOf(column.values) : null,
  }));
}

function countValues(column: Column, rowCount: number): Pick<ColumnSummary, "missing" | "values" | "distinct"> {
  if (column.type === "time") return { missing: column.values.filter(Number.isNaN).length, values: [], distinct: 0 };
  const counts = new Map<CellValue, number>();
  let missing = 0;
  for (let row = 0; row < rowCount; row++) {
    const value = column.type === "other" ? null : cellValue(column, row);
    const before = counts.get(value);
    if (value === null) missing++;
    else if (before !== undefined || counts.size < MOST_DISTINCT) counts.set(value, (before ?? 0) + 1);
  }
  const values = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, VALUES_SHOWN)
    .map(([value, count]) => ({ value: String(value), count }));
  return { missing, values, distinct: counts.size };
}

function spreadOf(values: Float64Array): ColumnSummary["spread"] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) return null;
  const counts = new Array<number>(STEPS).fill(0);
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const step = max === min ? 0 : Math.min(STEPS - 1, Math.floor(((value - min) / (max - min)) * STEPS));
    counts[step]!++;
  }
  return { min, max, counts };
}
