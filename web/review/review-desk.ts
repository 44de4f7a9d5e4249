/** The review in the workbench: what was decided, one step back, and the file to take home. */
import { type Signal, signal } from "@preact/signals";
import type { NamedPredicate } from "../../src/core/predicates/named-predicate.js";
import type { PublicRule } from "../../src/core/presenting/public-rule.js";
import { keyOfApproval, keyOfMute, keyOfNote } from "../../src/core/presenting/review-json.js";
import { withEntry } from "../../src/core/review/change-review.js";
import { EMPTY_REVIEW, type Review } from "../../src/core/review/review.js";
import { ruleIdOf } from "../../src/core/rules/rule-id.js";

/** Fetched when a file is opened or made, since it knows YAML. */
const reviewText = () => import("../../src/node/review-text.js");

export interface ReviewDesk {
  readonly review: Signal<Review>;
  /** Decisions that can be taken back. */
  readonly steps: Signal<number>;
  isApproved(rule: PublicRule): boolean;
  approve(rule: PublicRule): void;
  mute(feature: string, when: readonly NamedPredicate[]): void;
  note(rule: PublicRule, text: string): void;
  undo(): void;
  open(file: File): Promise<void>;
  /** As a file to download. */
  text(): Promise<string>;
}

/** Tasks are given none where nothing is decided. */
export function decided(review: Review): Review | undefined {
  return review.approved.length + review.muted.length + review.notes.length === 0 ? undefined : review;
}

/** `today`: as 2026-11-17. */
export function createReviewDesk(today: () => string): ReviewDesk {
  const review = signal<Review>(EMPTY_REVIEW);
  const steps = signal(0);
  const past: Review[] = [];
  let opened: string | null = null;
  const decide = (next: Review): void => {
    past.push(review.value);
    review.value = next;
    steps.value = past.length;
  };
  return {
    review,
    steps,
    isApproved: ({ id }) => review.value.approved.some(({ rule }) => ruleIdOf(rule) === id),
    approve({ antecedent, consequent, antecedentCount, supportCount }) {
      const entry = { rule: { antecedent, consequent }, antecedentCount, supportCount, on: today() };
      decide(withEntry(review.value, "approved", { entry, keyOf: keyOfApproval }));
    },
    mute(feature, when) {
      decide(withEntry(review.value, "muted", { entry: { feature, when, on: today() }, keyOf: keyOfMute }));
    },
    note({ antecedent, consequent }, text) {
      const entry = { about: { rule: { antecedent, consequent } }, text, on: today() };
      decide(withEntry(review.value, "notes", { entry, keyOf: keyOfNote }));
    },
    undo() {
      const before = past.pop();
      if (before === undefined) return;
      review.value = before;
      steps.value = past.length;
    },
    async open(file) {
      const text = await file.text();
      decide(await (await reviewText()).parseReviewText(file.name, text));
      opened = /\.json$/i.test(file.name) ? null : text;
    },
    text: async () => (await reviewText()).formatReviewText("review.yaml", opened, review.value),
  };
}
