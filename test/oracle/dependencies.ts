/** Which categories fix which values, by definition: all other rows of its category predict each row, one by one. */
import type { EncodedTable } from "../../src/core/table/index.js";

export interface FixedPair {
  readonly from: number;
  readonly to: number;
  /** The most frequent value of each category, of equally frequent ones the least; null where none is known. */
  readonly expected: readonly (number | null)[];
}

export function dependenciesByDefinition({ features, columns, rowCount }: EncodedTable): FixedPair[] {
  const valueAt = (feature: number, row: number): number | null => {
    const column = columns[feature]!;
    const value = column.kind === "numeric" ? column.values[row]! : column.codes[row]!;
    return (column.kind === "numeric" ? Number.isFinite(value) : value >= 0) ? value : null;
  };
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return features.flatMap((feature, from) => {
    if (feature.kind !== "categorical" || feature.categories.length < 20 || feature.categories.length > 5000) return [];
    return features.flatMap((_, to): FixedPair[] => {
      if (from === to) return [];
      const known = rows.filter((row) => valueAt(from, row) !== null && valueAt(to, row) !== null);
      const ofCategory = (code: number): number[] => known.filter((row) => valueAt(from, row) === code);
      const predicted = known.filter((row) => ofCategory(valueAt(from, row)!).length > 1);
      const right = predicted.filter((row) => {
        const others = ofCategory(valueAt(from, row)!).filter((other) => other !== row);
        const counts = countsOf(others.map((other) => valueAt(to, other)!));
        const agreeing = counts.get(valueAt(to, row)!) ?? 0;
        return [...counts].every(([value, count]) => value === valueAt(to, row) || count < agreeing);
      });
      const expected = feature.categories.map((_, code) => leastMode(ofCategory(code).map((row) => valueAt(to, row)!)));
      const all = rows.map((row) => valueAt(to, row)).filter((value) => value !== null);
      const byChance = predicted.map((row) => {
        const wanted = expected[valueAt(from, row)!];
        return all.filter((value) => value === wanted).length / all.length;
      });
      const chance = byChance.reduce((sum, share) => sum + share, 0) / Math.max(1, predicted.length);
      const isConstant = new Set(predicted.map((row) => expected[valueAt(from, row)!])).size < 2;
      const isEnough = predicted.length >= 100 && predicted.length >= rowCount / 2;
      const wrong = predicted.length - right.length;
      const isReliable =
        wrong <= 0.25 * (1 - chance) * predicted.length && wilson(right.length, predicted.length) >= 0.95;
      return isEnough && !isConstant && isReliable ? [{ from, to, expected }] : [];
    });
  });
}

function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function leastMode(values: readonly number[]): number | null {
  const counts = [...countsOf(values)].sort(([a, m], [b, n]) => n - m || a - b);
  return counts[0]?.[0] ?? null;
}

/** The lower root p of (share − p)² = z² · p (1 − p) / n, one-sided 95 %. */
function wilson(successes: number, n: number): number {
  const z = 1.6448536269514722;
  return (2 * successes + z * z - z * Math.sqrt(z * z + 4 * successes * (1 - successes / n))) / (2 * (n + z * z));
}
