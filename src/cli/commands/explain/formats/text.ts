/** For a terminal. */
import { textFormat } from "../../../screen/explanation-text.js";
import { formatIncidentKinds, textIncidents } from "../../../screen/incident-text.js";
import { formatSummary } from "../../../screen/summary-text.js";
import type { OutputFormat } from "./output-format.js";

export const text: OutputFormat = {
  title: "text",
  readBy: "people",
  sets: "short",
  file: "text",
  rows: textFormat,
  summary: formatSummary,
  incidents: textIncidents,
  incidentSummary: formatIncidentKinds,
};
