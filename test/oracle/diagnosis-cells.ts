/**
 * Rows as the oracles of the diagnosis read them, and the few words about single values that they share.
 *
 * A cell is a number, the position of a category, or says that it is missing or was never seen in learning.
 */
import type { Calibration, FeatureProfile, Model } from "../../src/core/model/index.js";
import type { CountedDependency } from "../../src/core/rules/index.js";
import type { Feature } from "../../src/core/table/index.js";
import type { Meaning } from "./raw-values.js";

export type Cell = number | "missing" | "unseen";

/** What the diagnosis knows of normal rows. */
export interface Parts
  extends Pick<
    Model,
    | "rowCount"
    | "features"
    | "profiles"
    | "quantiles"
    | "forest"
    | "mixture"
    | "knownValues"
    | "conditionals"
    | "network"
    | "neighbours"
  > {
  readonly calibration: Pick<Calibration, "usualSums">;
  /** Absent: none. */
  readonly dependencies?: readonly CountedDependency[];
}

export function cellsOf(features: readonly Feature[], row: readonly Meaning[]): Cell[] {
  return features.map((feature, j) => {
    const value = row[j]!;
    if (value === null) return "missing";
    if (feature.kind === "numeric") return value as number;
    const code = feature.categories.indexOf(value);
    return code < 0 ? "unseen" : code;
  });
}

/**
 * On the scale that features share: deviations from the mean of its scale, at most a thousand; categories stay
 * positions.
 */
export function standardCell(profile: FeatureProfile, cell: Cell): Cell {
  if (typeof cell === "string" || profile.kind === "categorical") return cell;
  const { unit, mean, deviation } = profile.scale;
  const distance = bentCell(cell, unit) - mean;
  return deviation === 0 ? Math.sign(distance) : Math.max(-1000, Math.min(1000, distance / deviation));
}

/** In factors rather than differences, where the feature's scale has a unit: sign(x) · ln(1 + |x| / unit). */
export function bentCell(value: number, unit: number | null): number {
  if (unit === null || !Number.isFinite(value)) return value;
  return Math.sign(value) * (Math.log(unit + Math.abs(value)) - Math.log(unit));
}

/**
 * Chance that a normal row has a number as new as this one: with more decimals than any, or none of those that are
 * listed; 1 for one that is not new, and where nothing is known.
 */
export function newnessOf({ profiles, knownValues }: Parts, j: number, cell: Cell): number {
  const profile = profiles[j]!;
  const known = knownValues[j]!;
  if (known === null || profile.kind !== "numeric" || typeof cell !== "number") return 1;
  if (cell < profile.min || cell > profile.max) return 1;
  const { rowCount, values, newChance, decimals } = known;
  if (decimals !== null && Number(cell.toFixed(decimals)) !== cell) return 1 / (rowCount + 1);
  return values === null || values.includes(cell) ? 1 : newChance;
}

/** The row as it is judged: rounded as learning rows are, where two numbers and most of them have more decimals. */
export function asWritten({ knownValues }: Parts, row: readonly Cell[]): Cell[] {
  const round = (cell: Cell, j: number): Cell => {
    const decimals = knownValues[j]?.decimals ?? null;
    return decimals === null || typeof cell !== "number" || !Number.isFinite(cell)
      ? cell
      : Math.round(cell * 10 ** decimals) / 10 ** decimals;
  };
  const isAsked = (cell: Cell, j: number): boolean =>
    Number.isFinite(cell) && (knownValues[j]?.decimals ?? null) !== null;
  const finer = row.filter((cell, j) => isAsked(cell, j) && round(cell, j) !== cell).length;
  return finer >= 2 && 2 * finer > row.filter(isAsked).length ? row.map(round) : [...row];
}

/** √(−2 ln p), at most 10. */
export function rarity(probability: number): number {
  return Math.min(10, Math.sqrt(-2 * Math.log(probability)));
}

/** Share of the learning rows with this category, or without a value; half a row for what no row has. */
export function shareOf({ rowCount, profiles }: Parts, j: number, cell: Cell): number {
  const profile = profiles[j]!;
  const rows =
    cell === "missing"
      ? profile.missingCount
      : typeof cell === "number" && profile.kind === "categorical"
        ? profile.counts[cell]!
        : 0;
  return Math.max(0.5, rows) / rowCount;
}

/** Whether a row goes left at a split: below the cut-off, or the category itself; null where it cannot be led on. */
export function goesLeft(feature: Feature, cell: Cell, split: number): boolean | null {
  if (typeof cell === "string") return null;
  const isOrdered = feature.kind === "numeric" || feature.type === "number";
  return isOrdered ? cell < split : cell === split;
}

/**
 * The place of each category in a node's counts: its own, or beyond 32 categories the 31 most frequent and one for the
 * rest.
 */
export function classOfEach(counts: readonly number[]): number[] {
  if (counts.length <= 32) return counts.map((_, code) => code);
  const byFrequency = counts
    .map((count, code) => ({ count, code }))
    .sort((a, b) => b.count - a.count || a.code - b.code);
  const frequent = byFrequency.slice(0, 31).map(({ code }) => code);
  frequent.sort((a, b) => a - b);
  return counts.map((_, code) => (frequent.includes(code) ? frequent.indexOf(code) : 31));
}
