/**
 * Approved rules among those of a model. They name features and values that the model may not know: values get numbers
 * behind those of the model, so that they can be worded as any other; a rule about what is no feature is passed over.
 */
import type { Model } from "../model/index.js";
import { type CategoryPredicate, intervalOf, type NamedPredicate, type Predicate } from "../predicates/index.js";
import type { Review } from "../review/index.js";
import { type ApprovedRule, type Rule, ruleIdOf } from "../rules/index.js";
import type { Category, Feature } from "../table/index.js";

/** Those counted in the learning rows, then those approved since, with the counts that they were approved by. */
export function approvedRules(model: Pick<Model, "approved">, review: Review | null): readonly ApprovedRule[] {
  const known = new Set(model.approved.map(ruleIdOf));
  const since = (review?.approved ?? []).filter(({ rule }) => !known.has(ruleIdOf(rule)));
  return [
    ...model.approved,
    ...since.map(({ rule, antecedentCount, supportCount }) => ({ ...rule, antecedentCount, supportCount })),
  ];
}

/** The model by which approved rules are worded. */
export function withApprovedValues(model: Model, review: Review | null): Model {
  const approved = approvedRules(model, review);
  return approved.length === 0 ? model : numberApproved(model, approved).model;
}

interface NumberedApproved {
  /** The model, its features with the values of approved rules behind those learnt. */
  readonly model: Model;
  /** In the order of the approved rules; null: it speaks about what is no feature, or not of its kind. */
  readonly rules: readonly (Rule | null)[];
}

export function numberApproved(model: Model, approved: readonly ApprovedRule[]): NumberedApproved {
  const categories = model.features.map((feature) => (feature.kind === "categorical" ? [...feature.categories] : null));
  const places = new Map(model.features.map(({ name }, place) => [name, place]));
  const rules = approved.map(({ antecedent, consequent, antecedentCount, supportCount }): Rule | null => {
    const predicates = [...antecedent, consequent].map((each) => numberPredicate(each, places, categories));
    if (predicates.some((predicate) => predicate === null)) return null;
    const all = predicates as Predicate[];
    const counts = { antecedentCount, supportCount, checked: null };
    return { source: "approved", antecedent: all.slice(0, -1), consequent: all[all.length - 1]!, ...counts };
  });
  const features = model.features.map(
    (feature, place): Feature =>
      feature.kind === "categorical" ? { ...feature, categories: categories[place]! } : feature,
  );
  return { model: { ...model, features }, rules };
}

function numberPredicate(
  predicate: NamedPredicate,
  places: ReadonlyMap<string, number>,
  categories: readonly (Category[] | null)[],
): Predicate | null {
  if ("anyOf" in predicate) {
    const parts = predicate.anyOf.map((part) => numberPredicate(part, places, categories));
    return parts.every((part): part is CategoryPredicate => part?.kind === "in") ? { kind: "anyOf", parts } : null;
  }
  const feature = places.get(predicate.feature);
  if (feature === undefined) return null;
  if ("present" in predicate) return { kind: "present", feature };
  const known = categories[feature]!;
  if ("in" in predicate) {
    return known === null
      ? null
      : { kind: "in", feature, codes: predicate.in.map((value) => codeOf(value, known)).sort(ascending) };
  }
  return known === null ? intervalOf(predicate, feature) : null;
}

/** Where the value is not known yet, it becomes so. */
function codeOf(value: Category, categories: Category[]): number {
  const code = categories.indexOf(value);
  return code >= 0 ? code : categories.push(value) - 1;
}

function ascending(a: number, b: number): number {
  return a - b;
}
