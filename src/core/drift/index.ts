/** Finds features and rules whose distribution has changed. */
export { type BatchDrift, createBatchWatcher } from "./batch-drift.js";
export { momentsOfDays } from "./day-wave.js";
export type { Drift, DriftedFeature, DriftedRule, DriftPlace, FeatureChange } from "./drift.js";
export { driftCsv, driftJson, driftNdjson, driftText } from "./drift-formats.js";
export { DRIFT_OPTIONS, type DriftOptions } from "./drift-options.js";
export { learnDriftBaseline } from "./learn-baseline.js";
export { machinesCsv, machinesJson, machinesNdjson, machinesText } from "./machine-formats.js";
export { createMachineDriftWatcher, type MachineDrift } from "./machine-watcher.js";
export { wholeMatrix } from "./relations.js";
export { createRowScorer } from "./row-scores.js";
export { createDriftWatcher, type DriftWatcher, featureNames, findDrift, timeToWatchBy } from "./watcher.js";
