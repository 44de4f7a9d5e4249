/**
 * Predicates as text and as plain data. Names and categories are shown as they are; what would be confusing in the text
 * (a comma, an arrow, quotes, edge blanks) is put in quotes.
 */

import { isMisread } from "../base/index.js";
import type { Seen } from "../evidence/index.js";
import type { SetText } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import type { CategoryPredicate, IntervalPredicate, NamedPredicate, Predicate } from "../predicates/index.js";
import type { Category, CellValue, Feature } from "../table/index.js";
import { formatBound, formatNumber, formatSingle } from "./format-number.js";
import { sayPastInterval } from "./past-words.js";
import { isHidden, shortenSet } from "./shorten-set.js";

/** A predicate as the contract writes it. */
export type PublicPredicate = NamedPredicate;

/** A predicate, and what is known about it. */
export type ExpectedPredicate = PublicPredicate & {
  /** Share of normal values that are as expected; absent where the rule's consequent is all that is known. */
  readonly level?: number;
  /**
   * Least and greatest value of normal rows where the rule speaks, or of all; absent where `min` and `max` say it. With
   * `rows` it is that of so many rows that the model keeps, and others may lie beyond.
   */
  readonly seen?: Seen;
};

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

/** A predicate of an Explanation as text, with its numbers as they are. `observed` is the row's value. */
export function formatPublicPredicate(
  predicate: PublicPredicate,
  { sets = "short", observed = null }: { readonly sets?: SetText; readonly observed?: CellValue } = {},
): string {
  if ("anyOf" in predicate) {
    return predicate.anyOf.map((part) => formatPublicPredicate(part, { sets, observed })).join(" or ");
  }
  const name = quoted(predicate.feature);
  if ("present" in predicate) return `${name} is present`;
  if ("in" in predicate) return formatMembership(name, listCategories(predicate.in, sets, observed));
  const isSingle = predicate.min !== null && predicate.min === predicate.max;
  const write = isSingle ? (bound: number): string => formatSingle(bound, null) : formatNumber;
  const format = (bound: number | null): string | null => (bound === null ? null : write(bound));
  return formatInterval(name, {
    min: format(predicate.min),
    max: format(predicate.max),
    strict: predicate.maxInclusive !== true,
  });
}

/** A row's values, by feature. */
export type ObservedOf = (feature: number) => CellValue;

/** How a predicate is put into words, for a row or for none. */
export interface PredicateStyle {
  /** Where the predicate fails the text never seems to contradict the row; a value of it in a set is always shown. */
  readonly observedOf: ObservedOf;
  readonly sets: SetText;
}

/** For no row. */
export const PLAIN_STYLE: PredicateStyle = { observedOf: () => null, sets: "short" };

export function formatPredicate(predicate: Predicate, model: Model, style: PredicateStyle = PLAIN_STYLE): string {
  return writePredicate(predicate, model, { ...style, bounds: boundsOf(predicate, model, style.observedOf) });
}

/** What a value should be, without the feature's name: "Open", "between 8.21 and 8.84", "at least 10", "present". */
export function formatExpectation(predicate: Predicate, model: Model, style: PredicateStyle = PLAIN_STYLE): string {
  return writeExpectation(predicate, model, { ...style, bounds: boundsOf(predicate, model, style.observedOf) });
}

/** `bounds` have been written before (see boundsOf). */
export interface WrittenStyle extends PredicateStyle {
  readonly bounds: BoundTexts | null;
}

/** As formatPredicate, where the bounds have been written. */
export function writePredicate(predicate: Predicate, model: Model, style: WrittenStyle): string {
  switch (predicate.kind) {
    case "anyOf":
      return predicate.parts.map((part) => writePredicate(part, model, { ...style, bounds: null })).join(" or ");
    case "present":
      return `${quoted(nameOf(predicate.feature, model))} is present`;
    case "in":
      return formatMembership(quoted(nameOf(predicate.feature, model)), choicesOf(predicate, model, style));
    case "interval":
      return writeInterval(model.features[predicate.feature]!, style.bounds!);
  }
}

/** As formatExpectation, where the bounds have been written. */
export function writeExpectation(predicate: Predicate, model: Model, style: WrittenStyle): string {
  switch (predicate.kind) {
    case "anyOf":
      return `such that ${writePredicate(predicate, model, style)}`;
    case "present":
      return "present";
    case "in":
      return joinChoices(choicesOf(predicate, model, style));
    case "interval": {
      const { min, max, strict } = style.bounds!;
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

/** Whether a shortened set of the predicate would leave out the row's value, were the text not made for the row. */
export function hidesObserved(predicate: Predicate, model: Model, observedOf: ObservedOf): boolean {
  if (predicate.kind === "anyOf") return predicate.parts.some((part) => hidesObserved(part, model, observedOf));
  return predicate.kind === "in" && isHidden(categoriesOf(predicate, model), observedOf(predicate.feature));
}

function formatMembership(name: string, choices: readonly string[]): string {
  return choices.length === 1 ? `${name} = ${choices[0]}` : `${name} ∈ {${choices.join(", ")}}`;
}

function writeInterval({ name, past }: Feature, bounds: BoundTexts): string {
  const told = past === undefined ? null : sayPastInterval(quoted(past.source), past, bounds);
  return told ?? formatInterval(quoted(name), bounds);
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
export function boundsOf(predicate: Predicate, model: Model, observedOf: ObservedOf): BoundTexts | null {
  if (predicate.kind !== "interval") return null;
  const { min, max } = predicate;
  const value = observedOf(predicate.feature);
  const observed = typeof value === "number" ? value : null;
  return {
    min: min === Number.NEGATIVE_INFINITY ? null : formatEnd(min, predicate, { model, observed }),
    max: max === Number.POSITIVE_INFINITY ? null : formatEnd(max, predicate, { model, observed }),
    strict: !predicate.maxInclusive,
  };
}

/**
 * Cut-offs are simple decimals and shown exactly, single numbers as rows have them; computed bounds (closed ranges) are
 * rounded sensibly.
 */
function formatEnd(
  end: number,
  { feature, min, max, maxInclusive }: IntervalPredicate,
  { model, observed }: { readonly model: Model; readonly observed: number | null },
) {
  if (!maxInclusive) return formatNumber(end, 17);
  if (min === max) return formatSingle(end, observed);
  const profile = model.profiles[feature]!;
  return formatBound(end, profile.kind === "numeric" ? profile.deviation : 0, observed);
}

function joinChoices(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

function choicesOf(
  predicate: CategoryPredicate,
  model: Model,
  { sets, observedOf }: PredicateStyle,
): readonly string[] {
  return listCategories(categoriesOf(predicate, model), sets, observedOf(predicate.feature));
}

/** The categories as texts; in a shortened set "3 others" stands last. */
function listCategories(categories: readonly Category[], sets: SetText, observed: CellValue): readonly string[] {
  if (sets === "whole") return categories.map(formatCategory);
  const { shown, others } = shortenSet(categories, observed);
  const texts = shown.map(formatCategory);
  return others === 0 ? texts : [...texts, `${others} others`];
}

function categoriesOf(predicate: CategoryPredicate, model: Model): readonly Category[] {
  const feature = model.features[predicate.feature]!;
  return feature.kind === "categorical" ? predicate.codes.map((code) => feature.categories[code]!) : [];
}

function nameOf(feature: number, model: Model): string {
  return model.features[feature]!.name;
}
