/**
 * The number in (low, high] that is easiest to read: fewest decimal places, then the roundest last digit.
 *
 * A cut-off between two neighbouring learning values may be any number in the gap without changing a single count, so
 * people can read `Level ≥ 10` instead of `Level ≥ 9.99737`.
 */
import {
  decimal,
  decimalExponent,
  GREATEST_EXPONENT,
  LEAST_EXPONENT,
  powerOfTen,
} from "../base/numbers/decimal-exponent.js";

export function simplestDecimal(low: number, high: number): number {
  if (low < 0 && high >= 0) return 0;
  if (low === Number.NEGATIVE_INFINITY) return high;
  // Mirror a negative gap; there the open end is the one nearer to zero after mirroring.
  if (high < 0) return -roundest(-high, -low, { openEnd: "high" });
  return roundest(low, high, { openEnd: "low" });
}

/**
 * Multiples with more digits are no longer exact integers; where so many are needed the gap's own end reads as well.
 */
const MOST_DIGITS = 15;

interface Gap {
  /** Which end does not belong to the gap. */
  readonly openEnd: "low" | "high";
}

/** For 0 ≤ low < high. */
function roundest(low: number, high: number, gap: Gap): number {
  const inside = (value: number): boolean =>
    gap.openEnd === "low" ? value > low && value <= high : value >= low && value < high;
  if (high === Number.POSITIVE_INFINITY) return firstAbove(low, inside);
  const top = decimalExponent(high);
  for (let exponent = top; exponent >= Math.max(LEAST_EXPONENT, top - MOST_DIGITS + 1); exponent--) {
    const candidate = roundestMultiple(low, high, exponent, inside);
    if (candidate !== null) return candidate;
  }
  return gap.openEnd === "low" ? high : low;
}

/** The multiple of 10^exponent inside the gap, preferring multiples of five, then the one nearest to the middle. */
function roundestMultiple(
  low: number,
  high: number,
  exponent: number,
  inside: (value: number) => boolean,
): number | null {
  const step = powerOfTen(exponent);
  const first = Math.max(0, Math.floor(low / step) - 1);
  const last = Math.ceil(high / step) + 1;
  const middle = low + (high - low) / 2;
  let best: number | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  // A coarser step found nothing, so at most about ten multiples can lie inside.
  for (let multiple = first; multiple <= Math.min(last, first + 24); multiple++) {
    const value = decimal(multiple, exponent);
    if (!inside(value)) continue;
    const cost = (multiple % 5 === 0 ? 0 : 2) + Math.abs(value - middle) / (high - low || 1);
    if (cost < bestCost) {
      best = value;
      bestCost = cost;
    }
  }
  return best;
}

/** The first power of ten inside a gap without an upper end; beyond the last one, the largest finite number there. */
function firstAbove(low: number, inside: (value: number) => boolean): number {
  let exponent = low <= 0 ? 0 : decimalExponent(low);
  while (exponent <= GREATEST_EXPONENT && !inside(powerOfTen(exponent))) exponent++;
  const value = exponent > GREATEST_EXPONENT ? Number.MAX_VALUE : powerOfTen(exponent);
  return inside(value) ? value : Number.POSITIVE_INFINITY;
}
