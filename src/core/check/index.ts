/** Findings of a check: causes, counts, baselines and formats. */
export { formatBaseline, parseBaseline } from "./baseline-json.js";
export { accusedOf, type Cause, causeOf, causeText, sideOf } from "./cause.js";
export { type CheckedTable, checkJson, checkJunit, checkSarif, checkText, findingToJson } from "./check-formats.js";
export { type Baseline, type CheckResult, createTally, type FindingTally } from "./tally.js";
