/**
 * The values of a number that normal rows were seen with where a rule speaks: the least and the greatest among the
 * model's reference rows that its antecedent holds for. Found when a rule is first shown, and then remembered with it.
 */

import type { Model, ReferenceRows } from "../model/index.js";
import { contains, type Predicate } from "../predicates/index.js";
import type { Rule } from "../rules/index.js";

/** The least and the greatest. */
export interface Seen {
  readonly min: number;
  readonly max: number;
  /** How many reference rows have them, where these alone were looked at; absent: all learning rows have. */
  readonly rows?: number;
}

export interface SeenValues {
  readonly model: Model;
  readonly byRule: WeakMap<Rule, { readonly feature: number; readonly seen: Seen | null }>;
}

/** Fewer rows than this say little about where values end. */
const ENOUGH_ROWS = 20;

export function prepareSeenValues(model: Model): SeenValues {
  return { model, byRule: new WeakMap() };
}

/** Without a rule, or where it speaks about all rows, of all learning rows; null for categories and too few rows. */
export function seenValues({ model, byRule }: SeenValues, feature: number, rule: Rule | null): Seen | null {
  const profile = model.profiles[feature]!;
  if (profile.kind !== "numeric") return null;
  if (rule === null || rule.antecedent.length === 0) return { min: profile.min, max: profile.max };
  const known = byRule.get(rule);
  if (known?.feature === feature) return known.seen;
  const seen = seenWhere(model, feature, rule.antecedent);
  byRule.set(rule, { feature, seen });
  return seen;
}

/** A few rows do not show where values end: so many of them were looked at, unless the model keeps all. */
function seenWhere({ neighbours, rowCount }: Model, feature: number, antecedent: readonly Predicate[]): Seen | null {
  const { min, max, count } = lookAt(neighbours, feature, antecedent);
  if (count < ENOUGH_ROWS) return null;
  return neighbours.rowCount === rowCount ? { min, max } : { min, max, rows: count };
}

interface Looked {
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

function lookAt({ rowCount, columns }: ReferenceRows, feature: number, antecedent: readonly Predicate[]): Looked {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    const value = columns[feature]![row]!;
    if (!Number.isFinite(value) || !antecedent.every((predicate) => holds(predicate, columns, row))) continue;
    count++;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { min, max, count };
}

function holds(predicate: Predicate, columns: readonly Float64Array[], row: number): boolean {
  if (predicate.kind === "anyOf") return predicate.parts.some((part) => holds(part, columns, row));
  const value = columns[predicate.feature]![row]!;
  if (Number.isNaN(value)) return false;
  if (predicate.kind === "interval") return contains(predicate, value);
  return predicate.kind === "present" || predicate.codes.includes(value);
}
