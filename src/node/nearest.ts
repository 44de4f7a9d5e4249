/**
 * The candidate a mistyped name was probably meant to be.
 *
 * Distance counts inserted, dropped, changed and swapped neighbouring characters; a difference in case or outer blanks costs
 * nothing. A candidate further away than a third of the name is no help and is not offered. Ties: first in the list.
 * Cost: O(candidates × length²).
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = simplify(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, simplify(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Optimal string alignment distance: the fewest edits of one character, a swap of neighbours counting as one. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(changed, last[j]! + 1, row[j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}

function simplify(name: string): string {
  return name.trim().toLowerCase();
}
