/** Rules: mining, trees, dependencies, ranges, counts, measures and order. */
export type { ApprovedRule } from "./approved-rule.js";
export { checkRules, ruleCountJob } from "./check-rules.js";
export {
  addStretch,
  type CheckedCounts,
  confidenceLowAt,
  designEffect,
  LEAST_CHECKED,
  startTally,
} from "./checked-counts.js";
export { type Checking, checkingOf } from "./checking.js";
export {
  type CountedInRows,
  countDependencies,
  countsWithout,
  dependencyCountsFold,
} from "./dependencies/count-dependencies.js";
export {
  type CountedDependency,
  type Dependency,
  dependenciesOf,
  type Expected,
  isAsExpected,
  rulesByDependency,
} from "./dependencies/dependency.js";
export { type FoundDependencies, findDependencies, MOST_CATEGORIES } from "./dependencies/find-dependencies.js";
export { countByPart, countingJob, FOREST_COUNTS, type ForestCountsTask } from "./forest/count-forest.js";
export { expectedClasses, type Forest, isExpectedClass, LEAF, nodeSpread } from "./forest/forest.js";
export { type BinnedFeature, classesOf } from "./forest/forest-bins.js";
export type { CountingTask, ForestCounts, RowRange } from "./forest/forest-counter.js";
export { type ClassTarget, type NumericTarget, TARGET_UNIT, type Target } from "./forest/forest-target.js";
export {
  type ForestHooks,
  type ForestPurpose,
  forestJob,
  growForest,
  prepareForest,
  type TargetProfile,
} from "./forest/grow-forest.js";
export { type GrownTrees, LEAST_REDUCTION, type TreeGrower, type TreeMaterial } from "./forest/grow-trees.js";
export type { Effort } from "./forest/input-shortlist.js";
export { EQUAL_CODE, splitReadings } from "./forest/split-readings.js";
export { NARROWER, predicateKey, type TreeRuleContext, treeRule, treeRules } from "./forest/tree-rules.js";
export { accuracyScore, confidenceOf, ONE_SIDED_95, TWO_SIDED_95, wilsonLow } from "./measures.js";
export { countRulesFold } from "./mining/count-rules.js";
export { expectedCandidates } from "./mining/expected-candidates.js";
export { MOST_COUNTED, mineByCounts } from "./mining/mine-by-counts.js";
export {
  isLongWork,
  type MiningHooks,
  type MiningOptions,
  minedBy,
  mineRules,
  miningJob,
  predicatesAtOnce,
  tooManyPredicates,
} from "./mining/mine-rules.js";
export { createMiner, miningBytes, mostMiningBytes } from "./mining/miner.js";
export { alwaysTrue, type Miner, type MiningTask, type MiningWatch, type Redundancy } from "./mining/mining-task.js";
export { partners } from "./mining/partners.js";
export { RuleRecords } from "./mining/rule-records.js";
export { fillSets, knownGroups } from "./predicate-sets.js";
export { rangeRules } from "./range-rules.js";
export { rankRules, ruleScores } from "./rank-rules.js";
export { createCounts, MOST_IN_32_BITS, type RowCounts } from "./row-counts.js";
export { ruleIdOf } from "./rule-id.js";
export {
  ALL_SOURCES,
  type LearntSource,
  LIST_SOURCES,
  type ListedRule,
  type ListSource,
  outlineAt,
  predicateCount,
  RULE_SOURCES,
  type Rule,
  type RuleList,
  RuleListBuilder,
  type RuleOutline,
  type RuleSource,
  ruleAt,
  SOURCE_MEANINGS,
  sourceNumber,
  withoutSource,
} from "./rule-list.js";
