/**
 * How surprising one value is among others: numbers by their distance in deviations, categories by their rarity on the
 * same scale (a category of probability p is as surprising as a normal deviate of that density). Never above LIMIT.
 */
import { log, log2 } from "../numbers/logarithm.js";

export const SURPRISE_LIMIT = 10;

export function numberSurprise(value: number, mean: number, deviation: number): number {
  return Math.min(SURPRISE_LIMIT, Math.abs(value - mean) / deviation);
}

/** `probability` in (0, 1]. */
export function raritySurprise(probability: number): number {
  return Math.min(SURPRISE_LIMIT, Math.sqrt(-2 * log(probability)));
}

/** Entropy in bits of a distribution given by counts. */
export function entropyOf(counts: ArrayLike<number>, total: number): number {
  let entropy = 0;
  for (let i = 0; i < counts.length; i++) {
    const share = counts[i]! / total;
    if (share > 0) entropy -= share * log2(share);
  }
  return entropy;
}
