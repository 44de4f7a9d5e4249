/** Things that are costly to make and asked for again and again: made once, and kept. */
import type { Predicate } from "../../predicates/predicate.js";
import type { Rule } from "../../rules/rule-list.js";

/**
 * What is kept weighs so much at most. All is forgotten when it would be more, so that memory stays bounded whatever is
 * asked for.
 */
const MOST_KEPT = 50_000;

/** `make` gives the same for the same key. */
export function memoize<Key, Made>(
  make: (key: Key) => Made,
  weightOf: (made: Made, key: Key) => number,
  most = MOST_KEPT,
): (key: Key) => Made {
  const kept = new Map<Key, Made>();
  let weight = 0;
  return (key) => {
    let own = kept.get(key);
    if (own !== undefined) return own;
    own = make(key);
    weight += weightOf(own, key);
    if (weight > most) {
      kept.clear();
      weight = weightOf(own, key);
    }
    kept.set(key, own);
    return own;
  };
}

/** Predicates, and the categories they list: a rule may list thousands. */
export function weightOfRule({ antecedent, consequent }: Rule): number {
  return antecedent.reduce((sum, predicate) => sum + weightOfPredicate(predicate), weightOfPredicate(consequent));
}

function weightOfPredicate(predicate: Predicate): number {
  if (predicate.kind === "anyOf") return predicate.parts.reduce((sum, part) => sum + weightOfPredicate(part), 0);
  return predicate.kind === "in" ? 1 + predicate.codes.length : 1;
}
