/**
 * Leads rows through a Forest. A row is a list of numbers, one for each feature: the value, or the code of the category
 * (UNSEEN for one never seen); NaN where it is missing.
 */
import { type EncodedTable, MISSING, UNSEEN } from "../table/encode-table.js";
import type { Feature } from "../table/features.js";
import { type Forest, LEAF, splitKind } from "./forest.js";

/** Fills `values` with one row of the table. */
export function fillRow(table: EncodedTable, row: number, values: Float64Array): void {
  for (let feature = 0; feature < table.columns.length; feature++) {
    const column = table.columns[feature]!;
    if (column.kind === "numeric") values[feature] = column.values[row]!;
    else values[feature] = column.codes[row] === MISSING ? Number.NaN : column.codes[row]!;
  }
}

/** How splits on each feature are read. */
export const BELOW = 0;
export const BELOW_CODE = 1;
export const EQUAL_CODE = 2;

export function splitReadings(features: readonly Feature[]): Uint8Array {
  return Uint8Array.from(features, (feature) => {
    if (feature.kind === "numeric") return BELOW;
    return splitKind(feature) === "equal" ? EQUAL_CODE : BELOW_CODE;
  });
}

/** The child a row goes to, or -1 when the node is a leaf or the value it asks for is missing or was never seen. */
export function nextNode(forest: Forest, node: number, values: Float64Array, readings: Uint8Array): number {
  const feature = forest.splitFeatures[node]!;
  if (feature === LEAF) return -1;
  const value = values[feature]!;
  const reading = readings[feature]!;
  if (Number.isNaN(value) || (reading !== BELOW && value === UNSEEN)) return -1;
  const split = forest.splitValues[node]!;
  const isLeft = reading === EQUAL_CODE ? value === split : value < split;
  return isLeft ? node + 1 : forest.right[node]!;
}
