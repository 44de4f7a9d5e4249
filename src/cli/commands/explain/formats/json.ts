/** One JSON text. */
import { jsonIncidents } from "../../../../core/incidents/incident-formats.js";
import { INCIDENT_SUMMARY_FORMATS } from "../../../../core/incidents/incident-summary.js";
import { jsonFormat } from "../../../../core/presenting/formats/explanation-format.js";
import { SUMMARY_FORMATS } from "../../../../core/presenting/formats/summary-formats.js";
import type { OutputFormat } from "./output-format.js";

export const json: OutputFormat = {
  title: "JSON",
  readBy: "programs",
  sets: "short",
  file: "text",
  rows: () => jsonFormat,
  summary: SUMMARY_FORMATS.json,
  incidents: () => jsonIncidents,
  incidentSummary: INCIDENT_SUMMARY_FORMATS.json,
};
