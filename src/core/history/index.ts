/** Lag features: what previous rows of the same machine say about a row. */
export { createHistory, derivedFeatures, extendTable, extendTables } from "./history.js";
export type { DerivedFeature, HistoryPlan } from "./plan.js";
export { planHistory } from "./plan-history.js";
