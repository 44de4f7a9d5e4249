/**
 * How the columns of rows to explain are read: numeric features and texts as such, whatever the rows look like.
 * Categories that are numbers or truth values are left to the reader: a word among them is a value never seen, and no
 * mistake of the table.
 */
import type { CategoricalFeature, NumericFeature } from "../core/table/features.js";

/** What matters here of a feature. */
export type ReadFeature = NumericFeature | Pick<CategoricalFeature, "name" | "kind" | "type" | "past">;

export function typesOfFeatures(features: readonly ReadFeature[]): ReadonlyMap<string, "number" | "text"> {
  const types = new Map<string, "number" | "text">();
  for (const feature of features) {
    if (feature.kind === "numeric") types.set(feature.name, "number");
    else if (feature.type === "text") types.set(feature.name, "text");
  }
  return types;
}
