/** For spreadsheets, with all values of a set. */
import { createCsvIncidents } from "../../../../core/incidents/incident-formats.js";
import { INCIDENT_SUMMARY_FORMATS } from "../../../../core/incidents/incident-summary.js";
import { createCsvFormat } from "../../../../core/presenting/formats/csv.js";
import { SUMMARY_FORMATS } from "../../../../core/presenting/formats/summary-formats.js";
import type { OutputFormat } from "./output-format.js";

export const csv: OutputFormat = {
  title: "CSV",
  readBy: "programs",
  sets: "whole",
  file: "text",
  rows: (_, names) => createCsvFormat(names),
  summary: SUMMARY_FORMATS.csv,
  incidents: (_, names) => createCsvIncidents(names),
  incidentSummary: INCIDENT_SUMMARY_FORMATS.csv,
};
