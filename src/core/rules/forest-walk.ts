/**
 * Leads rows through a Forest. A row is a list of numbers, one for each feature: the value, or the code of the category;
 * NaN where it is missing or was never seen.
 */
import type { EncodedTable } from "../table/encode-table.js";
import type { Feature } from "../table/features.js";
import { type Forest, LEAF, splitKind } from "./forest.js";

/** Fills `values` with one row of the table. */
export function fillRow(table: EncodedTable, row: number, values: Float64Array): void {
  for (let feature = 0; feature < table.columns.length; feature++) {
    const column = table.columns[feature]!;
    if (column.kind === "numeric") values[feature] = column.values[row]!;
    else values[feature] = column.codes[row]! < 0 ? Number.NaN : column.codes[row]!;
  }
}

/** 1 for features that are split one category against the rest. */
export function equalSplits(features: readonly Feature[]): Uint8Array {
  return Uint8Array.from(features, (feature) => Number(splitKind(feature) === "equal"));
}

/** The child a row goes to, or -1 when the node is a leaf or the value it asks for is missing. */
export function nextNode(forest: Forest, node: number, values: Float64Array, equal: Uint8Array): number {
  const feature = forest.splitFeatures[node]!;
  if (feature === LEAF) return -1;
  const value = values[feature]!;
  if (Number.isNaN(value)) return -1;
  const split = forest.splitValues[node]!;
  const isLeft = equal[feature] === 1 ? value === split : value < split;
  return isLeft ? node + 1 : forest.right[node]!;
}
