/** Predicates over features: Algorithms 1 and 2 of the paper, names and readable cut-offs. */
export { categoricalPredicates } from "./categorical-predicates.js";
export {
  type CutOffTask,
  type CutProposal,
  MAX_INPUTS,
  mostTelling,
  type NumericInput,
  numericInputs,
} from "./cut-off-task.js";
export { cutOffJob, proposeCuts, type TreeHooks } from "./cut-off-trees.js";
export { ENTROPY_UNIT, entropyTerms, LEAST_GAIN, standardisedIntegers, VARIANCE_UNIT } from "./impurity-units.js";
export { leastCountAbove } from "./least-count.js";
export {
  intervalOf,
  meaningOf,
  type NamedInterval,
  type NamedMembership,
  type NamedPredicate,
  namesIn,
  type RuleMeaning,
} from "./named-predicate.js";
export { allHold, type PredicateTest, prepareNamed } from "./named-rows.js";
export type { NumericColumn } from "./numeric-column.js";
export { columnJob, momentsOf, numericColumns } from "./numeric-columns.js";
export type { CutOffMethod } from "./numeric-predicates.js";
export { asRecord, parseMeaning, parsePredicates, type Refuse } from "./parse-named.js";
export {
  type AnyOfPredicate,
  type CategoryPredicate,
  contains,
  FAILS,
  featuresOf,
  fillRowSets,
  HOLDS,
  type IntervalPredicate,
  type Predicate,
  predicateState,
  type RowSets,
  UNKNOWN,
} from "./predicate.js";
export { findRelated, MOST_RELATED, type RelatedFeatures, relatedJob } from "./related-features.js";
export { simplestDecimal } from "./simplest-decimal.js";
export { unionCountsFold } from "./union-counts.js";
