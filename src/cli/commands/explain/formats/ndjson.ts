/** One JSON object a line. */
import { INCIDENT_SUMMARY_FORMATS, ndjsonIncidents } from "../../../../core/incidents/index.js";
import { ndjsonFormat, SUMMARY_FORMATS } from "../../../../core/presenting/index.js";
import type { OutputFormat } from "./output-format.js";

export const ndjson: OutputFormat = {
  title: "NDJSON",
  readBy: "programs",
  sets: "short",
  file: "text",
  rows: () => ndjsonFormat,
  summary: SUMMARY_FORMATS.ndjson,
  incidents: () => ndjsonIncidents,
  incidentSummary: INCIDENT_SUMMARY_FORMATS.ndjson,
};
