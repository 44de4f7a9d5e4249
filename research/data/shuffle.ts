/** A list in an order by lot. */
import { type Random, randomInteger } from "../internals.js";

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const other = randomInteger(random, i + 1);
    [result[i], result[other]] = [result[other]!, result[i]!];
  }
  return result;
}
