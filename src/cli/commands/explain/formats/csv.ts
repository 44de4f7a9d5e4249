/** For spreadsheets, with all values of a set. */
import { createCsvIncidents, INCIDENT_SUMMARY_FORMATS } from "../../../../core/incidents/index.js";
import { createCsvFormat, SUMMARY_FORMATS } from "../../../../core/presenting/index.js";
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
