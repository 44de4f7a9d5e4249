/** For documents and tickets. */
import { INCIDENT_SUMMARY_FORMATS, markdownIncidents } from "../../../../core/incidents/index.js";
import { markdownFormat, SUMMARY_FORMATS } from "../../../../core/presenting/index.js";
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
