/** Predicates as JSON values and back: features and categories by position, null for an open end. */
import type { CategoryPredicate, Predicate } from "../predicates/index.js";
import type { Feature } from "../table/index.js";
import { invalid, parseFields, parseFinite, parseInteger, parseIntegers, parseList } from "./parse-value.js";

export function predicateToJson(predicate: Predicate): object {
  switch (predicate.kind) {
    case "interval": {
      const { feature, min, max, maxInclusive } = predicate;
      const open = { feature, min: finiteOrNull(min), max: finiteOrNull(max) };
      return maxInclusive ? { ...open, maxInclusive } : open;
    }
    case "in":
      return { feature: predicate.feature, in: predicate.codes };
    case "present":
      return { feature: predicate.feature, present: true };
    case "anyOf":
      return { anyOf: predicate.parts.map(predicateToJson) };
  }
}

export function parsePredicate(value: unknown, path: string, features: readonly Feature[]): Predicate {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (keys.includes("anyOf")) return parseAnyOf(value, path, features);
  if (keys.includes("in")) return parseMembership(value, path, features);
  const names = keys.includes("present") ? ["feature", "present"] : ["feature", "min", "max"];
  const fields = parseFields(value, path, keys.includes("maxInclusive") ? [...names, "maxInclusive"] : names);
  const feature = parseInteger(fields.get("feature"), `${path}.feature`, { min: 0, max: features.length - 1 });
  if (keys.includes("present")) {
    if (fields.get("present") !== true) throw invalid(`${path}.present`, "true");
    return { kind: "present", feature };
  }
  if (features[feature]!.kind !== "numeric") throw invalid(`${path}.feature`, "a numeric feature");
  const min = parseBound(fields.get("min"), `${path}.min`, Number.NEGATIVE_INFINITY);
  const max = parseBound(fields.get("max"), `${path}.max`, Number.POSITIVE_INFINITY);
  if (fields.has("maxInclusive") && fields.get("maxInclusive") !== true) throw invalid(`${path}.maxInclusive`, "true");
  if (!(min <= max)) throw invalid(path, "an interval with min ≤ max");
  return { kind: "interval", feature, min, max, maxInclusive: fields.has("maxInclusive") };
}

function parseAnyOf(value: unknown, path: string, features: readonly Feature[]): Predicate {
  const fields = parseFields(value, path, ["anyOf"]);
  const parts = parseList(fields.get("anyOf"), `${path}.anyOf`).map((part, i) =>
    parseMembership(part, `${path}.anyOf[${i}]`, features),
  );
  if (parts.length < 2) throw invalid(`${path}.anyOf`, "a list of two or more");
  return { kind: "anyOf", parts };
}

function parseMembership(value: unknown, path: string, features: readonly Feature[]): CategoryPredicate {
  const fields = parseFields(value, path, ["feature", "in"]);
  const feature = parseInteger(fields.get("feature"), `${path}.feature`, { min: 0, max: features.length - 1 });
  const askedFeature = features[feature]!;
  if (askedFeature.kind !== "categorical") throw invalid(`${path}.feature`, "a categorical feature");
  const codes = parseIntegers(fields.get("in"), `${path}.in`, { max: askedFeature.categories.length - 1 });
  if (codes.some((code, i) => i > 0 && code <= codes[i - 1]!)) throw invalid(`${path}.in`, "ascending");
  return { kind: "in", feature, codes: [...codes] };
}

function parseBound(value: unknown, path: string, open: number): number {
  return value === null ? open : parseFinite(value, path);
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
