/**
 * How strange do normal rows look? The measure by which a row's strength is told ("stranger than 99.2 % of normal rows").
 *
 * Rows held aside took no part in what judges them. On small tables, where the model itself can spare no row, a second
 * view of normal behaviour is learnt without them and thrown away.
 */
import { openKernel } from "../kernel/kernel.js";
import type { Calibration } from "../model/model.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { type BlameParts, blameRow, prepareRowBlamer } from "./row-blame.js";

/** Fewer rows than this are no measure. */
const ENOUGH = 5;
/** A later suspect is accused when it is stranger than this share of normal rows is in its strangest feature. */
const ACCUSED_SHARE = 0.95;

/** `parts` must not have learnt trees, mixture or neighbours from the rows held aside; the features' profiles and node counts may include them. */
export function calibrate(parts: BlameParts, table: EncodedTable, aside: Int32Array): Calibration {
  if (aside.length < ENOUGH || table.features.length === 0)
    return { strangeness: new Float64Array(), accusation: null };
  const blamer = prepareRowBlamer(parts, openKernel());
  const rows = encodedRows(table, aside);
  const strangeness = new Float64Array(aside.length);
  const largest = new Float64Array(aside.length);
  for (let row = 0; row < aside.length; row++) {
    const blame = blameRow(blamer, rows, row);
    strangeness[row] = shorten(blame.strangeness);
    largest[row] = shorten(blame.strengths[0] ?? 0);
  }
  largest.sort();
  return { strangeness: strangeness.sort(), accusation: largest[Math.floor(ACCUSED_SHARE * aside.length)]! };
}

/** Six digits, the same before and after a file. */
function shorten(value: number): number {
  return Number(value.toPrecision(6));
}
