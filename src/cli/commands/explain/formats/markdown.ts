/** For documents and tickets. */
import { markdownIncidents } from "../../../../core/incidents/incident-formats.js";
import { INCIDENT_SUMMARY_FORMATS } from "../../../../core/incidents/incident-summary.js";
import { markdownFormat } from "../../../../core/presenting/formats/markdown.js";
import { SUMMARY_FORMATS } from "../../../../core/presenting/formats/summary-formats.js";
import type { OutputFormat } from "./output-format.js";

export const markdown: OutputFormat = {
  title: "Markdown",
  readBy: "people",
  sets: "short",
  file: "text",
  rows: () => markdownFormat,
  summary: SUMMARY_FORMATS.markdown,
  incidents: () => markdownIncidents,
  incidentSummary: INCIDENT_SUMMARY_FORMATS.markdown,
};
