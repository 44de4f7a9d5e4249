/**
 * How predicates are put: as data, as text, as what a value should be. Texts are made when they are first asked for and then
 * kept, so that a rule and the sentence about it share them; those of the model's list are kept for all rules.
 */
import type { Model } from "../model/model.js";
import type { Predicate } from "../predicates/predicate.js";
import type { Rule } from "../rules/rule-list.js";
import { isOnOneSide } from "./format-number.js";
import {
  type BoundTexts,
  boundsOf,
  type PublicPredicate,
  toPublicPredicate,
  writeExpectation,
  writePredicate,
} from "./format-predicate.js";

export interface PredicateWords {
  /** Frozen. */
  readonly written: PublicPredicate;
  /** "Level ≥ 10". */
  readonly text: string;
  /** "at least 10". */
  readonly expectation: string;
  /** The words for a row that has this number where the predicate fails: never do they seem to contradict it. Most often the same. */
  toldOf(observed: number | null): PredicateWords;
}

export type Wording = (predicate: Predicate) => PredicateWords;

/** For a rule or two. */
export function plainWording(model: Model): Wording {
  return (predicate) => new LazyWords(predicate, model, null);
}

/** For many rules: the words for a predicate of the model's list are the same object in all of them. */
export function prepareWording(model: Model): Wording {
  const listed = new Map<Predicate, PredicateWords | null>(model.predicates.map((predicate) => [predicate, null]));
  return (predicate) => {
    let own = listed.get(predicate);
    if (own === undefined) return new LazyWords(predicate, model, null);
    if (own === null) {
      own = new LazyWords(predicate, model, null);
      listed.set(predicate, own);
    }
    return own;
  };
}

/** The words for a rule's predicates. */
export interface RuleWords {
  readonly antecedent: readonly PredicateWords[];
  readonly consequent: PredicateWords;
}

export function wordRule({ antecedent, consequent }: Rule, wording: Wording): RuleWords {
  return { antecedent: antecedent.map((predicate) => wording(predicate)), consequent: wording(consequent) };
}

/** Their texts as one. */
export function joinTexts(words: readonly PredicateWords[], between: string): string {
  let text = words[0]?.text ?? "";
  for (let i = 1; i < words.length; i++) text += between + words[i]!.text;
  return text;
}

class LazyWords implements PredicateWords {
  private keptBounds: BoundTexts | null = null;
  private keptText: string | null = null;
  private keptExpectation: string | null = null;
  /** The bounds as they read in the texts, once asked for: NaN where one is open, or so great that rounding makes it ∞. */
  private shownMin: number | null = null;
  private shownMax = NaN;

  constructor(
    private readonly predicate: Predicate,
    private readonly model: Model,
    private readonly observed: number | null,
    private keptWritten: PublicPredicate | null = null,
  ) {}

  get written(): PublicPredicate {
    this.keptWritten ??= freezeAll(toPublicPredicate(this.predicate, this.model));
    return this.keptWritten;
  }

  get text(): string {
    this.keptText ??= writePredicate(this.predicate, this.model, this.bounds);
    return this.keptText;
  }

  get expectation(): string {
    this.keptExpectation ??= writeExpectation(this.predicate, this.model, this.bounds);
    return this.keptExpectation;
  }

  private get bounds(): BoundTexts | null {
    this.keptBounds ??= boundsOf(this.predicate, this.model, this.observed);
    return this.keptBounds;
  }

  toldOf(observed: number | null): PredicateWords {
    return this.mayBeSaidOf(observed) ? this : new LazyWords(this.predicate, this.model, observed, this.written);
  }

  /** Whether the bounds, rounded as they are, leave an observed number on the side where it is. */
  private mayBeSaidOf(observed: number | null): boolean {
    const { predicate } = this;
    if (observed === null || predicate.kind !== "interval" || !predicate.maxInclusive) return true;
    if (this.shownMin === null) {
      this.shownMin = Number(this.bounds?.min ?? NaN);
      this.shownMax = Number(this.bounds?.max ?? NaN);
    }
    return isShownWell(observed, predicate.min, this.shownMin) && isShownWell(observed, predicate.max, this.shownMax);
  }
}

/** No number is on one side of NaN. */
function isShownWell(observed: number, bound: number, shown: number): boolean {
  return !Number.isFinite(bound) || isOnOneSide(observed, bound, shown);
}

function freezeAll(value: PublicPredicate): PublicPredicate {
  if ("in" in value) Object.freeze(value.in);
  if ("anyOf" in value) Object.freeze(value.anyOf).forEach(freezeAll);
  return Object.freeze(value);
}
