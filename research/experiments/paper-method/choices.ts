/**
 * The choices that the paper's method leaves open, or that its published code makes without a word: how rules are
 * learnt, and how those that a row breaks become a list of suspects. Each is a change of one thing.
 */
import type { LearnOptions, PublicPredicate, Rule } from "../../../src/index.js";

/** What is learnt, and nothing else: the method needs no trees and no rows to compare with. */
export const LEARNINGS = {
  "preset default": {},
  "2 cells": { cells: 2 },
  "3 cells": { cells: 3 },
  "6 cells": { cells: 6 },
  "no limit of cells": { cells: 0 },
  "ten even bins": { cutoffs: "uniform", cells: 0 },
  "ten bins by k-means": { cutoffs: "kmeans", cells: 0 },
  "preset paper": { preset: "paper" },
} as const satisfies Readonly<Record<string, LearnOptions>>;

export type LearningName = keyof typeof LEARNINGS;

/** A row's broken rules as the explainer orders them: ranges first, furthest out first, then by score. */
export interface BrokenRules {
  readonly ranges: readonly Rule[];
  readonly mined: readonly Rule[];
  /** θ of the learning rows. */
  readonly minSupport: number;
  /** Place of a feature among the columns. */
  readonly placeOf: (feature: string) => number;
  /** Whether the row's value of a feature is beyond all that was learnt. */
  readonly isBeyondSeen: (feature: string) => boolean;
}

/** Rules behind one another; the first `most` of them name suspects. */
interface Ranking {
  readonly order: (broken: BrokenRules) => readonly Rule[];
  readonly most: number;
  /** Whether features of conditions follow those of consequents. */
  readonly withConditions: boolean;
}

const MOST = 5;
const ALL = Number.POSITIVE_INFINITY;

const rangesFirst = ({ ranges, mined }: BrokenRules): readonly Rule[] => [...ranges, ...mined];

function ranking(changes: Partial<Ranking>): Ranking {
  return { order: rangesFirst, most: MOST, withConditions: false, ...changes };
}

export const RANKINGS = {
  "as shipped: ranges first, furthest out first; 5 rules": ranking({}),
  "ranges by their counts, as all rules (the paper's text, and ours before)": ranking({
    order: ({ ranges, mined }) => [...ranges, ...mined].toSorted((a, b) => b.score - a.score),
  }),
  "ranges first, in the order of columns (the published code, below 5 of them)": ranking({
    order: ({ ranges, mined, placeOf }) => [
      ...ranges.toSorted((a, b) => placeOf(featureOf(a)) - placeOf(featureOf(b))),
      ...mined,
    ],
  }),
  "ranges last": ranking({ order: ({ ranges, mined }) => [...mined, ...ranges] }),
  "no ranges": ranking({ order: ({ mined }) => mined }),
  "ranges of everything seen, not μ ± 3σ (the published package)": ranking({
    order: ({ ranges, mined, isBeyondSeen }) => [...ranges.filter((rule) => isBeyondSeen(featureOf(rule))), ...mined],
  }),
  "only ranges": ranking({ order: ({ ranges }) => ranges }),
  "the first rule only": ranking({ most: 1 }),
  "3 rules": ranking({ most: 3 }),
  "10 rules": ranking({ most: 10 }),
  "all broken rules": ranking({ most: ALL }),
  "features of conditions behind those of consequents (the published code)": ranking({ withConditions: true }),
  "ties of score: longer rules first": ranking({
    order: ({ ranges, mined }) => [
      ...ranges,
      ...mined.toSorted((a, b) => b.score - a.score || b.antecedent.length - a.antecedent.length),
    ],
  }),
  "ties of score: the other way round": ranking({
    order: ({ ranges, mined }) => [...ranges, ...mined.toReversed().toSorted((a, b) => b.score - a.score)],
  }),
  "score: λ = 1": ranking({ order: byScore({ confidenceWeight: 1 }) }),
  "score: λ = 20": ranking({ order: byScore({ confidenceWeight: 20 }) }),
  "score: support alone": ranking({
    order: ({ ranges, mined }) => [...ranges, ...mined.toSorted((a, b) => b.support - a.support)],
  }),
  "γ = .95": ranking({ order: byScore({ minConfidence: 0.95 }) }),
  "θ twice as large": ranking({ order: byScore({ timesSupport: 2 }) }),
  "rules of two predicates": ranking({
    order: ({ ranges, mined }) => [...ranges, ...mined.filter(({ antecedent }) => antecedent.length === 1)],
  }),
} as const satisfies Readonly<Record<string, Ranking>>;

export type RankingName = keyof typeof RANKINGS;

export const SHIPPED: RankingName = "as shipped: ranges first, furthest out first; 5 rules";
export const BY_COUNTS: RankingName = "ranges by their counts, as all rules (the paper's text, and ours before)";
export const WITH_CONDITIONS: RankingName = "features of conditions behind those of consequents (the published code)";

/** Mined rules by another score, without those that its thresholds exclude. */
function byScore(weights: {
  readonly confidenceWeight?: number;
  readonly minConfidence?: number;
  readonly timesSupport?: number;
}): Ranking["order"] {
  const { confidenceWeight = 5, minConfidence = 0.9, timesSupport = 1 } = weights;
  return ({ ranges, mined, minSupport }) => {
    const least = timesSupport * minSupport;
    const scoreOf = ({ support, confidence }: Rule): number =>
      (support - least) / (1 - least) + (confidenceWeight * (confidence - minConfidence)) / (1 - minConfidence);
    const allowed = mined.filter(({ support, confidence }) => support > least && confidence > minConfidence);
    return [...ranges, ...allowed.toSorted((a, b) => scoreOf(b) - scoreOf(a))];
  };
}

/** The suspects: features of consequents in the order of the rules, each once. */
export function suspectsBy(name: RankingName, broken: BrokenRules): string[] {
  const { order, most, withConditions }: Ranking = RANKINGS[name];
  const rules = order(broken).slice(0, most);
  const consequents = rules.flatMap(({ consequent }) => featuresIn(consequent));
  const conditions = withConditions ? rules.flatMap(({ antecedent }) => antecedent.flatMap(featuresIn)) : [];
  return [...new Set([...consequents, ...conditions])];
}

function featureOf({ consequent }: Rule): string {
  return featuresIn(consequent)[0]!;
}

function featuresIn(predicate: PublicPredicate): string[] {
  return "anyOf" in predicate ? predicate.anyOf.flatMap(featuresIn) : [predicate.feature];
}
