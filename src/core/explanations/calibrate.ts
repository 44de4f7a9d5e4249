/**
 * How strange do normal rows look? The measure by which a row's strength is told ("stranger than 99.2 % of normal rows").
 *
 * On large tables the rows behind the sample that grew the trees are looked at. On small ones no row can be spared: the
 * sample is halved, and each half is seen through trees and neighbours of the other.
 */
import type { FeatureProfile, KeptRows } from "../model/model.js";
import type { Forest } from "../rules/forest.js";
import { growForest } from "../rules/grow-forest.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { keepRows } from "./keep-rows.js";
import { type BlameParts, blameRow, prepareRowBlamer } from "./row-blame.js";

export interface CalibrationInputs {
  readonly table: EncodedTable;
  readonly profiles: readonly FeatureProfile[];
  readonly forest: Forest;
  readonly neighbours: KeptRows;
  /** Rows that grew the trees. */
  readonly sample: Int32Array;
  /** Rows that did not, and are not kept either. */
  readonly aside: Int32Array;
  readonly seed: number;
}

/** Fewer rows held aside than this do not make a measure. */
const ENOUGH = 200;
/** Trees for each feature of a half: strangeness is a mean over trees, so fewer will do. */
const HALF_TREES = 8;

/** Strangeness of normal rows, ascending; empty when there is nothing to measure with. */
export function calibrate(inputs: CalibrationInputs): Float64Array {
  const { table, profiles, forest, neighbours } = inputs;
  const parts = { rowCount: table.rowCount, features: table.features, profiles, forest, neighbours };
  if (inputs.aside.length >= ENOUGH) return strangenessOf(parts, encodedRows(table, inputs.aside)).sort();
  const middle = inputs.sample.length >> 1;
  const halves = [inputs.sample.slice(0, middle), inputs.sample.slice(middle)] as const;
  const seen = [...throughOtherHalf(inputs, halves[0], halves[1]), ...throughOtherHalf(inputs, halves[1], halves[0])];
  return Float64Array.from(seen).sort();
}

function throughOtherHalf(inputs: CalibrationInputs, grown: Int32Array, seen: Int32Array): Float64Array {
  const { table, profiles, seed } = inputs;
  const own = encodedRows(table, grown);
  const trees = inputs.forest.targets.length === 0 ? 0 : HALF_TREES;
  const sample = Int32Array.from(grown.keys());
  const parts: BlameParts = {
    rowCount: table.rowCount,
    features: table.features,
    profiles,
    forest: growForest(own, profiles, { trees, seed, sample }, () => {}),
    neighbours: keepRows(own, sample.subarray(0, inputs.neighbours.rowCount)),
  };
  return strangenessOf(parts, encodedRows(table, seen));
}

function strangenessOf(parts: BlameParts, rows: EncodedTable): Float64Array {
  const blamer = prepareRowBlamer(parts);
  return Float64Array.from({ length: rows.rowCount }, (_, row) => blameRow(blamer, rows, row).strangeness);
}
