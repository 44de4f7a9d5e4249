/**
 * The report as plain data: all that the page needs to show a table's anomalies, and nothing that it would have to
 * compute from a model. It is written as JSON into the page, so it holds no typed arrays and no infinite numbers.
 */

import type { Incident, IncidentCounts } from "../core/incidents/index.js";
import type { Explanation, RowNames } from "../core/presenting/index.js";
import type { Category, CellValue } from "../core/table/index.js";
import type { Symptom } from "./symptom.js";

/** Most cards when the caller does not say, and most that can be asked for. */
export const DEFAULT_CARD_LIMIT = 1000;
export const MOST_CARDS = 100_000;

export interface Report {
  readonly title: string;
  /** What the rows were read from. */
  readonly source: string;
  /** Rows that were explained; all are counted below, and some of them have cards. */
  readonly explained: number;
  /** Rows that were not explained since they are less strange than was asked for. */
  readonly leftOut: number;
  /** Of those explained, rows stranger than nearly all normal ones. */
  readonly strange: number;
  readonly learningRows: number;
  /** Normal rows that each row was compared with to tell how strange it is. */
  readonly compared: number;
  readonly features: readonly ReportFeature[];
  readonly reference: ReportRows;
  /** Name of the column that says when; null when there is none. */
  readonly time: string | null;
  /** In words, which cells of the column that says when cannot be read; null: all can. */
  readonly unreadTimes: string | null;
  /** What is wrong, most rows first; at the end rows that accuse nothing, and those that look normal. */
  readonly symptoms: readonly ReportSymptom[];
  /** By symptom, then most rows first. */
  readonly causes: readonly ReportCause[];
  /** How often each sensor is the first suspect of a row that does not look normal; most often first. */
  readonly suspects: readonly { readonly feature: string; readonly count: number }[];
  /** When all strange rows happened, those without a time aside. */
  readonly moments: ReportMoments;
  /** Strange rows that follow one another with the same cause; null: rows stand in no order. */
  readonly incidents: ReportIncidents | null;
  /** Whether rows have times, but come in no order of time, so that nobody knows how far apart they usually are. */
  readonly isUnordered: boolean;
  /** Worst first: the worst of each cause and each stretch of time where there are more rows than cards. */
  readonly cards: readonly ReportCard[];
}

export interface ReportFeature {
  readonly name: string;
  /** In the order of codes; null for a numeric feature. */
  readonly categories: readonly Category[] | null;
  /** Standard deviation over the learning rows; 0 for a categorical feature. */
  readonly deviation: number;
}

/** A number, a category's code, "Infinity", "-Infinity", or null where missing. */
export type KeptCell = number | string | null;

/** Reference rows: the normal rows that the model holds, by feature. */
export interface ReportRows {
  readonly rowCount: number;
  readonly columns: readonly (readonly KeptCell[])[];
}

export interface ReportSymptom extends Symptom {
  readonly count: number;
}

/** By which rule rows with a symptom are wrong. */
export interface ReportCause {
  /** Place in the report's symptoms. */
  readonly symptom: number;
  /** The text of the first suspect's rule; null: no rule speaks about it. */
  readonly rule: string | null;
  /** Where no rule does: learning rows, none of which has the suspect's value; null: one has. */
  readonly neverSeenIn: number | null;
  /** Of a value that has more decimals than any of them: how many these have at most; else absent. */
  readonly mostDecimals?: number;
  readonly count: number;
  /** Its worst row; null where it has a card. */
  readonly example: ReportExample | null;
}

/** The sentence of a row that has no card, and what the row is called. */
export interface ReportExample extends RowNames {
  readonly row: number;
  readonly text: string;
}

/** Counts of rows by stretch of time, then by cause: columns of equal length. */
export interface ReportMoments {
  /** Length of a stretch in milliseconds; stretches begin at multiples of it since 1970. */
  readonly step: number;
  /** Where stretch 0 begins. */
  readonly from: number;
  readonly stretches: readonly number[];
  /** Places in the report's causes. */
  readonly causes: readonly number[];
  readonly counts: readonly number[];
}

export interface ReportIncidents {
  /** Whether rows are placed by their moments, in milliseconds since 1970, or by their order. */
  readonly axis: "time" | "order";
  /** The column that tells machines apart; null: there is one. */
  readonly by: string | null;
  /** How far apart two rows of one incident may be, in milliseconds or rows; null: not known. */
  readonly gap: number | null;
  readonly counts: IncidentCounts;
  /** All incidents by main suspect, by the rule that says them best, and by what is wrong; most incidents first. */
  readonly features: readonly ReportCounts[];
  readonly rules: readonly ReportCounts[];
  readonly kinds: readonly ReportCounts[];
  /** As they began; the worst, where there are too many. */
  readonly shown: readonly ReportIncident[];
}

export interface ReportCounts {
  readonly name: string;
  readonly incidents: number;
  /** Of these incidents; of a rule those that break it. */
  readonly rows: number;
}

export interface ReportIncident {
  readonly incident: Incident;
  /** Places of its first and last row; null: its rows have no time. */
  readonly from: number | null;
  readonly to: number | null;
  /** Of its main suspect; null: no feature stands out. */
  readonly trend: ReportTrend | null;
}

/** How a feature went around an incident: columns of equal length, by place. */
export interface ReportTrend {
  readonly feature: string;
  /** What is shown. */
  readonly from: number;
  readonly to: number;
  readonly at: readonly number[];
  /** Least and greatest value there; of a category the codes, one never seen behind all others. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Some of the strange rows, the worst of each stretch of time among them. */
  readonly strange: readonly { readonly at: number; readonly observed: CellValue }[];
  /** What was expected of it then, of a number. */
  readonly expected: readonly { readonly at: number; readonly min: number | null; readonly max: number | null }[];
}

/** One anomaly. */
export interface ReportCard {
  /** Its features are the accused ones and some of those after them. */
  readonly explanation: Explanation;
  /** Place in the report's causes. */
  readonly cause: number;
  /** Place among the incidents shown; null: in none of them. */
  readonly incident: number | null;
  /** Milliseconds since 1970; null without a time. */
  readonly time: number | null;
  /** The row's own values, one for each feature of the report. */
  readonly cells: readonly CellValue[];
  /** The most similar reference rows, nearest first. */
  readonly nearest: readonly number[];
}
