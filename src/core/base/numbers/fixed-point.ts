/**
 * Constants to more digits than a number holds, from whole-number arithmetic: nothing is typed in that could be
 * mistyped, and nothing is asked of the engine that engines answer differently.
 *
 * A fixed-point value v stands for v / 2^96. Used only to fill tables and constants, once.
 */
const FRACTION_BITS = 96n;
const ONE = 1n << FRACTION_BITS;

/** ln(numerator / denominator) of a positive fraction, by the series of the inverse hyperbolic tangent. */
export function fixedLog(numerator: bigint, denominator: bigint): bigint {
  const ratio = ((numerator - denominator) << FRACTION_BITS) / (numerator + denominator);
  const square = (ratio * ratio) >> FRACTION_BITS;
  let sum = 0n;
  let power = ratio;
  for (let k = 1n; power / k !== 0n; k += 2n) {
    sum += power / k;
    power = truncate(power * square);
  }
  return 2n * sum;
}

/** e^v of a fixed-point value near 0. */
export function fixedExp(value: bigint): bigint {
  let sum = 0n;
  let term = ONE;
  for (let k = 1n; term !== 0n; k++) {
    sum += term;
    term = truncate(term * value) / k;
  }
  return sum;
}

/** 2π, by Machin's formula: π/4 = 4 atan(1/5) − atan(1/239). */
export function fixedTurn(): bigint {
  return 8n * (4n * inverseTangent(5n) - inverseTangent(239n));
}

/** The nearest number. */
export function toNumber(value: bigint): number {
  return Number(value) * UNIT;
}

/** The nearest number to what `high` leaves of a value. */
export function remainder(value: bigint, high: number): number {
  return toNumber(value - BigInt(high / UNIT));
}

const UNIT = 1 / Number(ONE);

/** atan(1/n) by its power series. */
function inverseTangent(n: bigint): bigint {
  let sum = 0n;
  let power = ONE / n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -power / k;
    power /= n * n;
  }
  return sum;
}

/** Towards zero: shifting would turn the smallest negative term into itself for ever. */
function truncate(product: bigint): bigint {
  return product / ONE;
}
