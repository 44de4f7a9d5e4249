/** The library: one line for each public name. By examples: docs/library.md. */
export { InputError, StoppedError } from "./core/base/errors/input-error.js";
export type { Drift, DriftedFeature, DriftedRule, DriftPlace, FeatureChange } from "./core/drift/drift.js";
export type { DriftOptions } from "./core/drift/drift-options.js";
export { createDriftWatcher, type DriftWatcher, findDrift } from "./core/drift/watcher.js";
export { createExplainer, type Explainer, type ExplainHooks, explain } from "./core/explain.js";
export {
  createIncidentExplainer,
  type ExplainIncidentsOptions,
  explainIncidents,
  type IncidentExplainer,
  type Incidents,
  type InputRows,
} from "./core/explain-incidents.js";
export type { ExplainOptions, Method } from "./core/explaining/explain-options.js";
export { createRowHistory, type PastOptions, type RowHistory } from "./core/explaining/rows-with-past.js";
export type { HistoryPlan } from "./core/history/plan.js";
export type { IncidentCounts } from "./core/incidents/fold-types.js";
export type { Incident, IncidentPhase, IncidentRule, IncidentSuspect } from "./core/incidents/incident.js";
export {
  createCsvIncidents,
  csvIncidents,
  type IncidentFormat,
  jsonIncidents,
  markdownIncidents,
  ndjsonIncidents,
} from "./core/incidents/incident-formats.js";
export type { IncidentOptions } from "./core/incidents/incident-options.js";
export { learn } from "./core/learn.js";
export { LEARN_PHASES, type LearnHooks, type LearnPhase } from "./core/learning/learning-work.js";
export type { LearnOptions, Preset, ResolvedLearnOptions } from "./core/model/learn-options.js";
export type { FeatureProfile, Model, Warning } from "./core/model/model.js";
export { loadModel, saveModel } from "./core/model/model-json.js";
export type { RuleMeaning } from "./core/predicates/named-predicate.js";
export type { CutOffMethod } from "./core/predicates/numeric-predicates.js";
export type { Predicate } from "./core/predicates/predicate.js";
export type { Explanation, SuspectFeature, SuspectSensor } from "./core/presenting/explanation.js";
export type { PublicPredicate } from "./core/presenting/format-predicate.js";
export { createCsvFormat, csvFormat } from "./core/presenting/formats/csv.js";
export { type ExplanationFormat, jsonFormat, ndjsonFormat } from "./core/presenting/formats/explanation-format.js";
export type { NamedOutput } from "./core/presenting/formats/explanation-table.js";
export { htmlFormat } from "./core/presenting/formats/html.js";
export { markdownFormat } from "./core/presenting/formats/markdown.js";
export { SUMMARY_FORMATS } from "./core/presenting/formats/summary-formats.js";
export { listRules, type RuleFilter } from "./core/presenting/list-rules.js";
export type { PublicRule as Rule } from "./core/presenting/public-rule.js";
export type { RowNames, RowSource, RowSources } from "./core/presenting/row-names.js";
export { createSummary, type Summary, type SummaryBuilder, type SummaryGroup } from "./core/presenting/summary.js";
export { parseReview } from "./core/review/parse-review.js";
export { type Approval, activeReview, type Decision, type Mute, type Note, type Review } from "./core/review/review.js";
export type { Redundancy } from "./core/rules/mining/mining-task.js";
export type { RuleList } from "./core/rules/rule-list.js";
export { type NamedValues, type RowObject, tableFromColumns, tableFromRows } from "./core/table/build-table.js";
export type { Feature } from "./core/table/features.js";
export type { ValueFilter } from "./core/table/select-rows.js";
export type { CellValue, Column, Table } from "./core/table/table.js";
