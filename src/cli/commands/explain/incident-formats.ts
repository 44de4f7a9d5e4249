/** The written forms of incidents by name, as both threads know them. */
import {
  csvIncidents,
  type IncidentFormat,
  jsonIncidents,
  markdownIncidents,
  ndjsonIncidents,
} from "../../../core/incidents/incident-formats.js";
import { INCIDENT_SUMMARY_FORMATS, type IncidentSummary } from "../../../core/incidents/incident-summary.js";
import type { TextLook } from "../../screen/explanation-text.js";
import { formatIncidentKinds, textIncidents } from "../../screen/incident-text.js";
import type { ExplainFormat } from "./command.js";

/** Pages of incidents are reports, and tables of them are refused before. */
export function incidentFormatOf(format: ExplainFormat, look: TextLook): IncidentFormat {
  switch (format) {
    case "json":
      return jsonIncidents;
    case "ndjson":
      return ndjsonIncidents;
    case "csv":
      return csvIncidents;
    case "markdown":
      return markdownIncidents;
    default:
      return textIncidents(look);
  }
}

export function formatIncidentSummary(format: ExplainFormat, summary: IncidentSummary, look: TextLook): string {
  if (format === "text" || format === "parquet" || format === "html") return formatIncidentKinds(summary, look);
  return INCIDENT_SUMMARY_FORMATS[format](summary);
}
