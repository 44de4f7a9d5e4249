/**
 * A rule to carry a note over to, where the rule it is about is no longer learnt: one that asks for the same features
 * and means nearly the same. Two rules mean the same so far as the rows in which all of a rule holds are the same ones
 * (Jaccard), by the normal rows that the model holds; where it holds too few, so far as their intervals and sets of
 * values overlap. Only ever suggested.
 */

import { compareText } from "../base/index.js";
import type { Model } from "../model/index.js";
import { type NamedInterval, type NamedPredicate, namesIn, type RuleMeaning } from "../predicates/index.js";
import { ruleIdOf } from "../rules/index.js";
import type { Category } from "../table/index.js";
import { listPaperRanges, listRules } from "./list-rules.js";

/** Share of what two rules cover that both must cover. */
const LEAST_ALIKE = 0.8;
/** Of fewer rows nothing is told. */
const ENOUGH_ROWS = 20;

interface SimilarRule {
  readonly id: string;
  readonly text: string;
  /** From LEAST_ALIKE to 1. */
  readonly alike: number;
}

/** null: the rule is still learnt, or none is like it. */
export function findSimilar(wanted: RuleMeaning, model: Model): SimilarRule | null {
  const id = ruleIdOf(wanted);
  const features = featuresOf(wanted);
  const rows = referenceValues(model);
  const covered = coverOf(wanted, rows);
  for (const rule of listPaperRanges(model, "whole")) if (rule.id === id) return null;
  let best: SimilarRule | null = null;
  for (const rule of listRules(model, { sets: "whole" })) {
    if (rule.id === id) return null;
    if (featuresOf(rule) !== features) continue;
    const other = coverOf(rule, rows);
    const alike =
      countBoth(covered, other, "either") < ENOUGH_ROWS ? overlapOf(wanted, rule, model) : jaccard(covered, other);
    if (alike >= LEAST_ALIKE && alike > (best?.alike ?? 0)) best = { id: rule.id, text: rule.text, alike };
  }
  return best;
}

function featuresOf({ antecedent, consequent }: RuleMeaning): string {
  return JSON.stringify([antecedent.flatMap(namesIn).sort(compareText), namesIn(consequent)]);
}

/** Values of the rows that the model holds, by feature. */
type ReferenceValues = { readonly rowCount: number; readonly valuesOf: ReadonlyMap<string, (row: number) => Value> };
type Value = Category | null;

function referenceValues({ features, neighbours }: Model): ReferenceValues {
  const valuesOf = new Map(
    features.map((feature, place): [string, (row: number) => Value] => {
      const column = neighbours.columns[place];
      return [
        feature.name,
        (row) => {
          const value = column?.[row] ?? Number.NaN;
          if (feature.kind === "numeric") return Number.isNaN(value) ? null : value;
          return feature.categories[value] ?? null;
        },
      ];
    }),
  );
  return { rowCount: neighbours.rowCount, valuesOf };
}

/** Whether all of a rule holds, row by row. */
function coverOf({ antecedent, consequent }: RuleMeaning, { rowCount, valuesOf }: ReferenceValues): readonly boolean[] {
  const predicates = [...antecedent, consequent];
  const valueAt = (feature: string, row: number): Value => valuesOf.get(feature)?.(row) ?? null;
  return Array.from({ length: rowCount }, (_, row) =>
    predicates.every((predicate) => holds(predicate, (feature) => valueAt(feature, row))),
  );
}

function holds(predicate: NamedPredicate, read: (feature: string) => Value): boolean {
  if ("anyOf" in predicate) return predicate.anyOf.some((part) => holds(part, read));
  const value = read(predicate.feature);
  if (value === null || "present" in predicate) return value !== null;
  if ("in" in predicate) return predicate.in.includes(value);
  const { min, max, maxInclusive } = predicate;
  if (typeof value !== "number" || (min !== null && value < min)) return false;
  return max === null || value < max || (maxInclusive === true && value === max);
}

function jaccard(a: readonly boolean[], b: readonly boolean[]): number {
  return countBoth(a, b, "both") / countBoth(a, b, "either");
}

function countBoth(a: readonly boolean[], b: readonly boolean[], what: "both" | "either"): number {
  return a.filter((isCovered, row) => (what === "both" ? isCovered && b[row]! : isCovered || b[row]!)).length;
}

/** The product over their predicates, feature by feature. */
function overlapOf(a: RuleMeaning, b: RuleMeaning, model: Model): number {
  const predicatesOf = ({ antecedent, consequent }: RuleMeaning): readonly NamedPredicate[] => [
    ...[...antecedent].sort((one, other) => compareText(namesIn(one).join(), namesIn(other).join())),
    consequent,
  ];
  const others = predicatesOf(b);
  return predicatesOf(a).reduce((product, predicate, place) => product * overlap(predicate, others[place]!, model), 1);
}

function overlap(a: NamedPredicate, b: NamedPredicate, model: Model): number {
  if ("in" in a && "in" in b)
    return a.in.filter((value) => b.in.includes(value)).length / new Set([...a.in, ...b.in]).size;
  if ("min" in a && "min" in b) {
    const [one, other] = [withinSeen(a, model), withinSeen(b, model)];
    const both = Math.min(one.max, other.max) - Math.max(one.min, other.min);
    const either = Math.max(one.max, other.max) - Math.min(one.min, other.min);
    return either > 0 ? Math.max(0, both) / either : Number(both === 0);
  }
  return Number(JSON.stringify(a) === JSON.stringify(b));
}

/** What an interval leaves of the values that were seen. */
function withinSeen({ feature, min, max }: NamedInterval, model: Model): { min: number; max: number } {
  const profile = model.profiles[model.features.findIndex(({ name }) => name === feature)];
  const seen = profile?.kind === "numeric" ? profile : { min: 0, max: 0 };
  return { min: min ?? Math.min(seen.min, max ?? seen.min), max: max ?? Math.max(seen.max, min ?? seen.max) };
}
