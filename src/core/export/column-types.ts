/** What the columns of a table hold, as rules about them understand it. */
import type { Model } from "../model/index.js";
import type { NamedPredicate } from "../predicates/index.js";
import type { Category, CategoryType } from "../table/index.js";

export interface ColumnTypes {
  of(feature: string): CategoryType;
  /** A category as its column holds it: infinite numbers are written as texts in rules. */
  asColumn(feature: string, category: Category): Category;
}

/** By the model, and, for columns that it does not know, by what rules ask of them. */
export function columnTypes({ features }: Pick<Model, "features">, predicates: Iterable<NamedPredicate>): ColumnTypes {
  const types = new Map<string, CategoryType>();
  for (const predicate of predicates) addAsked(predicate, types);
  for (const feature of features) types.set(feature.name, feature.kind === "numeric" ? "number" : feature.type);
  const of = (feature: string): CategoryType => types.get(feature) ?? "text";
  return {
    of,
    asColumn: (feature, category) =>
      of(feature) === "number" && typeof category === "string" ? Number(category) : category,
  };
}

function addAsked(predicate: NamedPredicate, types: Map<string, CategoryType>): void {
  if ("anyOf" in predicate) for (const part of predicate.anyOf) addAsked(part, types);
  else if ("in" in predicate) types.set(predicate.feature, typeOfValue(predicate.in[0]));
  else if ("min" in predicate) types.set(predicate.feature, "number");
}

function typeOfValue(value: Category | undefined): CategoryType {
  return typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text";
}
