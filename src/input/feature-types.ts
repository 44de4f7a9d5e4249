/**
 * How the columns of rows to explain are read: numeric features and texts as such, whatever the rows look like.
 * Categories that are numbers or truth values are left to the reader: a word among them is a value never seen, however
 * few words there are (`codesOfFeatures`), and no mistake of the table.
 */
import type { FeatureProfile } from "../core/model/index.js";
import type { CategoricalFeature, NumericFeature } from "../core/table/index.js";

/** What matters here of a feature. */
export type ReadFeature = NumericFeature | Pick<CategoricalFeature, "name" | "kind" | "type" | "past">;

/** From where to where learning rows were, of features that are numbers. */
export function rangesOfFeatures(
  features: readonly ReadFeature[],
  profiles: readonly FeatureProfile[],
): ReadonlyMap<string, readonly [number, number]> {
  const ranges = new Map<string, readonly [number, number]>();
  features.forEach(({ name }, place) => {
    const profile = profiles[place];
    if (profile?.kind === "numeric") ranges.set(name, [profile.min, profile.max]);
  });
  return ranges;
}

export function typesOfFeatures(features: readonly ReadFeature[]): ReadonlyMap<string, "number" | "text"> {
  const types = new Map<string, "number" | "text">();
  for (const feature of features) {
    if (feature.kind === "numeric") types.set(feature.name, "number");
    else if (feature.type === "text") types.set(feature.name, "text");
  }
  return types;
}

/** Categories that are no texts: of numbers alone one word in twenty would count as missing. */
export function codesOfFeatures(features: readonly ReadFeature[]): readonly string[] {
  return features
    .filter((feature) => feature.kind === "categorical" && feature.type !== "text")
    .map(({ name }) => name);
}
