/**
 * How predicates are put: as data, as text, as what a value should be. Texts are made when they are first asked for and
 * then cached, so that a rule and the sentence about it share them; those of the model's list are cached for all rules.
 */
import type { SetText } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import type { Predicate } from "../predicates/index.js";
import type { Rule } from "../rules/index.js";
import { isOnOneSide } from "./format-number.js";
import {
  type BoundTexts,
  boundsOf,
  hidesObserved,
  type ObservedOf,
  PLAIN_STYLE,
  type PredicateStyle,
  type PublicPredicate,
  toPublicPredicate,
  type WrittenStyle,
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
  /**
   * The words for a row where the predicate fails: never do they seem to contradict its number. Most often the same.
   */
  toldOf(observedOf: ObservedOf): PredicateWords;
  /**
   * The words for a row where the predicate holds: its value is among those of a shortened set. Most often the
   * same.
   */
  heldBy(observedOf: ObservedOf): PredicateWords;
}

export type Wording = (predicate: Predicate) => PredicateWords;

/** For a rule or two. */
export function plainWording(model: Model, sets: SetText = "short"): Wording {
  const style = { ...PLAIN_STYLE, sets };
  return (predicate) => new LazyWords(predicate, model, style);
}

/** For many rules: the words for a predicate of the model's list are the same object in all of them. */
export function prepareWording(model: Model, sets: SetText = "short"): Wording {
  const style = { ...PLAIN_STYLE, sets };
  const listed = new Map<Predicate, PredicateWords | null>(model.predicates.map((predicate) => [predicate, null]));
  return (predicate) => {
    let words = listed.get(predicate);
    if (words === undefined) return new LazyWords(predicate, model, style);
    if (words === null) {
      words = new LazyWords(predicate, model, style);
      listed.set(predicate, words);
    }
    return words;
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
  private cachedBounds: BoundTexts | null = null;
  private cachedWritten: PublicPredicate | null = null;
  private cachedText: string | null = null;
  private cachedExpectation: string | null = null;
  /**
   * The bounds as they read in the texts, once asked for: NaN where one is open, or so great that rounding makes it ∞.
   */
  private shownMin: number | null = null;
  private shownMax = NaN;

  constructor(
    private readonly predicate: Predicate,
    private readonly model: Model,
    private readonly style: PredicateStyle,
  ) {}

  get written(): PublicPredicate {
    this.cachedWritten ??= freezeAll(toPublicPredicate(this.predicate, this.model));
    return this.cachedWritten;
  }

  get text(): string {
    this.cachedText ??= writePredicate(this.predicate, this.model, this.writtenStyle);
    return this.cachedText;
  }

  get expectation(): string {
    this.cachedExpectation ??= writeExpectation(this.predicate, this.model, this.writtenStyle);
    return this.cachedExpectation;
  }

  private get writtenStyle(): WrittenStyle {
    return { ...this.style, bounds: this.bounds };
  }

  private get bounds(): BoundTexts | null {
    this.cachedBounds ??= boundsOf(this.predicate, this.model, this.style.observedOf);
    return this.cachedBounds;
  }

  toldOf(observedOf: ObservedOf): PredicateWords {
    return this.mayBeSaidOf(observedOf) ? this : this.wordedFor(observedOf);
  }

  heldBy(observedOf: ObservedOf): PredicateWords {
    const { predicate, model, style } = this;
    return style.sets === "short" && hidesObserved(predicate, model, observedOf) ? this.wordedFor(observedOf) : this;
  }

  private wordedFor(observedOf: ObservedOf): PredicateWords {
    const words = new LazyWords(this.predicate, this.model, { ...this.style, observedOf });
    words.cachedWritten = this.written;
    return words;
  }

  /** Whether the bounds, rounded as they are, leave an observed number on the side where it is. */
  private mayBeSaidOf(observedOf: ObservedOf): boolean {
    const { predicate } = this;
    if (predicate.kind !== "interval" || !predicate.maxInclusive) return true;
    const observed = observedOf(predicate.feature);
    if (typeof observed !== "number") return true;
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
