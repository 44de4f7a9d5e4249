/**
 * A share over parts of unequal size, with the error of a ratio of sums over clusters (tables, weeks, sets). Of nothing
 * there is no share, and no goal for it.
 */
import type { Figure, Goal } from "./figure.js";

export interface Portion {
  /** What shares its luck. */
  readonly cluster: string;
  readonly part: number;
  readonly whole: number;
}

/**
 * A share of things that are or are not: as ratioFigure, but its error is never below that of a binomial share of as
 * many (with one more of each kind, so that none at all is no certainty). Of a handful no goal is missed or reached.
 */
export function shareFigure(
  group: string,
  measure: string,
  { parts, goal }: { readonly parts: readonly Portion[]; readonly goal: Goal | null },
): Figure {
  const figure = ratioFigure(group, measure, { parts, goal });
  const count = parts.length;
  if (count === 0) return figure;
  const share = (parts.reduce((sum, { part }) => sum + part, 0) + 1) / (count + 2);
  const floor = Math.sqrt((share * (1 - share)) / (count + 2));
  return {
    ...figure,
    error: Number.isNaN(figure.error) ? floor : Math.max(figure.error, floor),
    goal: count < HANDFUL ? null : goal,
  };
}

const HANDFUL = 5;

export function ratioFigure(
  group: string,
  measure: string,
  { parts, goal }: { readonly parts: readonly Portion[]; readonly goal: Goal | null },
): Figure {
  if (parts.length === 0) return { group, measure, value: Number.NaN, error: Number.NaN, count: 0, goal: null };
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
