/**
 * Predicates that name their features and values instead of numbering them: what people and files outside of one model
 * hold. The contract writes them so, a review keeps them so, and they mean the same to every model and table.
 */

import { compareText } from "../base/index.js";
import type { Category } from "../table/index.js";
import type { IntervalPredicate } from "./predicate.js";

export interface NamedInterval {
  readonly feature: string;
  /** null: open. */
  readonly min: number | null;
  readonly max: number | null;
  readonly maxInclusive?: true;
}

export interface NamedMembership {
  readonly feature: string;
  readonly in: readonly Category[];
}

interface NamedPresence {
  readonly feature: string;
  readonly present: true;
}

export type NamedPredicate =
  | NamedInterval
  | NamedMembership
  | NamedPresence
  | { readonly anyOf: readonly NamedPredicate[] };

/** What a rule says, without what was counted. */
export interface RuleMeaning {
  readonly antecedent: readonly NamedPredicate[];
  readonly consequent: NamedPredicate;
}

/** About the feature of this number. */
export function intervalOf({ min, max, maxInclusive }: NamedInterval, feature: number): IntervalPredicate {
  return {
    kind: "interval",
    feature,
    min: min ?? Number.NEGATIVE_INFINITY,
    max: max ?? Number.POSITIVE_INFINITY,
    maxInclusive: maxInclusive === true,
  };
}

/** The features a predicate asks about, in the order in which it names them. */
export function namesIn(predicate: NamedPredicate): readonly string[] {
  return "anyOf" in predicate ? predicate.anyOf.flatMap(namesIn) : [predicate.feature];
}

/** The same text for predicates of the same meaning, whatever the order of values and parts. */
export function meaningOf(predicate: NamedPredicate): string {
  if ("anyOf" in predicate) return `or${JSON.stringify(predicate.anyOf.map(meaningOf).sort(compareText))}`;
  const name = JSON.stringify(predicate.feature);
  if ("present" in predicate) return `${name} is there`;
  if ("in" in predicate) return `${name} in [${predicate.in.map((each) => JSON.stringify(each)).sort(compareText)}]`;
  const { min, max, maxInclusive } = predicate;
  return `${name} from ${zeroless(min)} to ${zeroless(max)}${maxInclusive && max !== null ? " with it" : ""}`;
}

/** -0 and 0 are one number. */
function zeroless(bound: number | null): string {
  return bound === null ? "" : String(bound + 0);
}
