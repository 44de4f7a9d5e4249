/**
 * The Model: what learning returns, what a file stores and all that explaining needs. Plain data.
 */
import type { Conditionals, KnownValues, Mixture, Network, Quantiles } from "../densities/index.js";
import type { HistoryPlan } from "../history/index.js";
import type { Predicate } from "../predicates/index.js";
import type { ApprovedRule, Forest, RuleList } from "../rules/index.js";
import type { Exclusion, Feature, ValueScale } from "../table/index.js";
import type { DriftBaseline } from "./drift-baseline.js";
import type { ResolvedLearnOptions } from "./learn-options.js";
import type { RowOrder } from "./row-order.js";

/** What normal rows look like in one numeric feature. */
export interface NumericProfile {
  readonly kind: "numeric";
  readonly mean: number;
  readonly deviation: number;
  /** Least and greatest finite value. */
  readonly min: number;
  readonly max: number;
  readonly missingCount: number;
  /** On which its values are compared. */
  readonly scale: ValueScale;
}

/** What normal rows look like in one categorical feature. */
interface CategoricalProfile {
  readonly kind: "categorical";
  /** Rows with each category. */
  readonly counts: readonly number[];
  readonly missingCount: number;
}

export type FeatureProfile = NumericProfile | CategoricalProfile;

/** By features the rows with each category; null: a number. */
export type CategoryCounts = readonly (readonly number[] | null)[];

/** Normal rows to compare with: for each feature a list of numbers or category codes, NaN where missing. */
export interface ReferenceRows {
  readonly rowCount: number;
  readonly columns: readonly Float64Array[];
}

/** Numbers that the curves are asked by. */
export const PROBABILITY_INPUTS = { first: 5, later: 5 } as const;

/** How likely suspects are wrong (see evidence/probability.ts). */
export interface ProbabilityCurves {
  /** What one normal row in twenty reaches: the sum of its strangest feature, and how strange it is as a whole. */
  readonly usual: { readonly largest: number; readonly strangeness: number };
  /** Weights of the logistic curves of the first suspect and of those after it. */
  readonly first: Float64Array;
  readonly later: Float64Array;
}

/** How strange normal rows look that took no part in learning what judges them. */
export interface Calibration {
  /**
   * What speaks against each categorical feature of normal rows on average, 0 for numeric ones; taken off, so that
   * features with many rare categories are not suspected for them. Null: an older model.
   */
  readonly usualSums: Float64Array | null;
  /** Ascending; empty when no rows could be held aside. */
  readonly strangeness: Float64Array;
  /** A suspect after the first is accused when it is at least this strange; null: never. */
  readonly accusation: number | null;
  /** Null in older models, where suspects after the first are told by `accusation`. */
  readonly probability: ProbabilityCurves | null;
  /** How near a value is to what the rest of its row tells; null: older models do not say, and small ones cannot. */
  readonly expected: ExpectedValues | null;
}

/** By rows that took no part in learning what predicts their values. */
export interface ExpectedValues {
  /** Share of normal values that lie in the range, or among the categories, that is expected of them. */
  readonly level: number;
  /** One for each feature; null where no such row knows its value. */
  readonly features: readonly (ExpectedNumber | ExpectedCategory | null)[];
}

/** From a prediction (see predict-value.ts) to a range: middle + spread × low to middle + spread × high. */
export interface ExpectedNumber {
  readonly kind: "numeric";
  /** Say of the trees in the middle, 0 to 1; the rest is the mixture's. */
  readonly trees: number;
  readonly low: number;
  /** Where the value itself is to be looked for. */
  readonly middle: number;
  readonly high: number;
  /** As many decimals write every learning value; null: more than a few. */
  readonly decimals: number | null;
}

export interface ExpectedCategory {
  readonly kind: "categorical";
  /** Categories with at least this share are expected. */
  readonly least: number;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface Model {
  /** Learning rows. */
  readonly rowCount: number;
  /** Of these, the rows that the diagnosis learnt from, where some were taken for anomalies; null: all. */
  readonly trustedRowCount: number | null;
  readonly features: readonly Feature[];
  /** One for each feature. */
  readonly profiles: readonly FeatureProfile[];
  /**
   * By features the learning rows with each category, null for a number, where there are dependencies and profiles are
   * of trusted rows alone: rules of dependencies, and so their exceptions, are counted in all of them. Else null, and
   * in older models.
   */
  readonly categoryCounts: CategoryCounts | null;
  readonly excluded: readonly Exclusion[];
  /** The order in which learning rows depend on those next to them; null: older models do not say. */
  readonly order: RowOrder | null;
  /** How the past of rows becomes features; null: it does not. */
  readonly history: HistoryPlan | null;
  readonly options: ResolvedLearnOptions;
  readonly predicates: readonly Predicate[];
  /** Best first. */
  readonly rules: RuleList;
  /** Those that people approved (see review/), counted in the learning rows. */
  readonly approved: readonly ApprovedRule[];
  readonly forest: Forest;
  /** Rules of trees that are listed, by the feature they are about; null: older models do not say. */
  readonly treeRuleCounts: readonly number[] | null;
  /** The distribution of each feature, of categorical ones over their codes. */
  readonly quantiles: readonly Quantiles[];
  /** Null where features are too few or too many for it. */
  readonly mixture: Mixture | null;
  /** One for each feature; null where any value may come, and in older models. */
  readonly knownValues: readonly (KnownValues | null)[];
  /** Null where rows are too few or features too many for them, and in older models. */
  readonly conditionals: Conditionals | null;
  /** A density of whole rows; null where there are no conditionals, and where features are too many or of the past. */
  readonly network: Network | null;
  readonly neighbours: ReferenceRows;
  readonly calibration: Calibration;
  /** How blocks of learning rows differ from one another; null: older models do not say. */
  readonly drift: DriftBaseline | null;
  readonly warnings: readonly Warning[];
}

/** Rows that profiles, trees and all else of the diagnosis were counted in. */
export function diagnosisRowCount({ trustedRowCount, rowCount }: Pick<Model, "trustedRowCount" | "rowCount">): number {
  return trustedRowCount ?? rowCount;
}
