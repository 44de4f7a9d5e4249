/** Things that are costly to make and asked for again and again: made once, and remembered. */
import type { Predicate } from "../../predicates/index.js";
import type { Rule } from "../../rules/index.js";

/**
 * What is remembered weighs so much at most. All is forgotten when it would be more, so that memory stays bounded
 * whatever is asked for.
 */
const MOST_WEIGHT = 50_000;

/** `make` gives the same for the same key. */
export function memoize<Key, Made>(
  make: (key: Key) => Made,
  weightOf: (made: Made, key: Key) => number,
  most = MOST_WEIGHT,
): (key: Key) => Made {
  const remembered = new Map<Key, Made>();
  let weight = 0;
  return (key) => {
    let made = remembered.get(key);
    if (made !== undefined) return made;
    made = make(key);
    weight += weightOf(made, key);
    if (weight > most) {
      remembered.clear();
      weight = weightOf(made, key);
    }
    remembered.set(key, made);
    return made;
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
