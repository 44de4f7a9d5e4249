/**
 * The Model: what learning returns, what a file stores and all that explaining needs. Plain data.
 */
import type { Predicate } from "../predicates/predicate.js";
import type { RuleList } from "../rules/rule-list.js";
import type { Exclusion, Feature } from "../table/features.js";
import type { ResolvedLearnOptions } from "./learn-options.js";

/** What normal rows look like in one numeric feature. */
export interface NumericProfile {
  readonly kind: "numeric";
  readonly mean: number;
  readonly deviation: number;
  /** Least and greatest finite value. */
  readonly min: number;
  readonly max: number;
  readonly missingCount: number;
}

/** What normal rows look like in one categorical feature. */
export interface CategoricalProfile {
  readonly kind: "categorical";
  /** Rows with each category. */
  readonly counts: readonly number[];
  readonly missingCount: number;
}

export type FeatureProfile = NumericProfile | CategoricalProfile;

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface Model {
  /** Learning rows. */
  readonly rowCount: number;
  readonly features: readonly Feature[];
  /** One for each feature. */
  readonly profiles: readonly FeatureProfile[];
  readonly excluded: readonly Exclusion[];
  readonly options: ResolvedLearnOptions;
  readonly predicates: readonly Predicate[];
  /** Best first. */
  readonly rules: RuleList;
  readonly warnings: readonly Warning[];
}
