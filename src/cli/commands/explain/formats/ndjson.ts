/** One JSON object a line. */
import { ndjsonIncidents } from "../../../../core/incidents/incident-formats.js";
import { INCIDENT_SUMMARY_FORMATS } from "../../../../core/incidents/incident-summary.js";
import { ndjsonFormat } from "../../../../core/presenting/formats/explanation-format.js";
import { SUMMARY_FORMATS } from "../../../../core/presenting/formats/summary-formats.js";
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
