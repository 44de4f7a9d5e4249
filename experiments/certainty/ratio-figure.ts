/** A share over parts of unequal size, with the error of a ratio of sums over clusters (tables, weeks, sets). */
import type { Figure, Goal } from "./figure.js";

export interface Portion {
  /** What shares its luck. */
  readonly cluster: string;
  readonly part: number;
  readonly whole: number;
}

export function ratioFigure(
  group: string,
  measure: string,
  { parts, goal }: { readonly parts: readonly Portion[]; readonly goal: Goal | null },
): Figure {
  const clusters = new Map<string, { part: number; whole: number }>();
  for (const { cluster, part, whole } of parts) {
    const sums = clusters.get(cluster) ?? { part: 0, whole: 0 };
    clusters.set(cluster, { part: sums.part + part, whole: sums.whole + whole });
  }
  const sums = [...clusters.values()];
  const whole = sums.reduce((sum, each) => sum + each.whole, 0);
  const value = sums.reduce((sum, each) => sum + each.part, 0) / whole;
  const squares = sums.reduce((sum, each) => sum + (each.part - value * each.whole) ** 2, 0);
  const error = Math.sqrt((squares * sums.length) / (sums.length - 1)) / whole;
  return { group, measure, value, error: sums.length < 2 ? Number.NaN : error, count: sums.length, goal };
}
