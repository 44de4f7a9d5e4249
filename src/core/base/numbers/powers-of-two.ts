/** Powers of two and the exponents of numbers, exactly. */

const LEAST = -1074;
const GREATEST = 1023;

/** 2^n at [n + 1074]. */
const POWERS_OF_TWO = makePowers();

function makePowers(): Float64Array {
  const powers = new Float64Array(GREATEST - LEAST + 1);
  powers[0] = Number.MIN_VALUE;
  for (let at = 1; at < powers.length; at++) powers[at] = 2 * powers[at - 1]!; // doubling is exact
  return powers;
}

/** For an exponent n from -1074 to 1023. */
export function powerOfTwo(n: number): number {
  return POWERS_OF_TWO[n - LEAST]!;
}

/** 2^-n, the same without a −0 on the way, which would cost time. */
export function inversePowerOfTwo(n: number): number {
  return POWERS_OF_TWO[-LEAST - n]!;
}

/** The upper half of a number's bits: sign, exponent and the first twenty digits behind the point. */
export function upperBits(x: number): number {
  WHOLE[0] = x;
  return HALVES[UPPER]!;
}

/** A place to look at the bits of one number (a DataView takes twice as long); nothing is kept in it between calls. */
const WHOLE = Float64Array.of(1);
const HALVES = new Int32Array(WHOLE.buffer);
/** Where this machine puts the upper half: 1 has nothing in the lower one. */
const UPPER = HALVES[0] === 0 ? 1 : 0;
