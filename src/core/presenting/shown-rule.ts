/**
 * A rule as it is shown for a row that breaks it: as data, and in the sentence about the row. What can be said of most
 * rows alike is made once, when a row first breaks the rule, and remembered for the next ones.
 */

import { memoize, type SetText, weightOfRule } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import type { Rule } from "../rules/index.js";
import { formatHolding } from "./evidence.js";
import type { ObservedOf } from "./format-predicate.js";
import { joinTexts, plainWording, prepareWording, type RuleWords, type Wording, wordRule } from "./predicate-words.js";
import { type PublicRule, toPublicRule } from "./public-rule.js";

export interface ShownRule {
  /** Frozen: several explanations share it. */
  readonly written: PublicRule;
  /** What the consequent asks for: "at least 10". */
  readonly expectation: string;
  /** "when Level ≥ 10 and Pump = ON, that holds for 99.8 % of 1,541 normal rows held back to check it". */
  readonly reason: string;
  /** The same with the consequent in the place of "that". */
  readonly statement: string;
}

/** `observedOf` gives the values of the row that breaks the rule. */
export type RuleShower = (rule: Rule, observedOf: ObservedOf) => ShownRule;

/** For a row or two. */
export function plainShower(model: Model, sets: SetText = "short"): RuleShower {
  const wording = plainWording(model, sets);
  return (rule, observedOf) => toShown(rule, model, wording).toldOf(observedOf);
}

/** For many rows: of one and the same Rule nothing is made twice. */
export function prepareShower(model: Model, sets: SetText = "short"): RuleShower {
  const wording = prepareWording(model, sets);
  const shownOf = memoize(
    (rule: Rule) => toShown(rule, model, wording),
    (_, rule) => weightOfRule(rule),
  );
  return (rule, observedOf) => shownOf(rule).toldOf(observedOf);
}

function toShown(rule: Rule, model: Model, wording: Wording): LazyRule {
  return new LazyRule(rule, model, wordRule(rule, wording));
}

class LazyRule implements ShownRule {
  private cachedWritten: PublicRule | null = null;
  private cachedReason: string | null = null;
  private cachedStatement: string | null = null;

  constructor(
    private readonly rule: Rule,
    private readonly model: Model,
    private readonly words: RuleWords,
  ) {}

  get written(): PublicRule {
    this.cachedWritten ??= freezeRule(toPublicRule(this.rule, this.model, this.words));
    return this.cachedWritten;
  }

  get expectation(): string {
    return this.words.consequent.expectation;
  }

  get reason(): string {
    this.cachedReason ??= describeReason(this.rule, this.words, "that");
    return this.cachedReason;
  }

  get statement(): string {
    this.cachedStatement ??= describeReason(this.rule, this.words, this.words.consequent.text);
    return this.cachedStatement;
  }

  /** Another one only where the row's values ask for other words. */
  toldOf(observedOf: ObservedOf): LazyRule {
    const { rule, model, words } = this;
    const consequent = words.consequent.toldOf(observedOf);
    const isHeldSo = words.antecedent.every((each) => each.heldBy(observedOf) === each);
    if (isHeldSo && consequent === words.consequent) return this;
    const antecedent = words.antecedent.map((each) => each.heldBy(observedOf));
    return new LazyRule(rule, model, { antecedent, consequent });
  }
}

function freezeRule(rule: PublicRule): PublicRule {
  Object.freeze(rule.antecedent);
  return Object.freeze(rule);
}

function describeReason(rule: Rule, { antecedent }: RuleWords, claim: string): string {
  const evidence = formatHolding(rule);
  return antecedent.length === 0
    ? `${claim} ${evidence}`
    : `when ${joinTexts(antecedent, " and ")}, ${claim} ${evidence}`;
}
