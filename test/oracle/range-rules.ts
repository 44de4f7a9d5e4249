/** The rules about one feature alone, recounted from raw values. */
import type { Feature } from "../../src/core/table/index.js";
import type { Meaning } from "./raw-values.js";

/** always → F is present, wherever that is more usual than γ. */
export function presentCount(rows: readonly Meaning[][], feature: number): number {
  return rows.filter((row) => row[feature] !== null).length;
}

export interface MeanRange {
  readonly min: number;
  readonly max: number;
}

/**
 * μ ± 3σ of the finite values, by the textbook (scaled, so that squares neither vanish nor overflow); null when there
 * are none.
 */
export function meanRange(rows: readonly Meaning[][], feature: number): MeanRange | null {
  const finite = rows.map((row) => row[feature]).filter((value): value is number => Number.isFinite(value));
  if (finite.length === 0) return null;
  const scale = Math.max(...finite.map(Math.abs)) || 1;
  const mean = finite.reduce((sum, value) => sum + value / scale / finite.length, 0);
  const variance = finite.reduce((sum, value) => sum + (value / scale - mean) ** 2 / finite.length, 0);
  return { min: (mean - 3 * Math.sqrt(variance)) * scale, max: (mean + 3 * Math.sqrt(variance)) * scale };
}

export function countWithin(rows: readonly Meaning[][], feature: number, range: MeanRange): number {
  return rows.filter((row) => {
    const value = row[feature];
    return typeof value === "number" && value >= range.min && value <= range.max;
  }).length;
}

/** Every category of the feature that occurs in a row. */
export function seenCategories(rows: readonly Meaning[][], features: readonly Feature[], feature: number): Meaning[] {
  const own = features[feature]!;
  return own.kind === "categorical" ? own.categories.filter((value) => rows.some((row) => row[feature] === value)) : [];
}
