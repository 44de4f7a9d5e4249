/**
 * Sums that do not depend on the order of their terms, nor on how these were dealt to several sums that are added up
 * later: every term is cut into whole numbers of a fixed size, and whole numbers are added without rounding.
 *
 * Of a term the first 130 binary digits behind the point count, so what is lost of it is the same in any order. For
 * terms of at most 4 in magnitude: who has others scales them by the largest. Cost: six roundings a term.
 */

/** Whole numbers of 2^0, 2^-26, 2^-52, …, the largest first; their sum is the sum. */
export type FixedSum = Float64Array;

const DIGITS = 26;
const UNIT = 0x400_0000; // 2^26
const LIMBS = 6;
/** Terms after which the lower numbers, each of at most 2^25, are carried over, long before they leave 2^53. */
const TERMS_BETWEEN = 1 << 24;

export function emptySum(): FixedSum {
  return new Float64Array(LIMBS);
}

/** Adds a term for each value. Contract: every term is finite and of at most 4 in magnitude. */
export function addTerms(sum: FixedSum, values: Float64Array, term: (value: number) => number): void {
  for (let start = 0; start < values.length; start += TERMS_BETWEEN) {
    const end = Math.min(values.length, start + TERMS_BETWEEN);
    for (let at = start; at < end; at++) addTerm(sum, term(values[at]!));
    carryOver(sum);
  }
}

/** Adds another sum. */
export function addSum(sum: FixedSum, other: FixedSum): void {
  for (let limb = 0; limb < LIMBS; limb++) sum[limb]! += other[limb]!;
  carryOver(sum);
}

/** The number next to the sum. */
export function sumValue(sum: FixedSum): number {
  let whole = 0n;
  for (let limb = 0; limb < LIMBS; limb++) whole = (whole << BigInt(DIGITS)) + BigInt(sum[limb]!);
  let value = Number(whole);
  for (let limb = 1; limb < LIMBS; limb++) value /= UNIT;
  return value;
}

function addTerm(sum: FixedSum, term: number): void {
  let rest = term; // exact at each step: scaling is by a power of two, and the whole part is taken away
  for (let limb = 0; rest !== 0 && limb < LIMBS; limb++) {
    const whole = Math.round(rest);
    sum[limb]! += whole;
    rest = (rest - whole) * UNIT;
  }
}

function carryOver(sum: FixedSum): void {
  for (let limb = LIMBS - 1; limb > 0; limb--) {
    const carried = Math.round(sum[limb]! / UNIT);
    sum[limb]! -= carried * UNIT;
    sum[limb - 1]! += carried;
  }
}
