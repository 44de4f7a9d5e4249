/**
 * Columns to look at where there are more than can be looked at: evenly spread over all of them in the order of names,
 * so that the order of columns does not matter.
 */
import { compareNames } from "../base/index.js";
import type { EncodedTable } from "../table/index.js";

const MOST_COLUMNS = 40;

/** Some of the columns that are so, at most 40, in the order of names. */
export function spreadColumns({ features }: EncodedTable, isSo: (column: number) => boolean): number[] {
  const columns = [...features.keys()].filter(isSo).sort((a, b) => compareNames(features[a]!.name, features[b]!.name));
  const count = Math.min(columns.length, MOST_COLUMNS);
  return Array.from({ length: count }, (_, i) => columns[Math.floor((i * columns.length) / count)]!);
}

export function withoutColumns(table: EncodedTable, isLeftOut: (column: number) => boolean): EncodedTable {
  return {
    rowCount: table.rowCount,
    features: table.features.filter((_, column) => !isLeftOut(column)),
    columns: table.columns.filter((_, column) => !isLeftOut(column)),
  };
}
