/** A table for data frames: records, of which a Parquet file is made. */
import { type ExplanationFormat, explanationRecords, type NamedOutput } from "../../../../core/presenting/index.js";
import { recordLine } from "../../../../node/files/record-lines.js";
import type { OutputFormat } from "./output-format.js";

export const parquet: OutputFormat = {
  title: "Parquet",
  readBy: "programs",
  sets: "whole",
  file: "parquet",
  rows: (_, names) => recordsFormat(names),
  summary: "refused",
  incidents: "refused",
  incidentSummary: "refused",
};

function recordsFormat(names: NamedOutput): ExplanationFormat {
  return {
    head: "",
    row: (explanation) => explanationRecords(explanation, names).map(recordLine).join(""),
    tail: "",
    unfinished: () => "",
  };
}
