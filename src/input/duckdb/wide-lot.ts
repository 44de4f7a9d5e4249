/** Columns of a wide table that are looked at before the others: what they hold may be reason enough not to go on. */
import { hashText } from "../../core/base/index.js";

/** Tables with more columns are wide. */
export const WIDE = 500;
/** Columns that are drawn. */
const LOT = 256;
/** The most rows with which it is worth it: those that come first need not be like the others. */
export const LOT_ROWS = 100_000;

/** The places of those that are drawn, by lot. */
export function drawColumns(names: readonly string[]): number[] {
  return names
    .map((name, place) => ({ place, hash: hashText(name, LOT) >>> 0 }))
    .sort((a, b) => a.hash - b.hash || a.place - b.place)
    .slice(0, LOT)
    .map(({ place }) => place);
}
