/**
 * The scale on which values of a numeric feature are compared with one another.
 *
 * Amounts, durations and counts differ by factors rather than by differences: on a linear scale a fee of 0.19 and one
 * of −0.19 are the same beside one of 900. Such values are bent: about linear within a unit around 0, logarithmic
 * beyond it, on both sides. Rules and all that is shown stay in the values' unit.
 */
import { exp, log } from "../base/index.js";

export interface ValueScale {
  /** Null: values are compared as they are. */
  readonly unit: number | null;
  /** Of the values on this scale. */
  readonly mean: number;
  readonly deviation: number;
}

/** NaN and infinite values stay what they are. */
export function bend(value: number, unit: number | null): number {
  if (unit === null || !Number.isFinite(value)) return value;
  const units = Math.abs(value) / unit;
  const bent = Number.isFinite(units) ? log(1 + units) : log(Math.abs(value)) - log(unit);
  return value < 0 ? -bent : bent;
}

/** The greatest number that can be told is beyond this. */
const MOST_BENT = 700;

export function unbend(bent: number, unit: number | null): number {
  if (unit === null) return bent;
  const value = unit * (exp(Math.min(MOST_BENT, Math.abs(bent))) - 1);
  return bent < 0 ? -value : value;
}

/** How far a value moves for each step on the scale. */
export function stretchAt(value: number, unit: number | null): number {
  return unit === null ? 1 : unit + Math.abs(value);
}
