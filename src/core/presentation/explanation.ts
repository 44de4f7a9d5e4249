/**
 * The Explanation of one row as the contract writes it: suspects with blame, observed and expected value, the rules that
 * the row breaks, and one sentence.
 */
import type { SetText } from "../explanations/explain-options.js";
import type { Finding } from "../explanations/finding.js";
import type { Model } from "../model/model.js";
import { type CellValue, type Column, cellValue } from "../table/table.js";
import { describeRow } from "./describe-row.js";
import { type PublicPredicate, toPublicPredicate } from "./format-predicate.js";
import type { PublicRule } from "./public-rule.js";
import type { RowNames, RowSource } from "./row-names.js";
import type { RuleShower } from "./shown-rule.js";

export interface SuspectFeature {
  readonly feature: string;
  /** Share of the row's strangeness laid on this feature; sums to 1. */
  readonly blame: number;
  /** That this reading is wrong, in [0, 1]; null with method "paper" and with models of few rows. */
  readonly probability: number | null;
  /** null: missing. Infinite numbers are the texts "Infinity" and "-Infinity", since JSON has none. */
  readonly observed: CellValue;
  /** What normal rows have in its place, by the rule or else by the most similar normal rows; null: not suspect enough to say. */
  readonly expected: PublicPredicate | null;
  /** A value to repair it with, taken from the most similar normal rows; null: none is known. */
  readonly suggested: CellValue;
  /** Place in `rules`, or null. */
  readonly rule: number | null;
}

/** With what people call the row, where that is known. */
/** How suspect a feature is, for a bar: how likely it is wrong, or its share of the blame where that is not known. */
export function suspicionOf({ probability, blame }: Pick<SuspectFeature, "probability" | "blame">): number {
  return probability ?? blame;
}

/** What the number beside such a bar is. */
export function suspicionName({ probability }: Pick<SuspectFeature, "probability">): "likely wrong" | "of the blame" {
  return probability === null ? "of the blame" : "likely wrong";
}

/** The same over a column of suspects. */
export function suspicionHeading([first]: readonly SuspectFeature[]): "likely wrong" | "blame" {
  return first === undefined || first.probability === null ? "blame" : "likely wrong";
}

/** "94 %", and never certain: "> 99 %", "< 1 %". Blame may be whole. */
export function formatSuspicion(suspect: Pick<SuspectFeature, "probability" | "blame">): string {
  const percent = Math.round(100 * suspicionOf(suspect));
  if (percent === 0) return "< 1 %";
  return percent === 100 && suspect.probability !== null ? "> 99 %" : `${percent} %`;
}

export interface Explanation extends RowNames {
  /** Number of the row, from 0. */
  readonly row: number;
  /** Share of normal rows that are less strange than this one; null with method "paper". */
  readonly strength: number | null;
  readonly features: readonly SuspectFeature[];
  readonly rules: readonly PublicRule[];
  /** How the row would look with the suggested values in place; only with `verify`. */
  readonly repaired?: {
    readonly strength: number | null;
    /** Sure range and mined rules, and tree rules shown, broken by the row as it is, and repaired. */
    readonly brokenBefore: number;
    readonly brokenAfter: number;
  };
  readonly text: string;
}

export interface ExplainedRow {
  /** The row's own columns, one for each feature of the model. */
  readonly columns: readonly Column[];
  readonly row: number;
  readonly names: RowNames;
  readonly show: RuleShower;
  readonly sets: SetText;
}

export function toExplanation(
  finding: Finding,
  model: Model,
  { columns, row, names, show, sets }: ExplainedRow,
): Explanation {
  const observedOf = (feature: number): CellValue => cellValue(columns[feature]!, row);
  const shown = finding.rules.map((rule) => show(rule, observedOf));
  const rules = shown.map(({ written }) => written);
  const features = finding.suspects.map(({ feature, blame, probability, expected, suggested, rule }) => ({
    feature: model.features[feature]!.name,
    blame,
    probability,
    observed: toJsonValue(observedOf(feature)),
    expected: rule === null ? expected && toPublicPredicate(expected, model) : rules[rule]!.consequent,
    suggested: toJsonValue(suggestedValue(feature, suggested, model)),
    rule,
  }));
  const { strength, repaired } = finding;
  const text = describeRow(finding, model, { observedOf, sets }, shown);
  const told = { row, ...names, strength, features, rules, text };
  return repaired === null ? told : { ...told, repaired };
}

/** The explanation of a row by its place in the input, not in the table at hand; `source`: null where there is one file. */
export function placeInInput(explanation: Explanation, row: number, source: RowSource | null): Explanation {
  const { row: _, id, time, ...rest } = explanation;
  return {
    row,
    ...(id === undefined ? {} : { id }),
    ...(time === undefined ? {} : { time }),
    ...(source === null ? {} : { source }),
    ...rest,
  };
}

function suggestedValue(feature: number, suggested: number | null, model: Model): CellValue {
  const own = model.features[feature]!;
  if (suggested === null || own.kind === "numeric") return suggested;
  return own.categories[suggested] ?? null;
}

function toJsonValue(value: CellValue): CellValue {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
