/**
 * The pack: for each of 17 sets normal learning rows, labelled test rows with two detectors' flags, and normal rows of
 * which one to three features were changed, with the truth.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Table, tableFromColumns } from "../src/index.js";

export interface ChangedRow {
  /** Names of the changed features. */
  readonly features: readonly string[];
  readonly mode: string;
  /** Whether a detector flagged the row before the change. */
  readonly flaggedBefore: boolean;
}

export interface PackSet {
  readonly name: string;
  readonly train: Table;
  readonly test: Table;
  readonly perturbed: Table;
  /** One for each perturbed row. */
  readonly truth: readonly ChangedRow[];
}

export function packNames(folder: string): string[] {
  return readdirSync(folder).sort();
}

export function readPackSet(folder: string, name: string): PackSet {
  const file = (base: string): string => join(folder, name, base);
  const truth = JSON.parse(readFileSync(file("truth.json"), "utf8")) as {
    features: number[];
    mode: string;
    orig_if_flag: number;
    orig_ae_flag: number;
  }[];
  return {
    name,
    train: readNumbers(file("train.csv")),
    test: readNumbers(file("test.csv")),
    perturbed: readNumbers(file("perturbed.csv")),
    truth: truth.map((row) => ({
      features: row.features.map((feature) => `f${feature}`),
      mode: row.mode,
      flaggedBefore: Boolean(row.orig_if_flag || row.orig_ae_flag),
    })),
  };
}

/** A CSV of plain numbers with a header; an empty cell is missing. */
export function readNumbers(path: string): Table {
  const [header = "", ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const cells = lines.map((line) => line.split(","));
  return tableFromColumns(
    header.split(",").map((name, column) => ({
      name,
      values: Float64Array.from(cells, (row) => (row[column] === "" ? Number.NaN : Number(row[column]))),
    })),
    lines.length,
  );
}

/** The numbers of one column. */
export function numbers(table: Table, name: string): Float64Array {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column?.type !== "number") throw new Error(`no number column ${name}`);
  return column.values;
}

/** The given rows of a table of numbers. */
export function pickRows(table: Table, rows: readonly number[]): Table {
  return {
    rowCount: rows.length,
    columns: table.columns.map((column) => {
      if (column.type !== "number") throw new Error(`column ${column.name} is not of numbers`);
      return { ...column, values: Float64Array.from(rows, (row) => column.values[row]!) };
    }),
  };
}
