/**
 * A benchmark set: normal learning rows, labelled test rows with two detectors' flags, and normal test rows of which
 * one to three features were changed, with the truth. All values are numbers; NaN is missing.
 *
 * It is either made from a raw set by our own protocol (make-set.ts) or read from the ready-made pack (pack.ts).
 */

import type { Table } from "../../src/index.js";
import { rememberFor } from "../internals.js";

export interface ChangedRow {
  /** Names of the changed features. */
  readonly features: readonly string[];
  /** How they were changed: "uniform", "marginal" or "shift". */
  readonly mode: string;
  /** Whether a detector flagged the row before the change. */
  readonly flaggedBefore: boolean;
}

export interface BenchmarkSet {
  readonly name: string;
  /** Normal rows, features only. */
  readonly train: Table;
  /** Anomalies of the learning part, which `train` leaves out; no rows in the pack. */
  readonly trainAnomalies: Table;
  /** The features, then `label` (1: anomaly), `if_flag` and `ae_flag`. */
  readonly test: Table;
  /** The features, then `if_flag` and `ae_flag`. */
  readonly perturbed: Table;
  /** One for each perturbed row. */
  readonly truth: readonly ChangedRow[];
}

const columnsOf = rememberFor(
  (table: Table) =>
    new Map(table.columns.flatMap((column) => (column.type === "number" ? [[column.name, column.values]] : []))),
);

/** The numbers of one column. */
export function numbers(table: Table, name: string): Float64Array {
  const values = columnsOf(table).get(name);
  if (values === undefined) throw new Error(`no number column ${name}`);
  return values;
}

/** The given rows of a table of numbers. */
export function pickRows(table: Table, rows: ArrayLike<number>): Table {
  return {
    rowCount: rows.length,
    columns: table.columns.map((column) => {
      if (column.type !== "number") throw new Error(`column ${column.name} is not of numbers`);
      return { ...column, values: Float64Array.from(rows, (row) => column.values[row]!) };
    }),
  };
}

/** The first rows, all when there are fewer. */
export function firstRows(table: Table, count: number): Table {
  return pickRows(
    table,
    Array.from({ length: Math.min(count, table.rowCount) }, (_, row) => row),
  );
}

/** The rows of both tables that have the columns of the first. */
export function joinRows(first: Table, second: Table): Table {
  return {
    rowCount: first.rowCount + second.rowCount,
    columns: first.columns.map(({ name }) => {
      const values = new Float64Array(first.rowCount + second.rowCount);
      values.set(numbers(first, name));
      values.set(numbers(second, name), first.rowCount);
      return { name, type: "number", values };
    }),
  };
}

/** The table with more columns. */
export function withColumns(table: Table, added: Readonly<Record<string, ArrayLike<number>>>): Table {
  const columns = Object.entries(added).map(([name, values]) => ({
    name,
    type: "number" as const,
    values: Float64Array.from(values),
  }));
  return { rowCount: table.rowCount, columns: [...table.columns, ...columns] };
}

/** Test rows that a detector flags, truly anomalous (label 1) or not (label 0), in row order. */
export function flaggedRows({ test }: BenchmarkSet, label: 0 | 1): number[] {
  const labels = numbers(test, "label");
  return Array.from(labels.keys()).filter((row) => labels[row] === label && isFlagged(test, row));
}

export function isFlagged(table: Table, row: number): boolean {
  return numbers(table, "if_flag")[row] === 1 || numbers(table, "ae_flag")[row] === 1;
}
