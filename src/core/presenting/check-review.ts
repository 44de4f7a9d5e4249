/**
 * What is the matter with a review beside a model: decisions about what is gone, that ended, that contradict one
 * another, and mutes that hid nothing. Pure: the day and how many rows each mute hid are told.
 */
import type { Model } from "../model/index.js";
import { namesIn } from "../predicates/index.js";
import { type Decision, hasFallen, isActive, type Mute, type Review } from "../review/index.js";
import { ruleIdOf } from "../rules/index.js";
import { describeMute } from "./review-json.js";

const REVIEW_PROBLEMS = ["stale", "expired", "contradicting", "never used"] as const;

export interface ReviewProblem {
  readonly kind: (typeof REVIEW_PROBLEMS)[number];
  readonly entry: string;
  readonly message: string;
}

interface ReviewFacts {
  readonly today: string;
  /** Rows in which each mute hid its feature, in the order of the mutes; null: no rows were looked at. */
  readonly hidden: readonly number[] | null;
}

/** In the order of the review. */
export function checkReview(review: Review, model: Model, { today, hidden }: ReviewFacts): readonly ReviewProblem[] {
  return [
    ...review.approved.flatMap((approval) => {
      const entry = `approved ${ruleIdOf(approval.rule)}`;
      const gone = missingNames([...approval.rule.antecedent, approval.rule.consequent].flatMap(namesIn), model);
      const counted = model.approved.find((rule) => ruleIdOf(rule) === ruleIdOf(approval.rule));
      const muted = review.muted.find(
        (mute) =>
          mute.when.length === 0 && isActive(mute, today) && namesIn(approval.rule.consequent).includes(mute.feature),
      );
      return [
        ...expired(approval, entry, today),
        ...stale(gone, entry),
        ...(counted !== undefined && hasFallen(approval, counted)
          ? [
              problem(
                "stale",
                entry,
                `it was true in ${approval.supportCount} of ${approval.antecedentCount} rows, and is in ${counted.supportCount} of ${counted.antecedentCount} now`,
              ),
            ]
          : []),
        ...(muted === undefined
          ? []
          : [problem("contradicting", entry, `${muted.feature} is muted everywhere, so the rule is never shown`)]),
      ];
    }),
    ...review.muted.flatMap((mute, place) => checkMute(mute, place, { review, model, today, hidden })),
    ...review.notes.flatMap((note) => {
      const names =
        "feature" in note.about
          ? [note.about.feature]
          : [...note.about.rule.antecedent, note.about.rule.consequent].flatMap(namesIn);
      const entry = `note on ${"feature" in note.about ? note.about.feature : ruleIdOf(note.about.rule)}`;
      return [...expired(note, entry, today), ...stale(missingNames(names, model), entry)];
    }),
  ];
}

interface MuteFacts extends ReviewFacts {
  readonly review: Review;
  readonly model: Model;
}

function checkMute(mute: Mute, place: number, { review, model, today, hidden }: MuteFacts): ReviewProblem[] {
  const entry = `muted ${describeMute(mute)}`;
  const isKnown = model.features.some(({ name }) => name === mute.feature);
  const wider = review.muted.find(
    (other, at) =>
      at !== place && other.feature === mute.feature && other.when.length === 0 && (mute.when.length > 0 || at < place),
  );
  return [
    ...expired(mute, entry, today),
    ...(isKnown ? [] : [problem("stale", entry, `the model has no feature ${mute.feature}`)]),
    ...(wider !== undefined && isActive(wider, today)
      ? [problem("contradicting", entry, `${mute.feature} is muted everywhere by another entry`)]
      : []),
    ...(hidden !== null && isActive(mute, today) && isKnown && hidden[place] === 0
      ? [problem("never used", entry, "it hid no suspect in these rows")]
      : []),
  ];
}

function expired({ until }: Decision, entry: string, today: string): ReviewProblem[] {
  return until !== undefined && until < today
    ? [problem("expired", entry, `it ended on ${until} and has no effect`)]
    : [];
}

function stale(gone: readonly string[], entry: string): ReviewProblem[] {
  return gone.length === 0 ? [] : [problem("stale", entry, `the model has no feature ${gone.join(", ")}`)];
}

function missingNames(names: readonly string[], { features }: Model): readonly string[] {
  return [...new Set(names)].filter((name) => !features.some((feature) => feature.name === name));
}

function problem(kind: ReviewProblem["kind"], entry: string, message: string): ReviewProblem {
  return { kind, entry, message };
}
