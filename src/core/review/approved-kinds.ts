/**
 * Whoever approved a rule has said what its features are: one that it compares with numbers is numeric, one that it
 * takes from a set of values categorical. Learning keeps these kinds, however few or odd the new rows are; what the
 * caller names by itself comes first.
 */
import type { NamedPredicate } from "../predicates/index.js";
import type { KindOptions, Table } from "../table/index.js";
import type { Review } from "./review.js";

export function withApprovedKinds(options: KindOptions, review: Review | undefined, table: Table): KindOptions {
  if (review === undefined) return options;
  const named = new Set([...options.exclude, ...options.numeric, ...options.categorical]);
  const free = new Set(table.columns.map(({ name }) => name).filter((name) => !named.has(name)));
  const numeric = new Set<string>();
  const categorical = new Set<string>();
  for (const { rule } of review.approved) {
    for (const predicate of [...rule.antecedent, rule.consequent]) addKinds(predicate, numeric, categorical);
  }
  return {
    exclude: options.exclude,
    numeric: [...options.numeric, ...[...numeric].filter((name) => free.has(name))],
    categorical: [...options.categorical, ...[...categorical].filter((name) => free.has(name) && !numeric.has(name))],
  };
}

function addKinds(predicate: NamedPredicate, numeric: Set<string>, categorical: Set<string>): void {
  if ("anyOf" in predicate) for (const part of predicate.anyOf) addKinds(part, numeric, categorical);
  else if ("min" in predicate) numeric.add(predicate.feature);
  else if ("in" in predicate) categorical.add(predicate.feature);
}
