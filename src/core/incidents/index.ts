/** Groups consecutive anomalous rows with the same cause into incidents. */
export { decidedOf } from "./decided-part.js";
export type { EpisodeSpan } from "./episode.js";
export type { FoundIncident, IncidentCounts, IncidentFold, IncidentFoldOptions, SeenRow } from "./fold-types.js";
export {
  describeIncident,
  type Incident,
  type IncidentPhase,
  type IncidentRule,
  type IncidentSuspect,
} from "./incident.js";
export { createIncidentFold } from "./incident-fold.js";
export {
  createCsvIncidents,
  csvIncidents,
  describeCounts,
  describeMachine,
  type IncidentFormat,
  jsonIncidents,
  markdownIncidents,
  ndjsonIncidents,
} from "./incident-formats.js";
export { INCIDENT_OPTIONS, type IncidentOptions } from "./incident-options.js";
export {
  createIncidentSummary,
  INCIDENT_SUMMARY_FORMATS,
  type IncidentKind,
  type IncidentSummary,
} from "./incident-summary.js";
export { addToMachine, closeEpisodes, createMachines, type Machine } from "./machine.js";
export type { RowPlace } from "./place-rows.js";
export { reachOf } from "./reach.js";
export { isStrange, type RowMark, toStrangeRow } from "./strange-row.js";
export { sortedStretches } from "./stretches.js";
export { createTableFold, type PlacedBy, type RowChoice, type TableFold } from "./table-fold.js";
export { UNORDERED_HINT, warnOfUnordered } from "./warn-unordered.js";
