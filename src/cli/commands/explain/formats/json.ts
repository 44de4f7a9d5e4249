/** One JSON text. */
import { INCIDENT_SUMMARY_FORMATS, jsonIncidents } from "../../../../core/incidents/index.js";
import { jsonFormat, SUMMARY_FORMATS } from "../../../../core/presenting/index.js";
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
