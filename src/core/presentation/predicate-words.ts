/**
 * How predicates are put: as data, as text, as what a value should be. Each is made when it is first asked for and then
 * kept, so that a rule and the sentence about it share them; those of the model's list are kept for all rows.
 */
import type { Model } from "../model/model.js";
import type { Predicate } from "../predicates/predicate.js";
import type { Rule } from "../rules/rule-list.js";
import type { CellValue } from "../table/table.js";
import {
  type BoundTexts,
  formatBounds,
  type PublicPredicate,
  putExpectation,
  putPredicate,
  toPublicPredicate,
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

/** For many explanations: what is written of a predicate of the model's list is frozen, and the same object in all of them. */
export function prepareWording(model: Model): Wording {
  const listed = new Map<Predicate, ListedWords | null>(model.predicates.map((predicate) => [predicate, null]));
  return (predicate, observed) => {
    let words = listed.get(predicate);
    if (words === undefined) return new LazyWords(predicate, model, observed);
    if (words === null) {
      words = new ListedWords(predicate, model);
      listed.set(predicate, words);
    }
    return words.mayBeSaidOf(observed) ? words : new LazyWords(predicate, model, observed);
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
  private keptWritten: PublicPredicate | null = null;
  private keptText = "";
  private keptExpectation = "";

  constructor(
    protected readonly predicate: Predicate,
    private readonly model: Model,
    private readonly observed: number | null,
  ) {}

  get written(): PublicPredicate {
    this.keptWritten ??= toPublicPredicate(this.predicate, this.model);
    return this.keptWritten;
  }

  get text(): string {
    if (this.keptText === "") this.keptText = putPredicate(this.predicate, this.model, this.bounds);
    return this.keptText;
  }

  get expectation(): string {
    if (this.keptExpectation === "") this.keptExpectation = putExpectation(this.predicate, this.model, this.bounds);
    return this.keptExpectation;
  }

  protected get bounds(): BoundTexts | null {
    if (this.predicate.kind !== "interval") return null;
    this.keptBounds ??= formatBounds(this.predicate, this.model, this.observed);
    return this.keptBounds;
  }
}

class ListedWords extends LazyWords {
  /** The bounds as they read. */
  private readonly shownMin: number;
  private readonly shownMax: number;

  constructor(predicate: Predicate, model: Model) {
    super(predicate, model, null);
    freezeAll(this.written);
    this.shownMin = Number(this.bounds?.min ?? 0);
    this.shownMax = Number(this.bounds?.max ?? 0);
  }

  /** Whether the bounds, rounded as they are, leave an observed number on the side where it is. */
  mayBeSaidOf(observed: number | null): boolean {
    const { predicate } = this;
    if (observed === null || predicate.kind !== "interval" || !predicate.maxInclusive) return true;
    return isOnOneSide(observed, predicate.min, this.shownMin) && isOnOneSide(observed, predicate.max, this.shownMax);
  }
}

/** Of both bounds. An infinite one is not shown. */
function isOnOneSide(observed: number, bound: number, shown: number): boolean {
  return !Number.isFinite(bound) || Math.sign(observed - bound) === Math.sign(observed - shown);
}

function freezeAll(value: PublicPredicate): void {
  Object.freeze(value);
  if ("in" in value) Object.freeze(value.in);
  if ("anyOf" in value) Object.freeze(value.anyOf).forEach(freezeAll);
}
