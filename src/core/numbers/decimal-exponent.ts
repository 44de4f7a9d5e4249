/** The power of ten at which a number begins, without logarithms, which engines round differently. */

/**
 * The exponent of the first digit: 0 for 7.5, 2 for 100, −1 for 0.5; what a number shows when it is written with an
 * exponent. For positive, finite numbers.
 */
export function decimalExponent(value: number): number {
  // The shortest form of a number is defined to the digit; ten to any power begins with its own exponent.
  const text = value.toExponential();
  return Number(text.slice(text.indexOf("e") + 1));
}

/** The number nearest to 10^exponent. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}
