/**
 * A review: what people decided about rules and features, as data beside the model. A decision names the
 * rule or the part of the data itself, never a number of a model, so it outlives learning.
 */
import type { NamedPredicate, RuleMeaning } from "../predicates/index.js";

export const REVIEW_FORMAT = "parsight-review";
export const REVIEW_VERSION = 1;

export interface Decision {
  readonly reason?: string;
  readonly by?: string;
  /** Day of the decision, as 2026-11-17. */
  readonly on?: string;
  /** Last day on which it has an effect; absent: for ever. */
  readonly until?: string;
}

/** A rule that is to stay: counted anew at every learning. */
export interface Approval extends Decision {
  readonly rule: RuleMeaning;
  /** How often it was true when it was approved. */
  readonly antecedentCount: number;
  readonly supportCount: number;
}

/** A feature that is not to be a suspect where all of `when` hold; everywhere when there is none. */
export interface Mute extends Decision {
  readonly feature: string;
  readonly when: readonly NamedPredicate[];
}

/** A remark about a rule or a feature, without effect. */
export interface Note extends Decision {
  readonly about: { readonly rule: RuleMeaning } | { readonly feature: string };
  readonly text: string;
}

export interface Review {
  readonly approved: readonly Approval[];
  readonly muted: readonly Mute[];
  readonly notes: readonly Note[];
}

export const EMPTY_REVIEW: Review = { approved: [], muted: [], notes: [] };

/** Whether a decision has an effect on a day, as 2026-11-17; such texts sort as days do. */
export function isActive({ until }: Decision, today: string): boolean {
  return until === undefined || today <= until;
}

/** What has an effect on a day. */
export function activeReview(review: Review, today: string): Review {
  return {
    approved: review.approved.filter((each) => isActive(each, today)),
    muted: review.muted.filter((each) => isActive(each, today)),
    notes: review.notes.filter((each) => isActive(each, today)),
  };
}
