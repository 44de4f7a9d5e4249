/** The library: one line for each public name. */
export { InputError, StoppedError } from "./core/errors/input-error.js";
export { createExplainer, type Explainer, explain } from "./core/explain.js";
export type { ExplainOptions, Method } from "./core/explanations/explain-options.js";
export { LEARN_PHASES, type LearnHooks, type LearnPhase, learn } from "./core/learn.js";
export type { LearnOptions, Preset } from "./core/model/learn-options.js";
export type { Model, Warning } from "./core/model/model.js";
export { loadModel, saveModel } from "./core/model/model-json.js";
export type { Explanation, SuspectFeature } from "./core/presentation/explanation.js";
export type { PublicPredicate } from "./core/presentation/format-predicate.js";
export { listRules, type RuleFilter } from "./core/presentation/list-rules.js";
export type { PublicRule } from "./core/presentation/public-rule.js";
export { createSummary, type Summary, type SummaryBuilder, type SummaryGroup } from "./core/presentation/summary.js";
export { tableFromColumns, tableFromRows } from "./core/table/build-table.js";
export type { ValueFilter } from "./core/table/select-rows.js";
export type { CellValue, Column, Table } from "./core/table/table.js";
