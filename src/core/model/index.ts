/** The model: its types, options, file format and checks. */
export { categoryCountsOf } from "./category-counts.js";
export {
  type ChoiceSpec,
  checkOptions,
  type FilterSpec,
  type FlagSpec,
  type HookSpec,
  type NamesSpec,
  type NumberSpec,
  type OptionSpec,
  rangeOf,
  type TextSpec,
} from "./check-options.js";
export { createChecksum } from "./checksum.js";
export { countTreeRules, distinctTreeRules, treeRuleContext } from "./distinct-tree-rules.js";
export {
  type BaselineSeries,
  type DriftBaseline,
  type LinearInput,
  type LinearRelations,
  type RuleBaselines,
  relationSize,
  type SeriesKind,
  type SeriesName,
  WATCHED_ROWS,
} from "./drift-baseline.js";
export {
  takeOrRefuse,
  warnAboutLabels,
  warnAboutMarkedNumbers,
  warnAboutRounded,
  warnAboutTextNumbers,
} from "./input-warnings.js";
export {
  checkLearnOptions,
  DEFAULT_SUPPORT_ROWS,
  hasFewRows,
  LEARN_OPTIONS,
  type LearnOptionSpec,
  type LearnOptions,
  mayShortenRules,
  NORMAL_OPTION,
  PRESET_OPTION,
  PRESETS,
  type Preset,
  REVIEW_OPTION,
  type ResolvedLearnOptions,
  resolveLearnOptions,
  SETTING_NAMES,
  STRICT_OPTION,
} from "./learn-options.js";
export {
  type Calibration,
  diagnosisRowCount,
  type ExpectedCategory,
  type ExpectedNumber,
  type ExpectedValues,
  type FeatureProfile,
  type Model,
  type NumericProfile,
  PROBABILITY_INPUTS,
  type ProbabilityCurves,
  type ReferenceRows,
  type Warning,
} from "./model.js";
export { loadModel, MAX_MODEL_LENGTH, modelChecksum, saveModel } from "./model-json.js";
export { requireModel } from "./require-model.js";
export type { RowOrder, RowOrderName } from "./row-order.js";
export { seenRanges, withSeenRanges } from "./seen-ranges.js";
