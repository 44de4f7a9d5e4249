/**
 * Which of many series have changed, by what speaks for each: of m series the k strongest have, where each of them has
 * at least m / (k α) (e-BH, Wang and Ramdas 2022). Series may depend on one another in any way. No more than a share α
 * of those told is wrong on average; and where nothing has changed, anything is told in no more than a share α of
 * streams, however often one looks: the mean of what speaks for all of them would have to reach 1 / α.
 */
import { log } from "../base/index.js";

/**
 * Places of the series that have changed, strongest first, equals in their order. `logs` is as ChangeEvidence tells it.
 */
export function findChanged(logs: readonly number[], falseAlarms: number): number[] {
  const least = -log(falseAlarms); // no series needs less
  const likely = [...logs.keys()].filter((place) => logs[place]! >= least).sort((a, b) => logs[b]! - logs[a]!);
  const limit = log(logs.length) - log(falseAlarms);
  for (let count = likely.length; count > 0; count--) {
    if (logs[likely[count - 1]!]! >= limit - log(count)) return likely.slice(0, count);
  }
  return [];
}
