/**
 * How predicates are put: as data, as text, as what a value should be. Texts are made when they are first asked for and then
 * kept, so that a rule and the sentence about it share them; those of the model's list are kept for all rows.
 */
import type { Model } from "../model/model.js";
import type { Predicate } from "../predicates/predicate.js";
import type { Rule } from "../rules/rule-list.js";
import type { CellValue } from "../table/table.js";
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
  readonly written: PublicPredicate;
  /** "Level ≥ 10". */
  readonly text: string;
  /** "at least 10". */
  readonly expectation: string;
}

/** `observed` is the row's number where the predicate fails, so that its texts never seem to contradict it. */
export type Wording = (predicate: Predicate, observed: number | null) => PredicateWords;

/** For a rule or two. */
export function plainWording(model: Model): Wording {
  return (predicate, observed) => new LazyWords(predicate, model, observed);
}

/** For many explanations or rules: what is written of a predicate of the model's list is frozen, and the same object in all of them. */
export function prepareWording(model: Model): Wording {
  const listed = new Map<Predicate, ListedWords | null>(model.predicates.map((predicate) => [predicate, null]));
  return (predicate, observed) => {
    let own = listed.get(predicate);
    if (own === undefined) return new LazyWords(predicate, model, observed);
    if (own === null) {
      own = wordListed(predicate, model);
      listed.set(predicate, own);
    }
    return mayBeSaidOf(own, predicate, observed)
      ? own.words
      : new LazyWords(predicate, model, observed, own.words.written);
  };
}

/** The words for a rule's predicates. */
export interface RuleWords {
  readonly antecedent: readonly PredicateWords[];
  readonly consequent: PredicateWords;
}

/** `observedOf` gives the row's values where it breaks the rule. */
export function wordRule(
  { antecedent, consequent }: Rule,
  wording: Wording,
  observedOf: (feature: number) => CellValue = () => null,
): RuleWords {
  const observed = consequent.kind === "interval" ? observedOf(consequent.feature) : null;
  return {
    antecedent: antecedent.map((predicate) => wording(predicate, null)),
    consequent: wording(consequent, typeof observed === "number" ? observed : null),
  };
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

  constructor(
    private readonly predicate: Predicate,
    private readonly model: Model,
    private readonly observed: number | null,
    private keptWritten: PublicPredicate | null = null,
  ) {}

  get written(): PublicPredicate {
    this.keptWritten ??= toPublicPredicate(this.predicate, this.model);
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

  get bounds(): BoundTexts | null {
    this.keptBounds ??= boundsOf(this.predicate, this.model, this.observed);
    return this.keptBounds;
  }
}

/** Words that are kept for all rows, and the bounds as they read in them: NaN where one is open, or so great that rounding makes it ∞. */
interface ListedWords {
  readonly words: LazyWords;
  readonly shownMin: number;
  readonly shownMax: number;
}

function wordListed(predicate: Predicate, model: Model): ListedWords {
  const words = new LazyWords(predicate, model, null);
  freezeAll(words.written);
  return { words, shownMin: Number(words.bounds?.min ?? NaN), shownMax: Number(words.bounds?.max ?? NaN) };
}

/** Whether the bounds, rounded as they are, leave an observed number on the side where it is. */
function mayBeSaidOf({ shownMin, shownMax }: ListedWords, predicate: Predicate, observed: number | null): boolean {
  if (observed === null || predicate.kind !== "interval" || !predicate.maxInclusive) return true;
  return isShownWell(observed, predicate.min, shownMin) && isShownWell(observed, predicate.max, shownMax);
}

/** No number is on one side of NaN. */
function isShownWell(observed: number, bound: number, shown: number): boolean {
  return !Number.isFinite(bound) || isOnOneSide(observed, bound, shown);
}

function freezeAll(value: PublicPredicate): void {
  Object.freeze(value);
  if ("in" in value) Object.freeze(value.in);
  if ("anyOf" in value) Object.freeze(value.anyOf).forEach(freezeAll);
}
