/** The standard normal distribution function and its inverse, to about twelve digits. */
import { exp, log } from "../base/index.js";

/** Share of a standard normal variable below x. */
export function normalShare(x: number): number {
  const tail = upperTail(Math.abs(x));
  return x > 0 ? 1 - tail : tail;
}

/** The value below which a share lies; share in (0, 1). Newton's method from a logistic first guess. */
export function normalQuantile(share: number): number {
  const isUpper = share > 0.5;
  const tail = isUpper ? 1 - share : share;
  let x = log((1 - tail) / tail) / 1.702; // positive: the tail lies above x
  for (let round = 0; round < 40; round++) {
    const density = exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
    const step = (upperTail(x) - tail) / density;
    // A full step from far out can overshoot where the density is flat.
    x += Math.max(-0.5, Math.min(0.5, step));
    if (Math.abs(step) < 1e-12) break;
  }
  return isUpper ? x : -x;
}

/** Share above x ≥ 0: a series near the middle, a continued fraction in the tail. */
function upperTail(x: number): number {
  const density = exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x < 3) {
    let term = x;
    let sum = x;
    for (let k = 1; Math.abs(term) > 1e-17 * Math.abs(sum); k++) {
      term *= (x * x) / (2 * k + 1);
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = x;
  for (let k = 60; k >= 1; k--) fraction = x + k / fraction;
  return density / fraction;
}
