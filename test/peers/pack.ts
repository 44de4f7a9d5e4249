/**
 * Reads the pack of perturbed rows that figures are compared on: for each set its normal learning rows, the changed rows
 * and which features were changed. The pack is found by the environment variable PARSIGHT_DATA (its folder `perturbed`).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromColumns } from "../../src/core/table/build-table.js";
import { type Feature, inferFeatures } from "../../src/core/table/features.js";
import type { Table } from "../../src/core/table/table.js";

export interface ChangedRow {
  /** Positions of the changed features. */
  readonly features: readonly number[];
  readonly mode: "uniform" | "marginal" | "shift";
  readonly orig_if_flag: number;
  readonly orig_ae_flag: number;
}

export interface PackSet {
  readonly name: string;
  readonly features: readonly Feature[];
  readonly train: Table;
  readonly test: Table;
  readonly perturbed: Table;
  readonly truth: readonly ChangedRow[];
}

/** The pack's folder, or null when there is none here. */
export function findPack(): string | null {
  const data = process.env.PARSIGHT_DATA;
  const folder = data === undefined ? null : join(data, "perturbed");
  return folder !== null && existsSync(folder) ? folder : null;
}

export const NO_PACK = "the pack of perturbed rows is not here: set PARSIGHT_DATA to the folder that holds perturbed/";

export function packSetNames(pack: string): string[] {
  return readdirSync(pack).sort();
}

export function readPackSet(pack: string, name: string): PackSet {
  const folder = join(pack, name);
  const train = readNumbers(join(folder, "train.csv"));
  const { features } = inferFeatures(train, { exclude: [], numeric: [], categorical: [] });
  if (features.length !== train.columns.length) throw new Error(`${name}: a column was left out`);
  return {
    name,
    features,
    train,
    test: readNumbers(join(folder, "test.csv")),
    perturbed: readNumbers(join(folder, "perturbed.csv")),
    truth: JSON.parse(readFileSync(join(folder, "truth.json"), "utf8")) as ChangedRow[],
  };
}

/** A CSV of plain numbers with a header: all the pack has. */
function readNumbers(path: string): Table {
  const [header, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const names = header!.trimEnd().split(",");
  const columns = names.map((name) => ({ name, values: new Float64Array(lines.length) }));
  lines.forEach((line, row) => {
    line.split(",").forEach((cell, column) => {
      columns[column]!.values[row] = cell.trim() === "" ? Number.NaN : Number(cell);
    });
  });
  return tableFromColumns(columns, lines.length);
}

/** A numeric column by name. */
export function packColumn(table: Table, name: string): Float64Array {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column?.type !== "number") throw new Error(`no numeric column "${name}"`);
  return column.values;
}
