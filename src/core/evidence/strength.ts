/**
 * How strange a row is among normal rows that took no part in learning: the share of them that are less strange, where
 * the row itself counts among them, so that nothing is stranger than all there could be.
 */

import { countBelow } from "../base/index.js";
import type { Calibration } from "../model/index.js";

/**
 * A row is stranger than another only by more than this share: each was judged by what was learnt from slightly
 * different rows, so that two rows with the same values differ by about as much.
 */
const MARGIN = 0.01;

/** Of fewer normal rows it can never be said that a row is stranger than 95 % of them. */
export const ENOUGH_MEASURED = 19;

/** Null when too few rows were measured. Never above n / (n + 1) for n measured rows. */
export function strengthOf({ strangeness }: Pick<Calibration, "strangeness">, ofRow: number): number | null {
  if (strangeness.length < ENOUGH_MEASURED) return null;
  return countBelow(strangeness, ofRow - MARGIN * Math.abs(ofRow)) / (strangeness.length + 1);
}

/** Of a row that is stranger than all that it was compared with. */
export function greatestStrength(compared: number): number {
  return compared / (compared + 1);
}

/** Six digits, the same before and after a file. */
export function shortenStrangeness(value: number): number {
  return Number(value.toPrecision(6));
}

/** Whether a row is at least so strange; `least` null: any row is. */
export function isAsStrange(strength: number | null, least: number | null): boolean {
  return least === null || (strength !== null && strength >= least);
}
