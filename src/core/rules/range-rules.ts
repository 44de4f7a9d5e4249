/**
 * Rules about one feature by itself (the paper's univariate PARs), each with its true counts:
 * always → μ − 3σ ≤ F ≤ μ + 3σ for numbers, always → F ∈ {seen values} for categories, and always → F is present.
 *
 * Presence is only a rule where it is usual: a feature that is missing in a tenth of the rows may be missing.
 */
import { contains, type IntervalPredicate, type Predicate } from "../predicates/predicate.js";
import { type EncodedTable, MISSING } from "../table/encode-table.js";
import { isOfClock, isRecorded } from "../table/past.js";

/** Of the finite values of a numeric feature. */
interface NumberMoments {
  readonly mean: number;
  readonly deviation: number;
}

interface RangeRule {
  readonly consequent: Predicate;
  readonly antecedentCount: number;
  readonly supportCount: number;
}

/** In the order of features; presence after range. `moments` has an entry for each numeric feature. */
export function rangeRules(
  table: EncodedTable,
  moments: readonly (NumberMoments | null)[],
  minConfidence: number,
): RangeRule[] {
  return table.features.flatMap((own, feature) => {
    if (isOfClock(own)) return [];
    const present = countPresent(table, feature);
    const range = present === 0 ? null : rangeRule(table, feature, moments[feature] ?? null, present);
    const rules: RangeRule[] = range === null ? [] : [range];
    // That a row has no past says where it stands, and nothing about it.
    if (isRecorded(own) && present / table.rowCount > minConfidence) {
      rules.push({ consequent: { kind: "present", feature }, antecedentCount: table.rowCount, supportCount: present });
    }
    return rules;
  });
}

/** Null when there is no finite number to tell a range from. */
function rangeRule(
  table: EncodedTable,
  feature: number,
  moments: NumberMoments | null,
  present: number,
): RangeRule | null {
  const own = table.features[feature]!;
  if (own.kind === "categorical") {
    const codes = own.categories.map((_, code) => code);
    return { consequent: { kind: "in", feature, codes }, antecedentCount: present, supportCount: present };
  }
  const column = table.columns[feature]!;
  if (column.kind !== "numeric" || moments === null || !hasFinite(column.values)) return null;
  const { mean, deviation } = moments;
  const consequent: IntervalPredicate = {
    kind: "interval",
    feature,
    min: mean - 3 * deviation,
    max: mean + 3 * deviation,
    maxInclusive: true,
  };
  return { consequent, antecedentCount: present, supportCount: countInside(column.values, consequent) };
}

function hasFinite(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row++) if (Number.isFinite(values[row]!)) return true;
  return false;
}

/** A missing value is in no interval. */
function countInside(values: Float64Array, interval: IntervalPredicate): number {
  let inside = 0;
  for (let row = 0; row < values.length; row++) if (contains(interval, values[row]!)) inside++;
  return inside;
}

function countPresent(table: EncodedTable, feature: number): number {
  const column = table.columns[feature]!;
  let missing = 0;
  if (column.kind === "numeric") {
    const { values } = column;
    for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row]!)) missing++;
  } else {
    const { codes } = column;
    for (let row = 0; row < codes.length; row++) if (codes[row] === MISSING) missing++;
  }
  return table.rowCount - missing;
}
