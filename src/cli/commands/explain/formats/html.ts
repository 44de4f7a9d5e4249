/** A page: the report, but for a summary, which is short. */
import { SUMMARY_FORMATS } from "../../../../core/presenting/index.js";
import type { OutputFormat } from "./output-format.js";

export const html: OutputFormat = {
  title: "HTML",
  readBy: "programs",
  sets: "short",
  file: "text",
  rows: "report",
  summary: SUMMARY_FORMATS.html,
  incidents: "report",
  incidentSummary: "report",
};
