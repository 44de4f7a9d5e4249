/**
 * Logarithms by IEEE additions and multiplications alone, so that every engine gives the same bits; ln within 1 unit of
 * the last place, log2 within 2 and exact for powers of two.
 *
 * x = 2^n · m with m in [¾, 1½), and m = c · (1 + f) with c the nearest multiple of 1/128, so |f| ≤ 1/192: ln x = n ·
 * ln 2 + ln c + ln(1 + f): a constant, a table, and a short series. Next to 1, where the first two vanish, f is exact.
 */

import { kernelSchema as schema } from "../../schema/index.js";
import { fixedLog, remainder, toNumber } from "./fixed-point.js";
import { inversePowerOfTwo, powerOfTwo, upperBits } from "./powers-of-two.js";

/** Taken over, since an engine compiles constants of a module into its code, but not those of another. */
const { FIRST_CENTRE, LEAST_NORMAL, LN2_HIGH, LN2_LOW, THREE_QUARTERS } = schema;

const STEPS = 128;
const LN2 = fixedLog(2n, 1n);
const LOG2_E = 1 / toNumber(LN2);

/** The greatest centre, in steps. */
const LAST = 1.5 * STEPS;
/** For c = i/128 at 3 (i − 96): ln c in multiples of 2^-32, so that sums with it are exact; what is left of it; 1/c. */
export const LOG_CENTRES = makeCentres();

function makeCentres(): Float64Array {
  const centres = new Float64Array(3 * (LAST - FIRST_CENTRE + 1));
  for (let centre = FIRST_CENTRE; centre <= LAST; centre++) {
    const logarithm = fixedLog(BigInt(centre), BigInt(STEPS));
    const high = Math.round(toNumber(logarithm) * 0x1_0000_0000) / 0x1_0000_0000;
    centres.set([high, remainder(logarithm, high), STEPS / centre], 3 * (centre - FIRST_CENTRE));
  }
  return centres;
}

/** The natural logarithm; −Infinity of 0, NaN of negative numbers. */
export function log(x: number): number {
  if (x >= LEAST_NORMAL && x <= Number.MAX_VALUE) return logOf(x, 0);
  if (x > 0) return x === Number.POSITIVE_INFINITY ? x : logOf(x * powerOfTwo(54), -54);
  return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
}

/** The logarithm to base 2. */
export function log2(x: number): number {
  if (x >= LEAST_NORMAL && x <= Number.MAX_VALUE) {
    const n = (upperBits(x) - THREE_QUARTERS) >> 20;
    return n + logOf(x * inversePowerOfTwo(n), 0) * LOG2_E;
  }
  return x > 0 && x < LEAST_NORMAL ? log2(x * powerOfTwo(54)) - 54 : log(x);
}

/** ln(x · 2^shift) for a number x of full precision. */
function logOf(x: number, shift: number): number {
  const n = (upperBits(x) - THREE_QUARTERS) >> 20;
  const m = x * inversePowerOfTwo(n);
  const centre = (m * STEPS + 0.5) | 0;
  const at = 3 * (centre - FIRST_CENTRE);
  const f = (m - centre * (1 / STEPS)) * LOG_CENTRES[at + 2]!;
  const square = f * f;
  // ln(1 + f) − f
  const rest = square * (-1 / 2 + f * (1 / 3) + square * (-1 / 4 + f * (1 / 5) + square * (-1 / 6 + f * (1 / 7))));
  const exponent = n + shift;
  return exponent * LN2_HIGH + LOG_CENTRES[at]! + (f + (rest + (LOG_CENTRES[at + 1]! + exponent * LN2_LOW)));
}
