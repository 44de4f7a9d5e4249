/**
 * How surprising one value is among others: categories by their rarity, on the same scale as numbers in deviations
 * (a category of probability p is as surprising as a normal deviate of that density). Never above LIMIT.
 */

import { log, log2 } from "../base/index.js";
import { kernelSchema as schema } from "../schema/index.js";

/** Taken over, since an engine compiles constants of a module into its code, but not those of another. */
const { SURPRISE_LIMIT } = schema;

/** `probability` in (0, 1]. */
export function raritySurprise(probability: number): number {
  return Math.min(SURPRISE_LIMIT, Math.sqrt(-2 * log(probability)));
}

/** How clearly a row breaks a rule that has few exceptions: by their rarity. */
export function exceptionSurprise(antecedentCount: number, supportCount: number): number {
  return raritySurprise((antecedentCount - supportCount + 0.5) / (antecedentCount + 1));
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
