/**
 * The ready-made pack, found in the folder `perturbed` of the data: for each of 17 sets train.csv, test.csv,
 * perturbed.csv and truth.json. It serves to compare with figures measured elsewhere on the very same rows.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Table, tableFromColumns } from "../../src/index.js";
import { type BenchmarkSet, firstRows } from "./benchmark-set.js";

export const NO_PACK = "the pack of perturbed rows is not there: set PARSIGHT_DATA to the folder that holds perturbed/";

export function packNames(folder: string): string[] {
  return readdirSync(folder).sort();
}

export function readPackSet(folder: string, name: string): BenchmarkSet {
  const file = (base: string): string => join(folder, name, base);
  const truth = JSON.parse(readFileSync(file("truth.json"), "utf8")) as {
    features: number[];
    mode: string;
    orig_if_flag: number;
    orig_ae_flag: number;
  }[];
  const train = readNumbers(file("train.csv"));
  return {
    name,
    train,
    trainAnomalies: firstRows(train, 0),
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
  const cells = lines.map((line) => line.trimEnd().split(","));
  return tableFromColumns(
    header
      .trimEnd()
      .split(",")
      .map((name, column) => ({
        name,
        values: Float64Array.from(cells, (row) => (row[column] === "" ? Number.NaN : Number(row[column]))),
      })),
    lines.length,
  );
}
