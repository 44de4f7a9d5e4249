/**
 * A format of `parsight explain` as data: how each kind of result is written in it. Rows and incidents are streamed,
 * summaries are one text.
 */
import type { IncidentFormat, IncidentSummary } from "../../../../core/incidents/index.js";
import type { ExplanationFormat, NamedOutput, Summary } from "../../../../core/presenting/index.js";
import type { TextLook } from "../../../screen/explanation-text.js";

export interface OutputFormat {
  /** What messages call it. */
  readonly title: string;
  /** By people, who would wonder at an empty page; to programs no row is no line. */
  readonly readBy: "people" | "programs";
  /** How many values of a set are written in the text of a rule: at most five, or the whole. */
  readonly sets: "short" | "whole";
  /** What the file is made of: the text as it is written, or a Parquet file of the records that are. */
  readonly file: "text" | "parquet";
  readonly rows: ((look: TextLook, names: NamedOutput) => ExplanationFormat) | OtherWay;
  readonly summary: ((summary: Summary, look: TextLook) => string) | OtherWay;
  readonly incidents: ((look: TextLook, names: NamedOutput) => IncidentFormat) | OtherWay;
  readonly incidentSummary: ((summary: IncidentSummary, look: TextLook) => string) | OtherWay;
}

/** As the page of `parsight report`; or not at all, which is refused. */
type OtherWay = "report" | "refused";

/** What `parsight explain` is asked for: every row, all of them in groups, the incidents, or these in groups. */
export type WantedOutput = "rows" | "summary" | "incidents" | "incidentSummary";
