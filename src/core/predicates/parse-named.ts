/** Named predicates from a file or a caller: checked for form, as everything from outside is. */
import type { Category } from "../table/index.js";
import type { NamedPredicate, RuleMeaning } from "./named-predicate.js";

/** Makes the error for a place that is not what it should be. */
export type Refuse = (path: string, expected: string) => Error;

export function parseMeaning(value: unknown, path: string, refuse: Refuse): RuleMeaning {
  const { antecedent, consequent } = asRecord(value, path, refuse);
  return {
    antecedent: parsePredicates(antecedent, `${path}.antecedent`, refuse),
    consequent: parseNamed(consequent, `${path}.consequent`, refuse),
  };
}

export function parsePredicates(value: unknown, path: string, refuse: Refuse): readonly NamedPredicate[] {
  if (!Array.isArray(value)) throw refuse(path, "a list of predicates");
  return value.map((each: unknown, place) => parseNamed(each, `${path}[${place}]`, refuse));
}

export function parseNamed(value: unknown, path: string, refuse: Refuse): NamedPredicate {
  const fields = asRecord(value, path, refuse);
  if ("anyOf" in fields) return { anyOf: parseParts(fields["anyOf"], `${path}.anyOf`, refuse) };
  const { feature } = fields;
  if (typeof feature !== "string") throw refuse(`${path}.feature`, "the name of a feature");
  if ("in" in fields) return { feature, in: parseCategories(fields["in"], `${path}.in`, refuse) };
  if ("present" in fields) {
    if (fields["present"] !== true) throw refuse(`${path}.present`, "true");
    return { feature, present: true };
  }
  const min = parseBound(fields["min"], `${path}.min`, refuse);
  const max = parseBound(fields["max"], `${path}.max`, refuse);
  if (min === null && max === null && !("min" in fields))
    throw refuse(path, "a predicate: min and max, in, present or anyOf");
  if (min !== null && max !== null && min > max) throw refuse(path, "an interval with min ≤ max");
  return fields["maxInclusive"] === true && max !== null
    ? { feature, min, max, maxInclusive: true }
    : { feature, min, max };
}

export function asRecord(value: unknown, path: string, refuse: Refuse): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse(path, "an object");
  return value as Readonly<Record<string, unknown>>;
}

function parseParts(value: unknown, path: string, refuse: Refuse): readonly NamedPredicate[] {
  const parts = parsePredicates(value, path, refuse);
  if (parts.length === 0 || parts.some((part) => !("in" in part))) throw refuse(path, "a list of sets of values");
  return parts;
}

function parseCategories(value: unknown, path: string, refuse: Refuse): readonly Category[] {
  const isCategory = (each: unknown): each is Category =>
    typeof each === "string" || typeof each === "boolean" || (typeof each === "number" && Number.isFinite(each));
  if (!Array.isArray(value) || value.length === 0 || !value.every(isCategory)) throw refuse(path, "a list of values");
  if (value.some((each) => typeof each !== typeof value[0])) throw refuse(path, "a list of values of one type");
  return value;
}

function parseBound(value: unknown, path: string, refuse: Refuse): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "number" || !Number.isFinite(value)) throw refuse(path, "a number or null");
  return value;
}
