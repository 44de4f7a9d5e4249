/**
 * Powers of ten and decimals, without logarithms, which engines round differently, and mostly without texts, which are
 * slow.
 */
import { countUpTo } from "./search-sorted.js";

/** The smallest power of ten that is not 0 as a number. */
export const LEAST_EXPONENT = -323;
/** The greatest power of ten that is finite as a number. */
export const GREATEST_EXPONENT = 308;
/** Greater powers of ten are no longer exact. */
const EXACT = 22;

/** The numbers nearest to the powers of ten, ascending. */
const POWERS = Float64Array.from({ length: GREATEST_EXPONENT - LEAST_EXPONENT + 1 }, (_, place) =>
  Number(`1e${LEAST_EXPONENT + place}`),
);

/**
 * The exponent of the first digit: 0 for 7.5, 2 for 100, −1 for 0.5; what a number shows when it is written with an
 * exponent. For positive, finite numbers.
 */
export function decimalExponent(value: number): number {
  if (value < POWERS[0]!) return LEAST_EXPONENT - 1;
  // A number at or above the nearest one to a power of ten is written with at least that exponent.
  return LEAST_EXPONENT + countUpTo(POWERS, value) - 1;
}

/** The number nearest to 10^exponent. */
export function powerOfTen(exponent: number): number {
  return POWERS[exponent - LEAST_EXPONENT] ?? Number(`1e${exponent}`);
}

/** The number nearest to digits · 10^exponent; `digits` is an integer. */
export function decimal(digits: number, exponent: number): number {
  // One operation on two exact numbers gives the number nearest to its true result.
  if (Math.abs(exponent) > EXACT || !Number.isSafeInteger(digits)) return Number(`${digits}e${exponent}`);
  return exponent < 0 ? digits / powerOfTen(-exponent) : digits * powerOfTen(exponent);
}

/** The number rounded to so many digits, up to 15; it is then short when written. */
export function roundDigits(value: number, digits: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const exponent = decimalExponent(Math.abs(value)) - digits + 1;
  if (Math.abs(exponent) > EXACT) return Number(value.toPrecision(digits));
  const scaled = exponent < 0 ? value * powerOfTen(-exponent) : value / powerOfTen(exponent);
  return decimal(Math.round(scaled), exponent);
}
