/**
 * Predicates as text and as plain data. Names and categories are shown as they are; what would be confusing in the text
 * (a comma, an arrow, quotes, edge blanks) is put in quotes.
 */
import type { Model } from "../model/model.js";
import type { CategoryPredicate, IntervalPredicate, Predicate } from "../predicates/predicate.js";
import type { Category } from "../table/features.js";
import { isMisread } from "../table/names.js";
import { formatBound, formatNumber } from "./format-number.js";

/** A predicate as the contract writes it. */
export type PublicPredicate =
  | { readonly feature: string; readonly min: number | null; readonly max: number | null; readonly maxInclusive?: true }
  | { readonly feature: string; readonly in: readonly Category[] }
  | { readonly feature: string; readonly present: true }
  | { readonly anyOf: readonly PublicPredicate[] };

export function toPublicPredicate(predicate: Predicate, model: Model): PublicPredicate {
  switch (predicate.kind) {
    case "anyOf":
      return { anyOf: predicate.parts.map((part) => toPublicPredicate(part, model)) };
    case "present":
      return { feature: nameOf(predicate.feature, model), present: true };
    case "in":
      return { feature: nameOf(predicate.feature, model), in: categoriesOf(predicate, model).map(toJsonCategory) };
    case "interval": {
      const min = predicate.min === Number.NEGATIVE_INFINITY ? null : predicate.min;
      const max = predicate.max === Number.POSITIVE_INFINITY ? null : predicate.max;
      const feature = nameOf(predicate.feature, model);
      return predicate.maxInclusive && max !== null ? { feature, min, max, maxInclusive: true } : { feature, min, max };
    }
  }
}

/** Infinite numbers become the texts "Infinity" and "-Infinity", since JSON has none. */
function toJsonCategory(category: Category): Category {
  return typeof category === "number" && !Number.isFinite(category) ? String(category) : category;
}

/** A predicate of an Explanation as text, with its numbers as they are. */
export function formatPublicPredicate(predicate: PublicPredicate): string {
  if ("anyOf" in predicate) return predicate.anyOf.map(formatPublicPredicate).join(" or ");
  const name = quoted(predicate.feature);
  if ("present" in predicate) return `${name} is present`;
  if ("in" in predicate) return formatMembership(name, predicate.in);
  const format = (bound: number | null): string | null => (bound === null ? null : formatNumber(bound));
  return formatInterval(name, {
    min: format(predicate.min),
    max: format(predicate.max),
    strict: predicate.maxInclusive !== true,
  });
}

/** `observed` is the row's number where the predicate fails, so that the text never seems to contradict it. */
export function formatPredicate(predicate: Predicate, model: Model, observed: number | null = null): string {
  return writePredicate(predicate, model, boundsOf(predicate, model, observed));
}

/** What a value should be, without the feature's name: "Open", "between 8.21 and 8.84", "at least 10", "present". */
export function formatExpectation(predicate: Predicate, model: Model, observed: number | null = null): string {
  return writeExpectation(predicate, model, boundsOf(predicate, model, observed));
}

/** As formatPredicate, where the bounds have been written (see boundsOf). */
export function writePredicate(predicate: Predicate, model: Model, bounds: BoundTexts | null): string {
  switch (predicate.kind) {
    case "anyOf":
      return predicate.parts.map((part) => writePredicate(part, model, null)).join(" or ");
    case "present":
      return `${quoted(nameOf(predicate.feature, model))} is present`;
    case "in":
      return formatMembership(quoted(nameOf(predicate.feature, model)), categoriesOf(predicate, model));
    case "interval":
      return formatInterval(quoted(nameOf(predicate.feature, model)), bounds!);
  }
}

/** As formatExpectation, where the bounds have been written. */
export function writeExpectation(predicate: Predicate, model: Model, bounds: BoundTexts | null): string {
  switch (predicate.kind) {
    case "anyOf":
      return `such that ${writePredicate(predicate, model, null)}`;
    case "present":
      return "present";
    case "in":
      return joinChoices(categoriesOf(predicate, model).map(formatCategory));
    case "interval": {
      const { min, max, strict } = bounds!;
      if (min !== null && max !== null) return min === max ? min : `between ${min} and ${max}`;
      if (min !== null) return `at least ${min}`;
      return max === null ? "any number" : `${strict ? "less than" : "at most"} ${max}`;
    }
  }
}

export function formatCategory(category: Category): string {
  return typeof category === "number" ? formatNumber(category, 15) : quoted(String(category));
}

/** Text as it is, in quotes where it would be misread; long text is cut. */
export function quoted(text: string): string {
  if (isPlain(text)) return text;
  const shown = text.length > 120 ? `${text.slice(0, 117)}…` : text;
  return isMisread(shown) ? JSON.stringify(shown) : shown;
}

/** Letters, digits and the like alone: what most names are, told ten times faster than by the pattern. */
function isPlain(text: string): boolean {
  if (text.length === 0 || text.length > 120) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    if (!isLetter && !(code >= 48 && code <= 57) && code !== 95 && code !== 45 && code !== 46) return false;
  }
  return true;
}

function formatMembership(name: string, categories: readonly Category[]): string {
  if (categories.length === 1) return `${name} = ${formatCategory(categories[0]!)}`;
  return `${name} ∈ {${shorten(categories.map(formatCategory)).join(", ")}}`;
}

function formatInterval(name: string, { min, max, strict }: BoundTexts): string {
  const below = strict ? "<" : "≤";
  if (min !== null && max !== null) return min === max ? `${name} = ${min}` : `${min} ≤ ${name} ${below} ${max}`;
  if (min !== null) return `${name} ≥ ${min}`;
  return max === null ? `${name} is any number` : `${name} ${below} ${max}`;
}

/** null: open. */
export interface BoundTexts {
  readonly min: string | null;
  readonly max: string | null;
  readonly strict: boolean;
}

/** Of an interval; null for other predicates. */
export function boundsOf(predicate: Predicate, model: Model, observed: number | null): BoundTexts | null {
  if (predicate.kind !== "interval") return null;
  const { min, max } = predicate;
  return {
    min: min === Number.NEGATIVE_INFINITY ? null : formatEnd(min, predicate, model, observed),
    max: max === Number.POSITIVE_INFINITY ? null : formatEnd(max, predicate, model, observed),
    strict: !predicate.maxInclusive,
  };
}

/** Cut-offs are simple decimals and shown exactly; computed bounds (closed ranges) are rounded sensibly. */
function formatEnd(end: number, { feature, maxInclusive }: IntervalPredicate, model: Model, observed: number | null) {
  if (!maxInclusive) return formatNumber(end, 17);
  const profile = model.profiles[feature]!;
  return formatBound(end, profile.kind === "numeric" ? profile.deviation : 0, observed);
}

function joinChoices(choices: readonly string[]): string {
  const shown = shorten(choices);
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} or ${shown[shown.length - 1]}`;
}

const MAX_LISTED = 5;

function shorten(texts: readonly string[]): readonly string[] {
  return texts.length <= MAX_LISTED
    ? texts
    : [...texts.slice(0, MAX_LISTED - 1), `${texts.length - MAX_LISTED + 1} others`];
}

function categoriesOf(predicate: CategoryPredicate, model: Model): readonly Category[] {
  const feature = model.features[predicate.feature]!;
  return feature.kind === "categorical" ? predicate.codes.map((code) => feature.categories[code]!) : [];
}

function nameOf(feature: number, model: Model): string {
  return model.features[feature]!.name;
}
