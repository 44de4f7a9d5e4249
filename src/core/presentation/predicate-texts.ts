/**
 * Predicates as text, for many explanations by one model: what is said of a predicate of its list is written once.
 * Predicates of tree rules are made anew for each row, and so are their texts.
 */
import type { Model } from "../model/model.js";
import type { Predicate } from "../predicates/predicate.js";
import { formatPredicate } from "./format-predicate.js";

export type PredicateTexts = (predicate: Predicate) => string;

export function preparePredicateTexts(model: Model): PredicateTexts {
  const texts = new Map<Predicate, string | null>(model.predicates.map((predicate) => [predicate, null]));
  return (predicate) => {
    const known = texts.get(predicate);
    if (typeof known === "string") return known;
    const text = formatPredicate(predicate, model);
    if (known === null) texts.set(predicate, text);
    return text;
  };
}
