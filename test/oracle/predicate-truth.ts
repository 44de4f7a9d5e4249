/** Whether a predicate is true of a raw row: true, false, or null where the value is missing. */
import type { Predicate } from "../../src/core/predicates/index.js";
import type { Feature } from "../../src/core/table/index.js";
import type { Meaning } from "./raw-values.js";

export type Truth = boolean | null;

export function isTrue(predicate: Predicate, features: readonly Feature[], row: readonly Meaning[]): Truth {
  switch (predicate.kind) {
    case "present":
      return row[predicate.feature] !== null;
    case "in": {
      const feature = features[predicate.feature]!;
      const value = row[predicate.feature]!;
      if (value === null) return null;
      return feature.kind === "categorical" && predicate.codes.some((code) => feature.categories[code] === value);
    }
    case "interval": {
      const value = row[predicate.feature];
      if (value === null || typeof value !== "number") return null;
      const belowMax =
        value < predicate.max || (value === predicate.max && (predicate.maxInclusive || predicate.max === Infinity));
      return predicate.min <= value && belowMax;
    }
    case "anyOf": {
      const parts = predicate.parts.map((part) => isTrue(part, features, row));
      if (parts.includes(true)) return true;
      return parts.includes(null) ? null : false;
    }
  }
}

/** The features a predicate speaks about. */
export function aboutFeatures(predicate: Predicate): number[] {
  return predicate.kind === "anyOf" ? predicate.parts.map((part) => part.feature) : [predicate.feature];
}
