/**
 * The report as plain data: all that the page needs to show a table's anomalies, and nothing that it would have to compute
 * from a model. It is written as JSON into the page, so it holds no typed arrays and no infinite numbers.
 */
import type { Explanation } from "../core/presentation/explanation.js";
import type { PublicRule } from "../core/presentation/public-rule.js";
import type { GroupKind } from "../core/presentation/summary.js";
import type { Category } from "../core/table/features.js";
import type { CellValue } from "../core/table/table.js";
import type { Symptom } from "./symptom.js";

/** Most cards when the caller does not say. */
export const DEFAULT_CARD_LIMIT = 1000;

export interface Report {
  readonly title: string;
  /** What the rows were read from. */
  readonly source: string;
  /** Rows that were explained; more than the cards when only the strangest are kept. */
  readonly explained: number;
  /** Rows that were not explained since they are less strange than was asked for. */
  readonly leftOut: number;
  /** Of those explained, rows stranger than nearly all normal ones. */
  readonly strange: number;
  readonly learningRows: number;
  readonly features: readonly ReportFeature[];
  readonly kept: ReportRows;
  /** Name of the column that says when; null when there is none. */
  readonly time: string | null;
  /** What is wrong, most rows first; at the end rows that accuse nothing, and those that look normal. */
  readonly symptoms: readonly ReportSymptom[];
  /** Rows with the same cause, most rows first; at the end those that have none, and those that look normal. */
  readonly groups: readonly ReportGroup[];
  /** How often each feature is the first suspect of a row that does not look normal; most often first. */
  readonly suspects: readonly { readonly feature: string; readonly count: number }[];
  /** In row order. */
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
  /** The rows by their cause, most first: places in the report's groups. A group may have rows above and below a range. */
  readonly groups: readonly { readonly group: number; readonly count: number }[];
}

export interface ReportGroup {
  readonly features: readonly string[];
  readonly rule: PublicRule | null;
  readonly count: number;
  /** The sentence of its strongest row. */
  readonly example: string;
  readonly kind: GroupKind;
}

/** One anomaly. */
export interface ReportCard {
  /** Its features are the accused ones and some of those after them. */
  readonly explanation: Explanation;
  /** Places in the report's groups and symptoms. */
  readonly group: number;
  readonly symptom: number;
  /** Milliseconds since 1970; null without a time. */
  readonly time: number | null;
  /** The row's own values, one for each feature of the report. */
  readonly cells: readonly CellValue[];
  /** The most similar kept rows, nearest first. */
  readonly nearest: readonly number[];
}
