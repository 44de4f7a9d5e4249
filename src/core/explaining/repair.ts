/**
 * What a suspect value could be replaced by: the value that the nearest normal rows have, as far as the rule allows it.
 */
import type { ReferenceRows } from "../model/index.js";
import { contains, type IntervalPredicate, type Predicate, simplestDecimal } from "../predicates/index.js";
import type { Feature } from "../table/index.js";

/** Number or category code; null when neither neighbours nor rule tell one. */
export function suggestValue(feature: Feature, values: readonly number[], expected: Predicate | null): number | null {
  const known = values.filter((value) => !Number.isNaN(value));
  if (feature.kind === "categorical") return suggestCode(known, expected);
  const middle = known.length === 0 ? null : median(known);
  if (expected?.kind !== "interval") return middle;
  if (middle !== null && contains(expected, middle)) return middle;
  const inside = known.find((value) => contains(expected, value));
  return inside ?? nearestInside(expected, middle);
}

/** Values of one feature in the nearest reference rows. */
export function referenceValues(
  rows: ReferenceRows,
  feature: number,
  { nearest, nearestCount }: NearestRows,
): number[] {
  const values = new Array<number>(nearestCount);
  for (let i = 0; i < nearestCount; i++) values[i] = rows.columns[feature]![nearest[i]!]!;
  return values;
}

/** Numbers of reference rows, nearest first: [0, nearestCount). */
export interface NearestRows {
  readonly nearest: Int32Array;
  readonly nearestCount: number;
}

/** The range or categories that the nearest rows have, when the value is not among them. */
export function nearestExpectation(
  feature: Feature,
  values: readonly number[],
  { index, observed }: { readonly index: number; readonly observed: number },
): Predicate | null {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return null;
  if (feature.kind === "categorical") {
    const codes = [...new Set(known)].sort((a, b) => a - b);
    return codes.includes(observed) ? null : { kind: "in", feature: index, codes };
  }
  const min = Math.min(...known);
  const max = Math.max(...known);
  return observed >= min && observed <= max ? null : { kind: "interval", feature: index, min, max, maxInclusive: true };
}

function suggestCode(codes: readonly number[], expected: Predicate | null): number | null {
  const allowed = expected?.kind === "in" ? codes.filter((code) => expected.codes.includes(code)) : codes;
  const counts = new Map<number, number>();
  for (const code of allowed) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (best !== undefined) return best[0];
  return expected?.kind === "in" ? (expected.codes[0] ?? null) : null;
}

/** The end of the interval that is nearer to `value`, or its middle; null where it has no ends. */
function nearestInside(interval: IntervalPredicate, value: number | null): number | null {
  const { min, max } = interval;
  const isAbove = value === null ? !Number.isFinite(min) : value >= max;
  if (Number.isFinite(max) && (isAbove || !Number.isFinite(min))) return lastInside(interval, value);
  if (!Number.isFinite(min)) return null;
  return value === null && Number.isFinite(max - min) ? min + (max - min) / 2 : min;
}

/** How far below an upper end that does not belong to the interval, as a share of the way to `value`. */
const JUST_BELOW = 0.05;

function lastInside(interval: IntervalPredicate, value: number | null): number | null {
  const { min, max } = interval;
  if (interval.maxInclusive) return max;
  const way = Math.abs((value ?? 0) - max) || Math.abs(max) || 1;
  const below = -simplestDecimal(-max, -Math.max(min, max - JUST_BELOW * way)) + 0;
  return contains(interval, below) ? below : Number.isFinite(min) ? min : null;
}

/** Of two in the middle the greater. Contract: one value or more, none NaN. They are few: each is compared with all. */
function median(values: readonly number[]): number {
  const middle = values.length >> 1;
  return values.find((value) => {
    let below = 0;
    let equal = 0;
    for (let i = 0; i < values.length; i++) {
      if (values[i]! < value) below++;
      else if (values[i] === value) equal++;
    }
    return below <= middle && middle < below + equal;
  })!;
}
