/**
 * e^x by IEEE additions and multiplications alone, so that every engine gives the same bits; within 0.51 units of the
 * last place. The engines' own functions differ in the last digit, and with them models and explanations would.
 *
 * x = (64 n + i) · ln 2 / 64 + r with |r| ≤ ln 2 / 128, so e^x = 2^n · 2^(i/64) · e^r: a power of two, a table, and a
 * short series.
 */

import { kernelSchema as schema } from "../../schema/index.js";
import { fixedExp, fixedLog, remainder, toNumber } from "./fixed-point.js";
import { powerOfTwo } from "./powers-of-two.js";

/** Taken over, since an engine compiles constants of a module into its code, but not those of another. */
const { GREATEST_EXPONENT, LEAST_EXPONENT, ROUNDER, STEP_HIGH, STEP_LOW, STEPS_PER_UNIT } = schema;

const STEPS = 64;
const LN2 = fixedLog(2n, 1n);

/** 2^(i/64) at 2 i, and behind it what rounding lost of it. */
export const EXP_ROOTS = makeRoots();

function makeRoots(): Float64Array {
  const roots = new Float64Array(2 * STEPS);
  for (let i = 0; i < STEPS; i++) {
    const root = fixedExp((LN2 * BigInt(i)) / BigInt(STEPS));
    roots.set([toNumber(root), remainder(root, toNumber(root))], 2 * i);
  }
  return roots;
}

export function exp(x: number): number {
  if (!(x >= LEAST_EXPONENT && x <= GREATEST_EXPONENT))
    return x > 0 ? Number.POSITIVE_INFINITY : x < 0 ? 0 : Number.NaN;
  const steps = x * STEPS_PER_UNIT + ROUNDER - ROUNDER;
  const r = x - steps * STEP_HIGH - steps * STEP_LOW;
  const square = r * r;
  // e^r − 1
  const rest = r + square * (1 / 2 + r * (1 / 6) + square * (1 / 24 + r * (1 / 120) + square * (1 / 720)));
  const count = steps | 0;
  const at = 2 * (count & (STEPS - 1));
  const root = EXP_ROOTS[at]!;
  const part = root + (EXP_ROOTS[at + 1]! + root * rest);
  const power = count >> 6;
  // Both ends are reached by half of a part and twice the power, or the other way round.
  if (power > 1023) return 2 * part * powerOfTwo(1023);
  return power < -1074 ? (part / 2) * powerOfTwo(-1074) : part * powerOfTwo(power);
}
