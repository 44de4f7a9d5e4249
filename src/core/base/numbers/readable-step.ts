/** Steps of 1, 2 or 5 times a power of ten, in which numbers are told when no more of them is known. */
import { decimal, decimalExponent, powerOfTen } from "./decimal-exponent.js";

export interface ReadableStep {
  readonly digit: 1 | 2 | 5;
  readonly exponent: number;
}

/** Greater multiples are no longer exact. */
const MOST_STEPS = 1e15;

/**
 * The longest step that is no longer than `most`, and no shorter than the last of so many decimals; null: there is
 * none.
 */
export function readableStep(most: number, decimals: number | null): ReadableStep | null {
  if (!(most > 0 && most < Number.POSITIVE_INFINITY))
    return decimals === null ? null : { digit: 1, exponent: -decimals };
  const exponent = decimalExponent(most);
  if (decimals !== null && exponent < -decimals) return { digit: 1, exponent: -decimals };
  const size = most / powerOfTen(exponent);
  return { digit: size >= 5 ? 5 : size >= 2 ? 2 : 1, exponent };
}

/** A multiple of the step next to the value; the value itself where steps are too short to be counted. */
export function roundToStep(
  value: number,
  { digit, exponent }: ReadableStep,
  round: (steps: number) => number,
): number {
  const scaled = exponent < 0 ? value * powerOfTen(-exponent) : value / powerOfTen(exponent);
  const steps = scaled / digit;
  if (!(Math.abs(steps) < MOST_STEPS)) return value;
  const nearest = Math.round(steps);
  // What is off by a rounding of arithmetic alone counts as exact.
  const whole = Math.abs(steps - nearest) <= 1e-12 * Math.abs(steps) ? nearest : round(steps);
  return decimal(whole * digit, exponent) + 0;
}
