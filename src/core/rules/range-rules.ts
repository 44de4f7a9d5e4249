/**
 * Rules about one feature by itself (the paper's univariate PARs), each with its true counts:
 * ∅ → μ − 3σ ≤ F ≤ μ + 3σ for numbers, ∅ → F ∈ {seen values} for categories, and ∅ → F is present.
 *
 * Presence is only a rule where it is usual: a feature that is missing in a tenth of the rows may be missing.
 */
import { contains, type IntervalPredicate, type Predicate } from "../predicates/predicate.js";
import { type EncodedTable, isMissingAt } from "../table/encode-table.js";
import type { NumberSummary } from "../table/number-summary.js";

export interface RangeRule {
  readonly consequent: Predicate;
  readonly antecedentCount: number;
  readonly supportCount: number;
}

/** In the order of features; presence after range. */
export function rangeRules(
  table: EncodedTable,
  summaries: readonly (NumberSummary | null)[],
  minConfidence: number,
): RangeRule[] {
  return table.features.flatMap((_, feature) => {
    const present = countPresent(table, feature);
    const range = present === 0 ? null : rangeRule(table, feature, summaries[feature] ?? null, present);
    const rules: RangeRule[] = range === null ? [] : [range];
    if (present / table.rowCount > minConfidence) {
      rules.push({ consequent: { kind: "present", feature }, antecedentCount: table.rowCount, supportCount: present });
    }
    return rules;
  });
}

/** Null when there is no finite number to tell a range from. */
function rangeRule(
  table: EncodedTable,
  feature: number,
  summary: NumberSummary | null,
  present: number,
): RangeRule | null {
  const own = table.features[feature]!;
  if (own.kind === "categorical") {
    const codes = own.categories.map((_, code) => code);
    return { consequent: { kind: "in", feature, codes }, antecedentCount: present, supportCount: present };
  }
  const { mean = 0, deviation = 0, sorted = new Float64Array() } = summary ?? {};
  if (!sorted.some(Number.isFinite)) return null;
  const consequent: IntervalPredicate = {
    kind: "interval",
    feature,
    min: mean - 3 * deviation,
    max: mean + 3 * deviation,
    maxInclusive: true,
  };
  let inside = 0;
  for (const value of sorted) if (contains(consequent, value)) inside++;
  return { consequent, antecedentCount: present, supportCount: inside };
}

function countPresent(table: EncodedTable, feature: number): number {
  const column = table.columns[feature]!;
  let present = 0;
  for (let row = 0; row < table.rowCount; row++) if (!isMissingAt(column, row)) present++;
  return present;
}
