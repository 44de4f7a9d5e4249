/** The review in the workbench: what was decided, one step back, and the file to take home. */
import { batch, type Signal, signal } from "@preact/signals";
import type { NamedPredicate } from "../../src/core/predicates/index.js";
import { keyOfApproval, keyOfMute, keyOfNote, type PublicRule } from "../../src/core/presenting/index.js";
import { activeReview, type Decision, EMPTY_REVIEW, type Review, withEntry } from "../../src/core/review/index.js";
import { ruleIdOf } from "../../src/core/rules/index.js";

/** Fetched when a file is opened or made, since it knows YAML. */
const reviewText = () => import("../../src/review/review-text.js");

/** What is written beside the next decision; empty: nothing. */
export interface DecisionFields {
  readonly reason: string;
  readonly by: string;
  /** As 2026-11-17. */
  readonly until: string;
}

export interface ReviewDesk {
  readonly review: Signal<Review>;
  readonly fields: Signal<DecisionFields>;
  /** Decisions that can be taken back. */
  readonly steps: Signal<number>;
  /** As 2026-11-17. */
  today(): string;
  /** What has an effect today; undefined: nothing. */
  inEffect(): Review | undefined;
  isApproved(rule: PublicRule): boolean;
  approve(rule: PublicRule): void;
  mute(feature: string, when: readonly NamedPredicate[]): void;
  note(about: PublicRule | string, text: string): void;
  undo(): void;
  open(file: File): Promise<void>;
  /** Takes up what `text` gave; steps before it cannot be taken back. */
  restore(text: string): Promise<void>;
  /** As a file to download. */
  text(): Promise<string>;
}

/** A review, and the text of the file that it was opened from: its comments stay. */
interface Step {
  readonly review: Review;
  readonly opened: string | null;
}

export function createReviewDesk(today: () => string): ReviewDesk {
  const review = signal<Review>(EMPTY_REVIEW);
  const fields = signal<DecisionFields>({ reason: "", by: "", until: "" });
  const steps = signal(0);
  const past: Step[] = [];
  let opened: string | null = null;
  const go = (next: Step): void => {
    opened = next.opened;
    batch(() => {
      review.value = next.review;
      steps.value = past.length;
    });
  };
  /** Who decides stays; why and until when is said anew. */
  const decide = (next: Review): void => {
    past.push({ review: review.value, opened });
    go({ review: next, opened });
    fields.value = { ...fields.value, reason: "", until: "" };
  };
  return {
    review,
    fields,
    steps,
    today,
    inEffect() {
      const active = activeReview(review.value, today());
      return active.approved.length + active.muted.length + active.notes.length === 0 ? undefined : active;
    },
    isApproved: ({ id }) => review.value.approved.some(({ rule }) => ruleIdOf(rule) === id),
    approve({ antecedent, consequent, antecedentCount, supportCount }) {
      const counts = { antecedentCount, supportCount };
      const entry = { rule: { antecedent, consequent }, ...counts, ...decisionOf(fields.value, today()) };
      decide(withEntry(review.value, "approved", { entry, keyOf: keyOfApproval }));
    },
    mute(feature, when) {
      const entry = { feature, when, ...decisionOf(fields.value, today()) };
      decide(withEntry(review.value, "muted", { entry, keyOf: keyOfMute }));
    },
    note(about, text) {
      const entry = { about: aboutOf(about), text, ...decisionOf(fields.value, today()) };
      decide(withEntry(review.value, "notes", { entry, keyOf: keyOfNote }));
    },
    undo() {
      const before = past.pop();
      if (before !== undefined) go(before);
    },
    async open(file) {
      const text = await file.text();
      const next = await (await reviewText()).parseReviewText(file.name, text);
      past.push({ review: review.value, opened });
      go({ review: next, opened: /\.json$/i.test(file.name) ? null : text });
    },
    async restore(text) {
      go({ review: await (await reviewText()).parseReviewText("review.yaml", text), opened: text });
    },
    text: async () => (await reviewText()).formatReviewText("review.yaml", opened, review.value),
  };
}

function aboutOf(about: PublicRule | string) {
  if (typeof about === "string") return { feature: about };
  return { rule: { antecedent: about.antecedent, consequent: about.consequent } };
}

function decisionOf({ reason, by, until }: DecisionFields, on: string): Decision {
  return {
    ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
    ...(by.trim() === "" ? {} : { by: by.trim() }),
    on,
    ...(until === "" ? {} : { until }),
  };
}
