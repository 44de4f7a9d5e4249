/** The library: one line for each public name. By examples: docs/library.md. */
export { InputError, StoppedError } from "./core/base/index.js";
export {
  createDriftWatcher,
  type Drift,
  type DriftedFeature,
  type DriftedRule,
  type DriftOptions,
  type DriftPlace,
  type DriftWatcher,
  type FeatureChange,
  findDrift,
} from "./core/drift/index.js";
export { createExplainer, type Explainer, type ExplainHooks, explain } from "./core/explain.js";
export {
  createIncidentExplainer,
  type ExplainIncidentsOptions,
  explainIncidents,
  type IncidentExplainer,
  type Incidents,
  type InputRows,
} from "./core/explain-incidents.js";
export {
  createRowHistory,
  type ExplainOptions,
  type Method,
  type PastOptions,
  type RowHistory,
} from "./core/explaining/index.js";
export type { HistoryPlan } from "./core/history/index.js";
export {
  createCsvIncidents,
  csvIncidents,
  type Incident,
  type IncidentCounts,
  type IncidentFormat,
  type IncidentOptions,
  type IncidentPhase,
  type IncidentRule,
  type IncidentSuspect,
  jsonIncidents,
  markdownIncidents,
  ndjsonIncidents,
} from "./core/incidents/index.js";
export { learn } from "./core/learn.js";
export { LEARN_PHASES, type LearnHooks, type LearnPhase } from "./core/learning/index.js";
export {
  type FeatureProfile,
  type LearnOptions,
  loadModel,
  type Model,
  type Preset,
  type ResolvedLearnOptions,
  saveModel,
  type Warning,
} from "./core/model/index.js";
export type { CutOffMethod, Predicate, RuleMeaning } from "./core/predicates/index.js";
export {
  createCsvFormat,
  createSummary,
  csvFormat,
  type Explanation,
  type ExplanationFormat,
  htmlFormat,
  jsonFormat,
  listRules,
  markdownFormat,
  type NamedOutput,
  ndjsonFormat,
  type PublicPredicate,
  type PublicRule as Rule,
  type RowNames,
  type RowSource,
  type RowSources,
  type RuleFilter,
  SUMMARY_FORMATS,
  type Summary,
  type SummaryBuilder,
  type SummaryGroup,
  type SuspectFeature,
  type SuspectSensor,
} from "./core/presenting/index.js";
export {
  type Approval,
  activeReview,
  type Decision,
  type Mute,
  type Note,
  parseReview,
  type Review,
} from "./core/review/index.js";
export type { Redundancy, RuleList } from "./core/rules/index.js";
export {
  type CellValue,
  type Column,
  type Feature,
  type NamedValues,
  type RowObject,
  type Table,
  tableFromColumns,
  tableFromRows,
  type ValueFilter,
} from "./core/table/index.js";
