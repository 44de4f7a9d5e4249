/**
 * The report as plain data: all that the page needs to show a table's anomalies, and nothing that it would have to compute
 * from a model. It is written as JSON into the page, so it holds no typed arrays and no infinite numbers.
 */
import type { Explanation } from "../core/presenting/explanation.js";
import type { RowNames } from "../core/presenting/row-names.js";
import type { Category } from "../core/table/features.js";
import type { CellValue } from "../core/table/table.js";
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
  readonly kept: ReportRows;
  /** Name of the column that says when; null when there is none. */
  readonly time: string | null;
  /** What is wrong, most rows first; at the end rows that accuse nothing, and those that look normal. */
  readonly symptoms: readonly ReportSymptom[];
  /** By symptom, then most rows first. */
  readonly causes: readonly ReportCause[];
  /** How often each feature is the first suspect of a row that does not look normal; most often first. */
  readonly suspects: readonly { readonly feature: string; readonly count: number }[];
  /** When all strange rows happened, those without a time aside. */
  readonly moments: ReportMoments;
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

/** Normal rows kept in the model, by feature. */
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

/** One anomaly. */
export interface ReportCard {
  /** Its features are the accused ones and some of those after them. */
  readonly explanation: Explanation;
  /** Place in the report's causes. */
  readonly cause: number;
  /** Milliseconds since 1970; null without a time. */
  readonly time: number | null;
  /** The row's own values, one for each feature of the report. */
  readonly cells: readonly CellValue[];
  /** The most similar kept rows, nearest first. */
  readonly nearest: readonly number[];
}
