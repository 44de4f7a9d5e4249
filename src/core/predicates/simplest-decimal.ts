/**
 * The number in (low, high] that is easiest to read: fewest decimal places, then the roundest last digit.
 *
 * A cut-off between two neighbouring learning values may be any number in the gap without changing a single count, so
 * people can read `Level ≥ 10` instead of `Level ≥ 9.99737`.
 */
import { decimal, decimalExponent, GREATEST_EXPONENT, LEAST_EXPONENT, powerOfTen } from "../base/index.js";

export function simplestDecimal(low: number, high: number): number {
  if (low < 0 && high >= 0) return 0;
  if (low === Number.NEGATIVE_INFINITY) return high;
  // Mirror a negative gap; there the open end is the one nearer to zero after mirroring.
  if (high < 0) return -roundest({ low: -high, high: -low, openEnd: "high" });
  return roundest({ low, high, openEnd: "low" });
}

/**
 * Multiples with more digits are no longer exact integers; where so many are needed the gap's end reads as well.
 */
const MOST_DIGITS = 15;

/** 0 ≤ low < high. */
interface Gap {
  readonly low: number;
  readonly high: number;
  /** Which end does not belong to the gap. */
  readonly openEnd: "low" | "high";
}

function isInside({ low, high, openEnd }: Gap, value: number): boolean {
  return openEnd === "low" ? value > low && value <= high : value >= low && value < high;
}

function roundest(gap: Gap): number {
  const { low, high } = gap;
  if (high === Number.POSITIVE_INFINITY) return firstAbove(gap);
  const top = decimalExponent(high);
  for (let exponent = top; exponent >= Math.max(LEAST_EXPONENT, top - MOST_DIGITS + 1); exponent--) {
    const candidate = roundestMultiple(gap, exponent);
    if (candidate !== null) return candidate;
  }
  return gap.openEnd === "low" ? high : low;
}

/** The multiple of 10^exponent inside the gap, preferring multiples of five, then the one nearest to the middle. */
function roundestMultiple(gap: Gap, exponent: number): number | null {
  const { low, high } = gap;
  const step = powerOfTen(exponent);
  const first = Math.max(0, Math.floor(low / step) - 1);
  const last = Math.ceil(high / step) + 1;
  const middle = low + (high - low) / 2;
  let best: number | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  // A coarser step found nothing, so at most about ten multiples can lie inside.
  for (let multiple = first; multiple <= Math.min(last, first + 24); multiple++) {
    const value = decimal(multiple, exponent);
    if (!isInside(gap, value)) continue;
    const cost = (multiple % 5 === 0 ? 0 : 2) + Math.abs(value - middle) / (high - low || 1);
    if (cost < bestCost) {
      best = value;
      bestCost = cost;
    }
  }
  return best;
}

/** The first power of ten inside a gap without an upper end; beyond the last one, the largest finite number there. */
function firstAbove(gap: Gap): number {
  let exponent = gap.low <= 0 ? 0 : decimalExponent(gap.low);
  while (exponent <= GREATEST_EXPONENT && !isInside(gap, powerOfTen(exponent))) exponent++;
  const value = exponent > GREATEST_EXPONENT ? Number.MAX_VALUE : powerOfTen(exponent);
  return isInside(gap, value) ? value : Number.POSITIVE_INFINITY;
}
