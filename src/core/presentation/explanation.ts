/**
 * The Explanation of one row as the contract writes it: suspects with blame, observed and expected value, the rules that
 * the row breaks, and one sentence.
 */
import type { Finding, Suspect } from "../explanations/finding.js";
import type { Model } from "../model/model.js";
import { type CellValue, type Column, cellValue } from "../table/table.js";
import { formatCount, formatNumber } from "./format-number.js";
import {
  formatExpectation,
  formatPredicate,
  type PublicPredicate,
  quoted,
  toPublicPredicate,
} from "./format-predicate.js";
import { formatEvidence, type PublicRule, toPublicRule } from "./public-rule.js";

export interface SuspectFeature {
  readonly feature: string;
  /** Share of the row's strangeness laid on this feature; sums to 1. */
  readonly blame: number;
  /** null: missing. Infinite numbers are the texts "Infinity" and "-Infinity", since JSON has none. */
  readonly observed: CellValue;
  readonly expected: PublicPredicate | null;
  /** Place in `rules`, or null. */
  readonly rule: number | null;
}

export interface Explanation {
  /** Number of the row, from 0. */
  readonly row: number;
  readonly features: readonly SuspectFeature[];
  readonly rules: readonly PublicRule[];
  readonly text: string;
}

/** `columns` are the row's own columns, one for each feature of the model. */
export function toExplanation(finding: Finding, model: Model, columns: readonly Column[], row: number): Explanation {
  const observedOf = (feature: number): CellValue => cellValue(columns[feature]!, row);
  const observedNumber = (feature: number): number | null => {
    const value = observedOf(feature);
    return typeof value === "number" ? value : null;
  };
  const rules = finding.rules.map((rule) =>
    toPublicRule(rule, model, rule.consequent.kind === "anyOf" ? null : observedNumber(rule.consequent.feature)),
  );
  return {
    row,
    features: finding.suspects.map((suspect) => ({
      feature: model.features[suspect.feature]!.name,
      blame: suspect.blame,
      observed: toJsonValue(observedOf(suspect.feature)),
      expected: suspect.expected === null ? null : toPublicPredicate(suspect.expected, model),
      rule: suspect.rule,
    })),
    rules,
    text: describeRow(finding, model, observedOf),
  };
}

function toJsonValue(value: CellValue): CellValue {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** Suspects named in the sentence besides the first. */
const ALSO_NAMED = 2;

function describeRow(finding: Finding, model: Model, observedOf: (feature: number) => CellValue): string {
  const [first, ...others] = finding.suspects.filter((suspect) => suspect.expected !== null);
  if (first === undefined) {
    return `No rule is broken: the row agrees with everything learnt from ${formatCount(model.rowCount)} normal rows.`;
  }
  const rule = first.rule === null ? null : finding.rules[first.rule]!;
  const also = others.slice(0, ALSO_NAMED).map((suspect) => describeSuspect(suspect, model, observedOf));
  const why = rule === null ? "" : `: ${describeReason(rule, model)}`;
  return `${describeSuspect(first, model, observedOf)}${why}.${also.map((text) => ` Also ${text}.`).join("")}`;
}

/** "Valve is Closed but should be Open". */
function describeSuspect(suspect: Suspect, model: Model, observedOf: (feature: number) => CellValue): string {
  const observed = observedOf(suspect.feature);
  const expected = formatExpectation(suspect.expected!, model, typeof observed === "number" ? observed : null);
  return `${quoted(model.features[suspect.feature]!.name)} is ${formatObserved(observed)} but should be ${expected}`;
}

/** "with Level ≥ 10 and Pump = ON it is so in 99.8 % of 3,126 normal rows". */
function describeReason(rule: Finding["rules"][number], model: Model): string {
  const evidence = formatEvidence(rule);
  if (rule.antecedent.length === 0) return `that ${evidence}`;
  return `when ${rule.antecedent.map((predicate) => formatPredicate(predicate, model)).join(" and ")}, that ${evidence}`;
}

export function formatObserved(value: CellValue): string {
  if (value === null) return "missing";
  return typeof value === "number" ? formatNumber(value) : quoted(String(value));
}
